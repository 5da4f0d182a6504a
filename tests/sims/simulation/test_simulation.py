"""Simulations: results follow from the rollouts, they stop at their limits."""

from concurrent.futures import Executor, Future
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from endgames import HARD
from simulations import LEXICON, MOVES, POSITION, RACKH3, run_simulation, without_seconds

from movegen import Move, PositionError, TileSet, read_cgp
from sims import RolloutBatch, RolloutSetting, Simulation, Stop, roll_out, simulate
from sims.simulation import (
    BIN_WIDTH,
    BINS,
    FIRST_BIN,
    SimulationPlan,
    elimination,
    rollout_batches,
    simulation,
    win_model_for,
)
from sims.simulation.distributions import DistributionSums
from sims.simulation.rollouts import PLY_TYPE, ROLLOUT_TYPE
from sims.simulation.win_model import win_chances
from strategy import SearchControl
from strategy.players import RankBy
from strategy.winprob import UTILITY

pytestmark = pytest.mark.core

EMPTY_BOARD = "/".join(["15"] * 15)


@pytest.mark.parametrize("rank_by", ["utility", "win", "equity"])
def test_statistics_are_those_of_the_rollouts(rank_by: RankBy) -> None:
    found = run_simulation(iterations=300, confidence=None, rank_by=rank_by)
    assert (found.stopped, found.iterations, found.is_reproducible) == (Stop.ITERATIONS, 300, True)
    setting = RolloutSetting.of(POSITION, MOVES, RACKH3)
    batch = roll_out(setting, LEXICON, 0, 300)
    equities = batch.equities / 1000
    wins = win_chances(win_model_for(POSITION.variant), batch.rollouts, batch.equities, 76 - 120) / 1e6
    utilities = np.vectorize(UTILITY.value)(wins, np.floor(equities + 76 - 120 + 0.5))
    ranked_by = {"equity": equities, "win": wins, "utility": utilities}[rank_by]
    leader = int(ranked_by.mean(axis=0).argmax())
    order = sorted(range(len(MOVES)), key=lambda place: -ranked_by[:, place].mean())
    assert [move.move for move in found.moves] == [MOVES[place] for place in order]
    ranked = RACKH3.candidates(POSITION, LEXICON)
    for move in found.moves:
        place = MOVES.index(move.move)
        assert move.iterations == 300 and not move.is_eliminated
        assert move.static_equity == ranked.equities[place] / 1000
        assert move.equity == pytest.approx(equities[:, place].mean())
        assert move.equity_se == pytest.approx(equities[:, place].std(ddof=1) / 300**0.5)
        assert move.win == pytest.approx(wins[:, place].mean())
        assert move.win_se == pytest.approx(wins[:, place].std(ddof=1) / 300**0.5)
        assert move.spread == pytest.approx(76 - 120 + move.equity)
        assert move.utility == pytest.approx(utilities[:, place].mean(), abs=1e-6)
        assert move.utility_se == pytest.approx(utilities[:, place].std(ddof=1) / 300**0.5, abs=1e-6)
        for values, mean, error in (
            (ranked_by, move.difference, move.difference_se),
            (equities, move.equity_difference, move.equity_difference_se),
            (wins, move.win_difference, move.win_difference_se),
        ):
            difference = values[:, place] - values[:, leader]
            assert mean == pytest.approx(difference.mean(), abs=2e-6)
            assert error == pytest.approx(difference.std(ddof=1) / 300**0.5, abs=2e-6)
        assert move.interval[0] <= move.difference <= move.interval[1]
        assert move.score == MOVES[place].score
        assert [ply.count for ply in move.plies] == [300, 300]
        assert move.plies[1].score == batch.plies["points"][place, 1] / 300
        assert move.plies[0].bingos == batch.plies["bingos"][place, 0] / 300
        single = [
            roll_out(setting, LEXICON, i, 1, candidates=[place]).plies["points"][0, 0] for i in range(300)
        ]
        assert move.plies[0].score_se == pytest.approx(np.std(single, ddof=1) / 300**0.5)
        of = move.distribution
        leaves = batch.rollouts["leaves"][:, place] / 1000
        assert of.leaves == pytest.approx(leaves.mean())
        assert of.leaves_deviation == pytest.approx(leaves.std(ddof=1))
        edges = FIRST_BIN + BIN_WIDTH * np.arange(BINS + 1)
        assert list(of.equity_counts) == np.histogram(equities[:, place], edges)[0].tolist()
        assert np.array_equal(of.covered, batch.covered[place])
    assert sum(move.p_best for move in found.moves) == pytest.approx(1)
    assert found.best.difference == 0 and found.best.interval == (0, 0)


