// What is known of each sub-rack while moves are generated, as an array by its number (rack.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rack.hpp"

namespace jackdaw {

using PlacementBonus = std::array<std::int32_t, kMaxRack + 1>;  // points by number of tiles placed: the bingo bonus

template <class Mask>
class SubRacks {
public:
    struct SubRack {
        Mask natural = 0;         // letters that it has a tile of their own for
        Mask by_blank = 0;        // letters that a blank of it may stand for: all or none
        std::int32_t placed = 0;  // tiles that have left the rack when it is what is kept
        std::int32_t bonus = 0;   // and the points that their number earns
    };

    SubRacks(const Rack<Mask>& rack, const PlacementBonus& bonus) : sub_racks_(rack.number() + 1) {
        std::uint32_t known = 1;  // those of the tiles so far
        sub_racks_[0].placed = rack.size();
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            const std::uint32_t more = known * rack.count(tile);
            for (std::uint32_t i = 0; i < more; ++i) {
                SubRack& sub_rack = sub_racks_[known + i] = sub_racks_[i];
                --sub_rack.placed;
                if (tile == kBlank) sub_rack.by_blank = kAllLetters<Mask>;
                else sub_rack.natural |= bit_of<Mask>(static_cast<Letter>(tile));
            }
            known += more;
        }
        for (SubRack& sub_rack : sub_racks_) sub_rack.bonus = bonus[sub_rack.placed];
    }

    const SubRack& operator[](std::uint32_t number) const { return sub_racks_[number]; }

private:
    std::vector<SubRack> sub_racks_;
};

}  // namespace jackdaw
