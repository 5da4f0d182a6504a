// The choice between the two generators, and the work that each does on a position.
#pragma once

#include <cstdint>

#include "movegen/core/generation/generator.hpp"

namespace jackdaw {

enum class Algorithm : std::uint8_t { kGaddag = 0, kDawg = 1 };

struct GenerationWork {
    std::uint64_t plays = 0;
    std::uint64_t lookups = 0;  // of arcs
    std::uint64_t arcs = 0;     // followed
    std::uint64_t anchors = 0;  // used
};

// Generates all plays and counts the work.
template <class Mask>
GenerationWork generation_work(const Board<Mask>& board, const TileCounts& rack,
                               Algorithm algorithm);

extern template GenerationWork generation_work(const Board<std::uint32_t>&, const TileCounts&,
                                               Algorithm);
extern template GenerationWork generation_work(const Board<std::uint64_t>&, const TileCounts&,
                                               Algorithm);

}  // namespace jackdaw
