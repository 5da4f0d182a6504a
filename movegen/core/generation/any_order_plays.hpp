// All legal plays for games such as WordSmog and Clabbers, where letters in any order are a word if
// they have an anagram in the lexicon.
//
// The board's graph is a graph of alphagrams: the letters of each word in alphabetical order. For
// each run of squares that a play may cover, a walk of its DAWG finds the multisets of tiles that
// make an alphagram with the letters played through; the result is cached, because many runs play
// through the same letters. The tiles are then placed in every order that the cross-checks allow,
// on the squares of the highest factors first, so that the sink can reject low scores early.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "movegen/core/base/rack.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/generation/generator.hpp"

namespace jackdaw {

// Thrown where a search would need more plays than it can list.
struct TooManyPlays : std::runtime_error {
    using std::runtime_error::runtime_error;
};

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

template <class Mask>
class AnyOrderGenerator;

// The plays of single lanes, for a search that meets many lanes with one rack: the multisets of
// tiles found for one lane serve the others.
template <class Mask>
class AnyOrderLanePlays {
  public:
    // The arguments but the rack must outlive it.
    AnyOrderLanePlays(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus,
                      PlaySink& sink);
    ~AnyOrderLanePlays();

    // Generates the plays of a lane, as it is on the board now, which must have tiles.
    void generate_lane(Direction direction, int lane);

    std::size_t bytes() const;  // of the multisets, about

  private:
    std::unique_ptr<AnyOrderGenerator<Mask>> generator_;
};

extern template class AnyOrderLanePlays<std::uint32_t>;
extern template class AnyOrderLanePlays<std::uint64_t>;

}  // namespace jackdaw
