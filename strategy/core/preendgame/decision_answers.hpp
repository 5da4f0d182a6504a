// Decision: the replies of the opponent, and what is remembered of a decision that is freed;
// included by decision.cpp.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "strategy/core/preendgame/decision.hpp"

namespace jackdaw {

inline void run_in_turn(std::vector<std::function<void()>>& jobs) {
    for (const auto& job : jobs) job();
}

template <class Mask, int Width>
std::size_t Decision<Mask, Width>::index_of(const BagTiles& order) const {
    const auto found = std::find_if(orders_.begin(), orders_.end(),
                                    [&](const BagOrder& each) { return each.tiles == order; });
    return static_cast<std::size_t>(found - orders_.begin());
}

template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::answer(const BagTiles& bag, const AlphaBetaWindow& window) {
    const std::size_t order = index_of(bag);
    if (is_informed()) return informed_answer(order, window);
    if (window == kSign && concluded_.best.empty()) {
        const SpreadBounds result = result_of_best(order);
        if (result.answers(kSign)) return result;
    }
    std::vector<int>& best = concluded_.best;
    if (best.empty() && !(concluded_.always_wins && window.beta <= 1)) {
        settle_wins({.all = false, .until_certain = window.beta <= 1}, {}, run_in_turn);
        concluded_.always_wins = best.empty();
    }
    if (best.empty()) return {1, kUnbounded};  // it does not matter which move always wins
    const SpreadBounds any = end_of_best(order);
    if (any.answers(window)) return any;
    if (best.size() > 1) best = {best_by_spread(best, run_in_turn)};
    const int move = best[0], arrangement = arrangements(move).index_of(order);
    settle_alone({move, arrangement, window});
    return bounds(move, arrangement);
}

// The final spread after any of the best moves.
template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::end_of_best(std::size_t order) const {
    SpreadBounds any{kUnbounded, -kUnbounded};
    for (const int move : concluded_.best) {
        const SpreadBounds& known = cells_[move][arrangements(move).index_of(order)].bounds;
        any = {std::min(any.lower, known.lower), std::max(any.upper, known.upper)};
    }
    if (!concluded_.ends.empty()) any.narrow(concluded_.ends[order]);
    return any;
}

template <class Mask, int Width>
auto Decision<Mask, Width>::conclusion() const -> Conclusion {
    Conclusion found = concluded_;
    found.ends.clear();
    for (std::size_t order = 0; !found.best.empty() && order < orders_.size(); ++order)
        found.ends.push_back(end_of_best(order));
    return found;
}

// The best reply of an opponent who knows where the tiles are.
template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::informed_answer(std::size_t order,
                                                    const AlphaBetaWindow& window) {
    SpreadBounds best{-kUnbounded, -kUnbounded};
    for (const int move : ranking_) {
        const int arrangement = arrangements(move).index_of(order);
        const AlphaBetaWindow above{std::max(window.alpha, best.lower), window.beta};
        if (best.lower < window.beta && !bounds(move, arrangement).answers(above))
            settle_alone({move, arrangement, above});
        best.lower = std::max(best.lower, bounds(move, arrangement).lower);
        best.upper = std::max(best.upper, bounds(move, arrangement).upper);
    }
    return best;
}

}  // namespace jackdaw
