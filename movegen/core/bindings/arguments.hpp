// Checks of arguments, once a call: the lengths of arrays, and the numbers in them that the core
// uses as indices. The core assumes that both are right.
//
// A fault is a std::invalid_argument, which Python sees as movegen.errors.ArgumentError. Arrays
// must not be written to while a call runs; those that outlive a call are copied, or must be frozen
// (movegen/arrays.py).
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "movegen/core/base/layout.hpp"
#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "movegen/core/lexicon/word_map.hpp"

namespace jackdaw {

inline constexpr std::int32_t kMaxTilePoints = 1'000'000;

inline void require(bool is_met, const char* problem) {
    if (!is_met) throw std::invalid_argument(problem);
}

// Returns a number from min to max.
template <class Number>
Number in_range(Number number, std::int64_t min, std::int64_t max, const char* name) {
    if (static_cast<std::int64_t>(number) < min || static_cast<std::int64_t>(number) > max)
        throw std::invalid_argument(std::string(name) + " is out of range");
    return number;
}

inline Direction checked_direction(int direction) {
    return static_cast<Direction>(in_range(direction, 0, 1, "the direction"));
}

template <class Value>
std::vector<Value> to_vector(const Input<Value>& values) {
    return {values.data(), values.data() + values.size()};
}
template <class Value>
std::vector<Value> to_vector(const Input2D<Value>& values) {
    return {values.data(), values.data() + values.size()};
}

// True if no tile is of a higher letter.
inline bool has_letters_up_to(const TileCounts& tiles, int letters) {
    for (int tile = letters + 1; tile < kMaxTiles; ++tile) {
        if (tiles[tile]) return false;
    }
    return true;
}

inline bool contains(const TileCounts& tiles, const TileCounts& part) {
    for (int tile = 0; tile < kMaxTiles; ++tile) {
        if (part[tile] > tiles[tile]) return false;
    }
    return true;
}

// Any number of tiles: a bag, or what is unseen.
inline TileCounts checked_tiles(const Input<std::uint8_t>& tiles, int letters = kMaxLetters) {
    const auto counts = copied_to<TileCounts>(tiles);
    require(has_letters_up_to(counts, letters),
            "there are tiles that the lexicon has no letter for");
    return counts;
}

inline TileCounts checked_rack(const Input<std::uint8_t>& rack, int letters = kMaxLetters,
                               int max_tiles = kMaxRack) {
    const TileCounts counts = checked_tiles(rack, letters);
    require(count_tiles(counts) <= max_tiles, "the rack has too many tiles");
    return counts;
}

// A row of an array of racks: counts by rack, then by tile, with up to kMaxTiles columns.
inline TileCounts rack_in_row(const Input2D<std::uint8_t>& racks, std::size_t row) {
    TileCounts counts{};
    std::copy_n(racks.data() + row * racks.shape(1), racks.shape(1), counts.begin());
    return counts;
}

inline void check_racks(const Input2D<std::uint8_t>& racks, int letters, int max_tiles) {
    require(racks.shape(1) <= kMaxTiles, "racks have too many columns");
    for (std::size_t row = 0; row < racks.shape(0); ++row) {
        const TileCounts rack = rack_in_row(racks, row);
        require(has_letters_up_to(rack, letters) && count_tiles(rack) <= max_tiles,
                "a rack has too many tiles, or letters that the lexicon does not have");
    }
}

inline TilePoints checked_points(const Input<std::int32_t>& points) {
    const auto by_tile = copied_to<TilePoints>(points);
    for (const std::int32_t of_tile : by_tile) {
        require(of_tile >= -kMaxTilePoints && of_tile <= kMaxTilePoints,
                "the points of a tile are out of range");
    }
    return by_tile;
}

// A square has 0, or a letter with or without the blank's flag.
inline bool is_square(Square square, int letters) {
    return square == 0 || (letter_of(square) >= 1 && letter_of(square) <= letters);
}

inline std::vector<Square> checked_squares(const Input2D<std::uint8_t>& squares,
                                           const Layout& layout, int letters) {
    require(static_cast<int>(squares.shape(0)) == layout.rows &&
                static_cast<int>(squares.shape(1)) == layout.columns,
            "the squares are not those of the layout");
    std::vector<Square> by_rows = to_vector(squares);
    for (const Square square : by_rows)
        require(is_square(square, letters),
                "a square has a tile that the lexicon has no letter for");
    return by_rows;
}

// Letters of a word.
inline const std::uint8_t* checked_word(const nb::bytes& word, int letters) {
    for (std::size_t i = 0; i < word.size(); ++i) {
        require(data_of(word)[i] >= 1 && data_of(word)[i] <= letters,
                "a word has letters that the lexicon does not have");
    }
    return data_of(word);
}

// Words as letters, each closed by a 0. Their places in the text are numbers of 32 bits.
inline void check_words(const nb::bytes& text, int letters) {
    in_range(letters, 1, kMaxLetters, "the number of letters");
    in_range(text.size(), 0, std::numeric_limits<std::uint32_t>::max(), "the length of the text");
    const std::uint8_t* const data = data_of(text);
    require(text.size() == 0 || data[text.size() - 1] == 0, "the last word is not closed by a 0");
    int length = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (data[i]) {
            require(data[i] <= letters, "a word has letters that the alphabet does not have");
            require(++length <= kMaxWordLength, "a word is too long");
        } else {
            require(length >= kMinWordLength, "a word has fewer than two letters");
            length = 0;
        }
    }
}

