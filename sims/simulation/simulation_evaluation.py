"""The evaluation of a position's candidates by a simulation of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from movegen.board import Move
from movegen.showing import short_repr
from sims.simulation.simulation_result import MoveDifference, SimulatedMove, Simulation
from strategy.analysis import Method
from strategy.winprob import WinModel


@dataclass(frozen=True)
class SimulationEvaluation:
    """The result of a simulation, which may still be running.

    Attributes
    ----------
    simulation: of the candidates.
    phony:      a simulation of the best candidate and a played phony, with the same random numbers; None if
                no phony was played. A phony has figures, but no rank: no one is advised to play it.

    >>> from sims import SimulationPlan, evaluate_by_simulation
    >>> from strategy import StaticStrategy, analyze_position
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> plan, strategy = SimulationPlan(candidates=3, iterations=50), StaticStrategy.load("static")
    >>> evaluation = evaluate_by_simulation(analyze_position(position), plan, Lexicon.load(), strategy)
    >>> [(move, evaluation.rank(move)) for move in evaluation.moves]
    [(<Move D8 (W)EIGELA 22>, 1), (<Move 7C GALEE 22>, 2), (<Move D8 (W)EDGIE 22>, 3)]
    """

    simulation: Simulation
    phony: Simulation | None = None

    method = Method.SIMULATION

    __repr__ = short_repr

    @property
    def moves(self) -> Sequence[Move]:
        """The candidates simulated."""
        return [simulated.move for simulated in self.simulation.moves]

    @property
    def stopped(self) -> str | None:
        """The reason why the simulation ended; None while it is running."""
        return None if self.simulation.stopped is None else self.simulation.stopped.value

    @property
    def seconds(self) -> float:
        """The time of the simulation."""
        return self.simulation.seconds

    def find(self, move: Move) -> SimulatedMove | None:
        """Return the results of a move."""
        phony = () if self.phony is None else self.phony.moves
        return next((each for each in (*self.simulation.moves, *phony) if each.move == move), None)

    def equity(self, move: Move) -> float | None:
        """The mean equity of a move's rollouts."""
        simulated = self.find(move)
        return None if simulated is None else simulated.equity

    def equity_lost(self, move: Move) -> float | None:
        """Return the points lost to the best move, over their common iterations; negative for a gain."""
        return None if self.find(move) is None else self.difference(self.simulation.best.move, move).equity

    def rank(self, move: Move) -> int | None:
        """The rank of a move; neighbours with equal differences to the best move share the best rank."""
        moves = self.simulation.moves
        index = next((index for index, simulated in enumerate(moves) if simulated.move == move), None)
        if index is None:
            return None
        while index > 0 and moves[index - 1].difference == moves[index].difference:
            index -= 1
        return index + 1

    def win_chance(self, move: Move, model: WinModel | None = None) -> float | None:
        """Return the share of a move's rollouts that were won; the model is not needed."""
        del model
        simulated = self.find(move)
        return None if simulated is None else simulated.win

    def win_difference_error(self, one: Move, other: Move) -> float | None:
        """Return the paired standard error of the difference of two moves' wins."""
        if self.find(one) is None or self.find(other) is None:
            return None
        return self.difference(one, other).win_se

    def difference(self, first: Move, second: Move) -> MoveDifference:
        """Return what the first move is worth more than the second; see `Simulation.difference`."""
        simulation, phony = self.simulation, self.phony
        is_listed = all(simulation.setting.moves.find(move) is not None for move in (first, second))
        return (simulation if is_listed or phony is None else phony).difference(first, second)

    def is_proven(self, move: Move) -> bool | None:
        """Return None: simulations prove nothing."""
        del move
        return None
