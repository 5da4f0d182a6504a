// Decision: proofs of wins and final spreads, steps 4 and 5; included by decision.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "strategy/core/preendgame/decision.hpp"

namespace jackdaw {

inline constexpr int kMaxTries = 3;  // null windows on a spread before it is searched exactly
// With fewer nodes a cell the opponent's reply is guessed.
inline constexpr std::uint64_t kDecisionNodes = 2'000;
inline constexpr std::size_t kExactAtOnce = 4;  // arrangements

template <class Mask, int Width>
std::int64_t Decision<Mask, Width>::max_wins(int move) const {
    std::int64_t sum = 0;
    for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
        sum += static_cast<std::int64_t>(arrangements(move).list()[arrangement].weight) *
               cells_[move][arrangement].bounds.max_result();
    }
    return sum;
}

template <class Mask, int Width>
std::int64_t Decision<Mask, Width>::min_wins(int move) const {
    std::int64_t sum = 0;
    for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
        sum += static_cast<std::int64_t>(arrangements(move).list()[arrangement].weight) *
               cells_[move][arrangement].bounds.min_result();
    }
    return sum;
}

// The arrangements of a move, likely losses first: they prove soonest that the move cannot win as
// often as another.
template <class Mask, int Width>
std::vector<int> Decision<Mask, Width>::hardest_first(int move) const {
    const auto& losses = losses_[drawn_by(move)];
    std::vector<std::array<int, 3>> keys;  // this is done so often that the sort must be fast
    for (int arrangement = 0; const Cell& cell : cells_[move]) {
        keys.push_back({cell.estimate, -losses[arrangement], arrangement});
        ++arrangement;
    }
    std::sort(keys.begin(), keys.end());
    std::vector<int> order;
    for (const auto& key : keys) order.push_back(key.back());
    return order;
}

// Settles the moves that end the game, which costs nothing.
template <class Mask, int Width>
void Decision<Mask, Width>::settle_ends() {
    for (const int move : ranking_) {
        for (std::size_t i = 0; ends_game(move) && i < cells_[move].size(); ++i)
            settle_cell({move, static_cast<int>(i), kSign});
    }
}

// Step 4. Settle the wins: for each move, how often it wins. A move that cannot win as often as the
// best is left alone, unless all are wanted.
template <class Mask, int Width>
bool Decision<Mask, Width>::settle_wins(const WinsGoal& goal, const Batches& batches,
                                        const JobRunner& run, std::uint64_t nodes) {
    settle_ends();
    std::int64_t best = 0;
    for (const int move : ranking_) best = std::max(best, min_wins(move));
    bool has_searched = false;
    std::vector<int> moves = ranking_;
    if (goal.among != Among::kAll)
        std::erase_if(moves, [&](int move) { return drawn_by(move) < position_.bag; });
    const std::size_t count = std::min(moves.size(), goal.first);
    // the first alone: its wins are the mark for the others
    for (std::size_t begin = 0, end = 1; begin < count; begin = end, end = begin + batches.moves) {
        if (goal.until_certain && best == perfect_wins_) return has_searched;
        end = std::min(end, count);
        const std::vector<int> some(moves.data() + begin, moves.data() + end);
        if (settle_wins_of(some, goal, batches.arrangements, run, nodes, best)) has_searched = true;
    }
    if (goal.until_certain && best == perfect_wins_) return has_searched;
    concluded_.best = {};
    for (const int move : ranking_) {
        if (min_wins(move) == best && max_wins(move) == best) concluded_.best.push_back(move);
    }
    return has_searched;
}

// Each cell of these moves that is not settled is searched once, some arrangements at a time.
template <class Mask, int Width>
bool Decision<Mask, Width>::settle_wins_of(const std::vector<int>& some, const WinsGoal& goal,
                                           int at_once, const JobRunner& run, std::uint64_t nodes,
                                           std::int64_t& best) {
    std::map<int, std::vector<bool>> done;  // by move and arrangement
    for (const int move : some) {
        if (is_open(move, goal, best, nodes)) done[move].resize(cells_[move].size());
    }
    for (bool is_last = done.empty(); !is_last;) {
        std::vector<CellRequest> requests;
        for (const int move : some) {
            if (!done.contains(move) || !is_open(move, goal, best, nodes)) continue;
            const bool is_likely =
                nodes && nodes < kDecisionNodes && drawn_by(move) < position_.bag;
            int taken = 0;
            for (const int arrangement : hardest_first(move)) {
                if (taken == at_once) break;
                if (done[move][arrangement] || bounds(move, arrangement).answers(kSign)) continue;
                done[move][arrangement] = true;
                requests.push_back({move, arrangement, kSign, kToTheEnd, nodes, is_likely});
                ++taken;
            }
        }
        is_last = requests.empty();
        settle_all(requests, run);
        for (const CellRequest& each : requests) count_loss(each.move, each.arrangement);
        for (const int move : some) best = std::max(best, min_wins(move));
    }
    for (const auto& [move, cells] : done) searched_[move] = nodes;
    return !done.empty();
}

