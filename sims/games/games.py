"""Whole games between strategies of any kind: in the core if it can play them, else turn by turn."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.board import Move, MoveKind, MoveList
from movegen.game import Ending, Game
from movegen.lexicon import Lexicon
from movegen.variant import Rack, Variant
from sims.bag import Bag, play_out
from sims.engines import start_engines
from sims.errors import EngineError
from sims.games.forfeits import FORFEITED, Forfeit, may_forfeit, reason_of
from sims.games.move_chooser import MoveChooser, check_players
from sims.games.static_games import GAME_TYPE, StaticGames, game_numbers, play_static_games, turn_type
from sims.players import player_names
from strategy.players import Strategy, plays_turn_by_turn, static_part


def play_games(
    strategies: Sequence[Strategy],
    lexicon: Lexicon,
    *,
    variant: Variant | None = None,
    seed: int = 0,
    games: int | range = 1,
    turns: bool = False,
) -> StaticGames:
    """Play games between strategies of any kind, as `play_static_games` does between static ones.

    The equity of a move is the value from `MoveChooser.choose`. Games with a time limit are not reproducible,
    those of outside programs if the programs are not.

    A program that fails forfeits its game if its strategy says so, and loses by `FORFEIT_SPREAD` points or
    more; `StaticGames.forfeits` has these games.

    Raises what `play_static_games` and `check_players` raise; EngineError when a program fails.

    >>> from strategy import StaticStrategy
    >>> strategies = [StaticStrategy.load("rackh3"), StaticStrategy.load("greedy")]
    >>> play_games(strategies, Lexicon.load(), games=2).games["scores"][:, :2].tolist()
    [[443, 352], [590, 432]]
    """
    variant = variant or Variant.standard()
    evaluators = [static_part(each) for each in strategies]
    options: dict[str, Any] = {
        "variant": variant,
        "seed": seed,
        "games": games,
        "turns": turns,
    }
    if not any(plays_turn_by_turn(each, len(strategies)) for each in strategies):
        return play_static_games(evaluators, lexicon, **options)
    play_static_games(evaluators, lexicon, **options | {"games": 0})  # rejects what cannot be played
    check_players(strategies)
    made = [_PlayedGame(strategies, lexicon, variant, seed, number) for number in game_numbers(games)]
    return StaticGames(
        variant,
        lexicon.name,
        player_names(strategies),
        seed,
        np.array([each.record() for each in made], dtype=GAME_TYPE).reshape(len(made)),
        np.array([turn for each in made for turn in each.turns], dtype=turn_type(variant.layout))
        if turns
        else None,
        tuple(sum(each.seconds[player] for each in made) for player in range(len(strategies))),
        tuple(each.forfeit for each in made if each.forfeit is not None),
    )


def play_game(
    strategies: Sequence[Strategy],
    lexicon: Lexicon,
    *,
    variant: Variant | None = None,
    seed: int = 0,
    number: int = 0,
    names: Sequence[str] | None = None,
) -> Game:
    """Play a game between strategies, given in the order of play: turn by turn, in Python.

    Seed and number decide the order of the tiles: the same arguments give the same game, and it is the one
    that `play_games` plays. Players have the names of their strategies unless `names` are given. A game that
    a program forfeits is not finished.

    Raises PositionError when seed or number are out of range, or the variant does not allow this number of
    players or might never end; ConfigError as `play_games`; and what `StaticStrategy.known_words` raises.

    >>> from movegen import Lexicon
    >>> from strategy import load_strategy
    >>> game = play_game([load_strategy("greedy"), load_strategy("rackh3")], Lexicon.load(), seed=1)
    >>> game.is_finished
    True
    """
    variant = variant or Variant.standard()
    for strategy in strategies:
        static_part(strategy)  # raises an error unless it is a strategy
    check_players(strategies)
    return _PlayedGame(strategies, lexicon, variant, seed, number, names).game


class _PlayedGame:
    """A game played turn by turn, with its record."""

    def __init__(
        self,
        strategies: Sequence[Strategy],
        lexicon: Lexicon,
        variant: Variant,
        seed: int,
        number: int,
        names: Sequence[str] | None = None,
    ) -> None:
        self.strategies = strategies
        self.number = number
        self.chooser = MoveChooser(lexicon, seed, number)
        self.turns: list[npt.NDArray[Any]] = []
        self.seconds = [0.0 for _ in strategies]
        names = names or player_names(strategies)
        self.forfeit: Forfeit | None = None
        self.game = Game.new(variant, names, lexicon.name)
        start_engines(strategies)  # before the clocks run
        try:
            play_out(self.game, Bag(variant.tiles, seed, number), self._choose)
        except _ForfeitedError as end:
            self.forfeit = end.forfeit
            self.game.add_note(self.forfeit.note(self.game.display_names[self.forfeit.player]))

    def _choose(self, game: Game, rack: Rack, bag_count: int) -> Move:
        player = game.state.on_turn
        begun = perf_counter()
        try:
            move, equity = self.chooser.choose(
                self.strategies[player], game, rack, seconds_used=self.seconds[player]
            )
        except EngineError as error:
            if not may_forfeit(self.strategies[player], error):
                raise
            turn = len(self.turns) + 1
            raise _ForfeitedError(
                Forfeit(self.number, player, reason_of(error), turn, bag_count, tuple(rack), game.scores)
            ) from None
        self.seconds[player] += perf_counter() - begun
        self.turns.append(self._turn(move, equity, rack, bag_count))
        return move

    def _turn(self, move: Move, equity: int, rack: Rack, bag_count: int) -> npt.NDArray[Any]:
        """Return the turn as an entry of `turn_type`."""
        state, turn = self.game.state, np.zeros((), dtype=turn_type(self.game.variant.layout))
        turn["game"], turn["equity"], turn["turn"] = self.number, equity, len(self.turns) + 1
        turn["scores"][: len(state.scores)] = state.scores
        turn["bag_count"], turn["player"], turn["rack_size"] = bag_count, state.on_turn, len(rack)
        turn["rack"][: len(rack)] = sorted(rack)
        turn["move"] = MoveList.from_moves([move], state.board, rack).records[0]
        return turn

    def record(self) -> npt.NDArray[Any]:
        """Return the game as an entry of `GAME_TYPE`."""
        game, record = self.game, np.zeros((), dtype=GAME_TYPE)
        record["game"], record["turns"] = self.number, len(game.turns)
        record["scores"][: len(game.scores)] = game.scores
        for event in game.turns:
            if event.move is None:
                continue
            kind = event.move.kind
            record["exchanges"][event.player] += kind is MoveKind.EXCHANGE
            record["passes"][event.player] += kind is MoveKind.PASS
            is_bingo = len(event.move.tiles_used) >= game.variant.rules.bingo_tiles
            record["bingos"][event.player] += kind is MoveKind.PLAY and is_bingo
        if self.forfeit is not None:
            record["ending"], record["out_player"] = FORFEITED, self.forfeit.player
            record["scores"][: len(game.scores)] = self.forfeit.final_scores
            return record
        record["ending"] = game.state.ending is Ending.SCORELESS
        record["out_player"] = game.state.out_player or 0
        return record


class _ForfeitedError(Exception):
    """Ends a game that a player forfeits."""

    def __init__(self, forfeit: Forfeit) -> None:
        super().__init__(forfeit.reason)
        self.forfeit = forfeit
