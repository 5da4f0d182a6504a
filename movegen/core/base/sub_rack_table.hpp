// For every sub-rack of a rack (by its number, see rack.hpp): its letters, the tiles placed and
// their bonus.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "movegen/core/base/rack.hpp"

namespace jackdaw {

using PlacementBonus =
    std::array<std::int32_t, kMaxRack + 1>;  // bonus points by number of tiles placed

template <class Mask>
class SubRackTable {
  public:
    struct SubRack {
        Mask natural = 0;         // letters that it has as natural tiles
        Mask by_blank = 0;        // letters that its blank may stand for: all or none
        std::int32_t placed = 0;  // tiles placed when this is the leave
        std::int32_t bonus = 0;   // bonus for placing that many
    };

    SubRackTable(const Rack<Mask>& rack, const PlacementBonus& bonus)
        : sub_racks_(rack.number() + 1) {
        std::uint32_t count = 1;  // sub-racks so far
        sub_racks_[0].placed = rack.size();
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            const std::uint32_t added = count * rack.count(tile);
            for (std::uint32_t i = 0; i < added; ++i) {
                SubRack& sub_rack = sub_racks_[count + i] = sub_racks_[i];
                --sub_rack.placed;
                if (tile == kBlank)
                    sub_rack.by_blank = kAllLetters<Mask>;
                else
                    sub_rack.natural |= bit_of<Mask>(static_cast<Letter>(tile));
            }
            count += added;
        }
        for (SubRack& sub_rack : sub_racks_) sub_rack.bonus = bonus[sub_rack.placed];
    }

    const SubRack& operator[](std::uint32_t number) const { return sub_racks_[number]; }

  private:
    std::vector<SubRack> sub_racks_;
};

}  // namespace jackdaw
