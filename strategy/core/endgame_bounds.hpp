// What a player can score at most until an endgame is over, whatever both do.
#pragma once

#include <vector>

#include "movegen/core/variant.hpp"

namespace jackdaw {

int points_of(const TileCounts& rack, const TilePoints& points);

// By the number of tiles laid from now on, 0 to all of the rack: points, those for going out left out. Loose: as if each play had the best squares of a
// lane, and it and the words across it covered all tiles of their lanes and of both racks.
template <class Mask>
std::vector<int> most_points(const Variant& variant, const Board<Mask>& board, const TileCounts& rack, const TileCounts& others);

extern template std::vector<int> most_points(const Variant&, const Board<std::uint32_t>&, const TileCounts&, const TileCounts&);
extern template std::vector<int> most_points(const Variant&, const Board<std::uint64_t>&, const TileCounts&, const TileCounts&);

}  // namespace jackdaw
