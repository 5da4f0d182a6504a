// The equity that a move loses with each of many racks: evidence of the rack it was made with
// (strategy/inference/inference.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/lexicon/word_graph.hpp"
#include "strategy/core/static/static_player.hpp"

namespace jackdaw {

// Racks, and the leave of the move with each: counts by rack, then by tile. There are tiles in the
// bag.
struct SupposedRacks {
    const Square* squares;  // of the board before the move, by rows
    int bag_count;          // before it
    const std::uint8_t* racks;
    const std::uint8_t* leaves;
    int kinds;  // of tiles
    std::size_t count;
};

// The equity of the best move less that of the move: milli-points by rack, never negative. worth:
// the move's equity without its leave.
template <class Mask>
std::vector<std::int64_t> equities_lost(const WordGraph<Mask>& graph, const WordMap& words,
                                        const Variant& variant, const StaticStrategy& strategy,
                                        const SupposedRacks& supposed, std::int64_t worth);

}  // namespace jackdaw
