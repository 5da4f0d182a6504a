// The order of moves: by value, ties by where and what they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "move_record.hpp"

namespace jackdaw {

// The places of the moves when sorted: highest `first` value, then highest `second`, then plays, exchanges, the pass; across before
// down; by lane, by first square, by tiles.
template <int Width>
std::vector<std::int64_t> sorted_places(const MoveRecord<Width>* moves, std::size_t count, const std::int64_t* first, const std::int64_t* second);

extern template std::vector<std::int64_t> sorted_places(const MoveRecord<16>*, std::size_t, const std::int64_t*, const std::int64_t*);
extern template std::vector<std::int64_t> sorted_places(const MoveRecord<32>*, std::size_t, const std::int64_t*, const std::int64_t*);

}  // namespace jackdaw
