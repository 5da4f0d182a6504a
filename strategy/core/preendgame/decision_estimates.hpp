// Decision: estimates and the ranking of moves, steps 1 to 3; included by decision.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "strategy/core/preendgame/decision.hpp"

namespace jackdaw {

// Moves are compared in a few arrangements first, the best third of them in twice as many, and so
// on. So many moves of the highest priority are searched in all arrangements, and as many others.
inline constexpr int kFirstCells = 4;
inline constexpr std::ptrdiff_t kKeptOneIn = 3;
inline constexpr std::ptrdiff_t kEstimatedMoves = 128;
inline constexpr std::size_t kEstimatedAtOnce = 64;  // moves
inline constexpr std::size_t kCellsAtOnce = 4608;    // so that a stop leaves whole moves
inline constexpr std::size_t kRepliesAtOnce = 4;     // moves; each has a decision for each rack
// The likely reply: moves compared by shallow searches where no good replies of a rack are known,
// and where some are; so many arrangements at last.
inline constexpr std::size_t kFirstReplies = 60, kReplies = 12;
inline constexpr int kReplyCells = 12;
// The best of them are compared again before cells get as many nodes as kRefiningRound.
inline constexpr std::size_t kRefinedReplies = 4;
inline constexpr std::uint64_t kRefiningRound = 500, kRefinedNodes = 30;
// Points that a win proven after the likely reply stands for, if the lead is not higher already
inline constexpr int kLikelyEnd = 40;
// Chances are compared in steps of 1/100: among moves that are about as good, higher scores are
// proven sooner.
inline constexpr double kChanceSteps = 100;

// Step 1. Shallow searches of the moves that empty the bag. Those of the highest priority come
// first, for a limit may end the search. Of many others only the best are searched in all
// arrangements, after they were compared in a few.
template <class Mask, int Width>
void Decision<Mask, Width>::estimate_moves(const JobRunner& run) {
    std::vector<int> moves = ranking_;
    std::erase_if(moves, [&](int move) { return leaves_decision(move); });
    const auto others = moves.begin() + std::min(kEstimatedMoves, std::ssize(moves));
    estimate_fully({moves.begin(), others}, kEstimatedAtOnce, run);
    moves.erase(moves.begin(), others);
    const int all = static_cast<int>(searches_.size());
    for (int cells = kFirstCells; std::ssize(moves) > kEstimatedMoves && cells < all; cells *= 2) {
        look_at_cells(moves, cells, kEstimatedAtOnce, run);
        sort_by_sample(moves, cells);
        moves.resize(std::max(kEstimatedMoves, std::ssize(moves) / kKeptOneIn));
    }
    estimate_fully(moves, kEstimatedAtOnce, run);
}

// Step 2. The same of others among the first of the ranking. After one that leaves tiles in the bag
// the opponent makes the likely reply.
template <class Mask, int Width>
void Decision<Mask, Width>::estimate_others(std::size_t first, const JobRunner& run) {
    std::vector<int> moves(ranking_.begin(), ranking_.begin() + std::min(first, ranking_.size()));
    std::erase_if(moves, [&](int move) { return is_estimated_[move]; });
    const auto leaving = std::stable_partition(moves.begin(), moves.end(),
                                               [&](int move) { return !leaves_decision(move); });
    estimate_fully({moves.begin(), leaving}, kEstimatedAtOnce, run);
    estimate_fully({leaving, moves.end()}, kRepliesAtOnce, run);
}

template <class Mask, int Width>
void Decision<Mask, Width>::estimate_fully(const std::vector<int>& moves, std::size_t at_once,
                                           const JobRunner& run) {
    for (const int move : moves) is_estimated_[move] = true;
    look_at_cells(moves, static_cast<int>(orders_.size()), at_once, run);
}

// Shallow searches of up to so many arrangements of each move, evenly spread; of some moves at
// once, fewer of them if there are many arrangements.
template <class Mask, int Width>
void Decision<Mask, Width>::look_at_cells(const std::vector<int>& moves, int cells,
                                          std::size_t at_once, const JobRunner& run) {
    at_once = std::clamp(kCellsAtOnce / static_cast<std::size_t>(cells), std::size_t{1}, at_once);
    for (std::size_t begin = 0; begin < moves.size(); begin += at_once) {
        std::vector<CellRequest> requests;
        for (std::size_t i = begin; i < std::min(begin + at_once, moves.size()); ++i) {
            const int move = moves[i];
            for (int arrangement = 0; arrangement < cell_count(move);
                 arrangement += sample_step(move, cells)) {
                if (!cells_[move][arrangement].is_estimated)
                    requests.push_back({move, arrangement, kExact, 1});
            }
        }
        settle_all(requests, run);
    }
}

// Sorts moves by their chance to win in up to so many arrangements, searched shallowly.
template <class Mask, int Width>
void Decision<Mask, Width>::sort_by_sample(std::vector<int>& moves, int cells) {
    std::vector<std::pair<double, int>> rivals;  // chance to win, move
    for (const int move : moves)
        rivals.emplace_back(sampled_chance({move, 0, kExact, 1}, cells), move);
    std::stable_sort(rivals.begin(), rivals.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::ranges::transform(rivals, moves.begin(), [](const auto& rival) { return rival.second; });
}

// The final spread of the player on turn, who makes the move that seems best, if the bag is in this
// order. The request says how far to search it.
template <class Mask, int Width>
int Decision<Mask, Width>::estimate(const BagTiles& order, const CellRequest& request) {
    if (concluded_.predicted == kUnknown) concluded_.predicted = predict_move();
    if (request.is_likely && request.nodes >= kRefiningRound && !is_refined_) refine_prediction();
    const int move = concluded_.predicted;
    if (leaves_decision(move))
        return position_.spread + moves_[move].score;  // no reply empties the bag
    const int arrangement = arrangements(move).index_of(index_of(order));
    const AlphaBetaWindow window = request.is_likely ? kSign : kExact;
    settle_cell({move, arrangement, window, request.depth, request.nodes});
    return request.is_likely ? likely_end(order) : estimated_end(move, arrangement);
}

// Without nodes for even a shallow search: the spread once the move is made.
template <class Mask, int Width>
int Decision<Mask, Width>::estimated_end(int move, int arrangement) const {
    const Cell& cell = cells_[move][arrangement];
    if (cell.is_estimated) return cell.estimate;
    return std::clamp(position_.spread + moves_[move].score, cell.bounds.lower, cell.bounds.upper);
}

// The final spread after the reply that seems best, as far as it is known.
template <class Mask, int Width>
int Decision<Mask, Width>::likely_end(const BagTiles& order) const {
    const int move = concluded_.always_wins && leader_ != kUnknown ? leader_ : concluded_.predicted;
    if (move == kUnknown) return position_.spread;
    const int arrangement = arrangements(move).index_of(index_of(order));
    const SpreadBounds& known = cells_[move][arrangement].bounds;
    if (!known.answers(kSign)) return estimated_end(move, arrangement);
    const int sign = known.min_result() - 1;
    return sign * std::max(kLikelyEnd, sign * (position_.spread + moves_[move].score));
}

// Compares the moves of highest priority that empty the bag by successive halving: fewer of them
// for more arrangements. The best are ranked first from then on.
template <class Mask, int Width>
int Decision<Mask, Width>::predict_move() {
    std::vector<int> rivals;
    for (const int move : ranking_) {
        if (rivals.size() == compared_) break;
        if (!leaves_decision(move)) rivals.push_back(move);
    }
    if (rivals.empty()) return ranking_[0];
    for (int cells = kFirstCells;; cells = std::min(2 * cells, kReplyCells)) {
        sort_by_sample(rivals, cells);
        if (cells >= std::min(kReplyCells, cell_count(rivals[0]))) break;
        rivals.resize((std::ssize(rivals) + kKeptOneIn - 1) / kKeptOneIn);
    }
    auto end = ranking_.begin();
    for (const int move : rivals) {
        const auto found = std::find(end, ranking_.end(), move);
        std::rotate(end++, found, found + 1);
    }
    return ranking_[0];
}

// Compares the replies ranked first by deeper searches. Searching the likely one alone would show
// how the player on turn refutes it, but not that the opponent then has a better one.
template <class Mask, int Width>
void Decision<Mask, Width>::refine_prediction() {
    is_refined_ = true;
    if (leader_ != kUnknown) return;  // known better already
    double best = kUnknown;
    for (std::size_t rank = 0; rank < std::min(kRefinedReplies, ranking_.size()); ++rank) {
        const int move = ranking_[rank];
        if (leaves_decision(move)) continue;
        const double chance =
            sampled_chance({move, 0, kSign, kToTheEnd, kRefinedNodes}, kReplyCells);
        if (chance > best) best = chance, concluded_.predicted = move;
    }
}

// The chance to win in up to so many arrangements, searched as the request says.
template <class Mask, int Width>
double Decision<Mask, Width>::sampled_chance(CellRequest request, int cells) {
    const int move = request.move;
    double sum = 0, weight = 0;
    for (int arrangement = 0; arrangement < cell_count(move);
         arrangement += sample_step(move, cells)) {
        request.arrangement = arrangement;
        const Cell& cell = cells_[move][arrangement];
        if (!cell.is_estimated || request.depth == kToTheEnd) settle_cell(request);
        const double w = arrangements(move).list()[arrangement].weight;
        sum += w * cell.win_chance();
        weight += w;
    }
    return sum / weight;
}

// Step 3. Rank the moves by their estimated chance to win. Those of which nothing is known come
// last.
template <class Mask, int Width>
void Decision<Mask, Width>::rank_moves() {
    std::vector<double> chances(moves_.size());
    for (const int move : ranking_) chances[move] = std::round(kChanceSteps * chance(move));
    std::stable_sort(ranking_.begin(), ranking_.end(),
                     [&](int a, int b) { return chances[a] > chances[b]; });
}

template <class Mask, int Width>
double Decision<Mask, Width>::chance(int move) const {
    if (!is_estimated_[move]) return priors_.empty() ? kUnknown : priors_[move];
    double wins = 0, least = 0, most = 0;
    for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
        const Cell& cell = cells_[move][arrangement];
        const double weight = arrangements(move).list()[arrangement].weight;
        wins += weight * cell.win_chance();
        least += weight * cell.bounds.min_result() / 2;
        most += weight * cell.bounds.max_result() / 2;
    }
    if (leaves_decision(move) && least < most) {
        const double share = std::clamp((wins - least) / (most - least), 0.0, 1.0);
        wins = least + (most - least) * std::pow(share, kReplyExponent);
    }
    return 2 * wins / static_cast<double>(perfect_wins_);
}

}  // namespace jackdaw
