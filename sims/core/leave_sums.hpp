// What self-play tells of leaves: how much more the best move is worth when a rack holds the leave.
//
// In a position of self-play the player on turn is dealt racks at random from all tiles that the board does not show. The best move of
// each rack has an equity; what it exceeds the mean of the position's other racks by is the rack's deviation. Of a leave that is kept, the rest of
// the rack is drawn at random: so the mean deviation of the racks that hold it, each counted once for every way to choose the leave from its tiles, is what
// keeping the leave is worth, whatever the position and the stage of the game. The racks that players really have would not do: what
// lies beside the leave was kept too, and by choice.
#pragma once

#include <cstdint>
#include <vector>

#include "movegen/core/variant.hpp"
#include "movegen/core/word_graph.hpp"
#include "movegen/core/word_map.hpp"
#include "self_play.hpp"
#include "strategy/core/static_player.hpp"

namespace jackdaw {

// Which positions count, and how many racks are dealt in each.
struct LeaveSampling {
    int kinds;       // tiles of the tile set
    int most;        // tiles of the longest leave
    int racks;       // dealt in a position: 2 or more
    int first_turn;  // the first that counts, from 1
    int least_bag;   // tiles in the bag, at least 1
};

// Whole numbers, so that those of batches can be added up in any order. The deviation of a rack is in milli-points times one less than the
// racks of a position.
struct LeaveSums {
    std::vector<std::int64_t> deviations;  // by the place of the leave (LeaveNumbers), the last entry being that of longer ones
    std::vector<std::int64_t> counts;
    std::int64_t racks = 0;
    std::int64_t equities = 0;  // milli-points
    std::int64_t squares = 0;   // of the deviations, in square hundredths of a point
};

// Plays games of a strategy against itself and deals racks in their positions.
template <int Width, class Mask>
LeaveSums sum_leaves(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy, const Batch& batch,
                     const LeaveSampling& sampling);

}  // namespace jackdaw
