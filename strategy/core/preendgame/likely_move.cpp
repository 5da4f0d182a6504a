#include "strategy/core/preendgame/likely_move.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "movegen/core/base/instantiate.hpp"

namespace jackdaw {
namespace {

constexpr std::size_t kOrders = 8;                    // of the bag, for which moves are compared
constexpr std::size_t kBytes = std::size_t{1} << 21;  // of their searches: few nodes need no more
// The utility of a final spread (strategy/winprob/utility.py).
constexpr double kSpreadShare = 0.2;
constexpr double kSpreadScale = 100;

// Every n-th order of the bag, so that there are at most kOrders.
std::vector<BagOrder> some_bag_orders(const DecisionPosition& position) {
    const std::vector<BagOrder> all = all_bag_orders(position.unseen, position.bag);
    const std::size_t step = (all.size() + kOrders - 1) / kOrders;
    std::vector<BagOrder> some;
    for (std::size_t i = step / 2; i < all.size(); i += step) some.push_back(all[i]);
    return some;
}

template <class Mask, int Width>
double utility(const Decision<Mask, Width>& decision, std::size_t move) {
    double sum = 0;
    const auto& arrangements = decision.arrangements(move).list();
    for (std::size_t i = 0; i < arrangements.size(); ++i) {
        const auto& cell = decision.cells(move)[i];
        const double spread = 1 / (1 + std::exp(-cell.estimate / kSpreadScale));
        sum += arrangements[i].weight *
               ((1 - kSpreadShare) * cell.win_chance() + kSpreadShare * spread);
    }
    return sum;
}

}  // namespace

template <class Mask, int Width>
MoveRecord<Width> likely_move(const Variant& variant, const Board<Mask>& board,
                              const DecisionPosition& position,
                              const std::vector<MoveRecord<Width>>& moves) {
    const auto leaves_tiles = [&](const MoveRecord<Width>& move) {
        return move.kind != MoveKind::kPlay || move.placed < position.bag;
    };
    if (leaves_tiles(moves[0])) return moves[0];
    std::vector<MoveRecord<Width>> plays = moves;
    std::erase_if(plays, leaves_tiles);
    SearchControl control(0, {});
    const DecisionContext context{variant, {variant.scoreless_turns, false}, false, kBytes, 0, 0,
                                  control};
    Decision<Mask, Width> decision(context, board, position, plays, some_bag_orders(position), 0);
    decision.estimate_moves([](Jobs& jobs) {
        for (auto& job : jobs) job();
    });
    std::size_t best = 0;
    for (std::size_t move = 1; move < plays.size(); ++move) {
        if (utility(decision, move) > utility(decision, best)) best = move;
    }
    return plays[best];
}

#define JACKDAW_LIKELY_MOVE(Mask, Width)                                       \
    template MoveRecord<Width> likely_move(const Variant&, const Board<Mask>&, \
                                           const DecisionPosition&,            \
                                           const std::vector<MoveRecord<Width>>&);

JACKDAW_INSTANTIATE(JACKDAW_LIKELY_MOVE)

}  // namespace jackdaw
