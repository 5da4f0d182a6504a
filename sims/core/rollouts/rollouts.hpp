// Monte-Carlo rollouts: candidate moves of a position, each continued with the same racks and the
// same order of draws (common random numbers, a variance reduction).
//
// An iteration deals the opponent's rack and the order of the bag. Then each candidate is made, its
// player draws, and both sides play a number of plies of best static moves. Once the bag is empty
// both racks are known, and an endgame search may value the game instead. The results depend on
// seed and iteration alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/lexicon/word_graph.hpp"
#include "sims/core/rollouts/likely_plays.hpp"
#include "strategy/core/endgame/endgame_estimate.hpp"
#include "strategy/core/static/static_player.hpp"

namespace jackdaw {

// The distribution of the opponent's leave: leaves and their weights.
struct LeaveDistribution {
    const std::uint8_t* counts;               // by leave, then by tile
    int kinds;                                // of tiles
    const std::uint32_t* cumulative_weights;  // by leave; the last is the sum of all weights
    std::size_t count;                        // of leaves; a single one is certain
};

inline constexpr std::int64_t kStaticEndings = -1;
inline constexpr int kMaxComparedMoves = 100;

// The position as the player on turn (0) knows it. The opponent is 1.
struct RolloutStart {
    const Square* squares;  // by rows
    TileCounts rack;
    TileCounts unseen;              // in the bag and on the opponent's rack
    LeaveDistribution leaves;       // held by the opponent; the rest of the rack is random
    int opponent_held;              // tiles on the opponent's rack
    int lead;                       // of the player on turn, in points
    int scoreless_turns;            // consecutive, so far
    int last_turns = kNoLastTurns;  // left, with the present one
};

// The result of a rollout; without padding, so that equal results are equal bytes.
struct RolloutRecord {
    std::int32_t spread;  // points won less points lost, from the candidate on, including the tiles
                          // left if the game ended
    std::int32_t
        leaves;  // difference of leave values at the horizon in milli-points; 0 if the game ended
    std::uint16_t unseen;  // unseen by the player on turn at the horizon
    std::uint8_t on_turn;  // 0 or 1
    std::uint8_t ended;    // whether the game ended
    std::int32_t plies;    // played after the candidate
};

// Sums over all rollouts of what was scored on a ply.
struct PlySums {
    std::int64_t count;  // rollouts that reached it
    std::int64_t points;
    std::int64_t squares;  // of the points
    std::int64_t bingos;
};

static_assert(sizeof(RolloutRecord) == 16 && sizeof(PlySums) == 32, "Python reads these bytes");
static_assert(std::has_unique_object_representations_v<RolloutRecord> &&
              std::is_trivially_copyable_v<RolloutRecord>);

// What to roll out.
struct RolloutPlan {
    std::uint64_t seed;
    std::int64_t first;  // iteration
    std::int64_t iterations;
    int plies;         // after the candidate
    int summed_plies;  // the first plies, for which sums are reported
    // Nodes of the endgame search that values a game once its bag is empty; kStaticEndings if both
    // players go on with static moves.
    std::int64_t endgame_nodes = kStaticEndings;
    EndgameEstimates* estimates = nullptr;  // of the same lexicon and variant; null to keep none
    // Static moves that a player compares with one tile in the bag; 1 for none.
    int compared_moves = 1;
    LikelyPlays* likely_plays = nullptr;  // of the same lexicon, variant and strategy; or null
};

struct Rollouts {
    std::vector<RolloutRecord> records;  // by iteration, then by candidate
    std::vector<PlySums> plies;          // by candidate, then by ply
    std::vector<std::int64_t>
        covered;  // by candidate, then by square (rows): number of replies that place a tile there
};

// Rolls out legal moves of the position.
template <int Width, class Mask>
Rollouts roll_out(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant,
                  const StaticStrategy& strategy, const RolloutStart& start,
                  const std::vector<MoveRecord<Width>>& candidates, const RolloutPlan& plan);

}  // namespace jackdaw
