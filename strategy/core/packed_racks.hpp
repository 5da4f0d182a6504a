// Racks that only shrink, as one number each: subtraction lays tiles, and one comparison tells whether a rack has them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "movegen/core/rack.hpp"

namespace jackdaw {

// A field for each kind of tile of the full rack, wide enough for its count and a guard bit above it. Each tile takes two bits at most, so that
// the largest rack fits.
using PackedRack = std::uint32_t;
static_assert(2 * kMaxRack <= 32);

class RackPacking {
public:
    explicit RackPacking(const TileCounts& full) {
        int shift = 0;
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            if (!full[tile]) continue;
            units_[tile] = PackedRack{1} << shift;
            shift += std::bit_width(full[tile]);
            guards_ |= PackedRack{1} << shift++;
        }
        full_ = pack(full);
    }

    PackedRack full() const { return full_; }
    PackedRack unit(int tile) const { return units_[tile]; }  // of a kind that the full rack has
    bool has(PackedRack rack, PackedRack part) const { return (((rack | guards_) - part) & guards_) == guards_; }

    PackedRack pack(const TileCounts& rack) const {
        PackedRack packed = 0;
        for (int tile = 0; tile < kMaxTiles; ++tile) packed += rack[tile] * units_[tile];
        return packed;
    }

    TileCounts unpack(PackedRack rack) const {
        TileCounts counts{};
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            if (!units_[tile]) continue;
            const PackedRack above = guards_ & ~(units_[tile] - 1);                            // guards from this kind's on
            const PackedRack field = (above & (~above + 1)) - units_[tile];                    // the bits of its count
            counts[tile] = static_cast<std::uint8_t>((rack & field) / units_[tile]);
        }
        return counts;
    }

    // The least rack that has whatever either rack has.
    PackedRack join(PackedRack a, PackedRack b) const {
        TileCounts counts = unpack(a);
        const TileCounts others = unpack(b);
        for (int tile = 0; tile < kMaxTiles; ++tile) counts[tile] = counts[tile] < others[tile] ? others[tile] : counts[tile];
        return pack(counts);
    }

private:
    std::array<PackedRack, kMaxTiles> units_{};
    PackedRack guards_ = 0;
    PackedRack full_ = 0;
};

}  // namespace jackdaw
