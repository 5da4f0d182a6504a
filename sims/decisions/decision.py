"""A decision: a position, the move that each player chooses in it, and what the judge says of them.

Players see what they see in a match: their rack, the board and the scores. Their random numbers and those of
the judge are unrelated, so that no player is judged by the rollouts that made it choose.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

import msgspec

from movegen.board import Move
from movegen.errors import JackdawError, one_line
from movegen.position import Position
from movegen.variant import Rack
from sims.decisions.judge import JudgePlan, check_position, judge_moves
from sims.decisions.judgement import JudgedMove
from sims.decisions.phases import Phase, find_phase
from sims.engines import start_engines
from sims.games import MoveChooser, check_players, even_seconds
from sims.lexicon_source import LexiconSource
from sims.place import Place
from sims.players import player_names, program_players, timed_players
from sims.seeds import derive_seed
from strategy.inference import LastMove
from strategy.players import Strategy


@dataclass(frozen=True)
class DecisionTask:
    """A position to judge.

    Attributes
    ----------
    number:        identifies it and, with the seed of the plan, decides all random numbers.
    lexicon:       None if there is an `error` already: the reason why there is nothing to judge.
    last:          the opponent's last move, for players that infer.
    opponent_rack: the rack that the opponent is known to hold, for the judge alone.
    """

    number: int
    place: Place
    position: Position | None = None
    lexicon: LexiconSource | None = None
    last: LastMove | None = None
    opponent_rack: Rack | None = None
    error: str | None = None


@dataclass(frozen=True)
class DecisionPlan:
    """The players, and the judge that compares them. `names` are all different."""

    players: tuple[Strategy, ...]
    judge: JudgePlan = field(default_factory=JudgePlan)
    seed: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players: those of their strategies, numbered if they repeat."""
        return player_names(self.players)

    @property
    def timed(self) -> tuple[str, ...]:
        """The players whose choices depend on the clock."""
        return timed_players(self.names, self.players)

    @property
    def programs(self) -> tuple[str, ...]:
        """The players that are outside programs."""
        return program_players(self.names, self.players)


class Choice(msgspec.Struct, frozen=True):
    """The choice of a player: the index of its move in the judgement, and the seconds it took."""

    move: int
    seconds: float


class Decision(msgspec.Struct, frozen=True):
    """A judged decision, as the journal saves it, or the reason why there is none.

    Attributes
    ----------
    first:   the number of the position.
    moves:   the moves compared, best first.
    choices: one of each player, in their order.
    seconds: the time of the judge.
    win_optimism, points_optimism: see `Judgement`.
    """

    first: int
    place: Place
    error: str | None = None
    cgp: str = ""
    bag: int = 0
    phase: str = ""
    method: str = ""
    is_proven: bool = False
    iterations: int = 0
    moves: tuple[JudgedMove, ...] = ()
    choices: tuple[Choice, ...] = ()
    seconds: float = 0.0
    win_optimism: float = 0.0
    points_optimism: float = 0.0

    def is_of(self, plan: DecisionPlan) -> bool:
        """Return True if it has the choices of these players, or an error."""
        return self.error is not None or (
            self.phase in tuple(Phase)
            and len(self.choices) == len(plan.players)
            and all(0 <= choice.move < len(self.moves) for choice in self.choices)
        )

    def chosen(self, player: int) -> JudgedMove:
        """Return the move of a player."""
        return self.moves[self.choices[player].move]


def judge_task(plan: DecisionPlan, task: DecisionTask) -> Decision:
    """Let the players choose, and judge their moves. Errors become part of the result."""
    if task.error is not None or task.position is None or task.lexicon is None:
        return report_failure(task, task.error or "there is no position")
    try:
        return _judge(plan, task, task.position, task.lexicon)
    except JackdawError as error:
        return report_failure(task, one_line(str(error)))


def report_failure(task: DecisionTask, reason: str) -> Decision:
    """Return the result for a position that cannot be judged."""
    return Decision(task.number, task.place, reason)


def _judge(plan: DecisionPlan, task: DecisionTask, known: Position, source: LexiconSource) -> Decision:
    check_position(known)
    check_players(plan.players, known.players)
    position, lexicon = known.without_other_racks(), source.load()
    chosen = [_choose(plan, task, player, position) for player in plan.players]
    moves = list(dict.fromkeys(move for move, _ in chosen))
    began = perf_counter()
    judgement = judge_moves(
        position,
        moves,
        lexicon,
        plan.judge,
        seed=judge_seed(plan.seed, task.number),
        opponent_rack=task.opponent_rack,
    )
    return Decision(
        task.number,
        task.place,
        None,
        position.cgp(strict=False),
        position.bag_count,
        find_phase(position).value,
        judgement.method.value,
        judgement.is_proven,
        judgement.iterations,
        judgement.moves,
        _choices(chosen, judgement.moves),
        perf_counter() - began,
        judgement.win_optimism,
        judgement.points_optimism,
    )


def _choose(
    plan: DecisionPlan, task: DecisionTask, player: Strategy, position: Position
) -> tuple[Move, float]:
    assert task.lexicon is not None
    chooser = MoveChooser(task.lexicon.load(), plan.seed, task.number)
    start_engines([player])  # before its clock runs
    began = perf_counter()
    move, _ = chooser.choose_in(
        player,
        position,
        turn=task.place.turn or 1,
        last=task.last,
        seconds=even_seconds(player, position),
    )
    return move, perf_counter() - began


def _choices(chosen: Sequence[tuple[Move, float]], moves: Sequence[JudgedMove]) -> tuple[Choice, ...]:
    indices = {each.move: index for index, each in enumerate(moves)}
    return tuple(Choice(indices[str(move)], seconds) for move, seconds in chosen)


def judge_seed(seed: int, number: int) -> int:
    """Return the even 64-bit seed of a position's rollouts, unrelated to that of any player's simulation."""
    return derive_seed("judge", seed, number) & ~1
