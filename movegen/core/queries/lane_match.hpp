// The words that fit a lane of the board, whose squares each have a letter or a set of letters that
// may be placed there.
//
// These are the placements of the constraint model (docs/internals/constraint-model.md), found by a
// walk of the DAWG from each square where a word may begin.
#pragma once

#include <cstdint>
#include <vector>

#include "movegen/core/base/rack.hpp"
#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

// All placements, each as a record of 1 + `length` bytes: the first square, the word's letters,
// zeros. Records are sorted by their bytes.
//
// `fixed[i]` is the letter on square i, or 0 where a letter of `sets[i]` may be placed. `length` is
// 1 to kMaxWordLength; `rack` has counts by tile and may exceed kMaxRack tiles.
template <class Mask>
std::vector<std::uint8_t> match_lane(const WordGraph<Mask>& graph, const Letter* fixed,
                                     const Mask* sets, int length, const TileCounts& rack);

}  // namespace jackdaw
