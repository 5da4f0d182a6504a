// The sub-racks of a rack of at most ten tiles, with the leave value and bonus of each.
//
// The tiles of the rack are slots, highest points first, and a sub-rack is a set of slots.
// Sub-racks of one size fill sets of 64 bits ("chunks"), in the order of their slots as numbers: so
// those of a rack of seven fill the first chunk of each size, and larger racks have more chunks. Of
// sub-racks with equal tiles in different slots, one is used.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/sub_rack_table.hpp"
#include "movegen/core/base/vectors.hpp"
#include "movegen/core/lexicon/word_map.hpp"

namespace jackdaw {

using MilliPoints = std::int32_t;
inline constexpr MilliPoints kMilli = 1000;                 // in a point
inline constexpr MilliPoints kImpossible = -2'000'000'000;  // below any real equity

inline constexpr int kMaxSlots = 10;
inline constexpr int kSlotSets = 1 << kMaxSlots;
inline constexpr int kMaxChunks = 22;  // of sub-racks of all sizes
inline constexpr int kMaxSubRacks = 64 * kMaxChunks;

using SlotSet = std::uint16_t;
using SubRackIndex = std::uint16_t;  // 64 times its chunk and its place there
using SubRackSet = std::uint64_t;    // of one chunk

// The place of each slot set among those of its size.
struct SubRackOrder {
    std::array<SubRackIndex, kSlotSets> index{};            // by slot set
    std::array<SlotSet, kMaxSubRacks> slots{};              // by index
    std::array<std::uint8_t, kMaxSlots + 2> first_chunk{};  // of each size

    constexpr SubRackOrder() {
        std::array<int, kMaxSlots + 1> count{};  // by size
        for (int set = 0; set < kSlotSets; ++set)
            ++count[std::popcount(static_cast<unsigned>(set))];
        for (int size = 0; size <= kMaxSlots; ++size) {
            first_chunk[size + 1] =
                static_cast<std::uint8_t>(first_chunk[size] + (count[size] + 63) / 64);
            count[size] = 64 * first_chunk[size];
        }
        for (int set = 0; set < kSlotSets; ++set) {
            const int next = count[std::popcount(static_cast<unsigned>(set))]++;
            index[set] = static_cast<SubRackIndex>(next);
            slots[next] = static_cast<SlotSet>(set);
        }
    }
};
inline constexpr SubRackOrder kOrder{};
static_assert(kOrder.first_chunk[kMaxSlots + 1] == kMaxChunks);

// The sub-racks of each chunk that contain any of a set of slots: those with any of the lower five
// and those with any of the upper five.
class SubRacksWithAny {
  public:
    constexpr SubRacksWithAny() {
        for (int set = 0; set < kSlotSets; ++set) {
            const int chunk = kOrder.index[set] / 64;
            const SubRackSet bit = SubRackSet{1} << kOrder.index[set] % 64;
            for (int slot = 1; slot < kHalf; slot *= 2) {
                if (set & slot) lower_[chunk][slot] |= bit;
                if (set / kHalf & slot) upper_[chunk][slot] |= bit;
            }
        }
        for (auto* const half : {&lower_, &upper_}) {
            for (auto& with_any : *half) {
                for (int slots = 1; slots < kHalf; ++slots)
                    with_any[slots] = with_any[slots & (slots - 1)] | with_any[slots & -slots];
            }
        }
    }

    constexpr SubRackSet of(SlotSet slots, int chunk) const {
        return lower_[chunk][slots % kHalf] | upper_[chunk][slots / kHalf];
    }

  private:
    static constexpr int kHalf = 1 << kMaxSlots / 2;

    std::array<std::array<SubRackSet, kHalf>, kMaxChunks> lower_{};
    std::array<std::array<SubRackSet, kHalf>, kMaxChunks> upper_{};
};
inline constexpr SubRacksWithAny kSubRacksWithAny{};

template <class Mask>
struct RackSubsets {
    int size = 0;
    std::array<Letter, kMaxSlots> slots{};  // the tiles, blanks as kBlank
    std::array<SlotSet, kMaxTiles>
        slots_of{};      // by tile; stale for tiles that this rack does not have
    SlotSet blanks = 0;  // slots of blanks
    Mask letters = 0;
    std::array<Signature, kMaxSubRacks> signatures;            // here and below: by index
    std::array<Int16x8, kMaxSubRacks> points;                  // of its tiles, in falling order
    std::array<MilliPoints, kMaxSubRacks> leave_plus_bonus{};  // value of the leave plus the bonus
    std::array<std::uint16_t, kMaxSubRacks> leaves;            // number of the leave (rack.hpp)
    std::array<SubRackSet, kMaxChunks> used{};                 // by chunk: the sub-racks in use
    std::array<MilliPoints, kMaxSlots + 1> best_leave_plus_bonus{};  // by size
    std::array<std::uint8_t, kMaxSlots + 1> end_chunk{};  // of each size; kOrder has the first
    // By size: the highest points of the tiles beyond those that `points` has, if any.
    std::array<std::int32_t, kMaxSlots + 1> further_points{};

