"""Self-play of static strategies: batches of whole games in the compiled core."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from movegen.board import Move, MoveList, record_type
from movegen.errors import PositionError
from movegen.game import Game
from movegen.lexicon import Lexicon, check_lexicon
from movegen.numbers import MAX_NUMBER, check_whole, show_value
from movegen.showing import import_pandas
from movegen.variant import BoardLayout, Rack, Variant, core_variant
from sims.bag import Bag, check_end, check_seed, play_out
from sims.games.forfeits import Forfeit
from sims.native import core
from sims.players import player_names
from strategy.leaves import MILLI
from strategy.players import StaticStrategy, check_static, core_strategy, fit_strategy

if TYPE_CHECKING:
    from pandas import DataFrame

_KINDS = ("play", "exchange", "pass")  # by the numbers of `record_type`
_BLOCK = 256  # games per call of the core: Ctrl-C takes effect between calls


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
"""The result of a game.

game:       its number.
scores:     points by player, with those of tiles left; zeros after the last player, here and below.
turns:      of all players together.
bingos, exchanges, passes: counts by player.
ending:     0 if a player went out or the last turns were made, 1 after too many scoreless turns, 2 if a
            player forfeited.
out_player: the first player who went out, or the one who forfeited, from 0; 0 if nobody did.
"""


def turn_type(layout: BoardLayout) -> np.dtype[Any]:
    """Return the structure of a turn on this board. It describes the position before the move.

    game:      number of the game.
    equity:    of the move, in milli-points.
    scores:    points by player.
    turn:      from 1.
    bag_count: tiles in the bag.
    player:    the player on turn, from 0.
    rack_size: tiles on the rack; `rack` holds their indices in ascending order, then zeros.
    move:      the move, of `movegen.board.move_list.record_type`.
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


@dataclass(frozen=True, eq=False, repr=False)
class StaticGames:
    """Games played, in the order of their numbers.

    Those that differ only in `seconds` are equal.

    Attributes
    ----------
    games:   one entry per game, of `GAME_TYPE`.
    turns:   one entry per turn, of `turn_type`, if requested.
    seconds: time taken to choose moves, by player. All else is reproducible.
    forfeits: the games that an outside program forfeited.

    >>> strategies = [StaticStrategy.load("rackh3"), StaticStrategy.load("greedy")]
    >>> played = play_static_games(strategies, Lexicon.load(), games=2, turns=True)
    >>> played, played.game(1)
    (<StaticGames rackh3 v greedy: 2 games>, <Game rackh3 590, greedy 432; 21 turns, finished>)
    """

    variant: Variant
    lexicon_name: str
    names: tuple[str, ...]
    seed: int
    games: npt.NDArray[Any]
    turns: npt.NDArray[Any] | None = None
    seconds: tuple[float, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()

    def __len__(self) -> int:
        return len(self.games)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StaticGames):
            return NotImplemented
        pairs = ((self.games, other.games), (self.turns, other.turns))
        return self._facts == other._facts and all(_is_equal(mine, theirs) for mine, theirs in pairs)

    def __hash__(self) -> int:
        return hash(self._facts)

    @property
    def _facts(self) -> tuple[object, ...]:
        return self.variant, self.lexicon_name, self.names, self.seed, self.forfeits, len(self)

    def game(self, number: int) -> Game:
        """Return a game with all its events, as `format_gcg` writes it.

        Raises PositionError when it was not played, or its turns were not requested.
        """
        if self.turns is None:
            raise PositionError(f"the turns of game {number} were not recorded", cure="play with turns=True")
        if number not in self.games["game"]:
            raise PositionError(f"game {number} was not played")
        moves = iter(self.turns["move"][self.turns["game"] == number][:, np.newaxis])

        def choose(game: Game, rack: Rack, _bag_count: int) -> Move:
            return MoveList(next(moves), game.state.board, rack)[0]

        game = Game.new(self.variant, self.names, self.lexicon_name)
        with suppress(StopIteration):  # a game that was forfeited has moves up to then
            play_out(game, Bag(self.variant.tiles, self.seed, number), choose)
        for forfeit in self.forfeits:
            if forfeit.game == number:
                game.add_note(forfeit.note(self.names[forfeit.player]))
        return game

    def to_frame(self, of: Literal["games", "turns"] = "games") -> "DataFrame":
        """Convert to a pandas frame: a row for each game and player, or with `of="turns"` for each turn.

        games: game, player, name, score, spread (against the best of the others), turns (of all players),
               bingos, exchanges, passes.
        turns: game, turn, player, name, rack, kind of the move, tiles that it uses, score, equity in points,
               bag_count and lead (over the best of the others) before it. `game` has the moves themselves.

        All numbers are signed. Raises JackdawError if pandas is not installed, PositionError if turns were
        not requested.
        """
        if of == "games":
            columns = self._game_columns()
        elif of == "turns":
            columns = self._turn_columns()
        else:
            raise PositionError(f"there is no frame of {show_value(of)}", cure="expected games or turns")
        frame: DataFrame = import_pandas().DataFrame(columns)
        return frame

    def _game_columns(self) -> dict[str, Any]:
        count = len(self.names)
        players = np.tile(np.arange(count), len(self))
        columns = {
            "game": np.repeat(self.games["game"], count),
            "player": players,
            "name": [self.names[player] for player in players],
            "score": self.games["scores"][:, :count].ravel(),
            "spread": _leads(self.games["scores"][:, :count]).ravel(),
            "turns": np.repeat(self.games["turns"].astype(np.int64), count),
        }
        return columns | {
            key: self.games[key][:, :count].ravel().astype(np.int64)
            for key in ("bingos", "exchanges", "passes")
        }

    def _turn_columns(self) -> dict[str, Any]:
        if self.turns is None:
            raise PositionError("the turns were not recorded", cure="play with turns=True")
        turns, tiles = self.turns, self.variant.tiles
        players = turns["player"].astype(np.int64)
        racks = zip(turns["rack"].tolist(), turns["rack_size"].tolist(), strict=True)
        return {
            "game": turns["game"],
            "turn": turns["turn"],
            "player": players,
            "name": [self.names[player] for player in players],
            "rack": [str(Rack.from_tiles(tiles, rack[:size])) for rack, size in racks],
            "kind": [_KINDS[kind] for kind in turns["move"]["kind"]],
            "tiles": turns["move"]["placed"].astype(np.int64),
            "score": turns["move"]["score"].astype(np.int64),
            "equity": turns["equity"] / MILLI,
            "bag_count": turns["bag_count"].astype(np.int64),
            "lead": _leads(turns["scores"][:, : len(self.names)])[np.arange(len(turns)), players],
        }

    def __repr__(self) -> str:
        return f"<StaticGames {' v '.join(self.names)}: {len(self):,} games>"


