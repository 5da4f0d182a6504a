// A game's board, tiles and rules, as far as the core needs them.
#pragma once

#include <cstdint>

#include "movegen/core/base/layout.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/sub_rack_table.hpp"

namespace jackdaw {

struct Variant {
    Layout layout;
    TilePoints points;
    TileCounts tiles;      // of the full bag
    std::uint64_t vowels;  // bit i: tile i
    PlacementBonus bonus;  // the bingo bonus
    int rack_size;
    int bingo_tiles;      // tiles placed in a bingo
    int exchange_limit;   // tiles that must be in the bag to exchange
    int scoreless_turns;  // consecutive scoreless turns that end the game

    // The most tiles that may be exchanged.
    int max_exchanged(int held, int bag_count) const {
        return bag_count < exchange_limit ? 0 : held < bag_count ? held : bag_count;
    }
};

}  // namespace jackdaw
