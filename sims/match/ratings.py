"""Ratings of any number of players: the Elo points that maximize the likelihood of their results.

The model is Bradley-Terry, in Elo points: a player rated d points higher is expected to score
1 / (1 + 10**(-d / 400)) of a point. A draw is half a win and half a loss, so that the ratings of two players
differ by exactly the Elo difference of their match. A game of three or four players counts as a game between
each two of them, won by the higher score.

These comparisons are not independent: those of one game share its tiles, and so do the games of a pair. This
affects the standard errors, not the ratings. So the errors are "sandwich" estimates, clustered by game, or by
tile order where results have one: comparisons that share tiles count as one observation.

Sources: R. A. Bradley, M. E. Terry, Biometrika 39 (1952); D. R. Hunter, Annals of Statistics 32 (2004), for
the existence of the maximum; H. White, Econometrica 48 (1980), for the errors; J. G. MacKinnon, H. White,
Journal of Econometrics 29 (1985), for their correction where there are few observations.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from sims.match.results import GameResult, ResultsError, player_index
from sims.match.score_frequencies import Floats, Integers

_ELO_PER_UNIT = 400 / math.log(10)
_TAIL = 0.975  # of an interval of 95 %


@dataclass(frozen=True)
class Rating:
    """A player's rating in Elo points, with its standard error and 95 % confidence interval."""

    player: str
    elo: float
    standard_error: float
    ci95: tuple[float, float]


@dataclass(frozen=True, eq=False)
class RatingTable:
    """The ratings of all players of some games.

    Attributes
    ----------
    players:    in the order in which the results first name them.
    elos:       ratings in Elo points: float64, (players,).
    covariance: of the ratings, in squared Elo points: float64, (players, players).
    clusters:   number of games, or of tile orders, whose results are independent.
    """

    players: tuple[str, ...]
    elos: Floats
    covariance: Floats
    clusters: int

    def __getitem__(self, player: str) -> Rating:
        """Return the rating of a player. Raises ResultsError for an unknown name."""
        index = player_index(self.players, player)
        return self._rating(player, float(self.elos[index]), float(self.covariance[index, index]))

    @property
    def ranked(self) -> tuple[Rating, ...]:
        """The ratings, best first."""
        order = sorted(range(len(self.players)), key=lambda index: (-self.elos[index], index))
        return tuple(self[self.players[index]] for index in order)

    def difference(self, player: str, other: str) -> Rating:
        """Return how much higher `player` is rated than `other`, with the error of the difference.

        That is not the sum of both errors, since ratings relative to a mean are correlated.
        """
        contrast = np.zeros(len(self.players))
        contrast[player_index(self.players, player)] += 1
        contrast[player_index(self.players, other)] -= 1
        return self._rating(player, float(contrast @ self.elos), float(contrast @ self.covariance @ contrast))

    def _rating(self, player: str, elo: float, variance: float) -> Rating:
        error = math.sqrt(max(0.0, variance))  # rounding may make the anchor's 0 negative
        reach = float(scipy.special.stdtrit(max(1, self.clusters - 1), _TAIL)) * error  # Student's t
        return Rating(player, elo, error, (elo - reach, elo + reach))


def rate_players(
    results: Sequence[GameResult],
    *,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    prior_games: float = 1.0,
) -> RatingTable:
    """Return the ratings of the players of some games.

    `anchor` is the player whose rating is `anchor_elo`; without one, the mean of all ratings is `anchor_elo`.

    `prior_games` is the number of draws against an average player that each player is credited with in
    advance. It keeps the rating of a player who won (or lost) every game finite, and draws all ratings
    slightly together, which is noticeable below some dozens of games per player. 0 gives plain maximum
    likelihood.

    Raises ResultsError when there are no results, the anchor is not among the players, the players fall into
    groups that never met, or, with `prior_games` 0, a rating would be infinite.

    >>> results = [GameResult(("ann", "ben"), (400, 300))] * 64
    >>> results += [GameResult(("ann", "ben"), (300, 400))] * 36
    >>> table = rate_players(results, prior_games=0)
    >>> [f"{rating.player} {rating.elo:+.0f}" for rating in table.ranked]
    ['ann +50', 'ben -50']
    """
    if not results:
        raise ResultsError("there are no results to rate players from")
    if not 0 <= prior_games < math.inf:
        raise ResultsError(f"{prior_games:g} prior games", cure="expected 0 or more")
    players = tuple(dict.fromkeys(name for result in results for name in result.players))
    if anchor is not None:
        player_index(players, anchor)
    games = _Comparisons.of(results, players)
    _check_connected(games.won, players, needs_wins=prior_games == 0)
    strengths = _fit_strengths(games.won, prior_games)
    covariance = _covariance(games, strengths, prior_games)
    centre = np.full((len(players), len(players)), 1 / len(players))
    if anchor is not None:
        centre[:] = np.arange(len(players)) == player_index(players, anchor)
    contrasts = np.eye(len(players)) - centre
    return RatingTable(
        players,
        contrasts @ strengths * _ELO_PER_UNIT + anchor_elo,
        contrasts @ covariance @ contrasts.T * _ELO_PER_UNIT**2,
        games.clusters,
    )


