// Tiles, squares and sets of letters, and the limits that size all arrays.
#pragma once

#include <bit>
#include <cstdint>

namespace jackdaw {

// A letter is 1..63. 0 is the blank on a rack, an empty square on a board and the separator in a
// word graph.
using Letter = std::uint8_t;

// A square: 0 if empty, otherwise a letter, with kBlankFlag when a blank stands for it.
using Square = std::uint8_t;

inline constexpr Square kBlankFlag = 0x80;
inline constexpr Letter kBlank = 0;
inline constexpr Letter kSeparator = 0;

inline constexpr int kMaxLetters = 63;  // letters of an alphabet: 64 bits less the separator
inline constexpr int kMaxTiles = kMaxLetters + 1;  // letters and the blank
inline constexpr int kMinWordLength = 2;
inline constexpr int kMaxWordLength = 63;
inline constexpr int kMaxSide = 26;  // squares of the longest lane: columns are named A to Z
inline constexpr int kMaxSquares = kMaxSide * kMaxSide;
inline constexpr int kMaxRack =
    16;  // tiles of the largest rack: its sub-racks are numbered in 16 bits

constexpr Letter letter_of(Square square) { return square & (kBlankFlag - 1); }
constexpr bool is_blank(Square square) { return (square & kBlankFlag) != 0; }

// A set of letters, one bit each; bit 0 is the separator. `Mask` is std::uint32_t for up to 31
// letters, otherwise std::uint64_t.
template <class Mask>
constexpr Mask bit_of(Letter letter) {
    return Mask{1} << letter;
}

template <class Mask>
constexpr int count_bits(Mask mask) {
    return std::popcount(mask);
}

template <class Mask>
constexpr Letter lowest_letter(Mask mask) {
    return static_cast<Letter>(std::countr_zero(mask));
}

// All letters without the separator.
template <class Mask>
inline constexpr Mask kAllLetters = static_cast<Mask>(~Mask{1});

}  // namespace jackdaw
