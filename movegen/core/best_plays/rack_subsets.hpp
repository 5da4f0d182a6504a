// The sub-racks of a rack of at most seven tiles, with the leave value and bonus of each.
//
// The tiles of the rack are slots, highest points first, and a sub-rack is a set of slots.
// Sub-racks are ordered by size, so that those of up to three tiles and those of four or more each
// fill a 64-bit set. Of sub-racks with equal tiles in different slots, one is used.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "movegen/core/base/int16x8.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/sub_rack_table.hpp"
#include "movegen/core/lexicon/word_map.hpp"

namespace jackdaw {

using MilliPoints = std::int32_t;
inline constexpr MilliPoints kMilli = 1000;                 // in a point
inline constexpr MilliPoints kImpossible = -2'000'000'000;  // below any real equity

inline constexpr int kMaxSlots = 7;
inline constexpr int kSubRacks = 1 << kMaxSlots;
inline constexpr int kMaxOfOneSize = 35;  // sub-racks of three or four tiles of seven

using SlotSet = std::uint8_t;
using SubRackSet = std::uint64_t;  // of one size

// Slot sets ordered by size, and the index of each.
struct SubRackOrder {
    std::array<SlotSet, kSubRacks> slots{};
    std::array<std::uint8_t, kSubRacks> index{};
    std::array<std::uint8_t, kMaxSlots + 2> first{};  // of each size

    constexpr SubRackOrder() {
        int next = 0;
        for (int size = 0; size <= kMaxSlots; ++size) {
            first[size] = static_cast<std::uint8_t>(next);
            for (int set = 0; set < kSubRacks; ++set) {
                if (std::popcount(static_cast<unsigned>(set)) != size) continue;
                slots[next] = static_cast<SlotSet>(set);
                index[set] = static_cast<std::uint8_t>(next++);
            }
        }
        first[kMaxSlots + 1] = kSubRacks;
    }
};
inline constexpr SubRackOrder kOrder{};
static_assert(kOrder.first[4] == 64, "a size lies in one 64-bit set");

constexpr int half_index(int size) { return size >= 4; }

// For each set of slots: the sub-racks that contain any of them.
constexpr std::array<std::array<SubRackSet, 2>, kSubRacks> sub_racks_with_any() {
    std::array<std::array<SubRackSet, 2>, kSubRacks> sub_racks_with{};
    for (int slots = 0; slots < kSubRacks; ++slots) {
        for (int index = 0; index < kSubRacks; ++index) {
            if (kOrder.slots[index] & slots)
                sub_racks_with[slots][index / 64] |= SubRackSet{1} << index % 64;
        }
    }
    return sub_racks_with;
}
inline constexpr auto kSubRacksWithAny = sub_racks_with_any();

template <class Mask>
struct RackSubsets {
    int size = 0;
    std::array<Letter, kMaxSlots> slots{};  // the tiles, blanks as kBlank
    std::array<SlotSet, kMaxTiles>
        slots_of{};      // by tile; stale for tiles that this rack does not have
    SlotSet blanks = 0;  // slots of blanks
    Mask letters = 0;
    std::array<Signature, kSubRacks> signatures;          // here and below: by index in kOrder
    std::array<Int16x8, kSubRacks> points;                // of its tiles, in falling order
    std::array<MilliPoints, kSubRacks> leave_plus_bonus;  // value of the leave plus the bonus
    std::array<std::uint16_t, kSubRacks> leaves;          // number of the leave (rack.hpp)
    std::array<SubRackSet, kMaxSlots + 1> of_size{};      // the sub-racks in use
    std::array<MilliPoints, kMaxSlots + 1> best_leave_plus_bonus{};  // by size

    // The rack has at most kMaxSlots tiles; `leave_values` in milli-points by sub-rack number.
    void set(const Rack<Mask>& rack, const TilePoints& tile_points, const PlacementBonus& bonus,
             const MilliPoints* leave_values) {
        fill_slots(rack, tile_points);
        of_size.fill(0);
        best_leave_plus_bonus.fill(kImpossible);
        signatures[0] = 0;
        points[0] = {};
        std::array<std::uint32_t, kSubRacks> laid;  // numbers of the sub-racks, by slots
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
            of_size[placed] |= SubRackSet{1} << index % 64;
        }
    }

    // The points of the whole rack, in falling order.
    const Int16x8& all_points() const { return points[kOrder.index[(1u << size) - 1]]; }

    // The sub-racks of a size with a tile that may stand for one of the letters.
    SubRackSet sub_racks_with(Mask wanted, int placed) const {
        SlotSet found = blanks;
        for (Mask left = wanted & letters; left; left &= left - 1)
            found |= slots_of[lowest_letter<Mask>(left)];
        return kSubRacksWithAny[found][half_index(placed)];
    }

  private:
    SlotSet repeats_ = 0;  // slots with the same tile as the previous slot

    void fill_slots(const Rack<Mask>& rack, const TilePoints& tile_points) {
        size = 0;
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            for (int copy = 0; copy < rack.count(tile); ++copy)
                slots[size++] = static_cast<Letter>(tile);
        }
        std::stable_sort(slots.begin(), slots.begin() + size,
                         [&](Letter a, Letter b) { return tile_points[a] > tile_points[b]; });
        letters = rack.letters();
        blanks = repeats_ = 0;
        for (int slot = 0; slot < size; ++slot) slots_of[slots[slot]] = 0;
        for (int slot = 0; slot < size; ++slot) {
            const auto here = static_cast<SlotSet>(1u << slot);
            slots_of[slots[slot]] |= here;
            if (slots[slot] == kBlank) blanks |= here;
            if (slot > 0 && slots[slot] == slots[slot - 1]) repeats_ |= here;
        }
    }
};

}  // namespace jackdaw
