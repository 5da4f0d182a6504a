// The order of moves: by value, then by kind, location and tiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "movegen/core/base/move_record.hpp"

namespace jackdaw {

// Kind, direction, lane and start as one number, most significant first.
template <int Width>
std::uint32_t location_key(const MoveRecord<Width>& move) {
    return static_cast<std::uint32_t>(move.kind) << 24 |
           static_cast<std::uint32_t>(move.direction) << 16 |
           static_cast<std::uint32_t>(move.lane) << 8 | move.start;
}

// Whether a move comes first among moves of equal value: plays, exchanges, the pass; across before
// down; then by lane, first square and tiles. The exchanges of one and of two blanks have the same
// bytes; the shorter comes first.
template <int Width>
bool sorts_before(const MoveRecord<Width>& a, const MoveRecord<Width>& b) {
    if (location_key(a) != location_key(b)) return location_key(a) < location_key(b);
    const int by_tiles = std::memcmp(a.tiles, b.tiles, Width);
    return by_tiles != 0 ? by_tiles < 0 : a.placed < b.placed;
}

// Whether two moves place or exchange the same tiles at the same squares.
template <int Width>
bool is_same_move(const MoveRecord<Width>& a, const MoveRecord<Width>& b) {
    return !sorts_before(a, b) && !sorts_before(b, a);
}

// The indices that sort the moves: highest `first`, then highest `second`, then `sorts_before`.
template <int Width>
std::vector<std::int64_t> argsort_moves(const MoveRecord<Width>* moves, std::size_t count,
                                        const std::int64_t* first, const std::int64_t* second);

extern template std::vector<std::int64_t> argsort_moves(const MoveRecord<16>*, std::size_t,
                                                        const std::int64_t*, const std::int64_t*);
extern template std::vector<std::int64_t> argsort_moves(const MoveRecord<32>*, std::size_t,
                                                        const std::int64_t*, const std::int64_t*);

}  // namespace jackdaw
