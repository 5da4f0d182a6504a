// How much a move lost with each of many racks: what it tells of the rack that it was made with (strategy/inference.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "movegen/core/rack.hpp"
#include "movegen/core/variant.hpp"
#include "movegen/core/word_graph.hpp"
#include "static_player.hpp"

namespace jackdaw {

// Racks, and what the move would have kept of each: counts by rack, then by tile. There were tiles in the bag.
struct SupposedRacks {
    const Square* squares;      // of the board before the move, by rows
    int bag_count;              // before it
    const std::uint8_t* racks;
    const std::uint8_t* kept;
    int kinds;                  // of tiles
    std::size_t count;
};

// By how much the best move's equity is higher: milli-points by rack, never negative. `worth`: of the move, but for what it keeps.
template <class Mask>
std::vector<std::int64_t> equities_lost(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy,
                                        const SupposedRacks& supposed, std::int64_t worth);

}  // namespace jackdaw
