"""Whole games between strategies of any kind: by the core where it can, else turn by turn."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError
from movegen.game import Game
from movegen.generation import MoveGenerator
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList
from movegen.moves import Move, MoveKind
from movegen.position import Position
from movegen.rules import Variant
from movegen.tiles import Rack
from sims.game_clock import seconds_for_move
from sims.native import core
from sims.selfplay import Bag, play_out, player_names
from sims.simulation_player import move_seed, simulated_move
from sims.static_games import GAME_TYPE, StaticGames, play_static_games, turn_type
from strategy.endgame_player import endgame_move
from strategy.last_move import LastMove
from strategy.leaves import MILLI
from strategy.simulation_strategy import SimulationStrategy, Strategy, plays_turn_by_turn
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

    The equity of a simulated move is the mean of its rollouts, that of one in a solved endgame its value.
    With a strategy that has a time limit games cannot be repeated.

    Raises what `play_static_games` does, and ConfigError when a strategy simulates and there are not two.
    """
    variant = variant or Variant.standard()
    evaluators = [each if isinstance(each, StaticStrategy) else each.evaluator for each in strategies]
    options: dict[str, Any] = {
        "variant": variant, "seed": seed, "first": first, "step": step, "games": games, "turns": turns,
    }  # fmt: skip
    if not any(plays_turn_by_turn(each, len(strategies)) for each in strategies):
        return play_static_games(evaluators, lexicon, **options)
    play_static_games(evaluators, lexicon, **options | {"games": 0})  # refuses what cannot be played
    _check_simulating(strategies)
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
    one whose games may never end; ConfigError when one of more than two strategies simulates; and what
    `StaticStrategy.known_words` does.

    >>> from movegen import Lexicon
    >>> from strategy import load_strategy
    >>> game = play_game([load_strategy("greedy"), load_strategy("rackh3")], Lexicon.load(), seed=1)
    >>> game.is_finished
    True
    """
    _check_simulating(strategies)
    variant = variant or Variant.standard()
    return _PlayedGame(strategies, lexicon, variant, seed, number, names).game


def _check_simulating(strategies: Sequence[Strategy]) -> None:
    simulating = [each.name for each in strategies if isinstance(each, SimulationStrategy)]
    if simulating and len(strategies) != 2:
        raise ConfigError(
            f"{simulating[0]} simulates, in a game of {len(strategies)}",
            cure="let it play games of two",
        )


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
        self.seed = seed
        self.number = number
        self.everything = Rack(variant.tiles, variant.tiles.counts)
        self.generator = MoveGenerator(variant, lexicon)
        known = [each.known_words(lexicon) for each in strategies if isinstance(each, StaticStrategy)]
        self.generators = {lexicon: self.generator} | {
            words: MoveGenerator(variant, words) for words in known if words is not lexicon
        }
        self.turns: list[npt.NDArray[Any]] = []
        self.seconds = [0.0 for _ in strategies]
        names = names or player_names([strategy.name for strategy in strategies])
        self.game = Game.new(variant, names, lexicon.name)
        play_out(self.game, Bag(variant.tiles, seed, number), self._choose)

    def _choose(self, game: Game, rack: Rack, bag_count: int) -> Move:
        player = game.state.on_turn
        begun = perf_counter()
        move, equity = self._choice(self.strategies[player], rack, bag_count)
        self.seconds[player] += perf_counter() - begun
        self.turns.append(self._turn(move, equity, rack, bag_count))
        for generator in self.generators.values():
            generator.play(move)
        return move

    def _choice(self, strategy: Strategy, rack: Rack, bag_count: int) -> tuple[Move, int]:
        """The move that a strategy makes now, and what it takes it to be worth: milli-points."""
        turn, seconds = len(self.turns) + 1, self._seconds(strategy, bag_count)
        if strategy.config.endgame is not None and not bag_count and len(self.strategies) == 2:
            return endgame_move(
                strategy.config.endgame, self._position(rack), self.generator.lexicon, seconds
            )
        if isinstance(strategy, SimulationStrategy):
            turn_seed = move_seed(self.seed, self.number, turn)
            last = LastMove.of(self.game, turn) if strategy.config.infer else None
            return simulated_move(strategy, self.generator, self._position(rack), turn_seed, last, seconds)
        unseen = self.everything - Rack(rack.tile_set, self.generator.board.tile_counts) - rack
        generator = self.generators[strategy.known_words(self.generator.lexicon)]
        chosen = strategy.choose(
            generator,
            rack,
            bag_count,
            unseen,
            lambda count: core.noise_numbers(self.seed, self.number, turn, count),
        )
        return chosen.move, round(chosen.equity * MILLI)

    def _seconds(self, strategy: Strategy, bag_count: int) -> float | None:
        """The time for the move of the player on turn, if there is a clock for the game."""
        if not isinstance(strategy, SimulationStrategy) or strategy.config.game_seconds is None:
            return None
        left = strategy.config.game_seconds - self.seconds[self.game.state.on_turn]
        return seconds_for_move(left, bag_count, self.game.variant.rules.rack_size)

    def _position(self, rack: Rack) -> Position:
        """The position as the player on turn sees it."""
        state = self.game.state
        racks = tuple(rack if player == state.on_turn else None for player in range(len(self.strategies)))
        return Position(
            self.game.variant, state.board, racks, state.scores, state.on_turn, state.scoreless_turns
        )

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
