#include "movegen/core/base/move_order.hpp"

#include <algorithm>

namespace jackdaw {
namespace {

// The sort key: nearly all comparisons end here, in contiguous memory.
struct Key {
    std::int64_t first;
    std::int64_t second;
    std::uint32_t location_key;
    std::uint32_t index;
};

}  // namespace

template <int Width>
std::vector<std::int64_t> argsort_moves(const MoveRecord<Width>* moves, std::size_t count,
                                        const std::int64_t* first, const std::int64_t* second) {
    std::vector<Key> keys(count);
    for (std::size_t i = 0; i < count; ++i)
        keys[i] = {first[i], second[i], location_key(moves[i]), static_cast<std::uint32_t>(i)};
    std::sort(keys.begin(), keys.end(), [moves](const Key& a, const Key& b) {
        if (a.first != b.first) return a.first > b.first;
        if (a.second != b.second) return a.second > b.second;
        if (a.location_key != b.location_key) return a.location_key < b.location_key;
        return sorts_before(moves[a.index], moves[b.index]);
    });
    std::vector<std::int64_t> indices(count);
    for (std::size_t i = 0; i < count; ++i) indices[i] = keys[i].index;
    return indices;
}

template std::vector<std::int64_t> argsort_moves(const MoveRecord<16>*, std::size_t,
                                                 const std::int64_t*, const std::int64_t*);
template std::vector<std::int64_t> argsort_moves(const MoveRecord<32>*, std::size_t,
                                                 const std::int64_t*, const std::int64_t*);

}  // namespace jackdaw
