"""Frozen arrays: nothing can write to them, nor below them."""

import copy
import mmap
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from movegen import Board, Lexicon, Position, TileSet, Variant
from movegen.arrays import freeze, is_frozen
from movegen.position import board_lanes
from movegen.variant import core_bonuses, core_points
from sims.simulation import RolloutSetting
from strategy import load_strategy
from strategy.inference import InferredRacks
from strategy.leaves import LeaveTable
from strategy.winprob import WinTable

ENGLISH = TileSet.load("english")
DTYPES = [np.dtype(np.uint8), np.dtype("<i4"), np.dtype("<u8"), np.dtype([("a", "<i4"), ("b", "u1", (3,))])]


def assert_frozen(array: npt.NDArray[Any]) -> None:
    """Assert that no way that NumPy offers leads to a writeable view."""
    below: Any = array
    while isinstance(below, np.ndarray):
        with pytest.raises(ValueError, match="WRITEABLE"):
            below.flags.writeable = True
        with pytest.raises(ValueError, match="read-only"):
            below.view(np.uint8)[...] = 1
        below = below.base
    assert memoryview(below).readonly


@given(
    st.sampled_from(DTYPES).flatmap(lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=1, min_side=0)))
)
def test_a_frozen_array_has_the_same_values(array: npt.NDArray[Any]) -> None:
    frozen = freeze(array)
    assert frozen.dtype == array.dtype and frozen.shape == array.shape
    assert frozen.tobytes() == array.tobytes()
    assert is_frozen(frozen) and not is_frozen(array)
    assert freeze(frozen) is frozen
    with pytest.raises(ValueError, match="WRITEABLE"):
        frozen.flags.writeable = True


def test_what_only_seems_read_only_is_copied() -> None:
    owner = np.arange(5)
    owner.flags.writeable = False  # which may be set back
    of_view = np.frombuffer(memoryview(bytearray(8)).toreadonly(), dtype=np.uint8)
    view = np.arange(8)[2:4]
    view.flags.writeable = False
    for array in (owner, of_view, view, freeze(np.arange(8))[::2], freeze(np.eye(3)).T):
        assert not is_frozen(array)
        assert_frozen(freeze(array))


def test_a_mapped_file_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "mapped"
    path.write_bytes(bytes(range(64)))
    with path.open("r+b") as file:
        read_only = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), dtype=np.uint32)
        writeable = np.frombuffer(mmap.mmap(file.fileno(), 0), dtype=np.uint32)
    assert freeze(read_only) is read_only and freeze(read_only[2:5]).base is not None
    assert is_frozen(read_only[2:5]) and not is_frozen(writeable)


def rollout_setting() -> RolloutSetting:
    position = Position(
        board=Board.empty(Variant.standard()),
        racks=(ENGLISH.parse_rack("RETAINS"), None),
        scores=(0, 0),
        on_turn=0,
        variant=Variant.standard(),
    )
    moves = position.moves(Lexicon.load())[:3]
    return RolloutSetting.of(position, moves, load_strategy("rackh3"))


def inferred() -> InferredRacks:
    leaves = [ENGLISH.parse_rack(text).counts for text in ("ER", "Q", "S")]
    return InferredRacks.from_weights(ENGLISH, np.array(leaves), np.array([3.0, 1.0, 2.0]))


def leave_table() -> LeaveTable:
    return LeaveTable.from_values({ENGLISH.parse_rack("?S"): 30_000, ENGLISH.parse_rack("Q"): -7000}, ENGLISH)


def win_table() -> WinTable:
    return WinTable(np.arange(12, dtype=np.uint16).reshape(4, 3), "counted")


VALUES: list[Callable[[], Any]] = [rollout_setting, inferred, leave_table, win_table]


@pytest.mark.parametrize("make", VALUES)
def test_arrays_of_values_stay_frozen(make: Callable[[], Any]) -> None:
    value = make()
    for same in (value, copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        arrays = [array for array in vars(same).values() if isinstance(array, np.ndarray)]
        assert arrays
        for array in arrays:
            assert_frozen(array)


@pytest.mark.parametrize("make", VALUES)
def test_copies_are_equal(make: Callable[[], Any]) -> None:
    value = make()
    for same in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value)), make()):
        assert same == value and hash(same) == hash(value)
    assert value != 1 and value != object()


def test_tables_of_other_values_differ() -> None:
    table = leave_table()
    assert LeaveTable(ENGLISH, "leaves", table.keys, table.points + 1) != table
    assert LeaveTable(ENGLISH, "other", table.keys, table.points) != table
    wins = win_table()
    assert WinTable(wins.shares, "guessed") != wins and WinTable(wins.shares[:2], "counted") != wins


def test_the_argument_stays_as_it_is() -> None:
    shares = np.zeros((2, 3), dtype=np.uint16)
    table = WinTable(shares)
    shares[0, 0] = 7
    assert table.shares[0, 0] == 0


def test_arrays_below_the_engine_are_frozen(tmp_path: Path) -> None:
    built = Lexicon.from_words(["ENVY", "NE"], ENGLISH)
    built.save(tmp_path / "words.jackdaw")
    loaded = Lexicon.load(tmp_path / "words.jackdaw")
    variant = Variant.standard()
    board = Board.empty(variant)
    lane = board_lanes(board, built)[0]
    arrays = [
        *(array for lexicon in (built, loaded) for array in (lexicon.data.words, lexicon.data.word_map)),
        board.squares,
        pickle.loads(pickle.dumps(board)).squares,
        variant.layout.letter_multipliers,
        variant.layout.word_multipliers,
        lane.letter_array,
        lane.set_array,
        core_points(ENGLISH),
        core_bonuses(variant.rules),
    ]
    for array in arrays:
        assert_frozen(array)


def test_a_copy_of_a_lexicon_is_itself() -> None:
    lexicon = Lexicon.from_words(["ENVY", "NE"], ENGLISH)
    assert copy.copy(lexicon) is lexicon and copy.deepcopy([lexicon])[0] is lexicon
