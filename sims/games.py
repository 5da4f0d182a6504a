"""Whole games between strategies of any kind: by the core where it can, else turn by turn."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList
from movegen.moves import Move, MoveKind
from movegen.rules import Variant
from movegen.tiles import Rack
from sims.chosen_move import MoveChooser, check_players
from sims.selfplay import Bag, play_out, player_names
from sims.static_games import GAME_TYPE, StaticGames, play_static_games, turn_type
from strategy.simulation_strategy import Strategy, plays_turn_by_turn
from strategy.static import StaticStrategy


def play_games(
    strategies: Sequence[Strategy],
    lexicon: Lexicon,
    *,
    variant: Variant | None = None,
    seed: int = 0,
    first: int = 0,
    step: int = 1,
    games: int = 1,
    turns: bool = False,
) -> StaticGames:
    """Games between strategies, as `play_static_games` plays them between static ones.

    The equity of a move is what `MoveChooser.choose` tells.
    With a strategy that has a time limit games cannot be repeated.

    Raises what `play_static_games` does, and ConfigError when a strategy simulates and there are not two, or
    searches endgames and words may be in any order.
    """
    variant = variant or Variant.standard()
    evaluators = [each if isinstance(each, StaticStrategy) else each.evaluator for each in strategies]
    options: dict[str, Any] = {
        "variant": variant, "seed": seed, "first": first, "step": step, "games": games, "turns": turns,
    }  # fmt: skip
    if not any(plays_turn_by_turn(each, len(strategies)) for each in strategies):
        return play_static_games(evaluators, lexicon, **options)
    play_static_games(evaluators, lexicon, **options | {"games": 0})  # refuses what cannot be played
    check_players(strategies, variant.rules)
    made = [_PlayedGame(strategies, lexicon, variant, seed, first + at * step) for at in range(games)]
    return StaticGames(
        variant,
        lexicon.name,
        tuple(player_names([strategy.name for strategy in strategies])),
        seed,
        np.array([each.record() for each in made], dtype=GAME_TYPE).reshape(games),
        np.array([turn for each in made for turn in each.turns], dtype=turn_type(variant.layout))
        if turns
        else None,
        tuple(sum(each.seconds[player] for each in made) for player in range(len(strategies))),
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
    """A game between strategies, in the order of play, to its end: turn by turn, in Python.

    Seed and number decide the order of the tiles: the same strategies, lexicon, variant, seed and number give
    the same game, and it is the one that `play_games` plays. Players are called after their strategies
    unless `names` are given.

    Raises PositionError when seed or number are out of range, or the variant is not for so many players, or
    one whose games may never end; ConfigError as `play_games` does; and what `StaticStrategy.known_words`
    does.

    >>> from movegen import Lexicon
    >>> from strategy import load_strategy
    >>> game = play_game([load_strategy("greedy"), load_strategy("rackh3")], Lexicon.load(), seed=1)
    >>> game.is_finished
    True
    """
    variant = variant or Variant.standard()
    check_players(strategies, variant.rules)
    return _PlayedGame(strategies, lexicon, variant, seed, number, names).game


class _PlayedGame:
    """A game, played turn by turn, and what is told of it."""

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
        names = names or player_names([strategy.name for strategy in strategies])
        self.game = Game.new(variant, names, lexicon.name)
        play_out(self.game, Bag(variant.tiles, seed, number), self._choose)

    def _choose(self, game: Game, rack: Rack, bag_count: int) -> Move:
        player = game.state.on_turn
        begun = perf_counter()
        move, equity = self.chooser.choose(
            self.strategies[player], game, rack, seconds_used=self.seconds[player]
        )
        self.seconds[player] += perf_counter() - begun
        self.turns.append(self._turn(move, equity, rack, bag_count))
        return move

    def _turn(self, move: Move, equity: int, rack: Rack, bag_count: int) -> npt.NDArray[Any]:
        """A turn as `turn_type` has it: one entry."""
        state, turn = self.game.state, np.zeros((), dtype=turn_type(self.game.variant.layout))
        turn["game"], turn["equity"], turn["turn"] = self.number, equity, len(self.turns) + 1
        turn["scores"][: len(state.scores)] = state.scores
        turn["bag_count"], turn["player"], turn["rack_size"] = bag_count, state.on_turn, len(rack)
        turn["rack"][: len(rack)] = sorted(rack)
        turn["move"] = MoveList.of([move], state.board, rack).records[0]
        return turn

    def record(self) -> npt.NDArray[Any]:
        """The game as `GAME_TYPE` has it: one entry."""
        game, told = self.game, np.zeros((), dtype=GAME_TYPE)
        told["game"], told["turns"] = self.number, len(game.turns)
        told["scores"][: len(game.scores)] = game.scores
        for event in game.turns:
            if event.move is None:
                continue
            kind = event.move.kind
            told["exchanges"][event.player] += kind is MoveKind.EXCHANGE
            told["passes"][event.player] += kind is MoveKind.PASS
            is_bingo = len(event.move.tiles_used) >= game.variant.rules.bingo_tiles
            told["bingos"][event.player] += kind is MoveKind.PLAY and is_bingo
        out = game.state.out_player
        told["ending"], told["out_player"] = out is None, out or 0
        return told
