// A walk through all sub-racks of a rack in the order of their numbers (rack.hpp), each from one that has a tile less.
#pragma once

#include <cstdint>

#include "rack.hpp"

namespace jackdaw {

// Calls grow(first, stride, tile, copies) for each run of sub-racks that have the same highest `tile` as often, `copies` times: those numbered
// first to first + stride - 1. Each is the one numbered `stride` lower, met before, and one more `tile`. Returns how many sub-racks there are,
// the empty one included, whose number is 0.
template <class Grow>
std::uint32_t grow_sub_racks(const TileCounts& rack, Grow grow) {
    std::uint32_t stride = 1;
    for (int tile = 0; tile < kMaxTiles; ++tile) {
        const int count = rack[tile];
        if (!count) continue;
        for (int copies = 1; copies <= count; ++copies) grow(copies * stride, stride, tile, copies);
        stride *= count + 1;
    }
    return stride;
}

// Fills values by sub-rack to which each tile adds something: add(tile, copies) for the last of so many copies. values[0] is given.
// Returns how many there are.
template <class Value, class Add>
std::uint32_t sum_sub_racks(const TileCounts& rack, Value* values, Add add) {
    return grow_sub_racks(rack, [&](std::uint32_t first, std::uint32_t stride, int tile, int copies) {
        const Value added = add(tile, copies);
        for (std::uint32_t number = first; number < first + stride; ++number) values[number] = values[number - stride] + added;
    });
}

}  // namespace jackdaw
