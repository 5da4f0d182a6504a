// The endgame by plain minimax: every move to the end of the game, nothing remembered, nothing left out. What endgame.hpp is tested against.
#pragma once

#include "endgame_search.hpp"

namespace jackdaw {

// The change of spread for the player on turn under best play of both.
template <class Mask, int Width>
int plain_endgame_value(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position, const ScorelessRule& rule);

}  // namespace jackdaw
