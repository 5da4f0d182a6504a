// The rack during move generation: the tiles left, and the number of the sub-rack that they form.
//
// Sub-racks are numbered in mixed radix (the combinatorial number system of a multiset): each kind
// of tile has a stride, and a number is the sum of count * stride. The full rack has the highest
// number and the empty rack has 0, so values of all leaves fit one small array.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <numeric>

#include "movegen/core/base/tiles.hpp"
#include "movegen/core/base/vectors.hpp"

namespace jackdaw {

using TileCounts = std::array<std::uint8_t, kMaxTiles>;  // by tile: the blank at 0
using TilePoints = std::array<std::int32_t, kMaxTiles>;  // by tile: the blank at 0

inline int count_tiles(const TileCounts& tiles) {
    return std::accumulate(tiles.begin(), tiles.end(), 0);
}

// The tiles of which there are some: a bit for each.
inline std::uint64_t kinds_of(const TileCounts& tiles) {
    std::uint64_t found = 0;
    for (int first = 0; first < kMaxTiles; first += kCompared) {
        const std::uint32_t absent = equal_to(tiles.data() + first, std::uint8_t{0});
        found |= std::uint64_t{absent ^ 0xFFFFu} << first;
    }
    return found;
}

// Calls visit(tile) for each kind of tile of which there are some, in ascending order.
template <class Visit>
void for_each_kind(const TileCounts& tiles, Visit visit) {
    for (std::uint64_t left = kinds_of(tiles); left; left &= left - 1)
        visit(std::countr_zero(left));
}

// The total points of a rack.
constexpr int rack_points(const TileCounts& rack, const TilePoints& points) {
    int sum = 0;
    for (int tile = 0; tile < kMaxTiles; ++tile) sum += rack[tile] * points[tile];
    return sum;
}

template <class Mask>
class Rack {
  public:
    explicit Rack(const TileCounts& counts) : counts_(counts) {
        std::uint32_t stride = 1;
        for_each_kind(counts, [&](int tile) {
            strides_[tile] = stride;
            stride *= counts[tile] + 1u;
            size_ += counts[tile];
            if (tile != kBlank) letters_ |= bit_of<Mask>(static_cast<Letter>(tile));
        });
        number_ = stride - 1;
    }

    int size() const { return size_; }  // tiles of the full rack
    Mask letters() const { return letters_; }
    bool has_blank() const { return counts_[kBlank] != 0; }
    std::uint32_t number() const { return number_; }
    const TileCounts& counts() const { return counts_; }
    std::uint8_t count(int tile) const { return counts_[tile]; }
    std::uint32_t stride(int tile) const { return strides_[tile]; }

    // The number of a sub-rack of the full rack.
    std::uint32_t number_of(const TileCounts& sub_rack) const {
        std::uint32_t number = 0;
        for (int tile = 0; tile < kMaxTiles; ++tile) number += sub_rack[tile] * strides_[tile];
        return number;
    }

    void take(Letter tile) {
        if (--counts_[tile] == 0 && tile != kBlank) letters_ &= ~bit_of<Mask>(tile);
        number_ -= strides_[tile];
    }
    void put_back(Letter tile) {
        ++counts_[tile];
        if (tile != kBlank) letters_ |= bit_of<Mask>(tile);
        number_ += strides_[tile];
    }

  private:
    TileCounts counts_;
    std::array<std::uint32_t, kMaxTiles> strides_{};
    int size_ = 0;
    Mask letters_ = 0;
    std::uint32_t number_ = 0;
};

}  // namespace jackdaw
