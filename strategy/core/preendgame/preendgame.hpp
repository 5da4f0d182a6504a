// The pre-endgame solver: memory, limits, and the order in which a decision is settled.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strategy/core/preendgame/decision.hpp"
#include "strategy/core/search/parallel_run.hpp"

namespace jackdaw {

enum class Spreads {
    kNone,
    kBest,  // of the moves that win most often, as far as that decides which is best
    kAll,
};

struct PreendgameOptions {
    bool is_adversarial = false;  // the opponent knows where the tiles are
    bool all_wins = false;        // also of moves that cannot win as often as the best
    Spreads spreads = Spreads::kBest;
};

// Half of the memory is for the endgames of the first decision, half for those of the replies that
// are searched at the same time.
inline DecisionContext make_context(const Variant& variant, const DecisionPosition& position,
                                    std::size_t orders, bool is_adversarial,
                                    const SearchLimits& limits, SearchControl& control,
                                    WinCounts* counts) {
    const std::size_t replies = all_bag_orders(position.unseen, position.bag).size() *
                                static_cast<std::size_t>(limits.workers);
    return {variant, {},    is_adversarial, limits.memory / 2 / orders, limits.memory / 2 / replies,
            control, counts};
}

// Settles a decision. Returns true if everything asked for is settled; the decision has all bounds
// proven before a limit was reached.
template <class Mask, int Width>
bool settle(Decision<Mask, Width>& decision, const PreendgameOptions& options,
            const SearchLimits& limits, SearchControl& control) {
    struct Round {
        std::uint64_t nodes;  // of a cell
        std::size_t first;    // only so many of the moves ranked highest
    };
    constexpr Round kRounds[] = {
        {100, kAllMoves}, {20'000, 3}, {3'000, kAllMoves}, {100'000, kAllMoves}, {0, kAllMoves}};
    constexpr Batches kBatches{16, 4};
    const JobRunner run = [&](Jobs& jobs) {
        parallel_run(jobs, limits.workers, control);
        if (control.should_stop()) throw DecisionStopped{};
    };
    const bool find_spreads = options.spreads != Spreads::kNone;
    decision.limit_nodes(limits.nodes);
    try {
        decision.estimate_moves(run);
        for (const auto& [nodes, first] : kRounds) {
            decision.rank_moves();
            const WinsGoal goal{.all = options.all_wins,
                                .until_certain = !options.all_wins && nodes != kRounds[0].nodes,
                                .ties = find_spreads,
                                .first = first};
            decision.settle_wins(goal, kBatches, run, nodes);
        }
        if (find_spreads) decision.settle_spreads(options.spreads == Spreads::kAll, run);
        return true;
    } catch (const DecisionStopped&) {
        return false;
    } catch (const DecisionOutOfNodes&) {
        return false;
    }
}

}  // namespace jackdaw
