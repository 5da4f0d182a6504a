"""Ratings against closed forms, a general optimizer's idea of them, and simulated tournaments."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sims.match import GameResult, RatingTable, ResultsError, rate_players
from sims.match.match_statistics import EloEstimate

ELOS = {"ann": 120.0, "ben": 40.0, "cleo": 0.0, "dag": -60.0, "eve": -100.0}


def games(one: str, other: str, wins: int, draws: int, losses: int) -> list[GameResult]:
    spreads = [1] * wins + [0] * draws + [-1] * losses
    return [GameResult((one, other), (400 + spread, 400)) for spread in spreads]


def elos(table: RatingTable) -> dict[str, float]:
    return {rating.player: rating.elo for rating in table.ranked}


@given(st.integers(1, 900), st.integers(0, 30), st.integers(1, 900))
def test_two_players_differ_by_the_elo_of_their_match(wins: int, draws: int, losses: int) -> None:
    table = rate_players(games("ann", "ben", wins, draws, losses), prior_games=0)
    match = EloEstimate.of([losses, draws, wins])
    difference = table.difference("ann", "ben")
    assert difference.elo == pytest.approx(match.elo, abs=1e-3)
    assert table["ann"].elo == pytest.approx(match.elo / 2, abs=1e-3)
    # The delta method: the error of the score over its derivative by the Elo difference.
    number = wins + draws + losses
    score = (wins + draws / 2) / number
    variance = ((wins + draws / 4) / number - score**2) * number / (number - 1)
    slope = score * (1 - score) * math.log(10) / 400
    assert difference.standard_error == pytest.approx(math.sqrt(variance / number) / slope, rel=1e-3)


def test_expected_points_are_the_points_made() -> None:
    # Where the likelihood of a Bradley-Terry model is greatest everyone made as many points as expected.
    random = np.random.default_rng(2)
    names = list(ELOS)
    results = [
        result
        for one, other in itertools.combinations(names, 2)
        for result in games(one, other, *random.integers(1, 20, 3).tolist())
    ]
    found = elos(rate_players(results, prior_games=0))
    for name in names:
        made = expected = 0.0
        for result in results:
            if name in result.players:
                other = result.players[1 - result.players.index(name)]
                made += result.points[result.players.index(name)]
                expected += 1 / (1 + 10 ** ((found[other] - found[name]) / 400))
        assert made == pytest.approx(expected, abs=1e-4)
    assert sum(found.values()) == pytest.approx(0, abs=1e-6)


def test_the_anchor_stands_still() -> None:
    results = games("ann", "ben", 12, 0, 8) + games("ben", "cleo", 15, 1, 4)
    free = rate_players(results)
    anchored = rate_players(results, anchor="ben", anchor_elo=1500)
    assert (anchored["ben"].elo, anchored["ben"].standard_error) == (1500, 0)
    for one, other in itertools.combinations(("ann", "ben", "cleo"), 2):
        a, b = free.difference(one, other), anchored.difference(one, other)
        assert (a.elo, a.standard_error) == pytest.approx((b.elo, b.standard_error))
    assert anchored["ann"].standard_error == pytest.approx(free.difference("ann", "ben").standard_error)
    assert rate_players(results, anchor_elo=1000).elos.mean() == pytest.approx(1000)
    with pytest.raises(ResultsError, match="'dag' is not among the players; the players: ann, ben, cleo"):
        rate_players(results, anchor="dag")


def test_the_prior_keeps_ratings_finite_and_fades() -> None:
    table = rate_players(games("ann", "ben", 10, 0, 0))
    assert 200 < table["ann"].elo < 400
    assert table["ann"].ci95[0] > 0
    assert table["ann"].standard_error > 50
    exact, shrunk = (rate_players(games("ann", "ben", 600, 0, 400), prior_games=n)["ann"].elo for n in (0, 1))
    assert 0.99 < shrunk / exact < 1
    with pytest.raises(ResultsError, match="prior games; expected 0 or more"):
        rate_players(games("ann", "ben", 1, 0, 1), prior_games=-1)


def test_without_a_prior_an_infinite_rating_is_named() -> None:
    results = games("ann", "ben", 5, 0, 5) + games("ben", "cleo", 5, 0, 0) + games("ann", "cleo", 3, 0, 0)
    with pytest.raises(ResultsError) as caught:
        rate_players(results, prior_games=0)
    assert str(caught.value) == (
        "ratings: ann, ben won every game against the others: the rating is infinite; "
        "play more games, or rate with prior_games=1"
    )
    # A draw is enough of a result the other way.
    drawn = [*results, *games("ann", "cleo", 0, 1, 0)]
    assert math.isfinite(rate_players(drawn, prior_games=0)["cleo"].elo)


def test_groups_that_never_met_are_named() -> None:
    results = games("ann", "ben", 5, 0, 5) + games("cleo", "dag", 5, 0, 5)
    with pytest.raises(ResultsError, match="ann, ben never met cleo, dag"):
        rate_players(results)
    with pytest.raises(ResultsError, match="no results"):
        rate_players([])


def test_a_game_of_three_counts_for_each_two() -> None:
    three = [
        GameResult(("ann", "ben", "cleo"), (400, 350, 350)),
        GameResult(("cleo", "ben", "ann"), (3, 2, 1)),
    ]
    twos = [
        *games("ann", "ben", 1, 0, 1),
        *games("ann", "cleo", 1, 0, 1),
        *games("ben", "cleo", 0, 1, 1),
    ]
    assert elos(rate_players(three)) == pytest.approx(elos(rate_players(twos)), abs=1e-6)


def simulated(random: np.random.Generator, kind: str) -> list[GameResult]:
    """A round robin of players whose performances are Gumbel: then Bradley and Terry's model is exact."""
    names = list(ELOS)
    results = []
    for order, table in enumerate(itertools.combinations(names, 4 if kind == "fours" else 2)):
        for game in range(40):
            luck = random.gumbel(size=len(table)) * 400 / math.log(10)
            shares_luck = random.random() < 0.5
            for turn in range(2 if kind == "pairs" else 1):
                if turn:
                    fresh = random.gumbel(size=len(table)) * 400 / math.log(10)
                    luck = luck[::-1] if shares_luck else fresh
                scores = tuple(
                    int(1000 * (ELOS[name] + part)) for name, part in zip(table, luck, strict=True)
                )
                results.append(GameResult(table, scores, order * 40 + game if kind == "pairs" else None))
    return results