    // The rack has at most kMaxSlots tiles; `leave_values` in milli-points by sub-rack number.
    void set(const Rack<Mask>& rack, const TilePoints& tile_points, const PlacementBonus& bonus,
             const MilliPoints* leave_values) {
        fill_slots(rack, tile_points);
        used.fill(0);
        best_leave_plus_bonus.fill(kImpossible);
        signatures[0] = 0;
        points[0] = {};
        std::array<std::uint32_t, kSlotSets> laid;  // numbers of the sub-racks, by slots
        laid[0] = 0;
        const std::uint32_t full = rack.number();
        for (unsigned set = 1; set < 1u << size; ++set) {
            const int index = kOrder.index[set], rest = kOrder.index[set & (set - 1)];
            const Letter tile = slots[std::countr_zero(set)];
            laid[set] = laid[set & (set - 1)] + rack.stride(tile);
            signatures[index] = signatures[rest] + kLetterSignatures[tile];
            points[index] = points[rest].shift_in(static_cast<std::int16_t>(tile_points[tile]));
            if (set & repeats_ & ~(set << 1)) continue;  // equal to a sub-rack with an earlier slot
            const int placed = std::popcount(set);
            leaves[index] = static_cast<std::uint16_t>(full - laid[set]);
            leave_plus_bonus[index] = leave_values[full - laid[set]] + bonus[placed] * kMilli;
            best_leave_plus_bonus[placed] =
                std::max(best_leave_plus_bonus[placed], leave_plus_bonus[index]);
            used[index / 64] |= SubRackSet{1} << index % 64;
        }
    }

    // The points of the whole rack, in falling order.
    const Int16x8& all_points() const { return points[kOrder.index[(1u << size) - 1]]; }

    // The slots of tiles that may stand for one of the letters.
    SlotSet slots_for(Mask wanted) const {
        return static_cast<SlotSet>(overlapping(stands_for_.data(), wanted));
    }

    // Those of a set of sub-racks of a chunk whose leave and bonus are worth at least so much.
    SubRackSet sub_racks_worth(MilliPoints min_value, SubRackSet set, int chunk) const {
        const MilliPoints* const values = leave_plus_bonus.data() + 64 * chunk;
        SubRackSet found = 0;
        for (int first = 0; first < 64 && set >> first; first += kCompared)
            found |= SubRackSet{at_least(values + first, min_value)} << first;
        return found & set;
    }

  private:
    SlotSet repeats_ = 0;                       // slots with the same tile as the previous slot
    std::array<Mask, kCompared> stands_for_{};  // by slot: the letter, or all for a blank

    void fill_slots(const Rack<Mask>& rack, const TilePoints& tile_points) {
        const int size_before = size;
        size = 0;
        for_each_kind(rack.counts(), [&](int tile) {
            const int count = rack.count(tile);
            // An insertion sort: a library's stable sort allocates memory.
            int slot = size;
            for (; slot > 0 && tile_points[slots[slot - 1]] < tile_points[tile]; --slot)
                slots[slot + count - 1] = slots[slot - 1];
            std::fill_n(slots.begin() + slot, count, static_cast<Letter>(tile));
            size += count;
        });
        letters = rack.letters();
        blanks = repeats_ = 0;
        stands_for_.fill(0);
        for (int slot = 0; slot < size; ++slot) slots_of[slots[slot]] = 0;
        for (int slot = 0; slot < size; ++slot) {
            const auto here = static_cast<SlotSet>(1u << slot);
            stands_for_[slot] =
                slots[slot] == kBlank ? kAllLetters<Mask> : bit_of<Mask>(slots[slot]);
            slots_of[slots[slot]] |= here;
            if (slots[slot] == kBlank) blanks |= here;
            if (slot > 0 && slots[slot] == slots[slot - 1]) repeats_ |= here;
        }
        for (int slot = Int16x8::kSize; slot < size; ++slot)
            further_points[slot + 1] = further_points[slot] + tile_points[slots[slot]];
        if (size == size_before) return;
        for (int placed = 0; placed <= size; ++placed) {
            const int last = ((1 << placed) - 1) << (size - placed);  // of the highest slots
            end_chunk[placed] = static_cast<std::uint8_t>(kOrder.index[last] / 64 + 1);
        }
    }
};

}  // namespace jackdaw