// Returns true if a move may win as often as the best, and can be searched further with so many
// nodes a cell.
template <class Mask, int Width>
bool Decision<Mask, Width>::is_open(int move, const WinsGoal& goal, std::int64_t best,
                                    std::uint64_t nodes) const {
    // asked again between arrangements: the first that is not won ends it
    if (goal.among == Among::kMayAlwaysWin && max_wins(move) < perfect_wins_) return false;
    if (!goal.all && max_wins(move) < best + (goal.ties ? 0 : 1)) return false;
    return !nodes || (searched_[move] < nodes && is_estimated_[move]);
}

template <class Mask, int Width>
std::int64_t Decision<Mask, Width>::max_total(int move) const {
    std::int64_t sum = 0;
    for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
        sum += static_cast<std::int64_t>(arrangements(move).list()[arrangement].weight) *
               cells_[move][arrangement].bounds.upper;
    }
    return sum;
}

// Among moves of equal spread the first in the order of moves is preferred.
template <class Mask, int Width>
bool Decision<Mask, Width>::may_beat(int move, int leader) const {
    if (leader < 0) return true;
    const std::int64_t total = max_total(move), best = max_total(leader);
    return total > best || (total == best && move < leader);
}

// Step 5. Settle the spread of a move, unless null windows prove that it is not above the leader's.
// Returns true if it is.
template <class Mask, int Width>
bool Decision<Mask, Width>::find_spread(int move, int leader, const JobRunner& run) {
    for (int tries = 0; may_beat(move, leader); ++tries) {
        std::vector<CellRequest> requests;
        std::int64_t expected = 0, weight = 0;
        for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
            const std::int64_t w = arrangements(move).list()[arrangement].weight;
            expected += w * cells_[move][arrangement].estimate;
            if (cells_[move][arrangement].bounds.is_exact() || !w) continue;
            weight += w;
            requests.push_back({move, static_cast<int>(arrangement), kExact});
        }
        if (requests.empty()) return true;
        const std::int64_t margin = leader < 0 ? 0 : (max_total(leader) - expected) / weight;
        if (tries < kMaxTries && margin > 0) {
            for (CellRequest& request : requests) {
                const int limit =
                    cells_[move][request.arrangement].estimate + static_cast<int>(margin);
                request.window = {limit, limit + 1};
            }
        } else {
            requests.resize(std::min(requests.size(), kExactAtOnce));
        }
        settle_all(requests, run);
        for (const CellRequest& request : requests) {
            Cell& cell = cells_[move][request.arrangement];
            cell.estimate = std::clamp(cell.estimate, cell.bounds.lower, cell.bounds.upper);
        }
    }
    return false;
}

template <class Mask, int Width>
int Decision<Mask, Width>::best_by_spread(const std::vector<int>& among, const JobRunner& run) {
    int leader = -1;
    for (const int move : among) {
        if (find_spread(move, leader, run)) leader = move;
    }
    return leader;
}

template <class Mask, int Width>
void Decision<Mask, Width>::settle_spreads(bool all, const JobRunner& run) {
    std::vector<int> best = concluded_.best;
    std::int64_t best_wins = 0;
    for (const int move : ranking_) best_wins = std::max(best_wins, min_wins(move));
    for (const int move : ranking_) {
        if (concluded_.best.empty() && min_wins(move) == best_wins && max_wins(move) == best_wins)
            best.push_back(move);
    }
    best_by_spread(best, run);
    for (std::size_t i = 0; all && i < ranking_.size(); ++i) find_spread(ranking_[i], -1, run);
}

}  // namespace jackdaw
