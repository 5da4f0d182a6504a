#include "strategy/core/static/best_equities.hpp"

#include <algorithm>
#include <limits>

#include "movegen/core/board/board.hpp"

namespace jackdaw {

template <class Mask>
std::vector<std::int64_t> best_equities(const WordGraph<Mask>& graph, const WordMap& words,
                                        const Variant& variant, const StaticStrategy& strategy,
                                        const RacksOnBoard& racks) {
    Board<Mask> board(variant.layout, graph, variant.points);
    board.set_squares(racks.squares);
    StaticPlayer<Mask, 16> player(variant, graph, words);
    const LaneSnapshot<Mask> lanes = player.finder().snapshot_lanes(board);
    std::vector<std::int64_t> equities(racks.count);
    for (std::size_t i = 0; i < racks.count; ++i) {
        TileCounts rack{};
        std::copy_n(racks.racks + i * racks.kinds, racks.kinds, rack.begin());
        int unseen_points = racks.points_off_board;
        for (int tile = 0; tile < racks.kinds; ++tile)
            unseen_points -= rack[tile] * variant.points[tile];
        player.take(strategy, rack, racks.bag_count, unseen_points);
        equities[i] = player.best_equity(board, lanes, std::numeric_limits<std::int64_t>::min());
    }
    return equities;
}

template std::vector<std::int64_t> best_equities(const WordGraph<std::uint32_t>&, const WordMap&,
                                                 const Variant&, const StaticStrategy&,
                                                 const RacksOnBoard&);
template std::vector<std::int64_t> best_equities(const WordGraph<std::uint64_t>&, const WordMap&,
                                                 const Variant&, const StaticStrategy&,
                                                 const RacksOnBoard&);

}  // namespace jackdaw
