// The empty board: its size, premium squares and start square.
#pragma once

#include <array>
#include <cstdint>

#include "movegen/core/base/tiles.hpp"

namespace jackdaw {

enum class Direction : std::uint8_t { kAcross = 0, kDown = 1 };

constexpr Direction other(Direction direction) {
    return direction == Direction::kAcross ? Direction::kDown : Direction::kAcross;
}
constexpr int to_index(Direction direction) { return static_cast<int>(direction); }

inline constexpr Direction kDirections[] = {Direction::kAcross, Direction::kDown};

// A set of lanes, by direction: a bit for each lane.
using LaneSet = std::array<std::uint32_t, 2>;

inline constexpr LaneSet kAllLanes = {~std::uint32_t{0}, ~std::uint32_t{0}};
constexpr bool has_lane(const LaneSet& set, Direction direction, int lane) {
    return set[to_index(direction)] >> lane & 1;
}

// A value for each square, stored by rows and by columns, so that a lane is contiguous in either
// direction.
template <class Value>
using BothWays = std::array<std::array<Value, kMaxSquares>, 2>;

struct Layout {
    int rows = 0;
    int columns = 0;
    int start_row = 0;
    int start_column = 0;
    bool symmetric = false;  // unchanged when rows and columns are swapped
    BothWays<std::uint8_t> letter_multipliers{};
    BothWays<std::uint8_t> word_multipliers{};  // 0 on a blocked square, which takes no tile and
                                                // ends every word beside it

    // Lanes of a direction: rows across, columns down.
    int lanes(Direction direction) const {
        return direction == Direction::kAcross ? rows : columns;
    }
    int lane_length(Direction direction) const {
        return direction == Direction::kAcross ? columns : rows;
    }
    int at(Direction direction, int lane, int index) const {
        return lane * lane_length(direction) + index;
    }

    // The multipliers of a lane, as contiguous memory.
    const std::uint8_t* lane_letter_multipliers(Direction direction, int lane) const {
        return letter_multipliers[to_index(direction)].data() + at(direction, lane, 0);
    }
    const std::uint8_t* lane_word_multipliers(Direction direction, int lane) const {
        return word_multipliers[to_index(direction)].data() + at(direction, lane, 0);
    }

    bool is_blocked(Direction direction, int lane, int index) const {
        return !word_multipliers[to_index(direction)][at(direction, lane, index)];
    }

    void set_multipliers(int row, int column, std::uint8_t letter, std::uint8_t word) {
        const int across = at(Direction::kAcross, row, column),
                  down = at(Direction::kDown, column, row);
        letter_multipliers[0][across] = letter_multipliers[1][down] = letter;
        word_multipliers[0][across] = word_multipliers[1][down] = word;
    }
};

}  // namespace jackdaw