@pytest.mark.parametrize("orders", [1, 2, 4])
def test_errors_of_few_tile_orders_are_not_too_small(orders: int) -> None:
    """Three players at a table, who take each other's seats with the tiles of an order."""
    random, luck = np.random.default_rng(3), 400 / math.log(10)
    truth = {"ann": 30.0, "ben": 0.0, "cleo": -30.0}
    covered = []
    for _ in range(60):
        results = []
        for order in range(orders):
            shared = random.gumbel(size=3) * luck
            for turn in range(3):
                parts = (np.roll(shared, turn) + random.gumbel(size=3) * luck) / 2
                scores = tuple(
                    int(1000 * (elo + part)) for elo, part in zip(truth.values(), parts, strict=True)
                )
                results.append(GameResult(tuple(truth), scores, order))
        table = rate_players(results)
        intervals = {name: table[name].ci95 for name in truth}
        covered += [intervals[name][0] <= elo <= intervals[name][1] for name, elo in truth.items()]
    assert np.mean(covered) > 0.93


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["games", "pairs", "fours"])
def test_intervals_cover_the_truth_nineteen_times_in_twenty(kind: str) -> None:
    random = np.random.default_rng(17)
    truth = {name: elo - np.mean(list(ELOS.values())) for name, elo in ELOS.items()}
    covered, widths, found = [], [], []
    for _ in range(100):
        table = rate_players(simulated(random, kind), prior_games=0)
        for name, elo in truth.items():
            low, high = table[name].ci95
            covered.append(low <= elo <= high)
            widths.append(table[name].standard_error)
            found.append(table[name].elo - elo)
    assert (
        0.92 <= np.mean(covered) <= 0.975
    )  # 500 intervals, of which those of a tournament depend on each other
    assert np.mean(widths) == pytest.approx(np.std(found), rel=0.08)
