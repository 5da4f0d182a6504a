// A move as a record of fixed size, which Python reads as a NumPy structure.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "movegen/core/base/layout.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/tiles.hpp"

namespace jackdaw {

enum class MoveKind : std::uint8_t { kPlay = 0, kExchange = 1, kPass = 2 };

// `Width` is the number of squares that a word may have: 16, or 32 on longer boards.
template <int Width>
struct MoveRecord {
    std::int32_t score;   // points
    std::uint16_t leave;  // number of the leave (rack.hpp)
    MoveKind kind;
    Direction direction;
    std::uint8_t lane;
    std::uint8_t start;   // the word's first square in its lane
    std::uint8_t length;  // squares of the word, including tiles played through; 0 unless a play
    std::uint8_t placed;  // tiles that leave the rack
    // A play: one entry for each square of the word, 0 where a tile already lies. An exchange: the
    // `placed` tiles, a blank as 0.
    Square tiles[Width];
};

static_assert(sizeof(MoveRecord<16>) == 28 && sizeof(MoveRecord<32>) == 44,
              "Python reads these bytes");
static_assert(std::is_trivially_copyable_v<MoveRecord<16>>);

// The same move in a record of another width, which must hold its tiles.
template <int To, int From>
MoveRecord<To> with_width(const MoveRecord<From>& move) {
    MoveRecord<To> out{};  // the tiles come last
    std::memcpy(&out, &move, std::min(sizeof(MoveRecord<To>), sizeof(MoveRecord<From>)));
    return out;
}

// The tiles that a move takes from the rack.
template <int Width>
TileCounts tiles_used(const MoveRecord<Width>& move) {
    TileCounts used{};
    if (move.kind == MoveKind::kPlay) {
        for (int i = 0; i < move.length; ++i) {
            if (move.tiles[i]) ++used[is_blank(move.tiles[i]) ? kBlank : move.tiles[i]];
        }
    } else {
        for (int i = 0; i < move.placed; ++i) ++used[move.tiles[i]];
    }
    return used;
}

// The rack without the tiles of a play.
template <int Width>
TileCounts rack_after(TileCounts rack, const MoveRecord<Width>& play) {
    for (int i = 0; i < play.length; ++i) {
        if (play.tiles[i]) --rack[is_blank(play.tiles[i]) ? kBlank : play.tiles[i]];
    }
    return rack;
}

// The width of the records that Python has for boards of a layout.
constexpr int record_width(const Layout& layout) {
    return layout.rows <= 16 && layout.columns <= 16 ? 16 : 32;
}

}  // namespace jackdaw
