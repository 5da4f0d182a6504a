// The value of leaves, measured in self-play: how much more the best move is worth when a rack
// holds the leave.
//
// In a position of self-play the player on turn is dealt racks at random from all tiles that the
// board does not show. Each rack's best move has an equity, and its excess over the mean of the
// position's other racks is the rack's deviation. After a leave the rest of the rack is drawn at
// random, so the leave's value is the mean deviation of the racks that hold it, each counted once
// for every way to choose the leave from its tiles, over all positions and stages of the game. The
// racks that players really hold would not do: the tiles beside the leave were chosen too.
#pragma once

#include <cstdint>
#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/lexicon/word_graph.hpp"
#include "movegen/core/lexicon/word_map.hpp"
#include "sims/core/games/self_play.hpp"
#include "strategy/core/static/static_player.hpp"

namespace jackdaw {

// The positions to sample, and the racks to deal in each.
struct LeaveSampling {
    int kinds;       // tiles of the tile set
    int max_size;    // tiles of the longest leave
    int racks;       // dealt in a position: 2 or more
    int first_turn;  // the first sampled turn, from 1
    int min_bag;     // tiles in the bag, at least 1
};

// Integers, so that the sums of batches can be added in any order. A rack's deviation is in
// milli-points, times one less than the racks of a position.
struct LeaveSums {
    std::vector<std::int64_t>
        deviations;  // by index of the leave (LeaveNumbers); the last entry is for longer ones
    std::vector<std::int64_t> counts;
    std::int64_t racks = 0;
    std::int64_t equities = 0;  // milli-points
    std::int64_t squares = 0;   // of the deviations, in square hundredths of a point
};

// Plays games of a strategy against itself and deals racks in their positions.
template <int Width, class Mask>
LeaveSums sum_leaves(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant,
                     const StaticStrategy& strategy, const GameBatch& batch,
                     const LeaveSampling& sampling);

}  // namespace jackdaw
