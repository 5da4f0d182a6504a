// What may be laid of a rack of at most seven tiles: its sub-racks, as sets of them and with what each is worth.
//
// The tiles of the rack are slots, dearest first, and a sub-rack is a set of slots. Sub-racks stand in the order of their sizes, which puts
// those of up to three tiles and those of more into a 64-bit set each. Of sub-racks that are the same tiles from other slots one is used.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "board.hpp"
#include "eight_numbers.hpp"
#include "generator.hpp"
#include "rack.hpp"
#include "word_map.hpp"

namespace jackdaw {

using MilliPoints = std::int32_t;
inline constexpr MilliPoints kMilli = 1000;               // in a point
inline constexpr MilliPoints kHopeless = -2'000'000'000;  // less than any equity that is worked with

inline constexpr int kMostSlots = 7;
inline constexpr int kSubRacks = 1 << kMostSlots;
inline constexpr int kMostOfOneSize = 35;  // sub-racks of three or four tiles of seven

using SlotSet = std::uint8_t;
using SubRackSet = std::uint64_t;  // of one size

// Slot sets in the order of their sizes, and the place of each.
struct SubRackOrder {
    std::array<SlotSet, kSubRacks> slots{};
    std::array<std::uint8_t, kSubRacks> place{};
    std::array<std::uint8_t, kMostSlots + 2> first{};  // of each size

    constexpr SubRackOrder() {
        int next = 0;
        for (int size = 0; size <= kMostSlots; ++size) {
            first[size] = static_cast<std::uint8_t>(next);
            for (int set = 0; set < kSubRacks; ++set) {
                if (std::popcount(static_cast<unsigned>(set)) != size) continue;
                slots[next] = static_cast<SlotSet>(set);
                place[set] = static_cast<std::uint8_t>(next++);
            }
        }
        first[kMostSlots + 1] = kSubRacks;
    }
};
inline constexpr SubRackOrder kOrder{};
static_assert(kOrder.first[4] == 64, "a size lies in one 64-bit set");

constexpr int half_of(int size) { return size >= 4; }

// For each set of slots: the sub-racks that have one of them.
constexpr std::array<std::array<SubRackSet, 2>, kSubRacks> sub_racks_meeting() {
    std::array<std::array<SubRackSet, 2>, kSubRacks> meeting{};
    for (int slots = 0; slots < kSubRacks; ++slots) {
        for (int place = 0; place < kSubRacks; ++place) {
            if (kOrder.slots[place] & slots) meeting[slots][place / 64] |= SubRackSet{1} << place % 64;
        }
    }
    return meeting;
}
inline constexpr auto kMeeting = sub_racks_meeting();

template <class Mask>
struct LaidTiles {
    int size = 0;
    std::array<Letter, kMostSlots> slots{};             // the tiles, blanks as kBlank
    std::array<SlotSet, kMaxTiles> slots_of{};          // by tile; what a rack before this one had may be left
    SlotSet blanks = 0;                                 // slots of blanks
    Mask letters = 0;
    std::array<Signature, kSubRacks> signatures;        // of a sub-rack's letters; here and below by its place in kOrder
    std::array<EightNumbers, kSubRacks> points;         // of its tiles, dearest first
    std::array<MilliPoints, kSubRacks> worth;           // bonus, and value of what is kept
    std::array<std::uint16_t, kSubRacks> kept;          // number of what is kept (rack.hpp)
    std::array<SubRackSet, kMostSlots + 1> of_size{};   // those that are used
    std::array<MilliPoints, kMostSlots + 1> best_worth{};  // by size

    // The rack has at most kMostSlots tiles; `leave_values` in milli-points by sub-rack number.
    void set(const Rack<Mask>& rack, const TilePoints& tile_points, const PlacementBonus& bonus, const MilliPoints* leave_values) {
        fill_slots(rack, tile_points);
        of_size.fill(0);
        best_worth.fill(kHopeless);
        signatures[0] = 0;
        points[0] = {};
        std::array<std::uint32_t, kSubRacks> laid;  // numbers of the sub-racks, by slots
        laid[0] = 0;
        const std::uint32_t full = rack.number();
        for (unsigned set = 1; set < 1u << size; ++set) {
            const int place = kOrder.place[set], rest = kOrder.place[set & (set - 1)];
            const Letter tile = slots[std::countr_zero(set)];
            laid[set] = laid[set & (set - 1)] + rack.stride(tile);
            signatures[place] = signatures[rest] + kLetterSignatures[tile];
            points[place] = points[rest].behind(static_cast<std::int16_t>(tile_points[tile]));
            if (set & repeats_ & ~(set << 1)) continue;  // the same as one with an earlier slot
            const int placed = std::popcount(set);
            kept[place] = static_cast<std::uint16_t>(full - laid[set]);
            worth[place] = leave_values[full - laid[set]] + bonus[placed] * kMilli;
            best_worth[placed] = std::max(best_worth[placed], worth[place]);
            of_size[placed] |= SubRackSet{1} << place % 64;
        }
    }

    // The points of the whole rack, dearest first.
    const EightNumbers& all_points() const { return points[kOrder.place[(1u << size) - 1]]; }

    // Sub-racks of a size with a tile that may stand for one of the letters.
    SubRackSet meeting(Mask wanted, int placed) const {
        SlotSet found = blanks;
        for (Mask left = wanted & letters; left; left &= left - 1) found |= slots_of[lowest_letter<Mask>(left)];
        return kMeeting[found][half_of(placed)];
    }

private:
    SlotSet repeats_ = 0;  // slots with the same tile as the one before

    void fill_slots(const Rack<Mask>& rack, const TilePoints& tile_points) {
        size = 0;
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            for (int copy = 0; copy < rack.count(tile); ++copy) slots[size++] = static_cast<Letter>(tile);
        }
        std::stable_sort(slots.begin(), slots.begin() + size, [&](Letter a, Letter b) { return tile_points[a] > tile_points[b]; });
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
