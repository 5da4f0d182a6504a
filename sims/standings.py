"""Standings by wins then spread, as human tournaments have them, and the table of who did what to whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sims.results import GameResult, place_of
from sims.score_frequencies import Floats, Integers

BYE_SPREAD = 50
"""A bye counts as a game won by so many points, as in human tournaments."""


@dataclass(frozen=True)
class Standing:
    """A player's place.

    Attributes
    ----------
    rank:       from 1; players who are level in wins and spread share a rank.
    games:      games played; byes are not among them.
    byes:       games that were byes.
    wins:       byes, and the points of `GameResult.points`: draws are half.
    spread:     the sum of `GameResult.spreads` and, for each bye, 50 points.
    mean_score: points a game, over the games played; NaN without any.
    """

    rank: int
    player: str
    games: int
    byes: int
    wins: float
    spread: float
    mean_score: float


@dataclass(frozen=True, eq=False)
class CrossTable:
    """Each player (row) against each other (column): arrays of shape (players, players).

    A game of three or four players counts for each two of them.

    Attributes
    ----------
    players: the players, rows and columns.
    games:   games that the two met in: int64.
    points:  the row's points: one for the higher score, half for the same score: float64.
    spread:  the row's scores less the column's: int64.
    """

    players: tuple[str, ...]
    games: Integers
    points: Floats
    spread: Integers


def standings(
    players: Sequence[str], results: Sequence[GameResult], byes: Mapping[str, int] | None = None
) -> tuple[Standing, ...]:
    """The players' places, best first: by wins, then by spread; those level keep the order of `players`.

    `byes` says how many games' worth of byes each player had. ResultsError if a result or bye names another.
    """
    table = crosstable(players, results)  # also checks the names
    free = dict.fromkeys(players, 0)
    for name, count in (byes or {}).items():
        free[players[place_of(players, name)]] = count
    games, score = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    wins = {name: float(count) for name, count in free.items()}
    spread = {name: float(count * BYE_SPREAD) for name, count in free.items()}
    for result in results:
        for seat, name in enumerate(result.players):
            games[name] += 1
            score[name] += result.scores[seat]
            wins[name] += result.points[seat]
            spread[name] += result.spreads[seat]
    places = {name: (-round(wins[name], 6), -round(spread[name], 6)) for name in players}
    ordered = sorted(table.players, key=places.__getitem__)
    ranks = [sum(places[other] < places[name] for other in players) + 1 for name in ordered]
    return tuple(
        Standing(
            rank,
            name,
            games[name],
            free[name],
            wins[name],
            spread[name],
            score[name] / games[name] if games[name] else float("nan"),
        )
        for rank, name in zip(ranks, ordered, strict=True)
    )


def crosstable(players: Sequence[str], results: Sequence[GameResult]) -> CrossTable:
    """Who did what to whom, in the order of `players`. ResultsError on a name not among them."""
    size = len(players)
    games = np.zeros((size, size), dtype=np.int64)
    points = np.zeros((size, size))
    spread = np.zeros((size, size), dtype=np.int64)
    for result in results:
        seats = [
            (place_of(players, name), score)
            for name, score in zip(result.players, result.scores, strict=True)
        ]
        for row, score in seats:
            for column, other in seats:
                if row != column:
                    games[row, column] += 1
                    points[row, column] += (np.sign(score - other) + 1) / 2
                    spread[row, column] += score - other
    return CrossTable(tuple(players), games, points, spread)
