// The letters that fit the empty squares of a lane: the cross-checks, less the letters that no word
// of the lexicon has beside the lane's runs of tiles (infixes, read from the GADDAG). For words in
// any order, the cross-checks alone.
#pragma once

#include <array>
#include <cstdint>

#include "movegen/core/board/board.hpp"

namespace jackdaw {

// The letters that occur in words immediately before and behind each letter.
template <class Mask>
struct LetterNeighbours {
    explicit LetterNeighbours(const WordGraph<Mask>& graph);

    std::array<Mask, kMaxTiles> before{};
    std::array<Mask, kMaxTiles> behind{};
    std::array<std::array<NodeIndex, kMaxTiles>, kMaxTiles>
        read_back{};  // node of [letter][the letter behind it], read backward
};

// The squares of the longest lane, rounded up to what is compared at once.
inline constexpr int kPaddedSide = (kMaxSide + kCompared - 1) / kCompared * kCompared;

template <class Value>
using PaddedLane = std::array<Value, kPaddedSide>;  // by square

// The squares of a lane, a bit each, from `sixteen(first)`, which compares those from `first` on.
template <class Sixteen>
std::uint32_t squares_where(int length, Sixteen sixteen) {
    std::uint32_t found = sixteen(0);
    if (length > kCompared) found |= sixteen(kCompared) << kCompared;
    return found & ((std::uint32_t{1} << length) - 1);
}

template <class Mask>
class LaneLetters {
  public:
    // Recomputes the lane, always the same. The letters beside runs that have not changed are
    // cached.
    void refresh(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours,
                 Direction direction, int lane);

    // By square; 0 where a tile lies.
    const PaddedLane<Mask>& letters() const { return letters_; }
    const PaddedLane<Square>& squares() const { return squares_; }
    std::uint32_t tiles() const { return tiles_; }      // squares with tiles
    std::uint32_t changed() const { return changed_; }  // squares that the last refresh changed

  private:
    Mask beside(const WordGraph<Mask>& graph, const LetterNeighbours<Mask>& neighbours,
                const Square* squares, int length, int first, int index, int last);

    PaddedLane<Square> squares_{};
    std::uint32_t tiles_ = 0;
    std::uint32_t changed_ = 0;
    std::array<Mask, kMaxSide> beside_{};  // allowed by runs of several tiles
    PaddedLane<Mask> letters_{};
};

extern template struct LetterNeighbours<std::uint32_t>;
extern template struct LetterNeighbours<std::uint64_t>;
extern template class LaneLetters<std::uint32_t>;
extern template class LaneLetters<std::uint64_t>;

}  // namespace jackdaw
