"""Results, standings and crosstables."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sims.match import GameResult, ResultsError
from sims.tournament.standings import crosstable, standings

NAMES = ("ann", "ben", "cleo", "dag")
GAMES = st.lists(
    st.tuples(
        st.permutations(NAMES), st.integers(2, 4), st.lists(st.integers(0, 5), min_size=4, max_size=4)
    ).map(lambda game: GameResult(tuple(game[0][: game[1]]), tuple(game[2][: game[1]]))),
    max_size=12,
)


def test_points_and_spreads_of_a_game() -> None:
    assert GameResult(("ann", "ben"), (400, 350)).points == (1, 0)
    assert GameResult(("ann", "ben"), (400, 350)).spreads == (50, -50)
    assert GameResult(("ann", "ben"), (400, 400)).points == (0.5, 0.5)
    four = GameResult(NAMES, (400, 300, 300, 200))
    assert four.points == pytest.approx((1, 0.5, 0.5, 0))
    assert four.spreads == pytest.approx((400 - 800 / 3, 0, 0, 200 - 1000 / 3))


@pytest.mark.parametrize(
    ("players", "scores", "message"),
    [
        (("ann",), (1,), "a game of 1 players; expected 2 to 4"),
        (("ann", "ben", "cleo", "dag", "eve"), (1,) * 5, "a game of 5 players"),
        (("ann", "ben"), (1,), "1 scores of 2 players"),
        (("ann", "ann"), (1, 2), "'ann' plays against itself; give the players different names"),
    ],
)
def test_what_is_no_result(players: tuple[str, ...], scores: tuple[int, ...], message: str) -> None:
    with pytest.raises(ResultsError, match=message):
        GameResult(players, scores)


def test_wins_come_before_spread_and_spread_before_the_rest() -> None:
    results = [
        GameResult(("ann", "ben"), (300, 299)),
        GameResult(("cleo", "dag"), (400, 200)),
        GameResult(("ann", "cleo"), (350, 350)),
        GameResult(("dag", "ben"), (500, 100)),
    ]
    table = standings(NAMES, results)
    assert [(place.rank, place.player, place.wins, place.spread) for place in table] == [
        (1, "cleo", 1.5, 200),
        (2, "ann", 1.5, 1),
        (3, "dag", 1, 200),
        (4, "ben", 0, -401),
    ]
    assert table[0].mean_score == 375


def test_byes_are_wins_by_fifty_and_ties_share_a_rank() -> None:
    table = standings(NAMES, [GameResult(("ann", "ben"), (350, 300))], byes={"cleo": 1})
    assert [(place.rank, place.player) for place in table] == [
        (1, "ann"),
        (1, "cleo"),
        (3, "dag"),
        (4, "ben"),
    ]
    cleo = table[1]
    assert (cleo.games, cleo.byes, cleo.wins, cleo.spread) == (0, 1, 1, 50)
    assert math.isnan(cleo.mean_score) and math.isnan(cleo.win_share)
    ben = standings(NAMES, [GameResult(("ann", "ben"), (350, 300))], byes={"ben": 3})[1]
    assert (ben.player, ben.wins, ben.win_share) == ("ben", 3, 0)


def test_shares_rank_players_who_played_different_numbers_of_games() -> None:
    """The challenger of a gauntlet loses to everyone, but wins more games than anyone else plays."""
    won, lost = GameResult(("ann", "ben"), (300, 290)), GameResult(("ann", "ben"), (300, 400))
    against = [
        GameResult(("ann", name), each.scores)
        for name in NAMES[1:] for each in [won] * 4 + [lost] * (5 + (name == "dag"))
    ]  # fmt: skip
    table = standings(NAMES, against)
    assert [(place.rank, place.player, place.wins) for place in table] == [
        (1, "dag", 6), (2, "ben", 5), (2, "cleo", 5), (4, "ann", 12),
    ]  # fmt: skip
    assert table[3].win_share == 12 / 28
    bye = standings(NAMES[:3], [won, won, lost], byes={"cleo": 1})
    assert [(place.rank, place.player) for place in bye] == [(1, "cleo"), (2, "ann"), (3, "ben")]


def test_strangers_are_refused() -> None:
    with pytest.raises(
        ResultsError, match="'eve' is not among the players; the players: ann, ben, cleo, dag"
    ):
        standings(NAMES, [GameResult(("ann", "eve"), (1, 2))])
    with pytest.raises(ResultsError, match="'eve'"):
        standings(NAMES, [], byes={"eve": 1})


@given(GAMES)
def test_every_game_hands_out_the_same(results: list[GameResult]) -> None:
    table = standings(NAMES, results)
    assert sum(place.wins for place in table) == pytest.approx(sum(len(each.players) / 2 for each in results))
    assert sum(place.spread for place in table) == pytest.approx(0, abs=1e-6)
    assert [place.rank for place in table] == sorted(place.rank for place in table)


@given(GAMES)
def test_the_crosstable_mirrors(results: list[GameResult]) -> None:
    table = crosstable(NAMES, results)
    assert (table.games == table.games.T).all()
    assert (table.points + table.points.T == table.games).all()
    assert (table.spread == -table.spread.T).all()
    met = [result for result in results if {"ann", "cleo"} <= set(result.players)]
    assert table.games[0, 2] == len(met)
    assert table.spread[0, 2] == sum(
        each.scores[each.players.index("ann")] - each.scores[each.players.index("cleo")] for each in met
    )
