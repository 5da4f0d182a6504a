// Decision: who wins after the reply that is best on average; included by decision.cpp.
//
// The result in one order of the bag is often known before the best reply is: a reply with the same
// result there need not be compared. Most others are refuted within a few nodes, and a few take
// thousands, so all are tried with few nodes first, and with four times as many again and again.
#pragma once

#include <algorithm>
#include <vector>

#include "movegen/core/base/move_order.hpp"
#include "strategy/core/preendgame/decision.hpp"

namespace jackdaw {

inline constexpr std::size_t kKillers = 8;                 // remembered for a rack
inline constexpr std::size_t kCertainCandidates = 8;       // moves that may always win
inline constexpr std::uint64_t kMinDecisionNodes = 1'000;  // with fewer no decision is begun
// Nodes a cell, 0 for no limit.
inline constexpr std::uint64_t kEfforts[] = {60, 250, 1'000, 4'000, 16'000, 0};

// Returns the bounds of the final spread in this order of the bag, as far as they say who wins.
// Unbounded if only spreads decide between replies with different results.
template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::result_of_best(std::size_t order) {
    constexpr SpreadBounds kWin{1, kUnbounded};
    if (concluded_.always_wins) return kWin;
    settle_ends();
    for (const std::uint64_t nodes : kEfforts) {
        if (nodes && find_certain(nodes)) return kWin;
    }
    for (const std::uint64_t nodes : kEfforts) {
        compare_results(order, nodes);
        concluded_.always_wins = min_wins(leader_) == perfect_wins_;
        if (concluded_.always_wins) return kWin;
        const SpreadBounds result = common_result(order);
        if (result.answers(kSign)) return result;
    }
    return {};
}

// Looks for a move that always wins, with so many nodes a cell. Returns true if there is one.
template <class Mask, int Width>
bool Decision<Mask, Width>::find_certain(std::uint64_t nodes) {
    std::size_t tried = 0;
    for (std::size_t rank = 0; rank < ranking_.size() && !concluded_.always_wins; ++rank) {
        const int move = ranking_[rank];
        if (!ends_game(move) && (drawn_by(move) < position_.bag || ++tried > kCertainCandidates))
            continue;
        if (max_wins(move) < perfect_wins_) continue;
        for (const int arrangement : hardest_first(move)) {
            if (max_wins(move) < perfect_wins_ || !settle_sign(move, arrangement, nodes)) break;
        }
        concluded_.always_wins = min_wins(move) == perfect_wins_;
        if (concluded_.always_wins) leader_ = move;
    }
    return concluded_.always_wins;
}

// Compares all moves with the one that has most proven wins, with so many nodes a cell, until each
// cannot win as often or has the same result in this order.
template <class Mask, int Width>
void Decision<Mask, Width>::compare_results(std::size_t order, std::uint64_t nodes) {
    for (bool is_over = false; !is_over;) {
        leader_ = *std::max_element(ranking_.begin(), ranking_.end(),
                                    [&](int a, int b) { return min_wins(a) < min_wins(b); });
        concluded_.predicted = leader_;
        for (const int arrangement : hardest_first(leader_)) settle_sign(leader_, arrangement, 0);
        is_over = true;
        for (std::size_t rank = 0; rank < ranking_.size() && is_over; ++rank) {
            const int move = ranking_[rank];
            if (!is_rival(move, order)) continue;
            if (!settle_sign(move, arrangements(move).index_of(order), nodes)) continue;
            for (const int arrangement : hardest_first(move)) {
                if (!is_rival(move, order) || !settle_sign(move, arrangement, nodes)) break;
            }
            is_over = min_wins(move) <= min_wins(leader_);
        }
    }
}

// Returns true if a move may win as often as the leader, and may have another result in this order.
template <class Mask, int Width>
bool Decision<Mask, Width>::is_rival(int move, std::size_t order) const {
    if (move == leader_ || max_wins(move) < min_wins(leader_)) return false;
    const SpreadBounds& known = bounds_at(move, order);
    return !known.answers(kSign) || known.min_result() != bounds_at(leader_, order).min_result();
}

// The result of all moves that may be best; unbounded unless it is the same.
template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::common_result(std::size_t order) const {
    SpreadBounds any{kUnbounded, -kUnbounded};
    for (const int move : ranking_) {
        if (max_wins(move) < min_wins(leader_)) continue;
        const SpreadBounds& known = bounds_at(move, order);
        any = {std::min(any.lower, known.lower), std::max(any.upper, known.upper)};
    }
    return any;
}

// Settles who wins in a cell, with so many nodes, 0 for no limit. Returns true if it is settled.
template <class Mask, int Width>
bool Decision<Mask, Width>::settle_sign(int move, int arrangement, std::uint64_t nodes) {
    Cell& cell = cells_[move][arrangement];
    if (cell.bounds.answers(kSign)) return true;
    const bool is_decision = drawn_by(move) < position_.bag && !ends_game(move);
    if (nodes && (cell.nodes >= nodes || (is_decision && nodes < kMinDecisionNodes))) return false;
    const std::uint64_t left = nodes_left();
    const bool is_limited = nodes && (!left || nodes < left);
    settle_cell({move, arrangement, kSign, kToTheEnd, is_limited ? nodes : left});
    cell.nodes = static_cast<std::uint32_t>(nodes);
    losses_[drawn_by(move)][arrangement] += cell.bounds.max_result() == 0;
    if (cell.bounds.answers(kSign)) return true;
    if (!is_limited && left) throw DecisionOutOfNodes{};
    return false;
}

// ---- killers (S. G. Akl and M. M. Newborn, "The principal continuation and the killer heuristic",
// ACM '77): what was the best reply after another move often is again

// Takes the killers first, as far as they are legal. With some there, fewer moves are compared.
template <class Mask, int Width>
void Decision<Mask, Width>::order_by_killers(const std::vector<Record>& killers) {
    auto end = ranking_.begin();
    compared_ = killers.empty() ? kFirstReplies : kReplies;
    for (const Record& killer : killers) {
        const auto found = std::find_if(
            end, ranking_.end(), [&](int move) { return is_same_move(moves_[move], killer); });
        if (found != ranking_.end()) std::rotate(end++, found, found + 1);
    }
}

// Cells with the same rack of the opponent and the same number of tiles drawn are settled by one
// job, so their killers do not depend on the threads' timing.
template <class Mask, int Width>
void Decision<Mask, Width>::remember_killers(int move, int arrangement, const Decision& reply,
                                             std::size_t first) {
    auto& killers = killers_at(move, arrangements(move).rack(arrangement));
    const auto remember = [&](int best) {
        const auto found = std::find_if(killers.begin(), killers.end(), [&](const Record& killer) {
            return is_same_move(killer, reply.moves_[best]);
        });
        if (found != killers.end())
            std::rotate(killers.begin(), found, found + 1);
        else
            killers.insert(killers.begin(), reply.moves_[best]);
    };
    for (std::size_t rank = std::min(first, reply.ranking_.size()); rank--;)
        remember(reply.ranking_[rank]);
    if (reply.leader_ != kUnknown) remember(reply.leader_);
    if (killers.size() > kKillers) killers.resize(kKillers);
}

}  // namespace jackdaw
