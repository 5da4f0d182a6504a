"""What players lose per decision: means, errors and comparisons, against data whose truth is known."""

from math import isnan

import numpy as np
import pytest

from sims.decisions import (
    Choice,
    Decision,
    JudgedMove,
    MeanEstimate,
    Phase,
    Place,
    compare_rollouts,
    loss_tables,
)

pytestmark = pytest.mark.core


def decision(number: int, values: list[float], choices: list[int], **fields: object) -> Decision:
    """A decision between moves of these exact chances to win; choices are indices into them."""
    best = max(values, default=0.0)
    moves = tuple(
        JudgedMove(f"move {index}", value, 100 * value, value, best - value, 0.0, 100 * (best - value), 0.0,
                   value == best)
        for index, value in enumerate(values)
    )  # fmt: skip
    chosen = tuple(Choice(move, 0.5) for move in choices)
    given = {"place": Place("p.cgp", line=number), "phase": "late", "moves": moves, "choices": chosen}
    return Decision(**({"first": number} | given | fields))  # type: ignore[arg-type]


def test_by_hand() -> None:
    found = loss_tables(
        ["a", "b"],
        [
            decision(0, [0.9, 0.5], [0, 1]),
            decision(1, [0.2, 0.6, 0.6], [1, 2], phase="endgame"),
            decision(2, [], [], error="unreadable"),
        ],
    )
    assert [(each.phase, each.positions) for each in found] == [
        (None, 2), (Phase.LATE, 1), (Phase.ENDGAME, 1),
    ]  # fmt: skip
    (a, b), (pair,) = found[0].players, found[0].comparisons
    assert (a.win.mean, b.win.mean, a.best, b.best, a.seconds) == (0, pytest.approx(0.2), 1, 0.5, 0.5)
    assert b.win.standard_error == pytest.approx(0.2) and b.points.mean == pytest.approx(20)
    assert (pair.a, pair.b, pair.differing, pair.win.mean) == ("a", "b", 2, pytest.approx(0.2))
    assert isnan(found[1].players[0].win.standard_error)


def test_no_positions() -> None:
    (table,) = loss_tables(["a"], [])
    assert table.positions == 0 and isnan(table.players[0].win.mean)


def test_a_player_and_its_copy_do_not_differ() -> None:
    found = loss_tables(["a", "b"], [decision(n, [0.1 * n, 0.7], [n % 2] * 2) for n in range(9)])
    pair = found[0].comparisons[0]
    assert (pair.differing, pair.win.mean, pair.win.p_value, pair.win.nonzero) == (0, 0, 1, 0)
    assert isnan(pair.win.standard_error) and all(map(isnan, pair.win.ci95))
    assert pair.win.nonzero_below == pytest.approx(1 - 0.05 ** (1 / 9))


def test_the_bound_of_what_was_never_seen() -> None:
    """Of samples in which nothing differs, so much as the bound would give one in twenty."""
    for number in (2, 26, 300):
        bound = MeanEstimate.of(np.zeros(number), np.arange(number)).nonzero_below
        assert (1 - bound) ** number == pytest.approx(0.05) and bound < 3 / number
    in_games = MeanEstimate.of(np.zeros(6), np.repeat([0, 1], 3))
    assert in_games.nonzero_below == MeanEstimate.of(np.zeros(2), np.arange(2)).nonzero_below
    assert isnan(MeanEstimate.of(np.array([0.0, 1.0]), np.arange(2)).nonzero_below)
    assert MeanEstimate.of(np.zeros(0), np.zeros(0, dtype=np.intp)).nonzero_below == 1


def test_equal_figures_have_no_error() -> None:
    """Two positions that lose as much say nothing of a third."""
    found = MeanEstimate.of(np.array([0.1, 0.1, 0.1]), np.arange(3))
    assert found.nonzero == 3 and all(map(isnan, (found.standard_error, *found.ci95, found.p_value)))


def test_equal_games_have_no_error() -> None:
    """Losses that cancel within each game say as little of another game as equal ones."""
    found = MeanEstimate.of(np.array([0.3, 0.1, 0.1, 0.3]), np.array([0, 0, 1, 1]))
    assert found.mean == pytest.approx(0.2) and found.clusters == 2
    assert all(map(isnan, (found.standard_error, *found.ci95, found.p_value)))


def test_a_single_game_tests_nothing() -> None:
    """Two games in which nothing is lost are no evidence of a loss; one game is no test at all."""
    assert isnan(MeanEstimate.of(np.zeros(4), np.zeros(4, dtype=np.intp)).p_value)
    assert MeanEstimate.of(np.zeros(4), np.array([0, 0, 1, 1])).p_value == 1


