#include "move_order.hpp"

#include <algorithm>
#include <cstring>

namespace jackdaw {
namespace {

// What decides most comparisons, side by side in memory.
struct Key {
    std::int64_t first;
    std::int64_t second;
    std::uint32_t where;  // kind, direction, lane and start, most significant first
    std::uint32_t place;
};

template <int Width>
std::uint32_t where(const MoveRecord<Width>& move) {
    return static_cast<std::uint32_t>(move.kind) << 24 | static_cast<std::uint32_t>(move.direction) << 16 |
           static_cast<std::uint32_t>(move.lane) << 8 | move.start;
}

}  // namespace

template <int Width>
std::vector<std::int64_t> sorted_places(const MoveRecord<Width>* moves, std::size_t count, const std::int64_t* first, const std::int64_t* second) {
    std::vector<Key> keys(count);
    for (std::size_t i = 0; i < count; ++i) keys[i] = {first[i], second[i], where(moves[i]), static_cast<std::uint32_t>(i)};
    std::sort(keys.begin(), keys.end(), [moves](const Key& a, const Key& b) {
        if (a.first != b.first) return a.first > b.first;
        if (a.second != b.second) return a.second > b.second;
        if (a.where != b.where) return a.where < b.where;
        const int by_tiles = std::memcmp(moves[a.place].tiles, moves[b.place].tiles, Width);
        // Exchanges of one blank and of two have the same bytes: the shorter one was found first.
        return by_tiles != 0 ? by_tiles < 0 : a.place < b.place;
    });
    std::vector<std::int64_t> places(count);
    for (std::size_t i = 0; i < count; ++i) places[i] = keys[i].place;
    return places;
}

template std::vector<std::int64_t> sorted_places(const MoveRecord<16>*, std::size_t, const std::int64_t*, const std::int64_t*);
template std::vector<std::int64_t> sorted_places(const MoveRecord<32>*, std::size_t, const std::int64_t*, const std::int64_t*);

}  // namespace jackdaw
