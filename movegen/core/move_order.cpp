#include "move_order.hpp"

#include <algorithm>

namespace jackdaw {
namespace {

// What decides most comparisons, side by side in memory.
struct Key {
    std::int64_t first;
    std::int64_t second;
    std::uint32_t where;
    std::uint32_t place;
};

}  // namespace

template <int Width>
std::vector<std::int64_t> sorted_places(const MoveRecord<Width>* moves, std::size_t count, const std::int64_t* first, const std::int64_t* second) {
    std::vector<Key> keys(count);
    for (std::size_t i = 0; i < count; ++i) keys[i] = {first[i], second[i], where(moves[i]), static_cast<std::uint32_t>(i)};
    std::sort(keys.begin(), keys.end(), [moves](const Key& a, const Key& b) {
        if (a.first != b.first) return a.first > b.first;
        if (a.second != b.second) return a.second > b.second;
        if (a.where != b.where) return a.where < b.where;
        return stands_before(moves[a.place], moves[b.place]);
    });
    std::vector<std::int64_t> places(count);
    for (std::size_t i = 0; i < count; ++i) places[i] = keys[i].place;
    return places;
}

template std::vector<std::int64_t> sorted_places(const MoveRecord<16>*, std::size_t, const std::int64_t*, const std::int64_t*);
template std::vector<std::int64_t> sorted_places(const MoveRecord<32>*, std::size_t, const std::int64_t*, const std::int64_t*);

}  // namespace jackdaw
