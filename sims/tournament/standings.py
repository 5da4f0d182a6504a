"""Standings by wins and then spread, as in human tournaments, and the cross table.

Players who have played different numbers of games, as in a gauntlet, are compared by their shares of wins and
mean spreads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sims.games import FORFEIT_SPREAD
from sims.match import Floats, GameResult, Integers, player_index

BYE_SPREAD = FORFEIT_SPREAD
"""A bye counts as a win by this many points, as in human tournaments."""


@dataclass(frozen=True)
class Standing:
    """A player's line in the standings.

    Attributes
    ----------
    rank:       from 1, by `win_share` and `mean_spread`; level players share a rank.
    games:      games played, without byes.
    byes:       games that were byes.
    wins:       byes, plus the points of `GameResult.points`: draws count half.
    spread:     the sum of `GameResult.spreads`, plus 50 points for each bye.
    mean_score: points per game played; NaN without games.
    win_share:  wins per game played, 0 to 1, without byes; NaN without games.
    """

    rank: int
    player: str
    games: int
    byes: int
    wins: float
    spread: float
    mean_score: float
    win_share: float


@dataclass(frozen=True, eq=False)
class CrossTable:
    """Each player (row) against each other (column): arrays of shape (players, players).

    A game of three or four players counts for each two of them.

    Attributes
    ----------
    players: the order of rows and columns.
    games:   number of games between the two: int64.
    points:  the row's points: one for the higher score, half for equal scores: float64.
    spread:  the row's scores minus the column's: int64.
    """

    players: tuple[str, ...]
    games: Integers
    points: Floats
    spread: Integers


def standings(
    players: Sequence[str], results: Sequence[GameResult], byes: Mapping[str, int] | None = None
) -> tuple[Standing, ...]:
    """Return the standings, best first: by wins, then by spread, both per game, byes included.

    So after equally many games the sums decide. Level players keep the order of `players`. `byes` is the
    number of games each player had as byes. Raises ResultsError on an unknown player.
    """
    table = crosstable(players, results)  # also checks the names
    free = dict.fromkeys(players, 0)
    for name, count in (byes or {}).items():
        free[players[player_index(players, name)]] = count
    games, score = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    wins = {name: float(count) for name, count in free.items()}
    spread = {name: float(count * BYE_SPREAD) for name, count in free.items()}
    for result in results:
        for seat, name in enumerate(result.players):
            games[name] += 1
            score[name] += result.scores[seat]
            wins[name] += result.points[seat]
            spread[name] += result.spreads[seat]
    found = [
        Standing(
            0,
            name,
            games[name],
            free[name],
            wins[name],
            spread[name],
            score[name] / games[name] if games[name] else float("nan"),
            (wins[name] - free[name]) / games[name] if games[name] else float("nan"),
        )
        for name in table.players
    ]
    places = {each.player: _place(each) for each in found}
    ranks = {name: sum(other < place for other in places.values()) + 1 for name, place in places.items()}
    return tuple(
        replace(each, rank=ranks[each.player]) for each in sorted(found, key=lambda each: places[each.player])
    )


def _place(player: Standing) -> tuple[float, float]:
    """Return the key that sorts the standings: wins and spread per game, byes included, best first."""
    games = max(1, player.games + player.byes)
    return -round(player.wins / games, 9), -round(player.spread / games, 9)


def crosstable(players: Sequence[str], results: Sequence[GameResult]) -> CrossTable:
    """Who did what to whom, in the order of `players`. ResultsError on a name not among them."""
    size = len(players)
    games = np.zeros((size, size), dtype=np.int64)
    points = np.zeros((size, size))
    spread = np.zeros((size, size), dtype=np.int64)
    for result in results:
        seats = [
            (player_index(players, name), score)
            for name, score in zip(result.players, result.scores, strict=True)
        ]
        for row, score in seats:
            for column, other in seats:
                if row != column:
                    games[row, column] += 1
                    points[row, column] += (np.sign(score - other) + 1) / 2
                    spread[row, column] += score - other
    return CrossTable(tuple(players), games, points, spread)