// Throws if a word map has letters that a graph does not have.
inline void check_map(const WordMap& map, const AnyWordGraph& graph) {
    require(map.letters() <= graph.letters(), "the word map is for other letters than the graph");
}

// Throws unless a lexicon has letters for the tiles of a variant.
inline void check_letters(const Variant& variant, int letters) {
    require(has_letters_up_to(variant.tiles, letters),
            "the variant has tiles that the lexicon has no letter for");
}

// Throws unless a move of a rack lies on the board, is made of tiles of the rack, and has the
// leave's number.
template <int Width>
void check_move(const MoveRecord<Width>& move, const Layout& layout, const TileCounts& rack,
                int letters) {
    require(move.kind <= MoveKind::kPass && move.direction <= Direction::kDown,
            "a move has an unknown kind or direction");
    if (move.kind == MoveKind::kPlay) {
        require(move.lane < layout.lanes(move.direction) && move.length >= 1 &&
                    move.length <= Width &&
                    move.start + move.length <= layout.lane_length(move.direction),
                "a play is not on the board");
    } else {
        require(move.length == 0 && move.placed <= (move.kind == MoveKind::kPass ? 0 : kMaxRack),
                "a move has too many tiles");
    }
    const int count = move.kind == MoveKind::kPlay ? move.length : move.placed;
    for (int i = 0; i < count; ++i) {
        const Square tile = move.tiles[i];
        require(move.kind == MoveKind::kPlay ? is_square(tile, letters) : tile <= letters,
                "a move has tiles that the lexicon has no letter for");
    }
    const TileCounts used = tiles_used(move);
    require(contains(rack, used) && count_tiles(used) == move.placed,
            "a move has tiles that the rack does not have");
    TileCounts leave = rack;
    for (int tile = 0; tile < kMaxTiles; ++tile)
        leave[tile] = static_cast<std::uint8_t>(leave[tile] - used[tile]);
    require(move.leave == Rack<std::uint64_t>(rack).number_of(leave),
            "a move has another leave than its tiles");
}

// Moves of a rack, from raw records.
template <int Width>
std::vector<MoveRecord<Width>> checked_moves(const Input<std::uint8_t>& raw, const Layout& layout,
                                             const TileCounts& rack, int letters) {
    if constexpr (Width != 16) {
        if (record_width(layout) == 16) {
            std::vector<MoveRecord<Width>> wide;
            for (const auto& move : checked_moves<16>(raw, layout, rack, letters))
                wide.push_back(with_width<Width>(move));
            return wide;
        }
    }
    require(raw.size() % sizeof(MoveRecord<Width>) == 0, "the moves are not whole records");
    std::vector<MoveRecord<Width>> moves(raw.size() / sizeof(MoveRecord<Width>));
    std::copy_n(raw.data(), raw.size(), reinterpret_cast<std::uint8_t*>(moves.data()));
    for (const auto& move : moves) check_move(move, layout, rack, letters);
    return moves;
}

// Moves as raw records of the width that Python has for the layout.
template <int Width>
Output<std::uint8_t> moves_to_numpy(std::vector<MoveRecord<Width>>&& moves, const Layout& layout) {
    if constexpr (Width != 16) {
        if (record_width(layout) == 16) {
            std::vector<MoveRecord<16>> narrow;
            narrow.reserve(moves.size());
            for (const auto& move : moves) narrow.push_back(with_width<16>(move));
            return records_to_numpy(std::move(narrow));
        }
    }
    return records_to_numpy(std::move(moves));
}

// Returns an array that outlives the call. Throws unless it is frozen: neither it nor what it is a
// view of can be written to.
template <class Array>
Array frozen_array(const nb::object& array) {
    const nb::object is_frozen = nb::module_::import_("movegen.arrays").attr("is_frozen");
    require(nb::cast<bool>(is_frozen(array)), "an array that is kept can be written to");
    return nb::cast<Array>(array);
}
template <class Value>
Input<Value> frozen(const nb::object& array) {
    return frozen_array<Input<Value>>(array);
}
template <class Value>
Input2D<Value> frozen_rows(const nb::object& array) {
    return frozen_array<Input2D<Value>>(array);
}

}  // namespace jackdaw
