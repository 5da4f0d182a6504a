"""A tournament as text."""

from collections.abc import Iterator

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.matches.pit_report import forfeits_view, format_rate, reproducibility_view
from movegen.counts import counted
from sims.tournament import BYE_SPREAD, TournamentReport

_BOLD, _DIM = "bold", "dim"
_MAX_COLUMNS = 10  # players in the cross table; more would not fit a terminal


def tournament_view(report: TournamentReport) -> Iterator[Line]:
    """Report the result of a tournament."""
    config = report.config
    kind = config.format.replace("_", " ")
    tables = "" if config.players_per_game == 2 else f", {config.players_per_game} players per game"
    yield styled(f"{config.name}: {kind}, {counted(len(report.results), 'game')}{tables}", _BOLD)
    yield styled(f"lexicon {report.lexicon_name}, seed {config.seed}", _DIM)
    yield from reproducibility_view(report.timed, report.programs)
    yield EMPTY
    yield from _standings(report)
    yield EMPTY
    if len(config.players) <= _MAX_COLUMNS:
        yield from _crosstable(report)
        yield EMPTY
    if report.forfeits:
        yield from forfeits_view(report.forfeits, config.players)
        yield EMPTY
    yield styled(format_rate(report.games_per_second), _DIM)


def _standings(report: TournamentReport) -> list[Line]:
    has_byes = any(each.byes for each in report.standings)
    has_shares = has_byes or len({each.games for each in report.standings}) > 1
    columns = [
        Column("#", "right"),
        Column("Player", "left"),
        Column("Games", "right"),
        *([Column("Byes", "right")] if has_byes else []),
        Column("Wins", "right"),
        *([Column("Win %", "right")] if has_shares else []),
        *(Column(title, "right") for title in ("Spread", "Score", "Elo", "95 %")),
    ]
    rows = []
    for each in report.standings:
        cells = [
            f"{each.rank}",
            each.player,
            f"{each.games:,}",
            *([f"{each.byes:,}"] if has_byes else []),
            f"{each.wins:,.1f}",
            *([f"{100 * each.win_share:.1f}" if each.games else "-"] if has_shares else []),
            f"{each.spread:+,.0f}",
            f"{each.mean_score:.1f}" if each.games else "-",
        ]
        if report.ratings is not None:
            rating = report.ratings[each.player]
            low, high = rating.ci95
            cells += [f"{round(rating.elo):+d}", f"{round(low):+d} to {round(high):+d}"]
        else:
            cells += ["-", "-"]
        rows.append((cells, ""))
    lines = list(table(columns, rows))
    if has_byes:
        text = f"a bye counts as a win by {BYE_SPREAD} in Wins and Spread; all other figures leave it out"
        lines.append(styled(text, _DIM))
    return lines


def _crosstable(report: TournamentReport) -> Iterator[Line]:
    """Lay out the score of each player against each other one in percent, in the order of the standings."""
    cross = report.crosstable
    indices = [cross.players.index(each.player) for each in report.standings]
    numbers = range(1, len(indices) + 1)
    columns = [
        Column("#", "right"), Column("Score against, in percent", "left"),
        *(Column(f"{number}", "right") for number in numbers),
    ]  # fmt: skip
    rows = []
    for number, row in zip(numbers, indices, strict=True):
        shares = [_share(cross.points[row, column], cross.games[row, column]) for column in indices]
        rows.append(([f"{number}", cross.players[row], *shares], ""))
    yield from table(columns, rows)


def _share(points: float, games: int) -> str:
    return f"{100 * points / games:.1f}" if games else "-"
