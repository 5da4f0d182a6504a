// All legal plays for games such as WordSmog and Clabbers, where letters in any order are a word if
// they have an anagram in the lexicon.
//
// The board's graph is a graph of alphagrams: the letters of each word in alphabetical order. For
// each run of squares that a play may cover, a walk of its DAWG finds the multisets of tiles that
// make an alphagram with the letters played through; the result is cached, because many runs play
// through the same letters. The tiles are then placed in every order that the cross-checks allow,
// on the squares of the highest factors first, so that the sink can reject low scores early.
#pragma once

#include <cstdint>

#include "movegen/core/base/rack.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/generation/generator.hpp"

namespace jackdaw {

class PlaySink {
  public:
    virtual ~PlaySink() = default;

    // Whether a play with this leave and at most this score could be wanted.
    virtual bool wants(std::int32_t max_points, std::uint32_t leave) const = 0;
    virtual void play(const FoundPlay& found) = 0;

    // Whether of plays with the same tiles on the same squares, and as many points, only the one
    // that sorts first (move_order.hpp) is wanted.
    virtual bool wants_first_alone() const { return false; }
};

// On an empty board that looks the same both ways, plays across only.
template <class Mask>
void any_order_plays(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus,
                     PlaySink& sink);

}  // namespace jackdaw