def _is_equal(mine: npt.NDArray[Any] | None, theirs: npt.NDArray[Any] | None) -> bool:
    if mine is None or theirs is None:
        return mine is theirs
    return np.array_equal(mine, theirs)


def _leads(scores: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return each player's lead over the best of the others: int64, (entries, players)."""
    return np.stack(
        [
            scores[:, player] - np.delete(scores, player, axis=1).max(axis=1)
            for player in range(scores.shape[1])
        ],
        axis=1,
    )


def play_static_games(
    strategies: Sequence[StaticStrategy],
    lexicon: Lexicon,
    *,
    variant: Variant | None = None,
    seed: int = 0,
    games: int | range = 1,
    turns: bool = False,
) -> StaticGames:
    """Play games between strategies, given in the order of play, to their ends.

    `games` is how many to play, numbered from 0, or the range of their numbers. A game depends on
    strategies, lexicon, variant, seed and its number alone, however a series is divided; it is the one that
    `play_game` plays with that seed and number. With `turns`, every turn is recorded too.

    Raises
    ------
    PositionError: the variant does not allow this number of players or might never end, or a number is out
                   of range.
    LexiconError: the lexicon is for other letters.
    ConfigError: a strategy is not static, it is for other tiles or racks, or its vocabulary for another
                 lexicon.

    >>> from movegen import Lexicon
    >>> from strategy import load_strategy
    >>> played = play_static_games([load_strategy("rackh3")] * 2, Lexicon.load(), games=3)
    >>> played, bool((played.games["scores"].sum(axis=1) > 400).all())
    (<StaticGames rackh3-1 v rackh3-2: 3 games>, True)
    """
    variant = variant or Variant.standard()
    for strategy in strategies:
        check_static(strategy)
    names = player_names(strategies)
    Game.new(variant, names)  # rejects what cannot be played
    check_end(variant)
    numbers = game_numbers(games)
    check_seed(seed, numbers.start)
    check_lexicon(lexicon, variant.tiles)
    fitted = [fit_strategy(strategy, lexicon, variant) for strategy in strategies]
    players = tuple(core_strategy(strategy, variant) for strategy in fitted)
    words = [strategy.known_words(lexicon) for strategy in strategies]
    lexica = list(dict.fromkeys(words))
    blocks = [
        core.play_static_games(
            tuple(known.graph_for(variant.rules.word_order) for known in lexica),
            tuple(known.word_map for known in lexica),
            tuple(lexica.index(known) for known in words),
            core_variant(variant),
            players,
            core.GameBatch(
                seed, numbers.start + at * numbers.step, numbers.step, min(_BLOCK, len(numbers) - at)
            ),
            turns,
        )
        for at in range(0, len(numbers), _BLOCK)
    ]
    no_bytes = np.empty(0, dtype=np.uint8)
    return StaticGames(
        variant,
        lexicon.name,
        names,
        seed,
        np.concatenate([no_bytes, *(block[0] for block in blocks)]).view(GAME_TYPE),
        np.concatenate([no_bytes, *(block[1] for block in blocks)]).view(turn_type(variant.layout))
        if turns
        else None,
        tuple(sum(block[2][player] for block in blocks) / 1e9 for player in range(len(names))),
    )


def game_numbers(games: int | range) -> range:
    """Return the numbers of the games to play, from how many they are or their range itself.

    Raises PositionError when they are out of range.
    """
    if not isinstance(games, range):
        check_whole("{} games", games, 0)
        return range(games)
    if games.step < 1 or games.stop > MAX_NUMBER:
        raise PositionError(f"games {games}", cure=f"expected 0 to {MAX_NUMBER}, in ascending order")
    return games
