// What a game is played with: the board before it, the tiles and the rules, as far as the core asks for them.
#pragma once

#include <cstdint>

#include "board.hpp"
#include "generator.hpp"
#include "layout.hpp"
#include "rack.hpp"
#include "tiles.hpp"

namespace jackdaw {

struct Variant {
    Layout layout;
    TilePoints points;
    TileCounts tiles;       // how many of each there are
    std::uint64_t vowels;   // bit i: tile i
    PlacementBonus bonus;   // for a bingo
    int rack_size;
    int bingo_tiles;        // placed at once they are a bingo
    int exchange_limit;     // tiles that must be in the bag to exchange
    int scoreless_turns;    // in a row, end the game

    // How many tiles may be exchanged.
    int most_exchanged(int held, int bag_count) const { return bag_count < exchange_limit ? 0 : held < bag_count ? held : bag_count; }
};

}  // namespace jackdaw