def test_differences_of_any_two_moves() -> None:
    found = run_simulation(iterations=300, confidence=None)
    equities = roll_out(RolloutSetting.of(POSITION, MOVES, RACKH3), LEXICON, 0, 300).equities / 1000
    for first in MOVES:
        paired = found.difference(first, found.best.move)
        leads = next(each for each in found.moves if each.move == first)
        assert (paired.equity, paired.equity_se) == (leads.equity_difference, leads.equity_difference_se)
        assert (paired.win, paired.win_se) == (leads.win_difference, leads.win_difference_se)
        for second in MOVES:
            differences = equities[:, MOVES.index(first)] - equities[:, MOVES.index(second)]
            paired = found.difference(first, second)
            assert paired.equity == pytest.approx(differences.mean())
            assert paired.equity_se == pytest.approx(differences.std(ddof=1) / 300**0.5)
    with pytest.raises(PositionError, match="was not simulated"):
        found.difference(found.best.move, Move.pass_turn(POSITION.variant.tiles))


def test_bins_hold_everything() -> None:
    """Those at the ends also hold what lies beyond them; only candidates that are alive are counted."""
    rollouts = np.zeros((4, 1), dtype=ROLLOUT_TYPE)
    rollouts["spread"][:, 0] = [-10_000, -500, 499, 10_000]
    batch = RolloutBatch(rollouts, np.zeros((1, 2), dtype=PLY_TYPE), np.ones((1, 15, 15), dtype=np.int64))
    sums = DistributionSums(2, 15, 15)
    sums.add(batch, [1])
    counts = sums.distribution(1).equity_counts
    assert (counts[0], counts[-1], sum(counts)) == (2, 2, 4)
    assert sum(sums.distribution(0).equity_counts) == 0 and sums.distribution(0).covered[0][0] == 0


def test_what_is_clearly_worse_is_given_up() -> None:
    found = run_simulation(iterations=600, moves=[*MOVES[:2], Move.pass_turn(TileSet.load("english"))])
    last = found.moves[-1]
    assert (str(last.move), last.is_eliminated, last.iterations) == ("(pass)", True, 128)
    assert last.p_best == 0 and last.interval[1] < 0
    assert found.best.iterations == found.iterations > 128
    every = run_simulation(
        iterations=600, confidence=None, moves=[*MOVES[:2], Move.pass_turn(TileSet.load("english"))]
    )
    assert every.moves[-1].iterations == 600


def test_some_moves_are_never_eliminated() -> None:
    last = Move.pass_turn(TileSet.load("english"))
    found = run_simulation(iterations=600, moves=[*MOVES[:2], last], always=(last,))
    assert found.moves[-1].move == last and not found.moves[-1].is_eliminated
    assert found.moves[-1].iterations == found.iterations


@pytest.mark.parametrize("rank_by", ["utility", "win", "equity"])
def test_those_found_worse_stand_last_and_in_order(rank_by: RankBy) -> None:
    """A bad move that is never eliminated stands among them, not above all that were eliminated earlier."""
    last = Move.pass_turn(TileSet.load("english"))
    found = run_simulation(iterations=600, moves=[*MOVES, last], always=(last, MOVES[-1]), rank_by=rank_by)
    first = found.first_given_up
    assert first is not None and found.moves[-1].move == last and not found.moves[-1].is_eliminated
    assert not any(move.is_eliminated for move in found.moves[:first])
    worse = next(place for place, move in enumerate(found.moves) if move.interval[1] < 0)
    for moves in (found.moves[:worse], found.moves[worse:]):
        values = [move.ranked(rank_by)[0] for move in moves]
        assert values == sorted(values, reverse=True)


def test_clear_cases_stop_early() -> None:
    found = run_simulation(iterations=100_000, moves=[MOVES[0], Move.pass_turn(TileSet.load("english"))])
    assert (found.stopped, found.iterations) == (Stop.CONFIDENCE, 128)
    assert found.is_reproducible


def test_equal_plays_do_not_fight() -> None:
    """The same play twice can never be distinguished; a short run of equal results is no proof of that."""
    found = run_simulation(iterations=100_000, moves=[MOVES[0], MOVES[0]])
    assert found.stopped is Stop.CONFIDENCE
    assert 128 < found.iterations < 1000
    low, high = found.moves[1].interval
    assert low == -high and 0 < high <= found.margin and not found.moves[1].is_eliminated


