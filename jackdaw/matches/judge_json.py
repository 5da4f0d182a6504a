"""The output of `jackdaw judge` as JSON, and as CSV with a row per position and player.

docs/json.md explains every field. Shares of games are from 0 to 1. Unknown numbers are `null`, or empty.
"""

import csv
import io
import math
from collections.abc import Iterator, Sequence

import msgspec

from jackdaw.matches.judge_report import JudgeReport
from jackdaw.schemas import encode_json
from movegen.encoding import encode_text, show_hidden
from sims.decisions import Comparison, Decision, JudgedMove, LossTable, MeanEstimate

JUDGE_SCHEMA = "jackdaw.judge/1"


class EstimateJson(msgspec.Struct):
    """A mean over positions."""

    mean: float
    se: float
    ci95: tuple[float, float]
    p_value: float
    nonzero: int
    nonzero_below: float


class PlayerLossesJson(msgspec.Struct):
    """What a player loses per decision."""

    player: str
    win_lost: EstimateJson
    points_lost: EstimateJson
    best: float
    seconds: float


class ComparisonJson(msgspec.Struct):
    """What player a gains on player b per decision."""

    a: str
    b: str
    differing: int
    win_gained: EstimateJson
    points_gained: EstimateJson


class PhaseJson(msgspec.Struct):
    """The losses in a phase, or in all (`null`)."""

    phase: str | None
    positions: int
    players: list[PlayerLossesJson]
    comparisons: list[ComparisonJson]
    win_optimism: float
    points_optimism: float


class ChoiceJson(msgspec.Struct):
    """The choice of a player."""

    player: str
    move: str
    seconds: float


class DecisionJson(msgspec.Struct):
    """A position, the choices of the players, and the moves that the judge compared, best first."""

    number: int
    source: str
    line: int | None
    turn: int | None
    id: str | None
    error: str | None
    cgp: str | None
    bag: int | None
    phase: str | None
    method: str | None
    proven: bool | None
    iterations: int | None
    seconds: float | None
    win_optimism: float | None
    points_optimism: float | None
    choices: list[ChoiceJson]
    moves: tuple[JudgedMove, ...]


class JudgeJson(msgspec.Struct):
    """The result of `jackdaw judge`."""

    schema: str
    positions: str
    seed: int
    players: tuple[str, ...]
    timed: tuple[str, ...]
    programs: tuple[str, ...]
    candidates: int
    iterations: int
    endgame_nodes: int | None
    complete: bool
    losses: list[PhaseJson]
    decisions: list[DecisionJson]


def judge_json(report: JudgeReport) -> bytes:
    """Encode a test of decisions as `jackdaw.judge/1`."""
    plan = report.plan
    return encode_json(
        JudgeJson(
            JUDGE_SCHEMA,
            report.title,
            plan.seed,
            plan.names,
            plan.timed,
            plan.programs,
            plan.judge.candidates,
            plan.judge.iterations,
            plan.judge.endgame_nodes,
            report.complete,
            [_phase(each) for each in report.tables()],
            [_decision(each, plan.names) for each in report.decisions],
        )
    )


_COLUMNS = (
    "number", "source", "line", "turn", "id", "error", "phase", "bag", "cgp", "method", "proven",
    "iterations", "player", "seconds", "move", "win", "spread", "utility", "win_lost", "win_lost_se",
    "points_lost", "points_lost_se", "is_best", "best_move",
)  # fmt: skip


def judge_csv(report: JudgeReport) -> bytes:
    """Encode a test of decisions as CSV: a row per position and player, one per position with an error."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for decision in report.decisions:
        for row in _rows(decision, report.plan.names):
            writer.writerow(map(_cell, row))
    return encode_text(text.getvalue())


def _cell(value: object) -> object:
    """Return a value for the table: hidden characters as escapes, nothing for unknown numbers."""
    if isinstance(value, str):
        return show_hidden(value)
    return None if isinstance(value, float) and math.isnan(value) else value


def _rows(decision: Decision, names: Sequence[str]) -> Iterator[list[object]]:
    place = decision.place
    start: list[object] = [decision.first, place.source, place.line, place.turn, place.name, decision.error]
    if decision.error is not None:
        yield start + [None] * (len(_COLUMNS) - len(start))
        return
    proven = str(decision.is_proven).lower()
    start += [decision.phase, decision.bag, decision.cgp, decision.method, proven, decision.iterations]
    for player, name in enumerate(names):
        move = decision.chosen(player)
        yield [
            *start, name, decision.choices[player].seconds, move.move, move.win, move.spread, move.utility,
            move.win_lost, move.win_lost_se, move.points_lost, move.points_lost_se, str(move.is_best).lower(),
            decision.moves[0].move,
        ]  # fmt: skip


def _phase(losses: LossTable) -> PhaseJson:
    return PhaseJson(
        losses.phase,
        losses.positions,
        [
            PlayerLossesJson(each.name, _estimate(each.win), _estimate(each.points), each.best, each.seconds)
            for each in losses.players
        ],
        [_comparison(each) for each in losses.comparisons],
        losses.win_optimism,
        losses.points_optimism,
    )


def _comparison(each: Comparison) -> ComparisonJson:
    return ComparisonJson(each.a, each.b, each.differing, _estimate(each.win), _estimate(each.points))


def _estimate(estimate: MeanEstimate) -> EstimateJson:
    return EstimateJson(
        estimate.mean,
        estimate.standard_error,
        estimate.ci95,
        estimate.p_value,
        estimate.nonzero,
        estimate.nonzero_below,
    )


def _decision(decision: Decision, names: Sequence[str]) -> DecisionJson:
    place, is_judged = decision.place, decision.error is None
    choices = zip(names, decision.choices, strict=False)
    return DecisionJson(
        decision.first,
        place.source,
        place.line,
        place.turn,
        place.name,
        decision.error,
        decision.cgp if is_judged else None,
        decision.bag if is_judged else None,
        decision.phase if is_judged else None,
        decision.method if is_judged else None,
        decision.is_proven if is_judged else None,
        decision.iterations if is_judged else None,
        decision.seconds if is_judged else None,
        decision.win_optimism if is_judged else None,
        decision.points_optimism if is_judged else None,
        [ChoiceJson(name, decision.moves[each.move].move, each.seconds) for name, each in choices],
        decision.moves,
    )
