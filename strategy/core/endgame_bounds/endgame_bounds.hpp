// A bound of what a player can score until the end of an endgame, whatever both players do.
#pragma once

#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"

namespace jackdaw {

// The most points by the number of tiles laid from now on, from 0 to all of the rack, without those
// for going out. Loose: as if each play had the best squares of a lane, and it and the words across
// it covered all tiles of their lanes and of both racks.
template <class Mask>
std::vector<int> max_points(const Variant& variant, const Board<Mask>& board,
                            const TileCounts& rack, const TileCounts& others);

extern template std::vector<int> max_points(const Variant&, const Board<std::uint32_t>&,
                                            const TileCounts&, const TileCounts&);
extern template std::vector<int> max_points(const Variant&, const Board<std::uint64_t>&,
                                            const TileCounts&, const TileCounts&);

}  // namespace jackdaw
