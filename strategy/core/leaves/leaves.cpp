#include "strategy/core/leaves/leaves.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "movegen/core/base/sub_racks.hpp"

namespace jackdaw {

// The last entry of the mix is as many steps away as the rack may have tiles.
int HeuristicLeaves::max_rack() const {
    const std::int32_t step = *std::max_element(mix_step_.begin(), mix_step_.end());
    if (mix_.empty() || step <= 0) return kMaxRack;
    const std::size_t tiles = (mix_.size() - 1) / static_cast<std::size_t>(step);
    return static_cast<int>(std::min<std::size_t>(kMaxRack, tiles));
}

void HeuristicLeaves::fill(const TileCounts& rack, LeaveValues& out) const {
    std::int32_t* const values = out.values.data();
    values[0] = 0;
    const std::uint32_t count = sum_sub_racks(rack, values, [&](int tile, int copies) {
        return first_[tile] + (copies - 1) * duplicate_[tile];
    });
    if (mix_.empty()) return;
    std::uint64_t* const indices = out.scratch.data();  // in the mix
    indices[0] = 0;
    sum_sub_racks(rack, indices,
                  [&](int tile, int) { return static_cast<std::uint64_t>(mix_step_[tile]); });
    for (std::uint32_t number = 0; number < count; ++number)
        values[number] += mix_[indices[number]];
}

namespace {

// The tiles that are left, and the keys of the leaves found.
struct KeyWalk {
    TileCounts left;
    int kinds;
    int max_tiles;
    std::vector<std::uint64_t> keys;

    // Appends the keys of all leaves that extend one of `index` tiles, fewer than `max_tiles`, the
    // last of them `last`.
    void append_longer(std::uint64_t key, int index, int last) {
        for (int tile = last; tile < kinds; ++tile) {
            if (!left[tile]) continue;
            const auto longer = key | static_cast<std::uint64_t>(tile + 1) << key_shift(index);
            keys.push_back(longer);
            if (index + 1 == max_tiles) continue;
            --left[tile];
            append_longer(longer, index + 1, tile);
            ++left[tile];
        }
    }
};

}  // namespace

LeaveCounts count_leaves(const TileCounts& tiles, int max_tiles) {
    LeaveCounts by_size{1};  // leaves of the tiles so far
    for (const int count : tiles) {
        for (int size = max_tiles; size > 0; --size) {
            for (int copies = 1; copies <= std::min(count, size); ++copies)
                by_size[size] += by_size[size - copies];
        }
    }
    return by_size;
}

std::vector<std::uint64_t> all_leave_keys(const TileCounts& tiles, int max_tiles) {
    if (!max_tiles) return {};
    const auto past_last = std::find_if(tiles.rbegin(), tiles.rend(), [](int n) { return n > 0; });
    const int kinds = static_cast<int>(tiles.rend() - past_last);
    KeyWalk walk{tiles, kinds, max_tiles, {}};
    const LeaveCounts by_size = count_leaves(tiles, max_tiles);
    walk.keys.reserve(
        static_cast<std::size_t>(std::accumulate(by_size.begin() + 1, by_size.end(), 0.0)));
    walk.append_longer(0, 0, 0);
    return std::move(walk.keys);
}

LeaveNumbers::LeaveNumbers(int kinds, int max_tiles) : max_tiles_(max_tiles) {
    // binomials[n][k]: C(n, k).
    std::vector<std::vector<std::uint64_t>> binomials(kinds + max_tiles + 1,
                                                      std::vector<std::uint64_t>(max_tiles + 1, 0));
    for (std::size_t n = 0; n < binomials.size(); ++n) {
        binomials[n][0] = 1;
        for (int k = 1; n > 0 && k <= max_tiles; ++k)
            binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
    }
    for (int tile = 0; tile < kinds; ++tile) {
        for (int before = 0; before < kMaxRack; ++before) {
            steps_[tile][before] = kOneTile;
            if (before >= max_tiles) continue;  // stays within the array, but is not used
            const std::uint64_t smaller =
                binomials[kinds + before - 1][before];  // leaves of one tile less, which come first
            steps_[tile][before] += binomials[tile + before][before + 1] + smaller;
        }
    }
    size_ = binomials[kinds + max_tiles][max_tiles];
}

DenseLeaves::DenseLeaves(int kinds, int max_tiles, const std::uint64_t* keys,
                         const std::int32_t* values, std::size_t count)
    : numbers_(kinds, max_tiles), values_(numbers_.size() + 1) {
    numbers_.visit_keys(keys, count,
                        [&](std::size_t i, std::size_t index) { values_[index] = values[i]; });
}

void DenseLeaves::fill(const TileCounts& rack, LeaveValues& out) const {
    std::int32_t* const values = out.values.data();
    numbers_.visit(rack, out.scratch.data(), [&](std::uint32_t number, std::uint64_t index) {
        values[number] = values_[index];
    });
}

void SortedLeaves::fill(const TileCounts& rack, LeaveValues& out) const {
    // A partial leave: its key, and above it its number of tiles; kTooLong if a key cannot hold it.
    constexpr int kKeyBits = kMaxKeyTiles * kKeyDigitBits;
    constexpr std::uint64_t kOneTile = std::uint64_t{1} << kKeyBits;
    constexpr std::uint64_t kTooLong = (kMaxKeyTiles + 1) * kOneTile;
    std::uint64_t* const leaves = out.scratch.data();
    leaves[0] = 0;
    out.values[0] = value_of(0);
    for_each_sub_rack_run(rack, [&](std::uint32_t first, std::uint32_t stride, int tile, int) {
        for (std::uint32_t number = first; number < first + stride; ++number) {
            const std::uint64_t before = leaves[number - stride];
            const int index = static_cast<int>(before >> kKeyBits);
            leaves[number] =
                index < kMaxKeyTiles
                    ? before + kOneTile + (static_cast<std::uint64_t>(tile + 1) << key_shift(index))
                    : kTooLong;
            out.values[number] =
                leaves[number] < kTooLong ? value_of(leaves[number] % kOneTile) : 0;
        }
    });
}

std::int32_t SortedLeaves::value_of(std::uint64_t key) const {
    const std::uint64_t* const at = std::lower_bound(keys_, keys_ + count_, key);
    return at != keys_ + count_ && *at == key ? values_[at - keys_] : 0;
}

}  // namespace jackdaw
