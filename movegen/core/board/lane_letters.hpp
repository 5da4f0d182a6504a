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

template <class Mask>
class LaneLetters {
  public:
    // Recomputes the lane. The letters beside runs that have not changed are cached.
    void refresh(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours,
                 Direction direction, int lane);

    Mask at(int index) const { return letters_[index]; }  // 0 where a tile lies

  private:
    Mask beside(const WordGraph<Mask>& graph, const LetterNeighbours<Mask>& neighbours,
                const Square* squares, int length, int first, int index, int last);

    std::array<Square, kMaxSide> squares_{};  // at the last refresh
    std::array<Mask, kMaxSide> beside_{};     // allowed by runs of several tiles
    std::array<Mask, kMaxSide> letters_{};
    int length_ = 0;  // 0: never refreshed
};

extern template struct LetterNeighbours<std::uint32_t>;
extern template struct LetterNeighbours<std::uint64_t>;
extern template class LaneLetters<std::uint32_t>;
extern template class LaneLetters<std::uint64_t>;

}  // namespace jackdaw
