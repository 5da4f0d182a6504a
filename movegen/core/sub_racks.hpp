// A walk through all sub-racks of a rack in the order of their numbers (rack.hpp), each from one that has a tile less.
#pragma once

#include <cstdint>

#include "rack.hpp"

namespace jackdaw {

// Calls visit(number, without, tile, copies) for each sub-rack but the empty one, whose number is 0. `tile` is the sub-rack's highest,
// of which it has `copies`; `without` is the number of the sub-rack without one of them, always met before. Returns how many sub-racks
// there are, the empty one included.
template <class Visit>
std::uint32_t each_sub_rack(const TileCounts& rack, Visit visit) {
    std::uint32_t stride = 1;
    for (int tile = 0; tile < kMaxTiles; ++tile) {
        const std::uint32_t count = rack[tile];
        if (!count) continue;
        for (std::uint32_t copies = 1; copies <= count; ++copies) {
            const std::uint32_t first = copies * stride;
            for (std::uint32_t i = 0; i < stride; ++i) visit(first + i, first - stride + i, tile, static_cast<int>(copies));
        }
        stride *= count + 1;
    }
    return stride;
}

}  // namespace jackdaw