def test_turns_of_a_game_are_a_cluster() -> None:
    """Copies of the same observation in a cluster add nothing, copies elsewhere seem to."""
    values, chance = np.random.default_rng(1).normal(size=20), np.arange(20)
    once = MeanEstimate.of(values, chance)
    copied = MeanEstimate.of(np.repeat(values, 5), np.repeat(chance, 5))
    assert copied.standard_error == pytest.approx(once.standard_error)
    assert copied.ci95 == pytest.approx(once.ci95)
    assert once.standard_error == pytest.approx(values.std(ddof=1) / np.sqrt(20))
    turns = [
        decision(number, [0.5, value], [1], place=Place("g.gcg", turn=number))
        for number, value in enumerate(values.tolist())
    ]
    assert isnan(loss_tables(["a"], turns)[0].players[0].win.standard_error)


def test_copies_of_a_game_are_a_cluster() -> None:
    """A folder often has a game twice, under another name; that says no more of other games."""
    values = {"a.gcg": [0.1, 0.7], "b.gcg": [0.5, 0.3], "c.gcg": [0.2, 0.9]}

    def judged(files: dict[str, str]) -> MeanEstimate:
        places = [(file, game, turn) for file, game in files.items() for turn in (0, 1)]
        decisions = [
            decision(
                number, [1.0, values[game][turn]], [1], place=Place(file, turn=turn), cgp=f"{game} {turn}"
            )
            for number, (file, game, turn) in enumerate(places)
        ]
        return loss_tables(["a"], decisions)[0].players[0].win

    once = judged({game: game for game in values})
    twice = judged(
        {file: file.removeprefix("copy of ") for game in values for file in (game, f"copy of {game}")}
    )
    assert (twice.clusters, twice.mean) == (3, pytest.approx(once.mean))
    assert twice.standard_error == pytest.approx(once.standard_error)
    alike = [decision(number, [1.0, 0.5], [1], cgp=f"position {number // 2}") for number in range(6)]
    assert loss_tables(["a"], alike)[0].players[0].win.clusters == 3


def test_games_of_which_a_position_is_not_known_are_not_copies() -> None:
    places = [(file, turn) for file in ("a.gcg", "b.gcg") for turn in (0, 1)]
    decisions = [
        decision(number, [1.0, 0.5], [1], place=Place(file, turn=turn), cgp=("", "the same")[turn])
        for number, (file, turn) in enumerate(places)
    ]
    assert loss_tables(["a"], decisions)[0].players[0].win.clusters == 2


def sample_difference(chance: np.random.Generator) -> MeanEstimate:
    """Judge two players in 80 positions of random values, by 100 iterations each.

    They choose alike in two positions of three.
    """
    decisions = []
    for number in range(80):
        values = 0.5 + chance.normal(0, 0.03, 4)
        wins = values + chance.normal(0, 0.3, (100, 1)) + chance.normal(0, 0.2, (100, 4))
        judged = compare_rollouts(list("0123"), wins, wins, wins).moves
        one = int(chance.integers(4))
        two = one if chance.random() < 2 / 3 else int(chance.integers(4))
        indices = {each.move: index for index, each in enumerate(judged)}
        chosen = tuple(Choice(indices[str(move)], 0.0) for move in (one, two))
        decisions.append(Decision(number, Place("p.cgp", number), phase="late", moves=judged, choices=chosen))
    return loss_tables(["a", "b"], decisions)[0].comparisons[0].win


@pytest.mark.parametrize(("share", "positions"), [(1.0, 30), (0.3, 50), (0.3, 200), (0.1, 100)])
def test_intervals_of_few_and_skewed_differences(share: float, positions: int) -> None:
    """Most differences are 0, most of the others are gains, and a few of these are large."""
    chance, covered = np.random.default_rng(3), []
    truth = share * 0.7 * np.exp(0.7**2 / 2)
    for _ in range(1000):
        gains = chance.lognormal(0, 0.7, positions) * np.where(chance.random(positions) < 0.8, 1, -0.5)
        noisy = gains + chance.normal(0, 1.5, positions)
        values = np.where(chance.random(positions) < share, noisy, 0)
        low, high = MeanEstimate.of(values, np.arange(positions)).ci95
        covered.append(low <= truth <= high)
    assert 0.93 <= np.mean(covered) <= 0.97


@pytest.mark.medium
def test_intervals_cover_the_truth() -> None:
    """The true mean of all positions of this kind is 0: both players choose at random."""
    chance = np.random.default_rng(5)
    found = [sample_difference(chance) for _ in range(500)]
    covered = np.mean([each.ci95[0] <= 0 <= each.ci95[1] for each in found])
    assert 0.92 <= covered <= 0.975
    assert 0.025 <= np.mean([each.p_value < 0.05 for each in found]) <= 0.08
