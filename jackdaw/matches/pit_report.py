"""A match as text."""

import math
from collections.abc import Iterator, Sequence

from jackdaw.console import EMPTY, Column, Line, styled, table
from movegen.counts import counted
from sims.match import (
    AdjustedSprtState,
    AdjustedStatistics,
    Estimate,
    ForfeitedGame,
    MatchReport,
    PlayerFigures,
    SprtState,
)
from strategy.players import describe_installed

_BOLD, _DIM = "bold", "dim"


def pit_view(report: MatchReport) -> Iterator[Line]:
    """Report the result of a match, seen from A."""
    plan, statistics = report.plan, report.statistics
    a, b = report.players
    kind = "in pairs" if statistics.paired else "with independent tiles"
    yield styled(f"{a.name} v {b.name}: {counted(statistics.games, 'game')} {kind}", _BOLD)
    words = describe_installed(plan.lexicon.load(), plan.variant)
    yield styled(f"lexicon {words}, seed {plan.seed}", _DIM)
    yield from reproducibility_view(plan.timed, plan.programs)
    if not statistics.games:
        return
    yield EMPTY
    yield from _players(report)
    yield EMPTY
    yield from _comparison(report)
    if report.adjusted is not None:
        yield from _adjusted(report.adjusted, (a.name, b.name))
    yield from forfeits_view(report.forfeits, plan.names)
    if report.test is not None:
        yield from _test(report.test, "pairs" if statistics.paired else "games")
    yield EMPTY
    # A program that forfeits may have made no move.
    times = [f"{figures.name} {_move_time(figures)}" for figures in report.players if figures.turns]
    took = f"; a move took {' and '.join(times)}" if times else ""
    yield styled(f"{format_rate(report.games_per_second)}{took}", _DIM)


def reproducibility_view(timed: tuple[str, ...], programs: tuple[str, ...]) -> Iterator[Line]:
    """Warn if players choose their moves by the clock or are outside programs."""
    if timed:
        players = " and ".join(timed)
        yield styled(f"not reproducible: the moves of {players} depend on the clock", _DIM)
    if programs:
        yield styled(f"reproducible only as far as these programs are: {', '.join(programs)}", _DIM)


def forfeits_view(forfeits: Sequence[ForfeitedGame], names: Sequence[str]) -> Iterator[Line]:
    """Count the forfeited games by player, with the first failure of each."""
    for player, name in enumerate(names):
        mine = [each for each in forfeits if each.player == player]
        if mine:
            reason = f"in game {mine[0].game}: {mine[0].reason}"
            yield styled(f"{name} forfeited {counted(len(mine), 'game')}, first {reason}", "red")


def format_rate(rate: float) -> str:
    """Format a rate of games."""
    return f"{rate:,.0f} games per second" if rate >= 10 else f"{rate:.2g} games per second"


def _players(report: MatchReport) -> list[Line]:
    statistics = report.statistics
    columns = [Column("", "left"), *(Column(figures.name, "right") for figures in report.players)]
    rows: list[tuple[str, ...]] = [
        ("games won", f"{statistics.wins:,}", f"{statistics.losses:,}"),
        ("games drawn", f"{statistics.draws:,}", f"{statistics.draws:,}"),
        ("mean score", f"{statistics.mean_score_a:.1f}", f"{statistics.mean_score_b:.1f}"),
    ]
    for count in ("turns", "bingos", "exchanges", "passes"):
        means = (getattr(figures, count) / statistics.games for figures in report.players)
        rows.append((f"{count} per game", *(f"{mean:.2f}" for mean in means)))
    return table(columns, [(row, "") for row in rows])


def _comparison(report: MatchReport) -> Iterator[Line]:
    statistics = report.statistics
    name = report.players[0].name
    alike = (
        f", in all {'pairs' if statistics.paired else 'games'}" if statistics.spread.deviation == 0 else ""
    )
    yield styled(f"spread     {_interval(statistics.spread)} points per game for {name}{alike}")
    yield styled(f"Elo        {statistics.elo_estimate}")
    yield styled(
        f"p-value    {_p_value(statistics.p_value)}; the likelihood that {name} is stronger is "
        f"{_likelihood(statistics.superiority)}"
    )
    if statistics.paired:
        shares = zip(("0", "0.5", "1", "1.5", "2"), statistics.counts, strict=True)
        counts = ", ".join(f"{points}: {count:,}" for points, count in shares)
        yield styled(f"pairs      by points of {name}: {counts}")


def _adjusted(adjusted: AdjustedStatistics, names: tuple[str, str]) -> Iterator[Line]:
    spread, score, elo = adjusted.spread, adjusted.score, adjusted.elo_estimate
    luckier = f"{names[spread.luck < 0]} drew {abs(spread.luck):.1f} points per game better"
    is_estimated = spread.estimate.standard_error > 0
    yield EMPTY
    yield styled(f"luck       {luckier}{'; without it:' if is_estimated else ''}")
    if not is_estimated:
        return
    yield styled(f"spread     {_interval(spread.estimate)} points per game for {names[0]}")
    if math.isfinite(elo.elo) and not math.isnan(elo.ci95[0]):
        yield styled(f"Elo        {elo}")
    if not math.isnan(adjusted.p_value):
        yield styled(f"p-value    {_p_value(adjusted.p_value)}")
    gains = [f"{spread.gain:.1f} times the games for the spread"]
    if not math.isnan(score.gain):
        gains.append(f"{score.gain:.1f} times for Elo")
    yield styled(f"           as exact as {', '.join(gains)}", _DIM)


def _test(test: SprtState | AdjustedSprtState, unit: str) -> Iterator[Line]:
    outcome = f"{test.decision} accepted" if test.decision else "undecided"
    adjusted = " without luck" if isinstance(test, AdjustedSprtState) else ""
    yield styled(f"test       {outcome} after {test.units:,} {unit}{adjusted}; {test.test}", _BOLD)
    bounds = f"from {test.test.lower:.2f} (elo0) to {test.test.upper:.2f} (elo1)"
    yield styled(f"           log-likelihood ratio {test.llr:.2f}, {bounds}")
    if test.decision:
        bias = "high" if test.llr > 0 else "low"
        note = f"when a test ends a match, its spread and Elo are too {bias} on average"
        yield styled(f"           {note};", _DIM)
        yield styled("           intervals and p-values above do not hold then: the test is the result", _DIM)


def _interval(estimate: Estimate) -> str:
    low, high = estimate.ci95
    return f"{estimate.mean:+.1f}" + ("" if math.isnan(low) else f" ({low:+.1f} to {high:+.1f})")


def _p_value(value: float) -> str:
    return "below 0.0001" if value < 0.0001 else f"{value:.4f}"


def _likelihood(value: float) -> str:
    if value > 0.9999:
        return "above 99.99%"
    return "below 0.01%" if value < 0.0001 else f"{value:.2%}"


def _move_time(figures: PlayerFigures) -> str:
    microseconds = figures.seconds / figures.turns * 1e6
    return f"{microseconds:,.0f} us" if microseconds < 10_000 else f"{microseconds / 1000:,.0f} ms"
