// Which letters may lie on the empty squares of a lane, for its own words: those that the words across it allow (cross-checks), less those
// that no word has beside the lane's runs of tiles (infixes of the lexicon, read from the GADDAG).
#pragma once

#include <array>
#include <cstdint>

#include "board.hpp"

namespace jackdaw {

template <class Mask>
class LaneLetters {
public:
    // Reads the lane again. What a run that has stayed the same has beside it is remembered.
    void refresh(const Board<Mask>& board, Direction direction, int lane);

    Mask at(int place) const { return letters_[place]; }  // 0 where a tile lies

private:
    Mask beside(const WordGraph<Mask>& graph, const Square* squares, int first, int place, int last) const;

    std::array<Square, kMaxSide + 1> squares_{};  // when they were read last; a tile on the last entry: never
    std::array<Mask, kMaxSide> beside_{};         // what the lane's own runs allow
    std::array<Mask, kMaxSide> letters_{};
    int length_ = 0;
};

extern template class LaneLetters<std::uint32_t>;
extern template class LaneLetters<std::uint64_t>;

}  // namespace jackdaw
