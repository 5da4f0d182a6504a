"""Plans: how positions are simulated, one like the other.

>>> from movegen import Lexicon, read_cgp
>>> from strategy import StaticStrategy
>>> position = read_cgp("15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AEINRST/ 0/20 0")
>>> strategy, lexicon = StaticStrategy.load("static"), Lexicon.load()
>>> plan = SimulationPlan(candidates=4, iterations=200)
>>> moves = strategy.candidates(position, lexicon)[: plan.candidates].moves
>>> len(plan.simulate(position, moves, lexicon, strategy).moves)
4
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass

from movegen.lexicon import Lexicon
from movegen.moves import Move
from movegen.position import Position
from movegen.tiles import Rack
from sims.rollout_batches import LexiconPlace
from sims.simulation import Simulation, simulate
from strategy.inference import infer_racks
from strategy.inferred_racks import InferredRacks
from strategy.last_move import LastMove
from strategy.simulation_config import Plies, RankBy, SimulationConfig
from strategy.static import StaticStrategy


@dataclass(frozen=True)
class SimulationPlan:
    """How a position is simulated. See `simulate` for all that is not told here.

    Attributes
    ----------
    candidates:    so many of the best static moves are rolled out; whoever simulates chooses them.
    opponent_rack: tiles that the opponent surely holds; None for what the position says of it.
    infer:         whether what else the opponent holds is inferred from the last move, where that is known.
    """

    candidates: int = 15
    plies: Plies = 2
    iterations: int | None = 5_000
    seconds: float | None = None
    confidence: float | None = 0.99
    rank_by: RankBy = "equity"
    seed: int = 0
    opponent_rack: Rack | None = None
    infer: bool = False

    @classmethod
    def of(cls, config: SimulationConfig, seed: int) -> "SimulationPlan":
        """That of a strategy, for a move."""
        return cls(
            config.candidates,
            config.plies,
            config.iterations,
            config.seconds,
            config.confidence,
            config.rank_by,
            seed,
            infer=config.infer,
        )

    def simulate(
        self,
        position: Position,
        candidates: Iterable[Move],
        lexicon: Lexicon,
        strategy: StaticStrategy,
        *,
        last: LastMove | None = None,
        executor: Executor | None = None,
        lexicon_place: LexiconPlace | None = None,
        progress: Callable[[Simulation], None] | None = None,
        is_interrupted: Callable[[], bool] | None = None,
    ) -> Simulation:
        """Simulate these moves. `last` is the opponent's last move, if it is known.

        Raises what `simulate` and `infer_racks` do.
        """
        known = position.racks[1 - position.on_turn] if self.opponent_rack is None else self.opponent_rack
        held: Rack | InferredRacks | None = known
        if self.infer and last is not None:
            held = infer_racks(position, last, lexicon, strategy, known=known, seed=self.seed)
        return simulate(
            position,
            candidates,
            lexicon,
            strategy=strategy,
            plies=self.plies,
            iterations=self.iterations,
            seconds=self.seconds,
            confidence=self.confidence,
            rank_by=self.rank_by,
            seed=self.seed,
            opponent_rack=held,
            executor=executor,
            lexicon_place=lexicon_place,
            progress=progress,
            is_interrupted=is_interrupted,
        )
