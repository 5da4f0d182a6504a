"""The move that a strategy makes in a game that is played turn by turn.

>>> from movegen import Lexicon, Variant
>>> from strategy import load_strategy
>>> variant, lexicon = Variant.standard(), Lexicon.load()
>>> game, rack = Game.new(variant, ["Ann", "Ben"]), variant.tiles.parse_rack("AEINRST")
>>> move, worth = MoveChooser(lexicon).choose(load_strategy("static"), game, rack)
>>> len(move.tiles_used), worth
(7, 66000)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from movegen.errors import ConfigError
from movegen.game import Game
from movegen.generation import MoveGenerator
from movegen.lexicon import Lexicon
from movegen.moves import Move
from movegen.position import Position
from movegen.rules import Rules, WordOrder
from movegen.tiles import Rack
from sims.game_clock import seconds_for_move
from sims.native import core
from sims.simulation_player import move_seed, simulated_move
from strategy.endgame_player import endgame_move
from strategy.last_move import LastMove
from strategy.leaves import MILLI
from strategy.preendgame_config import PreendgameConfig
from strategy.preendgame_player import preendgame_move, suits_preendgame
from strategy.simulation_strategy import SimulationStrategy, Strategy
from strategy.static import StaticStrategy


@dataclass(frozen=True)
class MoveChooser:
    """Makes the moves of strategies in one game, whoever else plays in it.

    lexicon: the game's. seed, number: those of the game's `sims.selfplay.Bag`; with the turn they decide the
    noise and the dice of simulations.

    It keeps nothing from turn to turn but takes all from the game, which may have gone back meanwhile, as
    when a phony is withdrawn. A generator set up anew costs some 70 microseconds a move.
    """

    lexicon: Lexicon
    seed: int = 0
    number: int = 0

    def choose(
        self,
        strategy: Strategy,
        game: Game,
        rack: Rack,
        *,
        seconds_used: float = 0.0,
        seconds_left: float | None = None,
    ) -> tuple[Move, int]:
        """A strategy's move for the player on turn, and what it takes it to be worth: milli-points.

        The worth of a simulated move is the mean of its rollouts, that of one in a solved endgame its value;
        in a pre-endgame it is what the move gains until the end of the game, on average.

        rack:         of the player on turn; it is to be whole. Of the other racks nothing is known.
        seconds_used: what the player has thought so far in the game; a clock of the strategy's own, its
                      `game_seconds`, has so much less.
        seconds_left: on another clock that the player has; None if there is none.

        Same arguments, same move, unless there is a clock or the strategy has a time limit. Raises
        LexiconError when the lexicon is for other letters, ConfigError what `StaticStrategy.known_words`
        does; see also `check_players`.
        """
        config, position, of_two = strategy.config, _position(game, rack), len(game.players) == 2
        seconds = _seconds(strategy, game, seconds_used, seconds_left)
        if of_two and config.endgame is not None and not position.bag_count:
            return endgame_move(config.endgame, position, self.lexicon, seconds)
        if of_two and config.preendgame is not None and suits_preendgame(position):
            return self._searched(strategy, config.preendgame, position, seconds)
        if isinstance(strategy, SimulationStrategy):
            return self._simulated(strategy, game, position, seconds)
        return self._static(strategy, game, position)

    def _searched(
        self, strategy: Strategy, config: PreendgameConfig, position: Position, seconds: float | None
    ) -> tuple[Move, int]:
        evaluator = strategy.evaluator if isinstance(strategy, SimulationStrategy) else strategy
        generator = MoveGenerator(position.variant, self.lexicon, position.board)
        best = evaluator.best(
            generator, position.rack, position.bag_count, position.unseen, count=config.moves
        )
        return preendgame_move(config, position, best.moves, self.lexicon, seconds)

    def _simulated(
        self, strategy: SimulationStrategy, game: Game, position: Position, seconds: float | None
    ) -> tuple[Move, int]:
        turn = len(game.turns) + 1
        generator = MoveGenerator(game.variant, self.lexicon, position.board)
        last = LastMove.of(game, turn) if strategy.config.infer else None
        seed = move_seed(self.seed, self.number, turn)
        return simulated_move(strategy, generator, position, seed, last, seconds)

    def _static(self, strategy: StaticStrategy, game: Game, position: Position) -> tuple[Move, int]:
        turn = len(game.turns) + 1
        chosen = strategy.choose(
            MoveGenerator(game.variant, strategy.known_words(self.lexicon), position.board),
            position.rack,
            position.bag_count,
            position.unseen,
            lambda count: core.noise_numbers(self.seed, self.number, turn, count),
        )
        return chosen.move, round(chosen.equity * MILLI)


def check_players(strategies: Sequence[Strategy], rules: Rules, players: int | None = None) -> None:
    """Raise ConfigError when one of these simulates in a game that is not one of two.

    Or when one searches endgames in a game of words in any order.

    players: how many play, people included; as many as there are strategies if it is left out.
    """
    players = len(strategies) if players is None else players
    simulating = [each.name for each in strategies if isinstance(each, SimulationStrategy)]
    if simulating and players != 2:
        raise ConfigError(
            f"{simulating[0]} simulates, in a game of {players}",
            cure="let it play games of two",
        )
    solving = [each.name for each in strategies if each.config.endgame is not None]
    if solving and rules.word_order is not WordOrder.FIXED:
        raise ConfigError(
            f"{solving[0]} searches endgames, in a game of words in any order",
            cure="name a strategy without [endgame]",
        )


def _seconds(strategy: Strategy, game: Game, used: float, left: float | None) -> float | None:
    """The time for the move of the player on turn, if there is a clock."""
    own = strategy.config.game_seconds if isinstance(strategy, SimulationStrategy) else None
    clocks = [clock for clock in (None if own is None else own - used, left) if clock is not None]
    if not clocks:
        return None
    return seconds_for_move(min(clocks), game.state.bag_count, game.variant.rules.rack_size)


def _position(game: Game, rack: Rack) -> Position:
    """The position as the player on turn sees it."""
    state = game.state
    racks = tuple(rack if player == state.on_turn else None for player in range(len(game.players)))
    return Position(game.variant, state.board, racks, state.scores, state.on_turn, state.scoreless_turns)
