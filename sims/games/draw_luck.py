"""The luck of all draws of a game of two players whose racks are known: a control variate for its result.

A draw's luck is the value of the tiles drawn less the mean over all draws from the bag. Its expectation is
0, whatever the values are, so a result less its luck has the mean of the result, and a smaller variance the
better the values predict it. Backgammon programs report luck-adjusted results of this kind; for games with
hidden cards see N. Burch, M. Schmid, M. Moravcik, D. Morrill and M. Bowling, "AIVAT: A New Variance Reduction
Technique for Agent Evaluation in Imperfect Information Games", AAAI 2018.

A rack is valued on the board where it is first used. The opponent has shaped that board without knowing the
rack, or the expectation would not be 0: while tiles are left in the bag nobody can deduce it, and a draw that
empties the bag takes all its tiles, which is no luck.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from movegen.errors import PositionError
from movegen.game import Game
from movegen.lexicon import Lexicon, check_lexicon
from movegen.position import Position
from movegen.variant import Rack
from sims.simulation import win_model_for
from strategy.analysis import Draw, split_rack, value_draws
from strategy.leaves import MILLI
from strategy.players import StaticStrategy
from strategy.winprob import MILLION, WinModel

SAMPLES = 60
"""Maximum number of draws from the bag that a draw is compared with."""

_TILES_A_MOVE = 4
"""Tiles that the move with the new rack takes from it, on average."""


class DrawLuck(NamedTuple):
    """The luck of a player's draws less that of the opponent's: milli-points, and millionths of a win."""

    points: int
    wins: int

    def for_opponent(self) -> "DrawLuck":
        """Return the same luck from the view of the other player."""
        return DrawLuck(-self.points, -self.wins)


def measure_draw_luck(
    game: Game, lexicon: Lexicon, strategy: StaticStrategy, *, samples: int = SAMPLES, seed: int = 0
) -> DrawLuck:
    """Return the luck of all draws of a game, from the view of the first player.

    The rack of every turn must be whole, as in self-play. Racks are worth their best static moves, and the
    win model of `strategy` turns points into chances to win. The same arguments give the same result.

    Raises PositionError unless there are two players, LexiconError if the lexicon is for other letters,
    ConfigError if the strategy is not for these tiles or racks.

    >>> from sims import play_game
    >>> from strategy import StaticStrategy
    >>> static, lexicon = StaticStrategy.load("static"), Lexicon.load()
    >>> game = play_game([static, static], lexicon, seed=1)
    >>> game.scores, measure_draw_luck(game, lexicon, static)
    ((421, 550), DrawLuck(points=-98866, wins=-546643))
    """
    if len(game.players) != 2:
        raise PositionError(f"luck in a game of {len(game.players)} players", cure="it is measured for two")
    check_lexicon(lexicon, game.variant.tiles)
    model = win_model_for(game.variant, strategy)
    sums = [0, 0]
    for turn, position, draw in _list_draws(game):
        random = Random(f"{seed} {turn}")
        values = value_draws(position, draw, lexicon, strategy, samples=samples, random=random)
        chances = _win_chances(model, position, np.append(values.possible, values.drawn))
        sign = 1 if position.on_turn == 0 else -1
        sums[0] += sign * (values.drawn - round(float(values.possible @ values.chances)))
        sums[1] += sign * (int(chances[-1]) - round(float(chances[:-1] @ values.chances)))
    return DrawLuck(*sums)


def _list_draws(game: Game) -> Iterator[tuple[int, Position, Draw]]:
    """Yield the draws that left tiles in the bag, each with the next turn of the player and its position."""
    none = Rack.empty(game.variant.tiles)
    positions = [game.position(turn) for turn in range(1, len(game.turns) + 1)]
    for index, position in enumerate(positions):
        move = game.turns[index - 2].move if index >= 2 else None
        leave, exchanged = (none, none) if move is None else split_rack(positions[index - 2].rack, move)
        # The opponent saw all tiles but those in the bag before the draw and on the player's rack.
        pool = positions[index - 1].unseen - leave - exchanged if index else position.unseen + position.rack
        if 0 < len(position.rack) - len(leave) < len(pool):
            yield index + 1, position, Draw(position.rack, leave, pool)


def _win_chances(model: WinModel, position: Position, values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the chances of the player on turn to win with racks of these values, in millionths."""
    unseen = max(0, len(position.unseen) - _TILES_A_MOVE)
    return MILLION - model(-(values + position.spread * MILLI), np.full(len(values), unseen))
