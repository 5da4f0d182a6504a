"""The outputs of `jackdaw pit` and `jackdaw tournament` as JSON, and of the latter as CSV.

docs/json.md explains every field. Each class is an object of the JSON, its attributes the fields in their
order. Unknown and infinite numbers are `null`.
"""

import csv
import io
from collections.abc import Sequence

import msgspec

from jackdaw.schemas import encode_json
from movegen.encoding import encode_text
from sims.match import AdjustedStatistics, ForfeitedGame, MatchReport, PlayerFigures
from sims.tournament import TournamentReport

PIT_SCHEMA = "jackdaw.pit/1"
TOURNAMENT_SCHEMA = "jackdaw.tournament/1"


class FiguresJson(msgspec.Struct):
    """The totals of a player."""

    name: str
    turns: int
    bingos: int
    exchanges: int
    passes: int
    seconds_per_move: float | None
    forfeits: int


class ForfeitJson(msgspec.Struct):
    """A game that a player forfeited."""

    game: int
    player: str
    reason: str


class TestJson(msgspec.Struct):
    """A sequential test."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    llr: float
    lower: float
    upper: float
    units: int
    decision: str | None


class AdjustedJson(msgspec.Struct):
    """A match without the luck of the draws."""

    point_luck: float
    win_luck: float
    mean_spread: float
    spread_se: float
    spread_ci95: tuple[float, float]
    spread_gain: float
    score: float
    score_se: float
    score_ci95: tuple[float, float]
    score_gain: float
    elo: float
    elo_ci95: tuple[float, float]
    p_value: float


class PitJson(msgspec.Struct):
    """The result of `jackdaw pit`."""

    schema: str
    a: str
    b: str
    lexicon: str
    seed: int
    games: int
    wins: int
    draws: int
    losses: int
    mean_score_a: float
    mean_score_b: float
    mean_spread: float
    spread_se: float
    elo: float
    elo_ci95: tuple[float, float]
    p_value: float
    games_per_second: float
    paired: bool
    counts: tuple[int, ...]
    spread_ci95: tuple[float, float]
    superiority: float
    adjusted: AdjustedJson | None
    players: list[FiguresJson]
    sprt: TestJson | None
    complete: bool
    timed: tuple[str, ...]
    programs: tuple[str, ...]
    forfeits: list[ForfeitJson]


class StandingJson(msgspec.Struct):
    """A player of a tournament."""

    rank: int
    player: str
    games: int
    byes: int
    wins: float
    spread: float
    mean_score: float
    win_share: float
    rating: float | None
    rating_ci95: tuple[float, float] | None


class CrossTableJson(msgspec.Struct):
    """The games, points and spread of each player (row) against each other (column)."""

    players: tuple[str, ...]
    games: list[list[int]]
    points: list[list[float]]
    spread: list[list[int]]


class RoundJson(msgspec.Struct):
    """The tables and the byes of a round."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]


class TournamentJson(msgspec.Struct):
    """The result of `jackdaw tournament`."""

    schema: str
    name: str
    format: str
    lexicon: str
    seed: int
    players_per_game: int
    games_per_pairing: int
    paired: bool
    games: int
    games_per_second: float
    standings: list[StandingJson]
    crosstable: CrossTableJson
    rounds: list[RoundJson]
    complete: bool
    timed: tuple[str, ...]
    programs: tuple[str, ...]
    forfeits: list[ForfeitJson]


def pit_json(report: MatchReport) -> bytes:
    """Encode a match as `jackdaw.pit/1`, with wins and signs from the view of A."""
    plan, statistics, test = report.plan, report.statistics, report.test
    a, b = report.players
    return encode_json(
        PitJson(
            schema=PIT_SCHEMA,
            a=a.name,
            b=b.name,
            lexicon=plan.lexicon.name,
            seed=plan.seed,
            games=statistics.games,
            wins=statistics.wins,
            draws=statistics.draws,
            losses=statistics.losses,
            mean_score_a=statistics.mean_score_a,
            mean_score_b=statistics.mean_score_b,
            mean_spread=statistics.mean_spread,
            spread_se=statistics.spread_se,
            elo=statistics.elo,
            elo_ci95=statistics.elo_ci95,
            p_value=statistics.p_value,
            games_per_second=report.games_per_second,
            paired=statistics.paired,
            counts=statistics.counts,
            spread_ci95=statistics.spread.ci95,
            superiority=statistics.superiority,
            adjusted=None if report.adjusted is None else _adjusted(report.adjusted),
            players=[_figures(a), _figures(b)],
            sprt=None
            if test is None
            else TestJson(
                test.test.elo0, test.test.elo1, test.test.alpha, test.test.beta, test.llr,
                test.test.lower, test.test.upper, test.units, test.decision and test.decision.value,
            ),
            complete=report.complete,
            timed=plan.timed,
            programs=plan.programs,
            forfeits=_forfeits(report.forfeits, plan.names),
        )
    )  # fmt: skip