def test_the_margin() -> None:
    """The wider it is, the sooner it stops."""
    counts = [
        run_simulation(iterations=2000, moves=MOVES[:2], rank_by="equity", margin=margin).iterations
        for margin in (0.0, 5.0, 50.0)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 2000 and counts[2] == 128


def test_time() -> None:
    found = run_simulation(iterations=None, confidence=None, seconds=0.05)
    assert found.stopped is Stop.TIME and not found.is_reproducible
    assert found.iterations > 0 and found.seconds >= 0.05


class StallingExecutor(Executor):
    """Does the first task, and never begins another."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.futures.append(Future())
        if len(self.futures) == 1:
            self.futures[0].set_result(work(*arguments))
        return self.futures[-1]


def test_time_cancels_what_has_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", 500)
    executor = StallingExecutor()
    found = run_simulation(seconds=1e-6, executor=executor)
    assert found.stopped is Stop.TIME and 0 < found.iterations < 128
    assert len(executor.futures) > 2 and all(future.cancelled() for future in executor.futures[1:])


def test_the_clock_decides_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looks nothing is found out, however clear it is: that would not be so again."""
    monkeypatch.setattr(simulation, "checkpoints", lambda iterations: iter([(4000, None)]))
    found = run_simulation(
        seconds=1e-6, moves=[MOVES[0], Move.pass_turn(TileSet.load("english"))], iterations=4000
    )
    assert found.stopped is Stop.TIME and found.iterations >= 128


def test_more_candidates_have_wider_intervals() -> None:
    """They share the error that is allowed."""
    few = run_simulation(iterations=200, confidence=None, moves=MOVES[:2]).moves[1].interval
    many = run_simulation(iterations=200, confidence=None, moves=[*MOVES[:2], *[MOVES[5]] * 9]).moves
    same = next(move for move in many if move.move in MOVES[:2] and move.difference)
    assert same.interval[1] - same.interval[0] > 1.1 * (few[1] - few[0])


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elimination, "_SECONDS_BETWEEN_REPORTS", 1000)
    seen: list[Simulation] = []
    found = run_simulation(iterations=200, confidence=None, control=SearchControl(progress=seen.append))
    assert [part.iterations for part in seen] == [128, 153, 183]
    assert all(part.stopped is None for part in seen) and found.iterations == 200
    monkeypatch.setattr(elimination, "_SECONDS_BETWEEN_REPORTS", 0)
    monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", 360)  # 20 iterations
    seen.clear()
    assert without_seconds(
        run_simulation(iterations=200, confidence=None, control=SearchControl(progress=seen.append))
    ) == without_seconds(found)
    assert [part.iterations for part in seen] == [20, 40, 60, 80, 100, 120, 128, 148, 153, 173, 183]


