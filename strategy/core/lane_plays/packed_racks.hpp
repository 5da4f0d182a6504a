// Racks that only shrink, as one number each: subtraction lays tiles, and one comparison shows
// if a rack has them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "movegen/core/base/hashing.hpp"
#include "movegen/core/base/rack.hpp"

namespace jackdaw {

// A field for each kind of tile of the full rack, wide enough for its count and a guard bit above
// it. Each tile takes two bits at most, so that the largest rack fits.
using PackedRack = std::uint32_t;
static_assert(2 * kMaxRack <= 32);

class RackPacking {
  public:
    explicit RackPacking(const TileCounts& full) {
        int shift = 0;
        for_each_kind(full, [&](int tile) {
            units_[tile] = PackedRack{1} << shift;
            std::uint64_t weight = splitmix64(static_cast<unsigned>(tile));
            for (int bit = 0; bit < std::bit_width(full[tile]); ++bit, ++shift, weight *= 2)
                weigh(shift, weight);
            guards_ |= PackedRack{1} << shift++;
        });
        full_ = pack(full);
    }

    PackedRack full() const { return full_; }
    PackedRack unit(int tile) const { return units_[tile]; }  // of a kind that the full rack has
    bool has(PackedRack rack, PackedRack part) const {
        return (((rack | guards_) - part) & guards_) == guards_;
    }

    // The hash of a rack: the same for the same tiles in any other packing.
    std::uint64_t hash(PackedRack rack) const {
        std::uint64_t sum = 0;
        for (int i = 0; i < 8; ++i) sum += sums_[i][rack >> 4 * i & 15];
        return splitmix64(sum);
    }

    // The number of its tiles.
    int size(PackedRack rack) const {
        int sum = 0;
        for (PackedRack guards = guards_, below = 0; guards; guards &= guards - 1) {
            const PackedRack guard = guards & (~guards + 1), field = (guard - 1) & ~below;
            sum += static_cast<int>((rack & field) / (field & (~field + 1)));
            below = guard | (guard - 1);
        }
        return sum;
    }

    // The count of a kind that the full rack has.
    int count(PackedRack rack, int tile) const {
        const PackedRack above = guards_ & ~(units_[tile] - 1);  // guards from this kind's on
        const PackedRack field = (above & (~above + 1)) - units_[tile];  // the bits of its count
        return static_cast<int>((rack & field) / units_[tile]);
    }

    PackedRack pack(const TileCounts& rack) const {
        PackedRack packed = 0;
        for (int tile = 0; tile < kMaxTiles; ++tile) packed += rack[tile] * units_[tile];
        return packed;
    }

    TileCounts unpack(PackedRack rack) const {
        TileCounts counts{};
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            if (!units_[tile]) continue;
            counts[tile] = static_cast<std::uint8_t>(count(rack, tile));
        }
        return counts;
    }

    // The smallest rack that contains both racks.
    PackedRack join(PackedRack a, PackedRack b) const {
        TileCounts counts = unpack(a);
        const TileCounts others = unpack(b);
        for (int tile = 0; tile < kMaxTiles; ++tile)
            counts[tile] = counts[tile] < others[tile] ? others[tile] : counts[tile];
        return pack(counts);
    }

  private:
    // A tile's number is counted so often as there are of it: its field's bits weigh 1, 2, 4, ...
    // times that.
    void weigh(int bit, std::uint64_t weight) {
        for (unsigned part = 0; part < 16; ++part) {
            if (part >> bit % 4 & 1) sums_[bit / 4][part] += weight;
        }
    }

    std::array<PackedRack, kMaxTiles> units_{};
    std::array<std::array<std::uint64_t, 16>, 8> sums_{};  // of weights, by four bits of a rack
    PackedRack guards_ = 0;
    PackedRack full_ = 0;
};

}  // namespace jackdaw