def _adjusted(adjusted: AdjustedStatistics) -> AdjustedJson:
    spread, score, elo = adjusted.spread, adjusted.score, adjusted.elo_estimate
    return AdjustedJson(
        point_luck=spread.luck,
        win_luck=score.luck,
        mean_spread=spread.estimate.mean,
        spread_se=spread.estimate.standard_error,
        spread_ci95=spread.estimate.ci95,
        spread_gain=spread.gain,
        score=score.estimate.mean,
        score_se=score.estimate.standard_error,
        score_ci95=score.estimate.ci95,
        score_gain=score.gain,
        elo=elo.elo,
        elo_ci95=elo.ci95,
        p_value=adjusted.p_value,
    )


def tournament_json(report: TournamentReport) -> bytes:
    """Encode a tournament as `jackdaw.tournament/1`."""
    config, cross = report.config, report.crosstable
    return encode_json(
        TournamentJson(
            schema=TOURNAMENT_SCHEMA,
            name=config.name,
            format=config.format,
            lexicon=report.lexicon_name,
            seed=config.seed,
            players_per_game=config.players_per_game,
            games_per_pairing=config.games_per_pairing,
            paired=config.paired,
            games=len(report.results),
            games_per_second=report.games_per_second,
            standings=_standings(report),
            crosstable=CrossTableJson(
                cross.players, cross.games.tolist(), cross.points.tolist(), cross.spread.tolist()
            ),
            rounds=[RoundJson(each.tables, each.byes) for each in report.rounds],
            complete=report.complete,
            timed=report.timed,
            programs=report.programs,
            forfeits=_forfeits(report.forfeits, config.players),
        )
    )


def tournament_csv(report: TournamentReport) -> bytes:
    """Encode the standings as CSV: per player a row of figures, then the points against each player met."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    cross = report.crosstable
    figures = [name for name in StandingJson.__struct_fields__ if name != "rating_ci95"]
    writer.writerow([*figures, "rating_low", "rating_high", *(f"against {name}" for name in cross.players)])
    for row in _standings(report):
        index = cross.players.index(row.player)
        points, games = cross.points[index].tolist(), cross.games[index].tolist()
        against = [value if count else "" for value, count in zip(points, games, strict=True)]
        interval = row.rating_ci95 or ("", "")
        own = [getattr(row, name) for name in figures]
        if not row.games:
            own[figures.index("mean_score")] = own[figures.index("win_share")] = ""
        writer.writerow([*own, *interval, *against])
    return encode_text(text.getvalue())


def _standings(report: TournamentReport) -> list[StandingJson]:
    rows = []
    for each in report.standings:
        rating = None if report.ratings is None else report.ratings[each.player]
        elo, interval = (None, None) if rating is None else (rating.elo, rating.ci95)
        rows.append(
            StandingJson(
                each.rank, each.player, each.games, each.byes, round(each.wins, 6), round(each.spread, 6),
                each.mean_score, each.win_share, elo, interval,
            )
        )  # fmt: skip
    return rows


def _figures(player: PlayerFigures) -> FiguresJson:
    seconds = player.seconds / player.turns if player.turns else None
    return FiguresJson(
        player.name, player.turns, player.bingos, player.exchanges, player.passes, seconds, player.forfeits
    )


def _forfeits(forfeits: Sequence[ForfeitedGame], names: Sequence[str]) -> list[ForfeitJson]:
    return [ForfeitJson(each.game, names[each.player], each.reason) for each in forfeits]
