// A bound of what a player can score until the end of an endgame, whatever both players do.
#pragma once

#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"

namespace jackdaw {

// The most points by the number of tiles laid from now on, from 0 to all that the player has or may
// draw, without those for going out; a play lays up to max_laid of them. Loose: as if each play had
// the best squares of a lane, and it and the words across it covered all tiles of their lanes and
// of both players.
template <class Mask>
std::vector<int> max_points(const Variant& variant, const Board<Mask>& board,
                            const TileCounts& tiles, const TileCounts& others,
                            int max_laid = kMaxRack);

extern template std::vector<int> max_points(const Variant&, const Board<std::uint32_t>&,
                                            const TileCounts&, const TileCounts&, int);
extern template std::vector<int> max_points(const Variant&, const Board<std::uint64_t>&,
                                            const TileCounts&, const TileCounts&, int);

}  // namespace jackdaw
