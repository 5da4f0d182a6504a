// Checks of the arguments that several bindings of games take; see arguments.hpp of movegen.
#pragma once

#include <cstdint>
#include <limits>

#include "sims/core/games/self_play.hpp"
#include "strategy/core/bindings/strategy_arguments.hpp"

namespace jackdaw {

// Throws unless games of a variant end, and its tiles fill the racks of all players.
inline void check_ending(const Variant& variant, int players) {
    in_range(variant.scoreless_turns, 1, 1'000'000, "the number of turns that end the game");
    require(count_tiles(variant.tiles) >= players * variant.rack_size,
            "there are too few tiles for the racks");
}

inline void check_batch(const GameBatch& batch) {
    constexpr std::int64_t kMaxGames = 1 << 20;  // of a call
    constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();
    in_range(batch.games, 0, kMaxGames, "the number of games");
    in_range(batch.first, 0, kMaxNumber, "the number of the first game");
    in_range(batch.step, 1, kMaxNumber, "the step between games");
    require(batch.games == 0 || (batch.games - 1) <= (kMaxNumber - batch.first) / batch.step,
            "the number of the last game is out of range");
}

}  // namespace jackdaw
