"""The moves of strategies in games that are played turn by turn, and their time management.

>>> from movegen import Lexicon, Variant
>>> from strategy import load_strategy
>>> variant, lexicon = Variant.standard(), Lexicon.load()
>>> game, rack = Game.new(variant, ["Ann", "Ben"]), variant.tiles.parse_rack("AEINRST")
>>> move, worth = MoveChooser(lexicon).choose(load_strategy("static"), game, rack)
>>> len(move.tiles_used), worth
(7, 66000)
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from movegen.board import Move
from movegen.errors import ConfigError, TooManyPlaysError
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, Position
from movegen.showing import short_repr
from movegen.variant import Rack
from sims.games.preendgame_player import preendgame_move
from sims.games.program_player import ProgramClock, program_move
from sims.games.simulation_player import move_seed, simulated_move
from sims.native import core
from sims.simulation import SimulationPlan
from strategy.endgame import can_solve_endgame
from strategy.inference import LastMove
from strategy.leaves import MILLI
from strategy.players import (
    PreendgameConfig,
    ProgramStrategy,
    SimulationStrategy,
    StaticStrategy,
    Strategy,
    endgame_move,
    fit_strategy,
)
from strategy.search_control import NO_CONTROL, SearchControl

TILES_PER_TURN = 4.3
"""Tiles laid per turn on average: 22.5 turns in a standard game."""
_MIN_TURNS = 2
_MIN_SECONDS = 0.01


@dataclass(frozen=True)
class MoveChooser:
    """Chooses the moves of strategies in one game.

    `lexicon` is that of the game. `seed` and `number` are those of the game's `sims.bag.Bag`; with the turn
    they seed the noise and the simulations.

    It has no state between turns, since the game may go back, as when a phony is withdrawn. A new move
    generator costs about 70 microseconds per move.

    >>> game = Game.new(Variant.standard(), ["Ann", "Ben"])
    >>> rack = game.variant.tiles.parse_rack("AEGRVY?")
    >>> MoveChooser(Lexicon.load()).choose(StaticStrategy.load("greedy"), game, rack)
    (<Move 8B VoYAGER 84>, 84000)
    """

    lexicon: Lexicon
    seed: int = 0
    number: int = 0
    _game: object = field(default_factory=object, init=False, repr=False, compare=False)

    __repr__ = short_repr

    def choose(
        self,
        strategy: Strategy,
        game: Game,
        rack: Rack,
        *,
        seconds_used: float = 0.0,
        seconds_left: float | None = None,
        control: SearchControl[Any] = NO_CONTROL,
    ) -> tuple[Move, int]:
        """Return a strategy's move for the player on turn, with its value in milli-points.

        The value is the mean of the rollouts in a simulation, the proven value in an endgame, the mean
        gain by the end of the game in a pre-endgame, and of a move of an outside program its score.

        rack:         of the player on turn, complete. The other racks are unknown.
        seconds_used: thinking time so far in the game, subtracted from the strategy's `game_seconds`.
        seconds_left: on the player's clock; None without one.
        control:      stops the simulation or search, whose best move so far is the result.

        The result is reproducible unless there is a clock, or the strategy has a time limit, or is a program
        that is not, or is stopped. Raises LexiconError when the lexicon is for other letters, ConfigError
        as `StaticStrategy.known_words`, EngineError when a program fails or is stopped; see also
        `check_players`.
        """
        position, turn = _position(game, rack), len(game.turns) + 1
        if isinstance(strategy, ProgramStrategy):
            clock = ProgramClock(seconds_used, seconds_left)
            return _with_score(program_move(strategy, position, self.lexicon, clock, self._game, control))
        infers = isinstance(strategy, SimulationStrategy) and strategy.config.infer
        last = LastMove.before_turn(game, turn) if infers else None
        seconds = _seconds(strategy, game, seconds_used, seconds_left)
        return self.choose_in(strategy, position, turn=turn, last=last, seconds=seconds, control=control)

    def choose_in(
        self,
        strategy: Strategy,
        position: Position,
        *,
        turn: int = 1,
        last: LastMove | None = None,
        seconds: float | None = None,
        control: SearchControl[Any] = NO_CONTROL,
    ) -> tuple[Move, int]:
        """Return a strategy's move in a position, with its value in milli-points; see `choose`.

        The position must not show more than the player on turn knows. `turn` counts from 1. `last` is the
        opponent's last move, for strategies that infer. `seconds` is a limit for this move in addition to
        the strategy's own; `control` as in `choose`.
        """
        strategy = fit_strategy(strategy, self.lexicon, position.variant)
        if isinstance(strategy, ProgramStrategy):
            clock = ProgramClock(seconds=seconds)
            return _with_score(program_move(strategy, position, self.lexicon, clock, object(), control))
        config, of_two = strategy.config, position.players == 2
        is_endgame = of_two and not position.bag_count and can_solve_endgame(position)
        if is_endgame and config.endgame is not None:
            with suppress(TooManyPlaysError):
                return endgame_move(config.endgame, position, self.lexicon, seconds, control)
        if of_two and config.preendgame is not None and config.preendgame.suits(position):
            return self._search_preendgame(strategy, config.preendgame, position, turn, seconds, control)
        if isinstance(strategy, SimulationStrategy):
            generator = MoveGenerator(position.variant, self.lexicon, position.board)
            seed = move_seed(self.seed, self.number, turn)
            return simulated_move(strategy, generator, position, seed, last, seconds, control)
        return self._static(strategy, position, turn)

    def _search_preendgame(
        self,
        strategy: StaticStrategy | SimulationStrategy,
        config: PreendgameConfig,
        position: Position,
        turn: int,
        seconds: float | None,
        control: SearchControl[Any],
    ) -> tuple[Move, int]:
        if isinstance(strategy, StaticStrategy):
            return preendgame_move(config, position, self.lexicon, strategy, seconds, control)
        few = strategy.config.with_bag(position.bag_count, position.rules.rack_size)
        plan = SimulationPlan.of(few, move_seed(self.seed, self.number, turn)) if few.plies == "end" else None
        return preendgame_move(
            config, position, self.lexicon, strategy.evaluator, seconds, control, simulation_plan=plan
        )

    def _static(self, strategy: StaticStrategy, position: Position, turn: int) -> tuple[Move, int]:
        chosen = strategy.choose(
            MoveGenerator(position.variant, strategy.known_words(self.lexicon), position.board),
            position.rack,
            position.bag_count,
            position.unseen,
            lambda count: core.noise_numbers(self.seed, self.number, turn, count),
        )
        return chosen.move, round(chosen.equity * MILLI)


def check_players(strategies: Sequence[Strategy], players: int | None = None) -> None:
    """Raise ConfigError when a strategy cannot play in this game.

    Simulations need a game of two. `players` is the number of players with people, by default the number of
    strategies.
    """
    players = len(strategies) if players is None else players
    simulating = [each.name for each in strategies if isinstance(each, SimulationStrategy)]
    if simulating and players != 2:
        raise ConfigError(
            f"{simulating[0]} simulates, which a game of {players} does not allow",
            cure="let it play games of two",
        )


def seconds_for_move(left: float, bag_count: int, rack_size: int) -> float:
    """Return the time for a move, given the seconds left for the game: an equal share for each turn to come.

    The number of turns is estimated from the tiles in the bag and on both racks. With no time left, a move
    still gets a hundredth of a second.
    """
    turns = ceil((bag_count + 2 * rack_size) / TILES_PER_TURN / 2)
    return max(left / max(turns, _MIN_TURNS), _MIN_SECONDS)


def even_seconds(strategy: Strategy, position: Position) -> float | None:
    """Return the time for a move of a strategy that divides its `game_seconds` evenly among its turns.

    None without such a limit. It stands for the clock where only a position is known.
    """
    seconds = _game_seconds(strategy)
    if seconds is None:
        return None
    rack_size = position.rules.rack_size
    in_bag = position.variant.tiles.total - position.players * rack_size
    return seconds_for_move(seconds, max(0, in_bag), rack_size)


def _game_seconds(strategy: Strategy) -> float | None:
    if isinstance(strategy, ProgramStrategy):
        return strategy.config.program.game_seconds
    return strategy.config.game_seconds if isinstance(strategy, SimulationStrategy) else None


def _seconds(strategy: Strategy, game: Game, used: float, left: float | None) -> float | None:
    """Return the time for the move of the player on turn, if there is a clock."""
    own = _game_seconds(strategy)
    clocks = [clock for clock in (None if own is None else own - used, left) if clock is not None]
    if not clocks:
        return None
    return seconds_for_move(min(clocks), game.state.bag_count, game.variant.rules.rack_size)


def _with_score(move: Move) -> tuple[Move, int]:
    return move, move.score * MILLI


def _position(game: Game, rack: Rack) -> Position:
    """Return the position as the player on turn sees it."""
    state = game.state
    racks = tuple(rack if player == state.on_turn else None for player in range(len(game.players)))
    return Position(
        game.variant,
        state.board,
        racks,
        state.scores,
        state.on_turn,
        state.scoreless_turns,
        last_turns=state.last_turns,
    )
