// A rack while moves are generated: how many of each tile are left, and the number of the sub-rack that they form.
//
// Sub-racks are numbered in mixed radix: each kind of tile on the full rack has a stride, the number is the sum of count * stride.
// The full rack is the highest number, the empty one 0, so whatever is known of every leave of a rack is one small array.
#pragma once

#include <array>
#include <cstdint>

#include "tiles.hpp"

namespace jackdaw {

using TileCounts = std::array<std::uint8_t, kMaxTiles>;  // by letter, blanks at 0

template <class Mask>
class Rack {
public:
    explicit Rack(const TileCounts& counts) : counts_(counts) {
        std::uint32_t stride = 1;
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            if (!counts[tile]) continue;
            strides_[tile] = stride;
            stride *= counts[tile] + 1u;
            size_ += counts[tile];
            if (tile != kBlank) letters_ |= bit_of<Mask>(static_cast<Letter>(tile));
        }
        number_ = stride - 1;
    }

    int size() const { return size_; }  // tiles of the full rack
    Mask letters() const { return letters_; }
    bool has_blank() const { return counts_[kBlank] != 0; }
    std::uint32_t number() const { return number_; }
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
