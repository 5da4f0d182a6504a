"""Tables of win probabilities and their files."""

import lzma
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from movegen import ConfigError, PositionError
from movegen.errors import UnknownNameError
from strategy import WinTable
from strategy.winprob import ONE


def drawn_table() -> WinTable:
    shares = np.sort(np.random.default_rng(1).integers(0, ONE + 1, (5, 21)).astype(np.uint16), axis=1)
    return WinTable(shares, "by chance")


def test_the_embedded_table() -> None:
    table = WinTable.load()
    assert (table.max_unseen, table.max_spread) == (93, 400)
    assert (np.diff(table.shares.astype(np.int64), axis=1) >= 0).all()  # more points never hurt
    assert "jackdaw winprob train" in table.made
    assert table.win_probability([-1, 0, 1], 0).tolist() == [0, 0.5, 1]  # the game is over
    for unseen in (7, 40, 93):  # being on turn is an advantage
        assert 0.52 < table.win_probability(0, unseen) < 0.85
        even = np.abs(table.win_probability(np.arange(-400, 401), unseen) - 0.5).argmin() - 400
        assert -30 < even < -5
    rows = table.win_probability(60, np.arange(1, 94))
    assert rows[0] > 0.98 and (rows[:20] > rows[-20:].max()).all()  # a lead is worth more later


def test_arguments_of_any_shape() -> None:
    table = drawn_table()
    assert table.win_probability(3, 2).shape == ()
    grid = table.win_probability([[-3], [0]], [1, 2, 4])
    assert grid.shape == (2, 3) and grid.dtype == np.float64
    assert grid[1, 2] == table.win_probability(0, 4) == table.shares[4, 10] / ONE
    assert table.win_probability([], []).shape == (0,)


def test_beyond_the_table() -> None:
    table = drawn_table()
    edges = table.win_probability([10, 10, -10], 3).tolist()
    assert table.win_probability([11, 10**6, -(10**6)], 3).tolist() == edges
    assert table.win_probability(2, [5, 100]).tolist() == [table.win_probability(2, 4)] * 2
    with pytest.raises(PositionError, match="-1 unseen tiles; expected 0 or more"):
        table.win_probability(0, [3, -1])
    assert table.win_probability([2.0, -1.0], 3).tolist() == table.win_probability([2, -1], 3).tolist()
    for spread, unseen in (
        (24.9, 3),
        (-0.9, 3),
        ([1, 2.5], 3),
        (0, 3.5),
        (float("nan"), 3),
        (1e30, 3),
        (2**70, 3),
        ("x", 3),
    ):
        with pytest.raises(PositionError, match="no whole numbers of 64 bits"):
            table.win_probability(spread, unseen)
    with pytest.raises(
        PositionError, match=r"spreads of shape \(2,\) and numbers of tiles of shape \(3,\); give"
    ):
        table.win_probability([1, 2], [3, 4, 5])


def test_files(tmp_path: Path) -> None:
    table, path = drawn_table(), tmp_path / "any.winprob"
    table.save(path)
    again = WinTable.load(path)
    assert np.array_equal(again.shares, table.shares) and again.made == "by chance"
    assert again is WinTable.load(str(path))
    with pytest.raises(UnknownNameError, match="unknown win table 'scowl'; did you mean scowl80"):
        WinTable.load("scowl")
    with pytest.raises(ConfigError, match="the win table cannot be read"):
        WinTable.load(tmp_path / "nowhere.winprob")
    with pytest.raises(ValueError, match="read-only"):
        table.shares[0, 0] = 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-5],
        lambda content: content[:50] + bytes([content[50] ^ 4]) + content[51:],
        lambda content: lzma.compress(lzma.decompress(content)[:-1]),
        lambda content: lzma.compress(lzma.decompress(content)[:-2] + b"\xff\xff"),
        lambda content: lzma.compress(lzma.decompress(content).replace(b"table 1", b"table 2")),
        lambda content: lzma.compress(lzma.decompress(content).replace(b'"rows":5', b'"rows":-1')),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "any.winprob"
    drawn_table().save(path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ConfigError, match=r"any\.winprob: (is not|the win table cannot be unpacked)"):
        WinTable.load(path)
