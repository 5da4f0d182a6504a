// The estimate of a position at the horizon of an endgame search, from the plays that are on its
// board.
//
// Greedy playout (the estimate of MAGPIE's and macondo's endgame solvers, too): both players make
// their best plays in turn, leaving out lanes that were touched. A move that ends the game at once
// is a lower bound.
#pragma once

#include "strategy/core/endgame/search_stack.hpp"

namespace jackdaw {

struct HorizonValue {
    int playout;      // change of spread for the player on turn
    int end;          // the same by the best move that ends the game; -kUnbounded without one
    LanePlay ending;  // that move; empty for a pass
};

template <class Mask, int Width>
HorizonValue evaluate_horizon(SearchStack<Mask, Width>& stack, const ScorelessRule& rule,
                              const EndgamePly<Mask, Width>& ply);

}  // namespace jackdaw
