// The words that fit a lane of the board: squares with a letter, and squares with a set of letters that may be laid there.
//
// The placements of the constraint model (docs/constraint-model.md), found by a walk of the DAWG from each square where a word may begin.
#pragma once

#include <cstdint>
#include <vector>

#include "rack.hpp"
#include "word_graph.hpp"

namespace jackdaw {

// Every placement as a record of 1 + `length` bytes: the first square, the word's letters, zeros. Records are in the order of their bytes.
//
// `fixed[i]` is the letter that lies on square i; 0 where one of `sets[i]` may be laid. `length` is 1 to kMaxWordLength; `rack` has counts
// by letter, blanks at 0, and is not bound to kMaxRack tiles.
template <class Mask>
std::vector<std::uint8_t> match_lane(const WordGraph<Mask>& graph, const Letter* fixed, const Mask* sets, int length, const TileCounts& rack);

}  // namespace jackdaw
