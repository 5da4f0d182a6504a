// Leave values: a table from a multiset of tiles to milli-points, looked up for every sub-rack of a
// rack at once.
//
// Each form finds a sub-rack's value from that without one of its highest tiles, so no sub-rack is
// sorted or hashed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/sub_racks.hpp"

namespace jackdaw {

// Values by the number of the sub-rack (rack.hpp), and scratch memory to find them.
struct LeaveValues {
    explicit LeaveValues(int rack_size)
        : values(std::size_t{1} << rack_size), scratch(values.size()) {}

    std::vector<std::int32_t> values;  // milli-points
    std::vector<std::uint64_t> scratch;
};

class Leaves {
  public:
    virtual ~Leaves() = default;

    // Tiles of the longest leave that has a value.
    virtual int longest() const = 0;

    // Tiles of the largest rack that it can value.
    virtual int max_rack() const { return kMaxRack; }

    // Writes the value of every sub-rack of a rack to out.values.
    virtual void fill(const TileCounts& rack, LeaveValues& out) const = 0;
};

// RackH1 to RackH3 (Gordon 1993): copy k of a tile adds first + (k - 1) * duplicate, and the leave
// as a whole a value for its numbers of vowels and consonants. Calculated, not tabulated: it works
// for a rack of any size and is faster than memory.
class HeuristicLeaves final : public Leaves {
  public:
    using Tiles = std::array<std::int32_t, kMaxTiles>;

    // `mix_step`: by tile, the step it takes in `mix`; all zeros without a mix.
    HeuristicLeaves(const Tiles& first, const Tiles& duplicate, const Tiles& mix_step,
                    std::vector<std::int32_t> mix)
        : first_(first), duplicate_(duplicate), mix_step_(mix_step), mix_(std::move(mix)) {}

    int longest() const override { return kMaxRack; }
    int max_rack() const override;
    void fill(const TileCounts& rack, LeaveValues& out) const override;

  private:
    Tiles first_;
    Tiles duplicate_;
    Tiles mix_step_;
    std::vector<std::int32_t> mix_;  // empty for none
};

// Leaves as numbers that sort (strategy/leaves/leave_keys.py): six bits a tile, its index + 1, from
// the highest of ten digits down.
inline constexpr int kMaxKeyTiles = 10;
inline constexpr int kKeyDigitBits = 6;
constexpr int key_shift(int index) { return kKeyDigitBits * (kMaxKeyTiles - 1 - index); }

// The most multisets of tiles that an array has a value for: 256 MB.
inline constexpr double kMaxMultisets = 1 << 26;

// The number of multisets of up to `max_tiles` tiles of so many kinds; a double never overflows.
inline double count_multisets(int kinds, int max_tiles) {
    double count = 1;
    for (int i = 1; i <= max_tiles; ++i) count *= static_cast<double>(kinds + i) / i;
    return count;
}

// The number of leaves of each size that a tile set has.
using LeaveCounts = std::array<double, kMaxKeyTiles + 1>;
LeaveCounts count_leaves(const TileCounts& tiles, int max_tiles);

// The keys of all leaves of 1 to `max_tiles` tiles that a tile set has, ascending.
std::vector<std::uint64_t> all_leave_keys(const TileCounts& tiles, int max_tiles);

// The index of a leave of up to `max_tiles` tiles among all multisets of `kinds` of tile, in the
// order of their size. Among those of k tiles t1 <= t2 <= ... the index is that of the
// combinatorial number system, the sum of C(ti + i - 1, i): so the index of a leave is that of the
// leave without its highest tile, and one entry of a small table.
class LeaveNumbers {
  public:
    LeaveNumbers(int kinds, int max_tiles);

    int max_tiles() const { return max_tiles_; }

    // The number of multisets, with the empty one, whose index is 0. As an index it stands for all
    // leaves of more tiles.
    std::size_t size() const { return size_; }

