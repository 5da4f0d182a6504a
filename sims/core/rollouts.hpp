// Monte-Carlo rollouts: candidate moves of a position, each played on with the same racks and the same order of draws.
//
// An iteration deals the opponent's rack and the order of the bag. Then each candidate is made, its player draws, and both play so many
// plies of best static moves. All of it depends on seed and iteration alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "movegen/core/move_record.hpp"
#include "movegen/core/rack.hpp"
#include "movegen/core/variant.hpp"
#include "movegen/core/word_graph.hpp"
#include "strategy/core/static_player.hpp"

namespace jackdaw {

// Tiles that the opponent may have kept: one list of them is true, each with a chance of its own.
struct KnownLeaves {
    const std::uint8_t* counts;  // by leave, then by tile
    int kinds;                   // of tiles
    const std::uint32_t* upto;   // weights, each with those before it
    std::size_t count;           // of leaves, one or more: if it is one, that leave is held surely
};

// What the player on turn, 0, knows. The opponent is 1.
struct RolloutStart {
    const Square* squares;  // by rows
    TileCounts rack;
    TileCounts unseen;      // in the bag and on the opponent's rack
    KnownLeaves leaves;     // of these, on the opponent's rack; the rest of it may be any
    int opponent_held;      // tiles on the opponent's rack
    int scoreless_turns;    // in a row up to now
};

// What a rollout came to; without gaps, so that equal ones are equal bytes.
struct RolloutRecord {
    std::int32_t spread;   // points won less points lost, from the candidate on; those of the tiles left included if the game ended
    std::int32_t leaves;   // the leaves' difference at the horizon: milli-points; 0 if the game ended
    std::uint16_t unseen;  // tiles that the player on turn at the horizon does not see
    std::uint8_t on_turn;  // 0 or 1
    std::uint8_t ended;    // whether the game ended
    std::int32_t plies;    // played after the candidate
};

// What was scored on a ply, in all rollouts together.
struct PlySums {
    std::int64_t count;    // rollouts that came to it
    std::int64_t points;
    std::int64_t squares;  // of the points
    std::int64_t bingos;
};

static_assert(sizeof(RolloutRecord) == 16 && sizeof(PlySums) == 32, "Python reads these bytes");
static_assert(std::has_unique_object_representations_v<RolloutRecord> && std::is_trivially_copyable_v<RolloutRecord>);

struct RolloutPlan {
    std::uint64_t seed;
    std::int64_t first;       // iteration
    std::int64_t iterations;
    int plies;                // after the candidate
    int told;                 // the first so many plies are summed up
    bool shared;              // whether candidates share searches: faster, and the same
};

struct Rollouts {
    std::vector<RolloutRecord> records;  // by iteration, then by candidate
    std::vector<PlySums> plies;          // by candidate, then by ply
    std::vector<std::int64_t> covered;   // by candidate, then by square, by rows: how many of the opponent's replies lay a tile there
};

// Rolls out legal moves of the position.
template <int Width, class Mask>
Rollouts roll_out(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy, const RolloutStart& start,
                  const std::vector<MoveRecord<Width>>& candidates, const RolloutPlan& plan);

}  // namespace jackdaw