@dataclass(frozen=True)
class _Comparisons:
    """The comparisons of two players each.

    `first`, `second`, `cluster` are int64, `points` (of the first: 1, 1/2 or 0) float64, all (comparisons,);
    `won[i, j]` is what player i scored against j in all: float64, (players, players).
    """

    first: Integers
    second: Integers
    points: Floats
    cluster: Integers
    won: Floats

    @property
    def clusters(self) -> int:
        return int(self.cluster.max()) + 1

    @classmethod
    def of(cls, results: Sequence[GameResult], players: Sequence[str]) -> "_Comparisons":
        indices = {name: index for index, name in enumerate(players)}
        clusters: dict[object, int] = {}
        rows = []
        for game, result in enumerate(results):
            key = ("game", game) if result.tile_order is None else ("tiles", result.tile_order)
            cluster = clusters.setdefault(key, len(clusters))
            seats = [
                (indices[name], score) for name, score in zip(result.players, result.scores, strict=True)
            ]
            for seat, (one, score) in enumerate(seats):
                for other, other_score in seats[:seat]:
                    rows.append((one, other, (np.sign(score - other_score) + 1) / 2, cluster))
        first, second, points, cluster_column = (np.array(column) for column in zip(*rows, strict=True))
        won = np.zeros((len(players), len(players)))
        np.add.at(won, (first, second), points)
        np.add.at(won, (second, first), 1 - points)
        return cls(first, second, points, cluster_column, won)


def _fit_strengths(won: Floats, prior_games: float) -> Floats:
    """Return the strengths of maximum likelihood, in natural logarithms of odds: (players,)."""
    played = won + won.T

    def loss(strengths: Floats) -> float:
        expected = np.logaddexp(0, strengths[np.newaxis, :] - strengths[:, np.newaxis])
        prior = np.logaddexp(0, strengths) + np.logaddexp(0, -strengths)
        return float(
            (won * expected).sum()
            + prior_games / 2 * prior.sum()
            + strengths.sum() ** 2 * _sum_penalty(prior_games)
        )

    def gradient(strengths: Floats) -> Floats:
        surplus = (played * _expected(strengths)).sum(axis=1) - won.sum(axis=1)
        return np.asarray(
            surplus
            + prior_games * (_logistic(strengths) - 0.5)
            + 2 * strengths.sum() * _sum_penalty(prior_games)
        )

    found = scipy.optimize.minimize(
        loss,
        np.zeros(len(won)),
        jac=gradient,
        hess=lambda strengths: _information(played, strengths, prior_games),
        method="dogleg",  # the information is positive definite; "trust-exact" divides by 0 in rare cases
        options={"gtol": 1e-9 * max(1.0, float(played.max())), "maxiter": 1000},
    )
    return np.asarray(found.x, dtype=np.float64)


def _covariance(games: _Comparisons, strengths: Floats, prior_games: float) -> Floats:
    """Return the sandwich covariance of the strengths, with the variance of the scores between clusters.

    The fit takes up some of that variance, which few clusters show: n of them count as n / (n - 1). One alone
    shows nothing of it, so that the model's own covariance stands.
    """
    players, clusters = len(strengths), games.clusters
    surprise = games.points - _logistic(strengths[games.first] - strengths[games.second])
    entries = np.concatenate([surprise, -surprise])
    coordinates = (np.tile(games.cluster, 2), np.concatenate([games.first, games.second]))
    scores = scipy.sparse.coo_array((entries, coordinates), shape=(clusters, players)).tocsr()
    expected = _logistic(strengths)
    prior = prior_games / 2 * (expected**2 + (1 - expected) ** 2)
    inverse = np.linalg.inv(_information(games.won + games.won.T, strengths, prior_games))
    if clusters == 1:
        return np.asarray(inverse)
    between = (scores.T @ scores).toarray() * clusters / (clusters - 1)
    return np.asarray(inverse @ (between + np.diag(prior)) @ inverse)


def _information(played: Floats, strengths: Floats, prior_games: float) -> Floats:
    """Return the information matrix, the second derivative of the loss: (players, players)."""
    expected = _expected(strengths)
    weights = played * expected * (1 - expected)
    own = _logistic(strengths)
    diagonal = weights.sum(axis=1) + prior_games * own * (1 - own)
    return np.asarray(np.diag(diagonal) - weights + 2 * _sum_penalty(prior_games))


def _sum_penalty(prior_games: float) -> float:
    """Return the weight of the penalty that fixes the sum of all strengths at 0; 0 with a prior."""
    return 0.0 if prior_games else 0.5


def _expected(strengths: Floats) -> Floats:
    return _logistic(strengths[:, np.newaxis] - strengths[np.newaxis, :])


def _logistic(odds: Floats) -> Floats:
    return np.asarray(scipy.special.expit(odds))


def _check_connected(won: Floats, players: Sequence[str], *, needs_wins: bool) -> None:
    """Raise unless all players can be compared, and without a prior unless all ratings are finite.

    Ratings are finite if the graph from winners to losers is strongly connected (Hunter 2004).
    """
    groups, group_of = scipy.sparse.csgraph.connected_components(won + won.T > 0, directed=False)
    if groups > 1:
        first, *others = (_format_players(players, group_of == group) for group in range(groups))
        raise ResultsError(
            f"{first} never met {others[0]}, not even through other players",
            where="ratings",
            cure="rate each group by itself, or let them play",
        )
    groups, group_of = scipy.sparse.csgraph.connected_components(won > 0, directed=True, connection="strong")
    if needs_wins and groups > 1:
        raise ResultsError(
            f"{_extreme(won, group_of, groups, players)}: the rating is infinite",
            where="ratings",
            cure="play more games, or rate with prior_games=1",
        )


def _extreme(won: Floats, group_of: Integers, groups: int, players: Sequence[str]) -> str:
    """Describe a group that won every game against the rest; one of the strong components always did."""
    masks = [group_of == group for group in range(groups)]
    unbeaten = next(inside for inside in masks if not won[~inside][:, inside].any())
    return f"{_format_players(players, unbeaten)} won every game against the others"


def _format_players(players: Sequence[str], chosen: Integers) -> str:
    """Format the chosen players, naming at most four of them."""
    names = [name for name, here in zip(players, chosen, strict=True) if here]
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
