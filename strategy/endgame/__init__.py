"""Endgames and pre-endgames: positions that can be searched to the end of the game.

`endgame` solves positions with an empty bag, `last_round` those of rules that limit the turns from then on,
`preendgame` those with one to four tiles in it; `turns` plays out the last turns of a game.
"""

from strategy.endgame.endgame import can_solve_endgame, solve_endgame, solve_endgame_move
from strategy.endgame.endgame_result import EndgameMove, EndgameResult
from strategy.endgame.preendgame import (
    MAX_IN_BAG,
    PreendgameOptions,
    can_solve_preendgame,
    check_search,
    solve_preendgame,
    solve_preendgame_move,
)
from strategy.endgame.preendgame_move import (
    HARDLY_EVER,
    PreendgameMove,
    SimulatedEnd,
    Source,
    better_known,
    discount_win,
    rank_moves,
)
from strategy.endgame.preendgame_outcomes import PreendgameOutcome, PreendgameOutcomes
from strategy.endgame.preendgame_result import PreendgameProgress, PreendgameResult
from strategy.endgame.turns import (
    PASSES,
    LastTurn,
    TilesLeft,
    last_turns,
    play_turn,
    whole_position,
)

__all__ = [
    "HARDLY_EVER",
    "MAX_IN_BAG",
    "PASSES",
    "EndgameMove",
    "EndgameResult",
    "LastTurn",
    "PreendgameMove",
    "PreendgameOptions",
    "PreendgameOutcome",
    "PreendgameOutcomes",
    "PreendgameProgress",
    "PreendgameResult",
    "SimulatedEnd",
    "Source",
    "TilesLeft",
    "better_known",
    "can_solve_endgame",
    "can_solve_preendgame",
    "check_search",
    "discount_win",
    "last_turns",
    "play_turn",
    "rank_moves",
    "solve_endgame",
    "solve_endgame_move",
    "solve_preendgame",
    "solve_preendgame_move",
    "whole_position",
]
