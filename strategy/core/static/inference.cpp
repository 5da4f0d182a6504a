#include "strategy/core/static/inference.hpp"

#include <algorithm>

#include "movegen/core/board/board.hpp"

namespace jackdaw {
namespace {

TileCounts counts_at(const std::uint8_t* counts, int kinds) {
    TileCounts tiles{};
    std::copy_n(counts, kinds, tiles.begin());
    return tiles;
}

}  // namespace

template <class Mask>
std::vector<std::int64_t> equities_lost(const WordGraph<Mask>& graph, const WordMap& words,
                                        const Variant& variant, const StaticStrategy& strategy,
                                        const SupposedRacks& supposed, std::int64_t worth) {
    Board<Mask> board(variant.layout, graph, variant.points);
    board.set_squares(supposed.squares);
    StaticPlayer<Mask, 16> player(variant, graph, words);
    const LaneSnapshot<Mask> lanes = player.finder().snapshot_lanes(board);
    std::vector<std::int64_t> lost(supposed.count);
    for (std::size_t i = 0; i < supposed.count; ++i) {
        const TileCounts rack = counts_at(supposed.racks + i * supposed.kinds, supposed.kinds);
        const TileCounts leave = counts_at(supposed.leaves + i * supposed.kinds, supposed.kinds);
        player.take(strategy, rack, supposed.bag_count, 0);
        const std::int64_t equity = worth + player.leave_value(Rack<Mask>(rack).number_of(leave));
        lost[i] = player.best_equity(board, lanes, equity) - equity;
    }
    return lost;
}

template std::vector<std::int64_t> equities_lost(const WordGraph<std::uint32_t>&, const WordMap&,
                                                 const Variant&, const StaticStrategy&,
                                                 const SupposedRacks&, std::int64_t);
template std::vector<std::int64_t> equities_lost(const WordGraph<std::uint64_t>&, const WordMap&,
                                                 const Variant&, const StaticStrategy&,
                                                 const SupposedRacks&, std::int64_t);

}  // namespace jackdaw
