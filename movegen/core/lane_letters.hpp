// Which letters may lie on the empty squares of a lane, for its own words: those that the words across it allow (cross-checks), less those
// that no word has beside the lane's runs of tiles (infixes of the lexicon, read from the GADDAG).
#pragma once

#include <array>
#include <cstdint>

#include "board.hpp"

namespace jackdaw {

// The letters that words have right before and right behind each letter.
template <class Mask>
struct LetterNeighbours {
    explicit LetterNeighbours(const WordGraph<Mask>& graph);

    std::array<Mask, kMaxTiles> before{};
    std::array<Mask, kMaxTiles> behind{};
    std::array<std::array<NodeIndex, kMaxTiles>, kMaxTiles> read_back{};  // where [letter][the one behind it] leads, read backward
};

template <class Mask>
class LaneLetters {
public:
    // Reads the lane again. What a run that has stayed the same has beside it is remembered.
    void refresh(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, Direction direction, int lane);

    Mask at(int place) const { return letters_[place]; }  // 0 where a tile lies

private:
    Mask beside(const WordGraph<Mask>& graph, const LetterNeighbours<Mask>& neighbours, const Square* squares, int length, int first, int place,
                int last);

    std::array<Square, kMaxSide> squares_{};  // when they were read last
    std::array<Mask, kMaxSide> beside_{};     // what runs of several tiles allow
    std::array<Mask, kMaxSide> letters_{};
    int length_ = 0;  // 0: never read
};

extern template struct LetterNeighbours<std::uint32_t>;
extern template struct LetterNeighbours<std::uint64_t>;
extern template class LaneLetters<std::uint32_t>;
extern template class LaneLetters<std::uint64_t>;

}  // namespace jackdaw
