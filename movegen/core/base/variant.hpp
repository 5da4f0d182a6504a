// A game's board, tiles and rules, as far as the core needs them.
#pragma once

#include <cstdint>

#include "movegen/core/base/layout.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/sub_rack_table.hpp"

namespace jackdaw {

// The turns that players have once the bag is empty (movegen/variant/rules.py).
enum class EndingRule : std::uint8_t {
    kOut,        // none after a player has no tiles left
    kLastTurns,  // then one more for each other player
    kEmptyBag    // one more for each player
};

inline constexpr int kNoLastTurns = -1;  // nothing limits the number of turns yet

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
    EndingRule ending = EndingRule::kOut;
    bool counts_tiles_left = true;  // at the end of the game

    // The most tiles that may be exchanged.
    int max_exchanged(int held, int bag_count) const {
        return bag_count < exchange_limit ? 0 : held < bag_count ? held : bag_count;
    }

    // The turns that remain after a turn, of `before` with it, or kNoLastTurns. `held` and
    // `bag_count` count the mover's tiles and those in the bag after drawing.
    int last_turns_after(int before, int held, int bag_count, int players) const {
        if (before != kNoLastTurns) return before - 1;
        if (bag_count || (held && ending != EndingRule::kEmptyBag)) return kNoLastTurns;
        return ending == EndingRule::kOut ? 0 : players - (ending == EndingRule::kLastTurns);
    }
};

}  // namespace jackdaw
