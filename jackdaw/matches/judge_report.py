"""A test of decisions as text: what players lose per decision, by phase, and the differences between them."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.matches.pit_report import reproducibility_view
from movegen.counts import counted
from movegen.errors import MAX_PLACE, one_line
from sims.decisions import (
    Comparison,
    Decision,
    DecisionPlan,
    JudgedBy,
    LossTable,
    MeanEstimate,
    Phase,
    loss_tables,
)

_BOLD, _DIM = "bold", "dim"
_MAX_NAME, _MAX_FAILED = 15, 5
_MIN_DIFFERING = 10
"""Pairs that differ in fewer decisions have rough p-values."""
_MIN_BOUNDED = 10
"""Of fewer observations that are all 0 no useful bound follows."""


@dataclass(frozen=True)
class JudgeReport:
    """The results of a test of decisions so far.

    Attributes
    ----------
    title:     where the positions come from.
    decisions: those that are finished, in order, with errors.
    complete:  all are.
    """

    title: str
    plan: DecisionPlan
    decisions: Sequence[Decision]
    complete: bool

    def tables(self) -> list[LossTable]:
        """Return the losses in all positions, and by phase."""
        return loss_tables(self.plan.names, self.decisions)


def judge_view(report: JudgeReport) -> Iterator[Line]:
    """Report a test of decisions in 80 columns."""
    judged = [each for each in report.decisions if each.error is None]
    players = counted(len(report.plan.players), "player")
    yield styled(f"{counted(len(judged), 'decision')} of {players}", _BOLD)
    yield styled(f"{report.title}; seed {report.plan.seed}", _DIM)
    yield from reproducibility_view(report.plan.timed, report.plan.programs)
    if judged:
        yield styled(_describe_judge(judged, report.plan), _DIM)
        if searched := _count_searched(judged, report.plan):
            nodes = report.plan.judge.endgame_nodes
            yield styled(f"endgames of the rollouts of {searched:,} searched with {nodes:,} nodes", _DIM)
        tables = report.tables()
        yield EMPTY
        yield from _losses(tables, report.plan)
        if len(report.plan.players) > 1:
            yield EMPTY
            yield from _comparisons(tables)
    yield from _failures(report.decisions)


def _describe_judge(judged: Sequence[Decision], plan: DecisionPlan) -> str:
    methods = Counter(each.method for each in judged)
    texts = {
        JudgedBy.ROLLOUTS: f"{plan.judge.iterations:,} rollouts",
        JudgedBy.PRE_ENDGAME: "pre-endgame proof",
        JudgedBy.ENDGAME: "endgame search",
        JudgedBy.AGREEMENT: "agreement",
    }
    return "judge: " + ", ".join(
        f"{methods[each]:,} by {text}" for each, text in texts.items() if methods[each]
    )


def _count_searched(judged: Sequence[Decision], plan: DecisionPlan) -> int:
    """Return the number of decisions whose rollouts had their endgames searched."""
    rolled_out = (each for each in judged if each.method == JudgedBy.ROLLOUTS)
    bags = (each.bag for each in rolled_out if each.phase == Phase.PRE_ENDGAME)  # a rack holds as many
    return sum(plan.judge.endgame_nodes_in(bag, bag) is not None for bag in bags)


def _losses(tables: Sequence[LossTable], plan: DecisionPlan) -> Iterator[Line]:
    columns = (
        Column("Phase", "left"), Column("Positions", "right"), Column("Player", "left"),
        Column("Lost\n(win %)", "right"), Column("Lost\n(points)", "right"), Column("Best\nmove", "right"),
        Column("Time of\na move", "right"),
    )  # fmt: skip
    rows = []
    for each in _shown(tables):
        heading = (_phase(each), f"{each.positions:,}")
        for player in each.players:
            cells = (
                *heading,
                _shorten(player.name),
                _percent(player.win),
                _points(player.points),
                f"{player.best:.0%}",
                _time(player.seconds),
            )
            rows.append((cells, "" if each.phase is None else _DIM))
            heading = ("", "")
    yield from table(columns, rows)
    field = "the best move" if plan.judge.candidates else "the best of these players' moves"
    yield styled(f"lost per decision against {field}{_about_errors(tables)}", _DIM)
    if not plan.judge.candidates and any(each.phase is Phase.ENDGAME for each in tables):
        yield styled("in endgames against the best of all moves", _DIM)
    losses = [each for losses in _shown(tables) for each in losses.players]
    yield from _about_zeros("loss", tables, [each.win for each in losses] + [each.points for each in losses])
    most_win, most_points = (max(0.0, each) for each in (tables[0].win_optimism, tables[0].points_optimism))
    if not most_win and not most_points:
        return
    bias = f"{100 * most_win:.2f} win % and {most_points:.1f} points"
    yield styled(f"the best is known with noise: losses may be {bias} higher", _DIM)
    if len(_shown(tables)) > 1:
        yield styled("over all phases; in a single one that may be more or less (see --json)", _DIM)


def _about_errors(tables: Sequence[LossTable]) -> str:
    """Say that there are standard errors, or why there are none: the turns of a game are not independent."""
    if tables[0].players[0].win.clusters > 1:
        return ", ± standard error"
    return "; errors need two games or positions"


def _about_zeros(event: str, tables: Sequence[LossTable], shown: Sequence[MeanEstimate]) -> Iterator[Line]:
    """Explain the figures that are 0 in all positions, whose error is unknown and not 0."""
    counts = [each.clusters for each in shown if _is_bounded(each)]
    unit = "positions" if tables[0].players[0].win.clusters == tables[0].positions else "games"
    if counts and max(counts) >= _MIN_BOUNDED:
        yield styled(f"0 of N {unit}: with 95 % confidence fewer than 3 in N have such a {event}", _DIM)
    if counts and min(counts) < _MIN_BOUNDED:
        yield styled(f"0 of fewer than {_MIN_BOUNDED} {unit} says little: judge more of them", _DIM)


def _shown(tables: Sequence[LossTable]) -> Sequence[LossTable]:
    """Return the tables to show: a single phase is all there is."""
    return tables if len(tables) > 2 else tables[-1:]


def _comparisons(tables: Sequence[LossTable]) -> Iterator[Line]:
    """Compare all pairs in all phases, or the only pair by phase."""
    everywhere = tables[0].comparisons
    if len(everywhere) == 1:
        names = f" by {_shorten(everywhere[0].a)} on {_shorten(everywhere[0].b)}"
        start = [Column("Phase", "left")]
        rows: list[tuple[tuple[str, ...], Comparison]] = [
            ((_phase(each),), each.comparisons[0]) for each in _shown(tables)
        ]
    else:
        names = ""
        start = [Column("Player", "left"), Column("against", "left")]
        rows = [((_shorten(each.a), _shorten(each.b)), each) for each in everywhere]
    columns = (
        *start, Column("Differ", "right"), Column("Gained\n(win %)", "right"), Column("\np", "right"),
        Column("Gained\n(points)", "right"), Column("\np", "right", "Gained\n(points)"),
    )  # fmt: skip
    yield from table(columns, [((*first, *_gains(each)), "") for first, each in rows])
    yield styled(f"gained{names} per decision{_about_errors(tables)}", _DIM)
    pairs = [each for _, each in rows]
    yield from _about_zeros(
        "difference", tables, [each.win for each in pairs] + [each.points for each in pairs]
    )
    if any(0 < each.differing < _MIN_DIFFERING for each in everywhere):
        yield styled(
            f"with fewer than {_MIN_DIFFERING} decisions that differ, p is rough: judge more positions", _DIM
        )


def _gains(each: Comparison) -> tuple[str, ...]:
    return (
        f"{each.differing:,}",
        _percent(each.win, signed=True),
        _p_value(each.win),
        _points(each.points, signed=True),
        _p_value(each.points),
    )


def _phase(losses: LossTable) -> str:
    return "all" if losses.phase is None else losses.phase.value


def _failures(decisions: Sequence[Decision]) -> Iterator[Line]:
    failed = [each for each in decisions if each.error is not None]
    if not failed:
        return
    yield EMPTY
    yield styled(f"{len(failed):,} could not be judged:", _BOLD)
    for each in failed[:_MAX_FAILED]:
        yield styled(f"  {one_line(str(each.place), MAX_PLACE)}: {each.error}")
    if len(failed) > _MAX_FAILED:
        yield styled(f"  and {len(failed) - _MAX_FAILED:,} more")


def _percent(estimate: MeanEstimate, *, signed: bool = False) -> str:
    if _is_bounded(estimate):
        return f"0 of {estimate.clusters:,}"
    return _estimate(100 * estimate.mean, 100 * estimate.standard_error, 2, signed)


def _points(estimate: MeanEstimate, *, signed: bool = False) -> str:
    if _is_bounded(estimate):
        return f"0 of {estimate.clusters:,}"
    return _estimate(estimate.mean, estimate.standard_error, 1, signed)


def _is_bounded(estimate: MeanEstimate) -> bool:
    """Return True if all observations are 0: their error is unknown, and their number gives a bound."""
    return estimate.nonzero == 0 and estimate.clusters > 1


def _estimate(mean: float, error: float, digits: int, signed: bool) -> str:
    mean = round(mean, digits) + 0.0  # no minus zero
    text = f"{mean:{'+' if signed and mean else ''}.{digits}f}"
    return text if math.isnan(error) else f"{text} ± {error:.{digits}f}"


def _p_value(estimate: MeanEstimate) -> str:
    if math.isnan(estimate.p_value):
        return ""
    return "<0.001" if estimate.p_value < 0.001 else f"{estimate.p_value:.3f}"


def _time(seconds: float) -> str:
    if seconds < 1:
        return f"{1000 * seconds:,.{1 if seconds < 0.01 else 0}f} ms"
    return f"{seconds:,.1f} s"


def _shorten(name: str) -> str:
    name = one_line(name)
    return name if len(name) <= _MAX_NAME else f"\N{HORIZONTAL ELLIPSIS}{name[1 - _MAX_NAME :]}"
