"""The benchmark of everything: ratios to the yardstick, rounds, signatures."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest

from movegen import Lexicon, MoveGenerator
from sims.benchmark import (
    BenchSetting,
    Figure,
    Speed,
    Work,
    Yardstick,
    join_signatures,
    measure_speeds,
    program_figure,
    speeds,
)
from sims.errors import EngineError
from sims.games import play_game
from strategy import StaticStrategy

LEXICON = Lexicon.load()
SPEED = Speed("moves", "position", 10, 0.5, 0.25, 7)


class MadeUpYardstick:
    """Takes 1, 2, 3 ... seconds a turn."""

    def __init__(self) -> None:
        self._seconds = count(1)

    def measure(self) -> float:
        """Return the next."""
        return float(next(self._seconds))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """A clock that moves on when work says so, and the made-up yardstick."""
    now = [0.0]
    monkeypatch.setattr(speeds, "process_time", lambda: now[0])
    monkeypatch.setattr(speeds, "Yardstick", MadeUpYardstick)
    yield now


def made_up(now: list[float], seconds: list[float]) -> Figure:
    """A figure whose rounds of 4 units take these seconds."""
    left = iter(seconds)

    def prepare(setting: BenchSetting) -> Callable[[], Work]:
        now[0] += 1000  # is not measured

        def work() -> Work:
            now[0] += next(left)
            return Work(setting.amount(4, 2), 17)

        return work

    return Figure("made up", "unit", prepare)


def test_a_ratio_is_of_the_fastest_round_and_the_yardstick_around_it(clock: list[float]) -> None:
    figures = [made_up(clock, [12.0, 8.0, 10.0]), made_up(clock, [20.0, 20.0, 40.0])]
    seen: list[tuple[str, int, int]] = []
    first, second = measure_speeds(LEXICON, figures, progress=lambda *args: seen.append(args))
    assert (first.units, first.seconds, first.yardstick, first.signature) == (4, 2.0, 1.5, 17)
    assert first.ratio == pytest.approx(2.0 / 1.5)
    assert (second.seconds, second.yardstick, second.ratio) == (5.0, 2.5, 2.0)
    assert seen == [("made up", 0, 2), ("made up", 1, 2), ("figures", 2, 2)]


def test_a_quick_run_does_less_work_once(clock: list[float]) -> None:
    (speed,) = measure_speeds(LEXICON, [made_up(clock, [8.0])], quick=True)
    assert (speed.units, speed.seconds) == (2, 4.0)


def test_figures_come_as_they_are_measured(clock: list[float]) -> None:
    found = measure_speeds(LEXICON, [made_up(clock, [4.0]), made_up(clock, [])], quick=True)
    assert next(found).seconds == 2.0


@pytest.mark.parametrize("other", [{"name": "lanes"}, {"units": 11}, {"signature": 8}])
def test_a_signature_is_of_the_results(other: dict[str, object]) -> None:
    assert join_signatures([SPEED]) != join_signatures([replace(SPEED, **other)])


def test_a_signature_is_not_of_the_machine() -> None:
    assert join_signatures([SPEED]) == join_signatures([replace(SPEED, seconds=9.0, yardstick=1.0)])
    assert join_signatures([SPEED, SPEED]) != join_signatures([SPEED])


@pytest.mark.core
def test_the_yardstick_finds_every_play() -> None:
    yardstick = Yardstick()
    lexicon, strategy = LEXICON.up_to(8), StaticStrategy.load("greedy")
    game = play_game([strategy, strategy], lexicon, seed=0)
    plays = 0
    for turn in range(1, len(game.turns) + 1):
        position = game.position(turn)
        found = MoveGenerator(game.variant, lexicon, position.board).find_moves(position.rack, 0)
        plays += int((found["kind"] == 0).sum())
    assert yardstick.plays == plays > 1000
    assert yardstick.measure() > 0


def test_a_program_that_fails_is_no_figure() -> None:
    figure = program_figure("broken", ("-c", "raise SystemExit(3)"))
    with pytest.raises(EngineError, match="exit code 3"):
        list(measure_speeds(LEXICON, [figure], quick=True))
