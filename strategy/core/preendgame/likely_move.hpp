// The move that a player is likely to make with one or two tiles in the bag, for rollouts. Who
// draws the last tiles and who goes out first decide games there, and static equity counts neither.
#pragma once

#include <vector>

#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/preendgame/decision.hpp"

namespace jackdaw {

// The first move if it leaves tiles in the bag. Else the play among these that empties the bag and
// has the highest utility over some arrangements of the unseen tiles, by an endgame search one ply
// deep in each. `moves` are legal, and there is one; the first of equals is taken. The answer
// depends on the arguments alone.
template <class Mask, int Width>
MoveRecord<Width> likely_move(const Variant& variant, const Board<Mask>& board,
                              const DecisionPosition& position,
                              const std::vector<MoveRecord<Width>>& moves);

}  // namespace jackdaw
