// Decision: who wins after the reply that is best on average; included by decision.cpp.
//
// The result in one order of the bag is often known before the best reply is: a reply with the same
// result there need not be compared, nor one that has to win there if it is to win as often as
// another. Most others are refuted within a few nodes, and a few take thousands, so all are tried
// with few nodes first, and with four times as many again and again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "movegen/core/base/move_order.hpp"
#include "strategy/core/preendgame/decision.hpp"

namespace jackdaw {

inline constexpr std::size_t kKillers = 8;                 // remembered for a rack
inline constexpr std::size_t kCertainCandidates = 8;       // moves that may always win
inline constexpr std::uint64_t kMinDecisionNodes = 1'000;  // with fewer no decision is begun
// Nodes a cell, 0 for no limit.
inline constexpr std::uint64_t kEfforts[] = {60, 250, 1'000, 4'000, 16'000, 0};
// In the first so many efforts the surest candidate is ahead: the next two get the nodes of the
// effort before, the others those of the one before that.
inline constexpr std::size_t kStaggered = 3;
inline constexpr std::size_t kMaxUnrefuted = 2;  // arrangements tried in vain at one effort

// Returns the bounds of the final spread in this order of the bag, as far as they say who wins.
// Unbounded if only spreads decide between replies with different results.
template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::result_of_best(std::size_t order) {
    constexpr SpreadBounds kWin{1, kUnbounded};
    if (concluded_.always_wins) return kWin;
    settle_ends();
    for (std::size_t effort = 0; kEfforts[effort]; ++effort) {
        if (find_certain(effort)) return kWin;
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

// Looks for a move that always wins, those first whose worst arrangement seems best.
template <class Mask, int Width>
bool Decision<Mask, Width>::find_certain(std::size_t effort) {
    const std::vector<int> candidates = surest_first();
    for (std::size_t i = 0; i < candidates.size() && !concluded_.always_wins; ++i) {
        const int move = candidates[i];
        const std::size_t behind = effort < kStaggered ? (i > 0) + std::size_t{i > 2} : 0;
        if (behind > effort) break;
        for (const int arrangement : hardest_first(move)) {
            if (!settle_sign(move, arrangement, kEfforts[effort - behind])) break;
            if (max_wins(move) < perfect_wins_) break;
        }
        concluded_.always_wins = min_wins(move) == perfect_wins_;
        if (concluded_.always_wins) leader_ = move;
    }
    return concluded_.always_wins;
}

// The moves ranked first that may always win, by their estimates in the worst arrangement.
template <class Mask, int Width>
std::vector<int> Decision<Mask, Width>::surest_first() const {
    std::vector<std::pair<int, int>> candidates;  // estimate, move
    std::size_t tried = 0;
    for (const int move : ranking_) {
        if (!ends_game(move) && (drawn_by(move) < position_.bag || ++tried > kCertainCandidates))
            continue;
        if (max_wins(move) < perfect_wins_) continue;
        int worst = kUnbounded;
        for (const Cell& cell : cells_[move])
            if (!cell.bounds.answers(kSign)) worst = std::min(worst, cell.estimate);
        candidates.emplace_back(worst, move);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<int> moves;
    for (const auto& [worst, move] : candidates) moves.push_back(move);
    return moves;
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
            if (is_rival(move, order)) settle_rival(move, order, nodes);
            is_over = min_wins(move) <= min_wins(leader_);
        }
    }
}

// Settles a rival with so many nodes a cell, by the same result in this order or by arrangements
// that it does not win, whichever seems clearer. A look at each may do.
template <class Mask, int Width>
void Decision<Mask, Width>::settle_rival(int move, std::size_t order, std::uint64_t nodes) {
    const int same = arrangements(move).index_of(order);
    look_at(move, same);
    for (const int arrangement : hardest_first(move)) {
        if (!is_rival(move, order)) return;
        look_at(move, arrangement);
    }
    if (!is_rival(move, order)) return;
    const int estimate = cells_[move][same].estimate,
              margin = bounds_at(leader_, order).min_result() ? estimate : -estimate;
    if (margin > refuting_margin(move, order)) settle_sign(move, same, nodes);
    refute(move, order, nodes, kMaxUnrefuted);
    if (is_rival(move, order)) settle_sign(move, same, nodes);
    if (!nodes) refute(move, order, nodes, cells_[move].size());  // this is the last effort
}

// Searches arrangements that a rival may not win, until it is none or so many tries were in vain.
template <class Mask, int Width>
void Decision<Mask, Width>::refute(int move, std::size_t order, std::uint64_t nodes,
                                   std::size_t tries) {
    for (const int arrangement : hardest_first(move)) {
        if (!tries || !is_rival(move, order)) return;
        const SpreadBounds& known = bounds(move, arrangement);
        if (known.answers(kSign)) continue;
        settle_sign(move, arrangement, nodes);
        if (known.max_result() > 0) --tries;
    }
}

// A shallow search of a cell that empties the bag and has had none.
template <class Mask, int Width>
void Decision<Mask, Width>::look_at(int move, int arrangement) {
    const Cell& cell = cells_[move][arrangement];
    if (drawn_by(move) < position_.bag || cell.is_estimated || cell.bounds.answers(kSign)) return;
    nodes_left();
    settle_cell({move, arrangement, kSign, kShallowPlies});
    count_loss(move, arrangement);
}

// The smallest of the estimated deficits, in points, of the arrangements that would refute a move.
template <class Mask, int Width>
int Decision<Mask, Width>::refuting_margin(int move, std::size_t order) const {
    std::int64_t excess = max_wins(move) - min_wins(leader_) + 1;
    // where only a worse result is another one, it takes as much of the excess
    if (bounds_at(move, order).max_result() == bounds_at(leader_, order).min_result())
        excess -= arrangements(move).list()[arrangements(move).index_of(order)].weight;
    for (const int arrangement : hardest_first(move)) {
        const Cell& cell = cells_[move][arrangement];
        if (cell.bounds.answers(kSign)) continue;
        const std::int64_t weight = arrangements(move).list()[arrangement].weight;
        excess -= weight * cell.bounds.max_result();
        if (excess <= 0) return -cell.estimate;
    }
    return -kUnbounded;
}

// Returns true if a move may win as often as the leader, and have another result in this order.
template <class Mask, int Width>
bool Decision<Mask, Width>::is_rival(int move, std::size_t order) const {
    if (move == leader_ || max_wins(move) < min_wins(leader_)) return false;
    const int result = bounds_at(leader_, order).min_result();
    return least_result(move, order) < result || bounds_at(move, order).max_result() > result;
}

// The worst result in this order of a move that wins as often as the leader: where it needs all
// that is possible in the others, it has to win here, too.
template <class Mask, int Width>
int Decision<Mask, Width>::least_result(int move, std::size_t order) const {
    const int arrangement = arrangements(move).index_of(order);
    const SpreadBounds& known = cells_[move][arrangement].bounds;
    const std::int64_t spare = max_wins(move) - min_wins(leader_),
                       weight = arrangements(move).list()[arrangement].weight;
    return std::max(known.min_result(), known.max_result() - static_cast<int>(spare / weight));
}

// The result of all moves that may be best; unbounded unless it is the same.
template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::common_result(std::size_t order) const {
    constexpr int kLower[] = {-kUnbounded, 0, 1};  // by result
    SpreadBounds any{kUnbounded, -kUnbounded};
    for (const int move : ranking_) {
        if (max_wins(move) < min_wins(leader_)) continue;
        const SpreadBounds& known = bounds_at(move, order);
        any = {std::min(any.lower, std::max(known.lower, kLower[least_result(move, order)])),
               std::max(any.upper, known.upper)};
    }
    return any;
}

// Settles who wins in a cell, with so many nodes, 0 for no limit. Returns true if it is settled.
template <class Mask, int Width>
bool Decision<Mask, Width>::settle_sign(int move, int arrangement, std::uint64_t nodes) {
    Cell& cell = cells_[move][arrangement];
    if (cell.bounds.answers(kSign)) return true;
    if (nodes && (cell.nodes >= nodes || (leaves_decision(move) && nodes < kMinDecisionNodes)))
        return false;
    const std::uint64_t left = nodes_left();
    const bool is_limited = nodes && (!left || nodes < left);
    settle_cell({move, arrangement, kSign, kToTheEnd, is_limited ? nodes : left});
    cell.nodes = static_cast<std::uint32_t>(nodes);
    count_loss(move, arrangement);
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