    // Calls take(number, index) for each sub-rack of a rack, numbered as in rack.hpp. `scratch` has
    // an entry for each.
    template <class Take>
    void visit(const TileCounts& rack, std::uint64_t* scratch, Take take) const {
        const std::uint64_t end = static_cast<std::uint64_t>(max_tiles_ + 1) * kOneTile;
        scratch[0] = 0;
        take(0, 0);
        for_each_sub_rack_run(rack, [&](std::uint32_t first, std::uint32_t stride, int tile, int) {
            const std::uint64_t* const steps = steps_[tile].data();
            for (std::uint32_t number = first; number < first + stride; ++number) {
                const std::uint64_t leave =
                    scratch[number - stride] + steps[scratch[number - stride] / kOneTile];
                scratch[number] = leave;
                take(number, leave < end ? leave % kOneTile : size_);
            }
        });
    }

    // Calls take(i, index) for each of `count` leaves of up to `max_tiles` tiles, by their keys. A
    // leave shares its first tiles with the one before it, in ascending order all but one or two.
    template <class Take>
    void visit_keys(const std::uint64_t* keys, std::size_t count, Take take) const {
        std::array<std::uint64_t, kMaxKeyTiles + 1> leaves{};  // by number of tiles
        std::uint64_t before = 0;
        int length = 0;
        for (std::size_t i = 0; i < count; ++i) {
            int at = std::min(length, first_difference(keys[i], before));
            for (; at < max_tiles_; ++at) {
                const auto digit = keys[i] >> key_shift(at) & ((1u << kKeyDigitBits) - 1);
                if (!digit) break;
                leaves[at + 1] = leaves[at] + steps_[digit - 1][at];
            }
            before = keys[i];
            length = at;
            take(i, leaves[length] % kOneTile);
        }
    }

  private:
    // The number of tiles that two keys begin with in common, kMaxKeyTiles if they are equal.
    static int first_difference(std::uint64_t a, std::uint64_t b) {
        if (a == b) return kMaxKeyTiles;
        constexpr int kUnused = 64 - kMaxKeyTiles * kKeyDigitBits;
        return std::max(0, std::countl_zero(a ^ b) - kUnused) / kKeyDigitBits;
    }

    // A partial leave: its number of tiles in the upper half, its index in the lower.
    static constexpr std::uint64_t kOneTile = std::uint64_t{1} << 32;

    int max_tiles_;
    std::size_t size_;
    std::array<std::array<std::uint64_t, kMaxRack>, kMaxTiles>
        steps_{};  // by tile, then by the number of tiles before it
};

// An array of the values of all leaves of up to `max_tiles` tiles of `kinds`, by their indices.
class DenseLeaves final : public Leaves {
  public:
    // `keys` and `values`: `count` leaves of up to `max_tiles` tiles. All others have the value 0.
    DenseLeaves(int kinds, int max_tiles, const std::uint64_t* keys, const std::int32_t* values,
                std::size_t count);

    int longest() const override { return numbers_.max_tiles(); }
    void fill(const TileCounts& rack, LeaveValues& out) const override;

  private:
    LeaveNumbers numbers_;
    std::vector<std::int32_t> values_;
};

// Ascending keys and their values, owned by the caller: for tile sets whose dense array would be
// too large.
class SortedLeaves : public Leaves {
  public:
    SortedLeaves(int max_tiles, const std::uint64_t* keys, const std::int32_t* values,
                 std::size_t count)
        : max_tiles_(max_tiles), keys_(keys), values_(values), count_(count) {}

    int longest() const override { return max_tiles_; }
    void fill(const TileCounts& rack, LeaveValues& out) const override;

  private:
    std::int32_t value_of(std::uint64_t key) const;

    int max_tiles_;
    const std::uint64_t* keys_;
    const std::int32_t* values_;
    std::size_t count_;
};

}  // namespace jackdaw