def test_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partial results are reported, and a decision reached at the same time is not lost."""
    monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", 360)
    asked = iter([False, False, True])
    found = run_simulation(control=SearchControl(should_stop=lambda: next(asked)))
    assert (found.stopped, found.iterations, found.is_reproducible) == (Stop.INTERRUPTED, 60, False)
    same = run_simulation(iterations=60, confidence=None)
    assert [(move.equity, move.equity_se) for move in found.moves] == [
        (move.equity, move.equity_se) for move in same.moves
    ]
    clear = [MOVES[0], Move.pass_turn(TileSet.load("english"))]
    assert (
        run_simulation(moves=clear, control=SearchControl(should_stop=lambda: True)).stopped
        is Stop.INTERRUPTED
    )
    monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", 10**6)
    assert (
        run_simulation(moves=clear, control=SearchControl(should_stop=lambda: True)).stopped
        is Stop.CONFIDENCE
    )


def test_to_the_end_by_wins() -> None:
    """Every game has an end, so win and draw are known."""
    found = run_simulation(iterations=40, plies="end", rank_by="win", confidence=None, moves=MOVES[:2])
    assert all(move.win * 40 * 2 == pytest.approx(round(move.win * 40 * 2)) for move in found.moves)
    assert len(found.best.plies) == 10


def test_wins_of_all_rollouts_have_an_error() -> None:
    """Another rollout may be lost. Where all are the same, as without a bag, nothing is unknown."""
    options: dict[str, Any] = {"iterations": 30, "plies": "end", "confidence": None}
    won = read_cgp(f"{EMPTY_BOARD} ADEEGIL/ 900/32 0")
    lost = read_cgp(f"{EMPTY_BOARD} ADEEGIL/ 0/900 0")
    for position, win, error in ((won, 1, 1 / 32), (lost, 0, 1 / 32), (read_cgp(HARD), 0, 0)):
        moves = RACKH3.candidates(position, LEXICON)[:2].moves
        found = simulate(position, moves, LEXICON, SimulationPlan(**options), strategy=RACKH3)
        assert [(move.win, move.win_se) for move in found.moves] == [(win, error)] * 2
        leader, other = found.moves
        assert (leader.win_difference_se, other.win_difference, other.win_difference_se) == (0, 0, error)
        for shown in (leader.utility_se, other.utility_se, other.difference_se):
            assert 0.8 * error <= shown < 0.8 * error + 0.02
        assert leader.difference_se == 0
        by_wins = simulate(
            position, moves, LEXICON, SimulationPlan(**options, rank_by="win"), strategy=RACKH3
        )
        assert [each.difference_se for each in by_wins.moves] == [0, error]
        for paired in (found.difference(*moves), by_wins.difference(*reversed(moves))):
            assert (paired.win, paired.win_se) == (0, error)
        assert found.difference(moves[0], moves[0]).win_se == 0
    assert all(0 < move.win_se < 0.2 and 0 < move.win < 1 for move in run_simulation(**options).moves)


def test_a_single_rollout_tells_no_error() -> None:
    """The next one may end anyhow, so no difference is certain."""
    found = run_simulation(iterations=1, confidence=None)
    for move in found.moves:
        assert (move.equity_se, move.win_se, move.utility_se) == (inf, inf, inf)
        assert [ply.score_se for ply in move.plies] == [inf, inf]
        assert move.distribution.leaves_deviation == inf
        assert move.p_best == 1 / len(MOVES)
    assert {move.difference_se for move in found.moves[1:]} == {inf} and found.best.difference_se == 0
    assert found.difference(MOVES[0], MOVES[1])[1::2] == (inf, inf)
    assert found.difference(MOVES[1], MOVES[1]) == (0, 0, 0, 0)
    assert "±" not in repr(found) and not any("±" in cell for row in found.tabulate().rows for cell in row)
    assert without_seconds(found) == without_seconds(run_simulation(iterations=1, confidence=None))
    assert "±" in repr(run_simulation(iterations=2, confidence=None))
    assert ", 1 iteration, " in repr(found) and ", 1 iteration, " in found.tabulate().heading


class MadeUp:
    """Rollouts of made-up equities: points with a deviation of 30, about means by candidate."""

    def __init__(self, means: list[float], seed: int) -> None:
        self.means, self.seed = np.array(means), seed

    def __call__(self, *_: object) -> "MadeUp":
        return self

    def close(self) -> None:
        pass

    def between(
        self, first: int, end: int, places: tuple[int, ...], then: int | None = None
    ) -> list[RolloutBatch]:
        chance = np.random.default_rng([self.seed, first])
        scatter: npt.NDArray[Any] = chance.normal(scale=30, size=(end - first, len(self.means)))
        rollouts = np.zeros((end - first, len(places)), dtype=ROLLOUT_TYPE)
        rollouts["leaves"] = ((self.means + scatter)[:, list(places)] * 1000).round()
        covered = np.zeros((len(places), 15, 15), dtype=np.int64)
        return [RolloutBatch(rollouts, np.zeros((len(places), 2), dtype=PLY_TYPE), covered)]


def test_a_constant_difference_of_wins_has_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """One move won all rollouts and the others lost them; the next two may end alike."""
    monkeypatch.setattr(simulation, "RolloutBatches", MadeUp([2000, *[-2000] * 5], 0))
    found = run_simulation(iterations=30, confidence=None)
    _, *others = found.moves
    assert {(each.win_difference, each.win_difference_se) for each in others} == {(-1, 1 / 32)}
    assert found.difference(MOVES[1], MOVES[0])[2:] == (-1, 1 / 32)


def test_how_often_it_errs(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 60 simulations at 90 %, 6 may choose a move more than the margin worse, or give the best one up."""
    wrong = stopped = 0
    for seed in range(60):
        monkeypatch.setattr(simulation, "RolloutBatches", MadeUp([0, 0, -1, 3, -5, 2.9], seed))
        found = run_simulation(iterations=20_000, confidence=0.9, margin=1.0, rank_by="equity")
        best = next(move for move in found.moves if move.move == MOVES[3])
        wrong += found.best.move not in (MOVES[3], MOVES[5]) or best.is_eliminated
        stopped += found.stopped is Stop.CONFIDENCE
    assert wrong <= 6
    assert stopped >= 50


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"iterations": 0}, "0 iterations"),
        ({"seconds": 0}, "0 seconds"),
        ({"confidence": 1.0}, "confidence of 1.0"),
        ({"margin": -1.0}, "margin of -1.0"),
        ({"iterations": None, "confidence": None}, "nothing would stop"),
        ({"rank_by": "score"}, "cannot be ranked by score"),
        ({"rank_by": ["win"]}, "cannot be ranked by"),
        ({"confidence": "0.9"}, "confidence of 0.9"),
        ({"margin": "1"}, "a margin of 1"),
        ({"plies": -1}, "-1 plies; give 0 or more"),
        ({"plies": 10**9}, "1000000000 plies; give at most"),
        ({"candidates": -1}, "-1 candidates"),
        ({"candidates": None}, "None candidates; give a whole number"),
        ({"candidates": 2.5}, "2.5 candidates; give a whole number"),
        ({"screened": 2, "candidates": 3}, "2 moves to screen; give 3 or more"),
        ({"screened": "9"}, "9 moves to screen; give a whole number"),
    ],
)
def test_what_is_refused(options: dict[str, Any], match: str) -> None:
    with pytest.raises(PositionError, match=match):
        run_simulation(**options)
