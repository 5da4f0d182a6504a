// The value of a position at the horizon of an endgame search: a greedy playout, which is an
// estimate, and a lower bound by a move that ends the game at once.
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
