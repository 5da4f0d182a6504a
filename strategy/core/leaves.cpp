#include "leaves.hpp"

#include <algorithm>

#include "movegen/core/sub_racks.hpp"

namespace jackdaw {

void HeuristicLeaves::fill(const TileCounts& rack, LeaveValues& out) const {
    std::int32_t* const values = out.values.data();
    values[0] = 0;
    const std::uint32_t count = sum_sub_racks(rack, values, [&](int tile, int copies) { return first_[tile] + (copies - 1) * duplicate_[tile]; });
    if (mix_.empty()) return;
    std::uint64_t* const places = out.scratch.data();  // in the mix
    places[0] = 0;
    sum_sub_racks(rack, places, [&](int tile, int) { return static_cast<std::uint64_t>(mix_step_[tile]); });
    for (std::uint32_t number = 0; number < count; ++number) values[number] += mix_[places[number]];
}

namespace {

// Appends the keys of the leaves that begin with one of `place` tiles, of which `left` are left and the last one is `last`.
void append_longer(std::uint64_t key, int place, int last, int most, TileCounts& left, std::vector<std::uint64_t>& keys) {
    if (place == most) return;
    for (int tile = last; tile < kMaxTiles; ++tile) {
        if (!left[tile]) continue;
        --left[tile];
        keys.push_back(key | static_cast<std::uint64_t>(tile + 1) << key_shift(place));
        append_longer(keys.back(), place + 1, tile, most, left, keys);
        ++left[tile];
    }
}

}  // namespace

std::vector<std::uint64_t> all_leave_keys(const TileCounts& tiles, int most) {
    std::vector<std::uint64_t> keys;
    TileCounts left = tiles;
    append_longer(0, 0, 0, most, left, keys);
    return keys;
}

LeaveNumbers::LeaveNumbers(int kinds, int most) : most_(most) {
    // binomials[n][k]: C(n, k).
    std::vector<std::vector<std::uint64_t>> binomials(kinds + most + 1, std::vector<std::uint64_t>(most + 1, 0));
    for (std::size_t n = 0; n < binomials.size(); ++n) {
        binomials[n][0] = 1;
        for (int k = 1; n > 0 && k <= most; ++k) binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
    }
    for (int tile = 0; tile < kinds; ++tile) {
        for (int before = 0; before < kMaxRack; ++before) {
            steps_[tile][before] = kOneTile;
            if (before >= most) continue;  // the place stays within the array, but means nothing
            const std::uint64_t smaller = binomials[kinds + before - 1][before];  // leaves of one tile less, which come first
            steps_[tile][before] += binomials[tile + before][before + 1] + smaller;
        }
    }
    size_ = binomials[kinds + most][most];
}

std::size_t LeaveNumbers::place_of(std::uint64_t key) const {
    std::uint64_t leave = 0;
    for (int at = 0; at < most_; ++at) {
        const auto digit = key >> key_shift(at) & ((1u << kKeyDigitBits) - 1);
        if (!digit) break;
        leave += steps_[digit - 1][at];
    }
    return leave % kOneTile;
}

DenseLeaves::DenseLeaves(int kinds, int most, const std::uint64_t* keys, const std::int32_t* values, std::size_t count)
    : numbers_(kinds, most), values_(numbers_.size() + 1) {
    for (std::size_t i = 0; i < count; ++i) values_[numbers_.place_of(keys[i])] = values[i];
}

void DenseLeaves::fill(const TileCounts& rack, LeaveValues& out) const {
    std::int32_t* const values = out.values.data();
    numbers_.visit(rack, out.scratch.data(), [&](std::uint32_t number, std::uint64_t place) { values[number] = values_[place]; });
}

void SortedLeaves::fill(const TileCounts& rack, LeaveValues& out) const {
    // A leave on the way: its key, and above it how many tiles it has; `too_long` for more than a key holds.
    constexpr int kKeyBits = kMaxKeyTiles * kKeyDigitBits;
    constexpr std::uint64_t kOneTile = std::uint64_t{1} << kKeyBits;
    constexpr std::uint64_t kTooLong = (kMaxKeyTiles + 1) * kOneTile;
    std::uint64_t* const leaves = out.scratch.data();
    leaves[0] = 0;
    out.values[0] = value_of(0);
    grow_sub_racks(rack, [&](std::uint32_t first, std::uint32_t stride, int tile, int) {
        for (std::uint32_t number = first; number < first + stride; ++number) {
            const std::uint64_t before = leaves[number - stride];
            const int place = static_cast<int>(before >> kKeyBits);
            leaves[number] = place < kMaxKeyTiles ? before + kOneTile + (static_cast<std::uint64_t>(tile + 1) << key_shift(place)) : kTooLong;
            out.values[number] = leaves[number] < kTooLong ? value_of(leaves[number] % kOneTile) : 0;
        }
    });
}

std::int32_t SortedLeaves::value_of(std::uint64_t key) const {
    const std::uint64_t* const at = std::lower_bound(keys_, keys_ + count_, key);
    return at != keys_ + count_ && *at == key ? values_[at - keys_] : 0;
}

}  // namespace jackdaw
