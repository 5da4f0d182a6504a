// Every legal play where letters in any order are a word if it has an anagram in the lexicon (WordSmog, Clabbers).
//
// The board's graph is one of alphagrams: the letters of each word in the order of the alphabet. For each run of squares that a play may cover, a walk
// through its DAWG finds the sets of tiles that make an alphagram with the letters played through; it takes each letter either from those or
// from the rack. Many runs play through the same letters, so what they can take is found once. Then the tiles are laid in every order that the words across
// allow, on the squares that count most first, so that who takes the plays can turn down what scores too little before it is laid.
#pragma once

#include <cstdint>

#include "board.hpp"
#include "generator.hpp"
#include "rack.hpp"

namespace jackdaw {

class PlayTaker {
public:
    virtual ~PlayTaker() = default;

    // Whether a play that leaves this sub-rack and scores so much at most could be wanted.
    virtual bool wants(std::int32_t most_points, std::uint32_t leave) const = 0;
    virtual void play(const FoundPlay& found) = 0;
};

// On an empty board that looks the same both ways, plays across only.
template <class Mask>
void any_order_plays(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, PlayTaker& taker);

}  // namespace jackdaw
