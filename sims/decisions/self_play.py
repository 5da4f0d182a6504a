"""Positions for tests of decisions: one of each game that `static` plays against itself.

Positions of one game share its board and its luck; those of different games are independent.

>>> from movegen import Lexicon
>>> turns = list(sample_turns(Lexicon.load(), 2, seed=1, phases=[Phase.LATE]))
>>> [(each.game, each.position.bag_count) for each in turns]
[(0, 24), (1, 24)]
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from movegen.errors import PositionError
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.position import Position
from movegen.variant import Rack, Variant
from sims.decisions.phases import Phase, phase_of_bag
from sims.games import play_static_games
from sims.seeds import derive_seed
from strategy.inference import LastMove
from strategy.players import static_strategy_for

_BLOCK = 64  # games played at a time
_MAX_GAMES_FOR_ONE = 1000


@dataclass(frozen=True)
class SampledTurn:
    """A turn of a game of self-play.

    Attributes
    ----------
    game, turn:    the number of the game, and the turn from 1.
    position:      as the player on turn sees it.
    last:          the opponent's last move.
    opponent_rack: the tiles that the opponent holds; None after the last turn of a player.
    """

    game: int
    turn: int
    position: Position
    last: LastMove | None
    opponent_rack: Rack | None


def sample_turns(
    lexicon: Lexicon,
    count: int,
    *,
    variant: Variant | None = None,
    seed: int = 0,
    phases: Collection[Phase] = (),
) -> Iterator[SampledTurn]:
    """Yield one turn of each game, all turns of these phases (by default of all) being equally likely.

    Games without such a turn are left out. The turn of a game depends on lexicon, variant, seed, phases and
    the game's number alone. Raises PositionError when games of the variant have no such turns, and what
    `play_static_games` raises.
    """
    variant = variant or Variant.standard()
    player = static_strategy_for(lexicon, variant)
    first, found = 0, 0
    while found < count:
        size = min(_BLOCK, max(8, count - found))
        played = play_static_games(
            [player] * 2, lexicon, variant=variant, seed=seed, games=range(first, first + size), turns=True
        )
        assert played.turns is not None
        for number in range(first, first + size):
            bags = played.turns["bag_count"][played.turns["game"] == number]
            turns = _suitable(bags, variant, phases)
            if turns and found < count:
                found += 1
                choice = derive_seed("sample", seed, number) % len(turns)
                yield _sampled(played.game(number), number, turns[choice])
        first += size
        if first > _MAX_GAMES_FOR_ONE * (found + 1):
            names = " or ".join(phases)
            raise PositionError(
                f"self-play of {variant.name} has too few positions of the phase {names}",
                cure="ask for other phases",
            )


def _suitable(bags: npt.NDArray[np.uint16], variant: Variant, phases: Collection[Phase]) -> list[int]:
    """Return the turns of these phases, from 1."""
    rack_size = variant.rules.rack_size
    first_bag = variant.tiles.total - 2 * rack_size
    return [
        turn
        for turn, in_bag in enumerate(bags.tolist(), start=1)
        if not phases or phase_of_bag(in_bag, first_bag, rack_size) in phases
    ]


def _sampled(game: Game, number: int, turn: int) -> SampledTurn:
    position, turns = game.position(turn), game.turns
    # The opponent draws nothing before its next turn, whose rack is therefore the one it holds now.
    theirs = turns[turn].rack if turn < len(turns) else None
    return SampledTurn(number, turn, position, LastMove.before_turn(game, turn), theirs)
