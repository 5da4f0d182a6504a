// The pre-endgame solver: memory, limits, and the order in which a decision is settled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "strategy/core/endgame_bounds/endgame_bounds.hpp"
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

// Half of the memory is for the endgames of the first decision, a quarter for those of the replies
// that so many threads search at the same time, and a quarter for what is known of replies. More
// threads take more memory: with smaller transposition tables for each the result would depend on
// their number. It does not depend on what else is cached, so fewer threads cache more.
inline constexpr std::size_t kReplySearches = 8;

inline DecisionContext make_context(const Variant& variant, bool is_adversarial,
                                    const SearchLimits& limits, SearchControl& control,
                                    WinCounts* counts) {
    const std::size_t quarter = limits.memory / 4, tables = quarter / kReplySearches / 2,
                      threads = std::min(static_cast<std::size_t>(limits.workers), kReplySearches),
                      cached = quarter / threads - tables, unopposed = cached / 2;
    return {.variant = variant,
            .rule = {},
            .is_adversarial = is_adversarial,
            .bytes = limits.memory / 2,
            .table_bytes = tables,
            .kept_bytes = quarter,
            .lane_bytes = cached - unopposed,
            .unopposed_bytes = unopposed,
            .control = control,
            .counts = counts};
}

// A round settles the wins of the moves ranked highest.
struct Round {
    std::size_t first;    // number of moves
    std::uint64_t nodes;  // limit of a cell; 0 for no limit
    Among among = Among::kAll;
};

inline constexpr std::uint64_t kHardCell = 500'000;  // nodes, as those of a round
inline constexpr std::uint64_t kFirstLook = 100;

// Successive halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed
// bandits", ICML 2013): half of the moves, four times the nodes. What is known at any moment is
// known best of the moves that seem best. Those that empty the bag come first: they cost far less
// than replies to the others. One of them that may always win is settled before others cost
// thousands of nodes a cell: it may be all there is to prove. Several are tried with few nodes
// before that, for the first may have a cell that takes millions.
inline constexpr Round kHalving[] = {{24, 30, Among::kEmptyingBag},
                                     {12, 120, Among::kEmptyingBag},
                                     {6, 500, Among::kEmptyingBag},
                                     {8, 30},
                                     {8, 120},
                                     {8, 500},
                                     {6, 2'000, Among::kMayAlwaysWin},
                                     {3, kHardCell, Among::kMayAlwaysWin},
                                     {3, 2'000},
                                     {3, 8'000},
                                     {3, 32'000},
                                     {3, 128'000}};
// Then all moves, for the proof that no other one wins more often. The best that empty the bag come
// first: a few hard cells of one cost less than a look at all moves, which a higher mark spares.
// The hardest cells of the best come last: its rivals may be refuted without them.
inline constexpr Round kProof[] = {{kAllMoves, kFirstLook},
                                   {3, kHardCell, Among::kEmptyingBag},
                                   {3, 20'000},
                                   {kAllMoves, 3'000},
                                   {kAllMoves, 100'000},
                                   {kAllMoves, kHardCell},
                                   {kAllMoves, 0}};

// Whether no player can win so many points that a value does not fit, whatever they draw.
template <class Mask>
bool can_count_points(const Variant& variant, const Board<Mask>& board,
                      const DecisionPosition& position) {
    const TileCounts& unseen = position.unseen;
    TileCounts mine = position.rack, left = unseen;
    for (int drawn = 0; drawn < position.bag; ++drawn) {
        const auto has_more_points = [&](int a, int b) {
            return left[a] && (!left[b] || variant.points[a] > variant.points[b]);
        };
        int dearest = 0;
        for (int tile = 1; tile < kMaxTiles; ++tile) {
            if (has_more_points(tile, dearest)) dearest = tile;
        }
        ++mine[dearest];
        --left[dearest];
    }
    const int rack_size = std::max(count_tiles(position.rack), count_tiles(unseen) - position.bag);
    const auto won_by = [&](const TileCounts& tiles, const TileCounts& others) {
        return max_points(variant, board, tiles, others, rack_size).back() +
               2 * rack_points(others, variant.points);
    };
    return won_by(mine, unseen) < kUnbounded && won_by(unseen, position.rack) < kUnbounded;
}

template <class Mask, int Width>
void settle_rounds(Decision<Mask, Width>& decision, const PreendgameOptions& options,
                   const JobRunner& run) {
    constexpr Batches kBatches{16, 4};
    WinsGoal goal{.all = options.all_wins,
                  .until_certain = !options.all_wins,
                  .ties = options.spreads != Spreads::kNone};
    decision.estimate_moves(run);
    for (const Round& round : kHalving) {
        goal.first = round.first;
        goal.among = round.among;
        do {  // until those that rank highest have all been searched so far
            decision.rank_moves();
            if (round.among == Among::kAll) {
                decision.estimate_others(round.first / 2, run);
                decision.rank_moves();
            }
        } while (decision.settle_wins(goal, kBatches, run, round.nodes) &&
                 round.among != Among::kMayAlwaysWin);
    }
    for (const auto& [first, nodes, among] : kProof) {
        decision.rank_moves();
        decision.estimate_others(first, run);
        decision.rank_moves();
        goal.first = first;
        goal.among = among;
        goal.until_certain = !options.all_wins && nodes != kFirstLook;
        decision.settle_wins(goal, kBatches, run, nodes);
    }
}

// Settles a decision. Returns true if everything asked for is settled; the decision has all bounds
// proven before a limit was reached.
template <class Mask, int Width>
bool settle(Decision<Mask, Width>& decision, const PreendgameOptions& options,
            const SearchLimits& limits, SearchControl& control) {
    const JobRunner run = [&](Jobs& jobs) {
        parallel_run(jobs, limits.workers, control);
        if (control.should_stop()) throw DecisionStopped{};
    };
    decision.limit_nodes(limits.nodes);
    try {
        settle_rounds(decision, options, run);
        if (options.spreads != Spreads::kNone)
            decision.settle_spreads(options.spreads == Spreads::kAll, run);
        return true;
    } catch (const DecisionStopped&) {
        return false;
    } catch (const DecisionOutOfNodes&) {
        return false;
    }
}

}  // namespace jackdaw
