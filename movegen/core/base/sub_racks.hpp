// Enumeration of all sub-racks in the order of their numbers (rack.hpp); each extends an earlier
// one by a tile.
#pragma once

#include <cstdint>

#include "movegen/core/base/rack.hpp"

namespace jackdaw {

// Calls visit(first, stride, tile, copies) for each run of sub-racks whose highest tile is `tile`,
// `copies` times: numbers first to first + stride - 1. Each extends the sub-rack numbered `stride`
// lower by one `tile`. Returns the number of sub-racks, including the empty one, which is number 0.
template <class Visit>
std::uint32_t for_each_sub_rack_run(const TileCounts& rack, Visit visit) {
    std::uint32_t stride = 1;
    for_each_kind(rack, [&](int tile) {
        const int count = rack[tile];
        for (int copies = 1; copies <= count; ++copies)
            visit(copies * stride, stride, tile, copies);
        stride *= count + 1;
    });
    return stride;
}

// Computes additive values by sub-rack: add(tile, copies) is what the last of that many copies
// adds. values[0] is given. Returns the number of sub-racks.
template <class Value, class Add>
std::uint32_t sum_sub_racks(const TileCounts& rack, Value* values, Add add) {
    return for_each_sub_rack_run(
        rack, [&](std::uint32_t first, std::uint32_t stride, int tile, int copies) {
            const Value added = add(tile, copies);
            for (std::uint32_t number = first; number < first + stride; ++number)
                values[number] = values[number - stride] + added;
        });
}

}  // namespace jackdaw
