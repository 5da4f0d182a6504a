// A move as an entry of a compact array: what the generator writes and Python sees as a NumPy structure.
#pragma once

#include <cstdint>
#include <type_traits>

#include "layout.hpp"
#include "tiles.hpp"

namespace jackdaw {

enum class MoveKind : std::uint8_t { kPlay = 0, kExchange = 1, kPass = 2 };

// `Width` is the longest word's room: 16 squares, or 32 for boards that are longer.
template <int Width>
struct MoveRecord {
    std::int32_t score;  // points
    std::uint16_t leave;  // number of the sub-rack that is kept (rack.hpp)
    MoveKind kind;
    Direction direction;
    std::uint8_t lane;
    std::uint8_t start;   // the word's first square in its lane
    std::uint8_t length;  // squares of the word, played-through ones included; 0 unless a play
    std::uint8_t placed;  // tiles that leave the rack
    // A play: one entry a square of the word, 0 where a tile lay already. An exchange: `placed` tiles, the blank as 0.
    Square tiles[Width];
};

static_assert(sizeof(MoveRecord<16>) == 28 && sizeof(MoveRecord<32>) == 44, "Python reads these bytes");
static_assert(std::is_trivially_copyable_v<MoveRecord<16>>);

constexpr int record_width(const Layout& layout) { return layout.rows <= 16 && layout.columns <= 16 ? 16 : 32; }

}  // namespace jackdaw
