"""Win probabilities: counted as a slow loop counts, and true of other games."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_game import RULES, WORDS

from movegen import Lexicon, PositionError
from sims import play_game, play_static_games
from sims.training import WinTraining, check_win_table, train_win_table, win_training
from sims.training.win_training import MAX_SWING, Turns, count_swings, make_table, played_turns
from sims.workers import choose_pool
from strategy import load_strategy

pytestmark = pytest.mark.core

TRAINING = WinTraining(WORDS, RULES, "greedy", seed=2, games=60)


def turns(unseen: list[int], spread: list[int], final: list[int]) -> Turns:
    return Turns(*(np.array(values, dtype=np.int64) for values in (unseen, spread, final)))


def test_turns_are_those_of_the_games() -> None:
    pair = [load_strategy("rackh3"), load_strategy("greedy")]
    found = played_turns(play_static_games(pair, Lexicon.load(), seed=3, games=range(2, 5), turns=True))
    expected = []
    for number in (2, 3, 4):
        game = play_game(pair, Lexicon.load(), seed=3, number=number)
        for turn in range(1, len(game.turns) + 1):
            position = game.position(turn)
            mover = position.on_turn
            expected.append(
                (
                    len(position.unseen),
                    position.spread,
                    game.scores[mover] - game.scores[1 - mover],
                )
            )
    assert list(zip(found.unseen, found.spread, found.final, strict=True)) == expected


def test_only_played_turns_two() -> None:
    greedy = load_strategy("greedy")
    for options in ({"turns": False}, {"turns": True, "players": 3}):
        players = [greedy] * int(options.get("players", 2))
        played = play_static_games(players, Lexicon.load(), turns=bool(options["turns"]))
        with pytest.raises(PositionError, match="the turns of games of two are needed"):
            played_turns(played)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(-30, 30), st.integers(-1200, 1200)), max_size=30))
def test_counting(drawn: list[tuple[int, int, int]]) -> None:
    unseen, spread, final = (list(column) for column in zip(*drawn, strict=True)) if drawn else ([], [], [])
    counts = count_swings(turns(unseen, spread, final), 6)
    swings = [max(-MAX_SWING, min(MAX_SWING, end - now)) for now, end in zip(spread, final, strict=True)]
    expected = np.zeros_like(counts)
    for row, now, swing in zip(unseen, spread, swings, strict=True):
        expected[row, swing + MAX_SWING] += 1
        expected[row, -3:] += [now, now**2, now * swing]
    assert np.array_equal(counts, expected)


def test_a_row_is_the_share_of_swings_that_win() -> None:
    """Far from other rows, and with swings that do not depend on the spread: counted one by one."""
    chance = np.random.default_rng(5)
    swings = chance.integers(-40, 50, 500).tolist() * 2
    spreads = [10] * 500 + [-10] * 500
    finals = [spread + swing for spread, swing in zip(spreads, swings, strict=True)]
    table = make_table(count_swings(turns([5] * 1000, spreads, finals), 9))
    for spread in (-60, -49, -20, 0, 7, 39, 40, 41):
        won = sum(1.0 if swing + spread > 0 else 0.5 if swing + spread == 0 else 0.0 for swing in swings)
        assert table.win_probability(spread, 5) == pytest.approx(won / 1000, abs=1e-4)
    assert table.win_probability([-1, 0, 1], 0).tolist() == [0, 0.5, 1]


def test_a_shift_with_the_spread_is_found() -> None:
    """Normal swings whose mean falls by a tenth of the spread: what the normal distribution has."""
    from scipy.stats import norm

    chance = np.random.default_rng(6)
    spread = np.rint(chance.normal(0, 60, 200_000)).astype(np.int64)
    final = np.rint(0.9 * spread + 12 + chance.normal(0, 50, len(spread))).astype(np.int64)
    table = make_table(count_swings(Turns(np.full(len(spread), 4), spread, final), 8))
    spreads = np.arange(-150, 151, 10)
    expected = norm.cdf((0.9 * spreads + 12) / 50)
    assert np.abs(table.win_probability(spreads, 4) - expected).max() < 0.01


@given(st.integers(0, 2**32))
def test_more_points_never_hurt(seed: int) -> None:
    chance = np.random.default_rng(seed)
    unseen, spread = chance.integers(0, 12, 40), chance.integers(-50, 50, 40)
    table = make_table(count_swings(Turns(unseen, spread, spread * chance.integers(-3, 4) + 5), 12))
    assert (np.diff(table.shares.astype(np.int64), axis=1) >= 0).all()


def test_batches_and_workers_have_no_influence(monkeypatch: pytest.MonkeyPatch) -> None:
    table, check = train_win_table(TRAINING), None
    check = check_win_table(table, TRAINING, 40)
    monkeypatch.setattr(win_training, "BATCH", 7)
    again = train_win_table(TRAINING, pool=choose_pool(workers=2))
    assert np.array_equal(again.shares, table.shares)
    assert check_win_table(again, TRAINING, 40) == check
    assert not np.array_equal(train_win_table(replace(TRAINING, seed=3)).shares, table.shares)
    with pytest.raises(PositionError, match="0 games; play one or more"):
        train_win_table(replace(TRAINING, games=0))


def test_a_check_plays_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    real = win_training.play_static_games

    def watched(*arguments: object, games: range, **options: object) -> object:
        played.extend(games)
        return real(*arguments, games=games, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(win_training, "play_static_games", watched)
    check = check_win_table(train_win_table(TRAINING), TRAINING, 20)
    assert sorted(set(played)) == list(range(80))
    total = sum(decile.turns for decile in check.deciles)
    predicted = sum(decile.turns * decile.predicted for decile in check.deciles) / total
    assert 0 < check.brier_isotonic <= check.brier < 0.3
    assert 0.3 < predicted < 0.7


def test_errors_of_a_check_take_a_game_as_one_observation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the formula of cluster-robust errors, turn by turn: the turns of a game share its result."""
    table, batches = train_win_table(TRAINING), []
    real = win_training.play_static_games

    def watched(*arguments: object, **options: object) -> object:
        batches.append(real(*arguments, **options))  # type: ignore[arg-type]
        return batches[-1]

    monkeypatch.setattr(win_training, "play_static_games", watched)
    check = check_win_table(table, TRAINING, 40)
    missed: dict[int, dict[int, list[float]]] = {}
    for batch in batches:
        turns = played_turns(batch)
        assert batch.turns is not None
        for game, unseen, spread, final in zip(
            batch.turns["game"].tolist(), turns.unseen, turns.spread, turns.final, strict=True
        ):
            predicted = float(table.win_probability(spread, unseen))
            by_game = missed.setdefault(min(9, int(predicted * 10)), {})
            by_game.setdefault(game, []).append((1 + np.sign(final)) / 2 - predicted)
    for tenth, by_game in missed.items():
        found, turns_of = check.deciles[tenth], sum(map(len, by_game.values()))
        mean = sum(map(sum, by_game.values())) / turns_of
        assert found.turns == turns_of and found.came_true - found.predicted == pytest.approx(mean, abs=1e-6)
        if len(by_game) < 2:
            assert np.isnan(found.error)
            continue
        squares = sum(sum(each - mean for each in game) ** 2 for game in by_game.values())
        expected = (squares * len(by_game) / (len(by_game) - 1)) ** 0.5 / turns_of
        assert found.error == pytest.approx(expected, abs=2e-3)


@pytest.mark.slow
def test_the_table_inside_is_true_of_other_games() -> None:
    """Seed 2 was not used in training. What was promised: within 2 % of the best fit, 1.5 points in each
    decile.

    A few thousand games leave 1 % (and more of a fit to themselves) to luck.
    """
    from strategy import WinTable

    check = check_win_table(WinTable.load(), WinTraining(seed=2, games=0), 4000)
    assert check.brier < 0.17
    for decile in check.deciles:
        assert abs(decile.came_true - decile.predicted) < 0.03
