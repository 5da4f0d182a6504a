"""The words of self-play as text, as `jackdaw.playability/1` and as CSV."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import msgspec

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.schemas import encode_json
from movegen.counts import counted
from movegen.encoding import encode_text
from sims.playability import Estimate, PlayabilitySetup, PlayedWords, WordFigures

PLAYABILITY_SCHEMA = "jackdaw.playability/1"
_UNIT = 1000
"""Games to which the text refers its figures."""
_COLUMNS = (
    Column("#", "right"), Column("Word", "left"), Column("Lost", "right"), Column("Played", "right"),
    Column("Points", "right"), Column("Bingos", "right"), Column("Crossed", "right"),
)  # fmt: skip

RankBy = Literal["lost", "played", "points"]


class PlayedWord(msgspec.Struct, frozen=True):
    """A word, with the fields of `jackdaw.playability/1`: means per game and their standard errors.

    Attributes
    ----------
    lost:    points that players who do not know it lose, both together.
    played:  plays with it as the main word; `points` are those of such a play, None if there is none.
    crossed: plays with it as a cross-word.
    plays, bingos, crosses, best_turns: counts: of `played`, of bingos among them, of `crossed`, and of turns
             whose best move forms it.
    """

    word: str
    length: int
    lost: float
    lost_se: float | None
    played: float
    played_se: float | None
    points: float | None
    points_se: float | None
    crossed: float
    crossed_se: float | None
    plays: int
    bingos: int
    crosses: int
    best_turns: int


class PlayabilityReport(msgspec.Struct, frozen=True):
    """The playability of words. `games_planned` are the games asked for, `words` come in order of rank."""

    schema: str
    lexicon: str
    rules: str
    strategy: str
    seed: int
    games: int
    games_planned: int
    turns: int
    rank_by: RankBy
    words: list[PlayedWord]


@dataclass(frozen=True)
class WordFilter:
    """The words to report: of these lengths, empty for all, and only those that were played as bingos."""

    lengths: tuple[int, ...] = ()
    bingos: bool = False

    def wants(self, word: PlayedWord) -> bool:
        """Return True for a word to report."""
        return (not self.lengths or word.length in self.lengths) and (not self.bingos or word.bingos > 0)


def report_playability(
    setup: PlayabilitySetup, found: PlayedWords, planned: int, rank_by: RankBy, wanted: WordFilter
) -> PlayabilityReport:
    """Report the words of games, the most important ones first; ties by the alphabet."""
    tiles = setup.variant.tiles
    words = [
        _played_word(word, len(tiles.parse_word(word)), figures, found.games)
        for word, figures in found.words.items()
    ]
    rank = {
        "lost": lambda each: (-each.lost, -each.played, each.word),
        "played": lambda each: (-each.played, -each.crossed, each.word),
        "points": lambda each: (-(each.points or 0.0) * each.plays, each.word),
    }[rank_by]
    return PlayabilityReport(
        PLAYABILITY_SCHEMA,
        setup.lexicon.name,
        setup.variant.name,
        setup.strategy.name,
        setup.seed,
        found.games,
        planned,
        found.turns,
        rank_by,
        sorted(filter(wanted.wants, words), key=rank),
    )


def playability_json(report: PlayabilityReport) -> bytes:
    """Encode a report as `jackdaw.playability/1`."""
    return encode_json(report)


def playability_csv(report: PlayabilityReport) -> bytes:
    """Encode the words of a report as CSV, a row per word with the fields of the JSON."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(PlayedWord.__struct_fields__)
    writer.writerows(msgspec.structs.astuple(word) for word in report.words)
    return encode_text(text.getvalue())


def playability_view(report: PlayabilityReport, limit: int) -> Iterator[Line]:
    """Lay out the first words of a report; figures are per 1,000 games, but for the points of a play."""
    games = counted(report.games, "game")
    yield styled(
        f"{games} of {report.strategy} against itself; lexicon {report.lexicon},"
        f" rules {report.rules}, seed {report.seed}"
    )
    yield EMPTY
    shown = enumerate(report.words[:limit], start=1)
    rows = [(_cells(number, word, report.games), "") for number, word in shown]
    if rows:
        yield from table(_COLUMNS, rows)
        yield EMPTY
    ranked = {"lost": "points lost", "played": "plays", "points": "points of all plays"}[report.rank_by]
    count = f"{len(rows):,} of {counted(len(report.words), 'word')}, ranked by {ranked}"
    yield styled(f"{count}; per {_UNIT:,} games, points per play")


def _played_word(word: str, length: int, figures: WordFigures, games: int) -> PlayedWord:
    lost, played = _rounded(figures.loss_per_game(games)), _rounded(figures.plays_per_game(games))
    found, crossed = figures.points_per_play(), _rounded(figures.crosses_per_game(games))
    points = None if found is None else _rounded(found)
    return PlayedWord(
        word=word,
        length=length,
        lost=lost.mean,
        lost_se=lost.error,
        played=played.mean,
        played_se=played.error,
        points=None if points is None else points.mean,
        points_se=None if points is None else points.error,
        crossed=crossed.mean,
        crossed_se=crossed.error,
        plays=figures.plays,
        bingos=figures.bingos,
        crosses=figures.crosses,
        best_turns=figures.turns,
    )


def _rounded(estimate: Estimate) -> Estimate:
    """Round to six decimals: figures per game are small."""
    return Estimate(round(estimate.mean, 6), None if estimate.error is None else round(estimate.error, 6))


def _cells(number: int, word: PlayedWord, games: int) -> tuple[str, ...]:
    return (
        str(number),
        word.word,
        _with_error(word.lost * _UNIT, word.lost_se, _UNIT) if word.best_turns else "0",
        _with_error(word.played * _UNIT, word.played_se, _UNIT) if word.plays else "0",
        "-" if word.points is None else _with_error(word.points, word.points_se),
        f"{word.bingos * _UNIT / games:,.1f}" if word.bingos else "0",
        _with_error(word.crossed * _UNIT, word.crossed_se, _UNIT) if word.crosses else "0",
    )


def _with_error(value: float, error: float | None, unit: int = 1) -> str:
    """Format a value with its error; `?` for one that is not known."""
    if error is None:
        return f"{value:,.1f} ± ?"
    digits = 0 if error * unit >= 10 else 1
    return f"{value:,.{digits}f} ± {error * unit:,.{digits}f}"
