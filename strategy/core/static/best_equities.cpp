#include "strategy/core/static/best_equities.hpp"

#include <algorithm>
#include <limits>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/board/board.hpp"

namespace jackdaw {
namespace {

// Calls use(player, board, lanes, i) for each rack, which the player has taken.
template <int Width, class Mask, class Use>
void for_each_rack(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant,
                   const StaticStrategy& strategy, const RacksOnBoard& racks, Use use) {
    Board<Mask> board(variant.layout, graph, variant.points);
    board.set_squares(racks.squares);
    StaticPlayer<Mask, Width> player(variant, graph, words);
    const LaneSnapshot<Mask> lanes = player.finder().snapshot_lanes(board);
    for (std::size_t i = 0; i < racks.count; ++i) {
        TileCounts rack{};
        std::copy_n(racks.racks + i * racks.kinds, racks.kinds, rack.begin());
        int unseen_points = racks.points_off_board;
        for (int tile = 0; tile < racks.kinds; ++tile)
            unseen_points -= rack[tile] * variant.points[tile];
        player.take(strategy, rack, racks.bag_count, unseen_points);
        use(player, board, lanes, i);
    }
}

}  // namespace

template <class Mask>
std::vector<std::int64_t> best_equities(const WordGraph<Mask>& graph, const WordMap& words,
                                        const Variant& variant, const StaticStrategy& strategy,
                                        const RacksOnBoard& racks) {
    std::vector<std::int64_t> equities(racks.count);
    for_each_rack<16>(graph, words, variant, strategy, racks,
                      [&](auto& player, const auto& board, const auto& lanes, std::size_t i) {
                          equities[i] = player.best_equity(
                              board, lanes, std::numeric_limits<std::int64_t>::min());
                      });
    return equities;
}

template <int Width, class Mask>
BestMoves<Width> best_moves(const WordGraph<Mask>& graph, const WordMap& words,
                            const Variant& variant, const StaticStrategy& strategy,
                            const RacksOnBoard& racks) {
    BestMoves<Width> best{std::vector<MoveRecord<Width>>(racks.count),
                          std::vector<std::int64_t>(racks.count)};
    for_each_rack<Width>(graph, words, variant, strategy, racks,
                         [&](auto& player, const auto& board, const auto& lanes, std::size_t i) {
                             best.equities[i] = player.choose(board, &lanes, best.moves[i]);
                         });
    return best;
}

template std::vector<std::int64_t> best_equities(const WordGraph<std::uint32_t>&, const WordMap&,
                                                 const Variant&, const StaticStrategy&,
                                                 const RacksOnBoard&);
template std::vector<std::int64_t> best_equities(const WordGraph<std::uint64_t>&, const WordMap&,
                                                 const Variant&, const StaticStrategy&,
                                                 const RacksOnBoard&);

#define JACKDAW_BEST_MOVES(Mask, Width)                                                          \
    template BestMoves<Width> best_moves(const WordGraph<Mask>&, const WordMap&, const Variant&, \
                                         const StaticStrategy&, const RacksOnBoard&);

JACKDAW_INSTANTIATE(JACKDAW_BEST_MOVES)

}  // namespace jackdaw
