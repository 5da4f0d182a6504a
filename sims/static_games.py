"""Self-play between static strategies, whole batches of games in the compiled core."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_variant
from movegen.errors import PositionError
from movegen.game import Game
from movegen.layouts import BoardLayout
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList, record_type
from movegen.moves import Move
from movegen.rules import Variant
from movegen.tiles import Rack
from sims.native import core
from sims.selfplay import MOST_NUMBER, Bag, check_end, check_seed, play_out, player_names
from strategy.core_strategy import core_strategy
from strategy.static import StaticStrategy

_BLOCK = 256  # games played in one call of the core: Ctrl-C is heard between calls


GAME_TYPE = np.dtype(
    [
        ("game", "<i8"),
        ("scores", "<i8", (core.MAX_PLAYERS,)),
        ("turns", "<u4"),
        ("bingos", "<u2", (core.MAX_PLAYERS,)),
        ("exchanges", "<u2", (core.MAX_PLAYERS,)),
        ("passes", "<u2", (core.MAX_PLAYERS,)),
        ("ending", "<u2"),
        ("out_player", "<u2"),
    ]
)
"""The structure of a game's results.

game:       its number.
scores:     points by player, with those of the tiles left; zeros behind the last player, here and below.
turns:      of all players together.
bingos, exchanges, passes: how many, by player.
ending:     0 if a player went out, 1 if too many turns in a row brought no points.
out_player: who went out, from 0; 0 if nobody did.
"""


def turn_type(layout: BoardLayout) -> np.dtype[Any]:
    """The structure of a turn on this board; the position is that before the move.

    game:      the number of the game.
    equity:    of the move: milli-points.
    scores:    points by player.
    turn:      from 1.
    bag_count: tiles in the bag.
    player:    who is on turn, from 0.
    rack_size: tiles on the rack; `rack` holds their indices in ascending order, and zeros behind.
    move:      the move, as `movegen.move_list.record_type` describes it.
    """
    return np.dtype(
        [
            ("game", "<i8"),
            ("equity", "<i8"),
            ("scores", "<i8", (core.MAX_PLAYERS,)),
            ("turn", "<i8"),
            ("bag_count", "<u2"),
            ("player", "u1"),
            ("rack_size", "u1"),
            ("rack", "u1", (core.MAX_RACK,)),
            ("move", record_type(layout)),
        ]
    )


@dataclass(frozen=True, eq=False)
class StaticGames:
    """Games that were played, in the order of their numbers.

    Attributes
    ----------
    games: an entry a game, of `GAME_TYPE`.
    turns: an entry a turn, of `turn_type`, if they were asked for.
    seconds: that choosing moves took, by player; all else is the same whenever the games are played again.
    """

    variant: Variant
    lexicon_name: str
    names: tuple[str, ...]
    seed: int
    games: npt.NDArray[Any]
    turns: npt.NDArray[Any] | None = None
    seconds: tuple[float, ...] = ()

    def __len__(self) -> int:
        return len(self.games)

    def game(self, number: int) -> Game:
        """The game of this number, whole, such as `format_gcg` writes.

        Raises PositionError when it was not played, or its turns were not asked for.
        """
        if self.turns is None:
            raise PositionError(f"the turns of game {number} were not kept", cure="play with turns=True")
        if number not in self.games["game"]:
            raise PositionError(f"game {number} was not played")
        moves = iter(self.turns["move"][self.turns["game"] == number][:, np.newaxis])

        def choose(game: Game, rack: Rack, bag_count: int) -> Move:
            return MoveList(next(moves), game.state.board, rack)[0]

        game = Game.new(self.variant, self.names, self.lexicon_name)
        play_out(game, Bag(self.variant.tiles, self.seed, number), choose)
        return game

    def __repr__(self) -> str:
        return f"<StaticGames {' v '.join(self.names)}: {len(self):,} games>"


def play_static_games(
    strategies: Sequence[StaticStrategy],
    lexicon: Lexicon,
    *,
    variant: Variant | None = None,
    seed: int = 0,
    first: int = 0,
    step: int = 1,
    games: int = 1,
    turns: bool = False,
) -> StaticGames:
    """Games between strategies, in the order of play, each to its end.

    They are numbered `first`, `first` + `step`, and so on. A game depends on strategies, lexicon, variant,
    seed and its number alone, however a series is divided; it is the one that `play_game` plays with that
    seed and number. With `turns`, every turn is told too.

    Raises
    ------
    PositionError: the variant is not for so many players or may never end, or a number is out of range.
    LexiconError: the lexicon is for other letters.
    ConfigError: a strategy is not for these tiles or racks, or its vocabulary not for this lexicon.

    >>> from movegen import Lexicon
    >>> from strategy import load_strategy
    >>> played = play_static_games([load_strategy("rackh3")] * 2, Lexicon.load(), games=3)
    >>> played, bool((played.games["scores"].sum(axis=1) > 400).all())
    (<StaticGames rackh3-1 v rackh3-2: 3 games>, True)
    """
    variant = variant or Variant.standard()
    names = player_names([strategy.name for strategy in strategies])
    Game.new(variant, names)  # refuses what cannot be played
    check_end(variant)
    check_seed(seed, first)
    if step < 1:
        raise PositionError(f"step {step}", cure="expected 1 or more")
    most = (MOST_NUMBER - first) // step
    if not 0 <= games <= most:
        raise PositionError(f"{games} games", cure=f"expected 0 to {most}")
    lexicon.check_tiles(variant.tiles)
    players = [core_strategy(strategy, variant) for strategy in strategies]
    words = [strategy.known_words(lexicon) for strategy in strategies]
    lexica = list(dict.fromkeys(words))
    blocks = [
        core.play_static_games(
            [known.graph_for(variant.rules.word_order) for known in lexica],
            [known.word_map for known in lexica],
            [lexica.index(known) for known in words],
            core_variant(variant),
            players,
            seed,
            first + at * step,
            step,
            min(_BLOCK, games - at),
            turns,
        )
        for at in range(0, games, _BLOCK)
    ]
    no_bytes = np.empty(0, dtype=np.uint8)
    return StaticGames(
        variant,
        lexicon.name,
        tuple(names),
        seed,
        np.concatenate([no_bytes, *(block[0] for block in blocks)]).view(GAME_TYPE),
        np.concatenate([no_bytes, *(block[1] for block in blocks)]).view(turn_type(variant.layout))
        if turns
        else None,
        tuple(sum(block[2][player] for block in blocks) / 1e9 for player in range(len(names))),
    )
