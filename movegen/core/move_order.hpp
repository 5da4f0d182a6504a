// The order of moves: by value, ties by where and what they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "move_record.hpp"

namespace jackdaw {

// Kind, direction, lane and start as one number, most significant first.
template <int Width>
std::uint32_t where(const MoveRecord<Width>& move) {
    return static_cast<std::uint32_t>(move.kind) << 24 | static_cast<std::uint32_t>(move.direction) << 16 |
           static_cast<std::uint32_t>(move.lane) << 8 | move.start;
}

// Whether a move stands before another of the same value: plays, exchanges, the pass; across before down; by lane, by first square, by
// tiles. Exchanges of one blank and of two have the same bytes: the shorter one is first.
template <int Width>
bool stands_before(const MoveRecord<Width>& a, const MoveRecord<Width>& b) {
    if (where(a) != where(b)) return where(a) < where(b);
    const int by_tiles = std::memcmp(a.tiles, b.tiles, Width);
    return by_tiles != 0 ? by_tiles < 0 : a.placed < b.placed;
}

// The places of the moves when sorted: highest `first` value, then highest `second`, then as `stands_before` says.
template <int Width>
std::vector<std::int64_t> sorted_places(const MoveRecord<Width>* moves, std::size_t count, const std::int64_t* first, const std::int64_t* second);

extern template std::vector<std::int64_t> sorted_places(const MoveRecord<16>*, std::size_t, const std::int64_t*, const std::int64_t*);
extern template std::vector<std::int64_t> sorted_places(const MoveRecord<32>*, std::size_t, const std::int64_t*, const std::int64_t*);

}  // namespace jackdaw
