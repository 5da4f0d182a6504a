"""Training gives the same however it is divided or interrupted, and it learns."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from traceback import walk_tb

import numpy as np
import pytest
from tiny_game import RULES, WORDS, tiny_lexicon, tiny_variant

from movegen import ConfigError, JackdawError, Lexicon, PositionError
from sims import play_static_games
from sims.training import (
    LeaveState,
    LeaveTraining,
    leave_training,
    read_leave_state,
    train_leaves,
    write_leave_state,
)
from sims.workers import choose_pool
from strategy import StaticStrategy, write_klv2

pytestmark = pytest.mark.core

TRAINING = LeaveTraining(WORDS, RULES, seed=4, games=30)


def last(training: LeaveTraining = TRAINING, generations: int = 3, **options: object) -> LeaveState:
    *_, state = train_leaves(training, generations, **options)  # type: ignore[arg-type]
    return state


def same(one: LeaveState, other: LeaveState) -> bool:
    assert one.sums is not None and other.sums is not None
    return (
        np.array_equal(one.table.points, other.table.points)
        and np.array_equal(one.sums.deviations, other.sums.deviations)
        and np.array_equal(one.sums.counts, other.sums.counts)
        and one.generations == other.generations
    )


def test_batches_and_workers_have_no_influence(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = last()
    assert [generation.games for generation in expected.generations] == [30, 60, 120]
    monkeypatch.setattr(leave_training, "BATCH", 7)
    assert same(last(), expected)
    assert same(last(generations=2, pool=choose_pool(workers=3)), last(generations=2))
    assert not same(last(replace(TRAINING, seed=5)), expected)


def test_a_generation_goes_on_where_the_one_before_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is played twice."""
    played = []
    real = leave_training.sum_leaves

    def watched(*arguments: object, games: range, **options: object) -> object:
        played.extend(games)
        return real(*arguments, games=games, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(leave_training, "sum_leaves", watched)
    last()
    assert played == list(range(210))


def test_resumed_training_is_that_without_a_break(tmp_path: Path) -> None:
    path = tmp_path / "kept.state"
    for state in itertools.islice(train_leaves(TRAINING, 3), 1):
        write_leave_state(state, path)
    resumed = last(state=read_leave_state(path))
    assert same(resumed, last())
    write_leave_state(resumed, path)
    assert same(read_leave_state(path), resumed)
    assert list(train_leaves(TRAINING, 3, state=resumed)) == []


def test_equal_training_writes_equal_files(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write_leave_state(last(generations=2), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_a_state_of_other_training_is_refused(tmp_path: Path) -> None:
    state = last(generations=1)
    for other in (
        replace(TRAINING, seed=1),
        replace(TRAINING, games=31),
        replace(TRAINING, longest=2),
    ):
        with pytest.raises(ConfigError, match=r"training began with .* resume with the same"):
            last(other, state=state)
    words = tmp_path / "more.txt"
    words.write_text(Path(WORDS).read_text(encoding="utf-8") + "TREATS\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"began with other words \(words\); resume with the same lexicon"):
        last(replace(TRAINING, lexicon=str(words)), state=state)


def flipped(content: bytes) -> bytes:
    return (
        content[: len(content) // 2]
        + bytes([content[len(content) // 2] ^ 1])
        + content[len(content) // 2 + 1 :]
    )


@pytest.mark.parametrize(
    "damage",
    [lambda content: b"", lambda content: b"no archive at all", lambda content: content[:-30], flipped],
    ids=["empty", "text", "cut", "flipped"],
)
def test_damaged_states_are_refused(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "kept.state"
    write_leave_state(last(generations=1), path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ConfigError, match=r"kept\.state: is not a state of leave training"):
        read_leave_state(path)


def test_states_that_contradict_themselves_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.state"
    state = last(generations=1)
    assert state.sums is not None
    write_leave_state(replace(state, sums=replace(state.sums, counts=state.sums.counts[1:])), path)
    with pytest.raises(ConfigError, match="it does not have the 110 leaves of few"):
        read_leave_state(path)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_leave_state(tmp_path / "nowhere.state")
    with pytest.raises(JackdawError, match="there is nothing to save before the first generation"):
        write_leave_state(replace(state, sums=None), path)
    with pytest.raises(PositionError, match="seed -1 is out of range"):
        last(replace(TRAINING, seed=-1))


def test_a_failed_write_keeps_no_buffer(tmp_path: Path) -> None:
    """Python 3.12.1 crashes when it collects a traceback that has the buffer of a stream."""
    with pytest.raises(JackdawError, match="its folder does not exist") as raised:
        write_leave_state(last(generations=1), tmp_path / "nowhere" / "kept.state")
    frames = (frame for frame, _ in walk_tb(raised.tb))
    streams = [local for frame in frames for local in frame.f_locals.values() if isinstance(local, BytesIO)]
    assert streams
    for stream in streams:
        stream.close()  # refused with a BufferError while there is a buffer


@pytest.mark.medium
def test_learned_leaves_beat_none(tmp_path: Path) -> None:
    """On a real lexicon a few hundred games are enough to win clearly more than half."""
    state = last(LeaveTraining(games=70), generations=2)
    path = tmp_path / "learned.klv2"
    write_klv2(state.table, path)
    learned, greedy = StaticStrategy.load(str(path)), StaticStrategy.load("greedy")
    first = play_static_games([learned, greedy], Lexicon.load(), games=200).games["scores"]
    second = play_static_games([greedy, learned], Lexicon.load(), games=200).games["scores"]
    ahead = np.concatenate([first[:, 0] - first[:, 1], second[:, 1] - second[:, 0]])
    assert (ahead > 0).mean() > 0.55
    blank, q = (state.table[state.table.tile_set.parse_rack(tile)] for tile in "?Q")
    assert blank > 15_000 and q < -1000


def test_the_tiny_game_is_what_the_tests_take_it_for() -> None:
    assert tiny_variant().tiles.total == 25
    assert len(tiny_lexicon()) == 27
