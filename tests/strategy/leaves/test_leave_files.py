"""Leaves by name and in every form of file: what is written is read again, what is damaged refused."""

import gzip
import lzma
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_games import alphabet

from movegen import ConfigError, Rack, Tile, TileSet, read_cgp
from movegen.configs import list_configs
from movegen.errors import UnknownNameError
from strategy import Leaves, LeaveTable, StaticStrategy, load_strategy
from strategy.leaves import all_keys, default_leaves_name, list_leaves, load_leaves, read_header, write_table
from strategy.leaves.leave_files import read_table
from strategy.leaves.leave_keys import count_leaves

ENGLISH = TileSet.load("english")
SUFFIXES = [".leaves", ".klv2", ".csv"]
REUSED = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def few(*counts: int, blanks: int = 1) -> TileSet:
    letters = [Tile(chr(65 + place), chr(97 + place), count, 1) for place, count in enumerate(counts)]
    return TileSet.from_letters("few", letters, blanks=blanks)


def make_table(tile_set: TileSet, most: int, seed: int) -> LeaveTable:
    keys = all_keys(tile_set, most)
    hundredths = np.random.default_rng(seed).integers(-32767, 32768, len(keys))
    return LeaveTable(tile_set, "drawn", keys, hundredths * 10)


@pytest.mark.parametrize("suffix", SUFFIXES)
@REUSED
@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=6),
    st.integers(0, 3),
    st.integers(1, 5),
    st.integers(0, 99),
)
def test_what_is_written_is_read_again(
    tmp_path: Path, suffix: str, counts: list[int], blanks: int, most: int, seed: int
) -> None:
    counts[0] += 1
    tile_set = few(*counts, blanks=blanks)
    table, path = make_table(tile_set, most, seed), tmp_path / f"any{suffix}"
    write_table(table, path, "by chance")
    again = read_table(path, tile_set)
    assert np.array_equal(again.keys, table.keys) and np.array_equal(again.points, table.points)
    assert again.name == "any"
    if suffix == ".leaves":
        assert read_header(path).made == "by chance"


@given(st.lists(st.integers(0, 4), min_size=1, max_size=6), st.integers(1, 6))
def test_leaves_are_counted(counts: list[int], most: int) -> None:
    tile_set = few(*counts)
    assert count_leaves(tile_set, most) == len(all_keys(tile_set, most))


def test_text_lists_each_leave(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("\ufeffleave,points\nEINS,8.25\n?,24\n\nQ,-6.5\n", encoding="utf-8")
    table = read_table(path, ENGLISH)
    assert [(str(leave), value) for leave, value in table.items()] == [
        ("?", 24000),
        ("EINS", 8250),
        ("Q", -6500),
    ]
    write_table(table, path)
    assert path.read_text(encoding="utf-8") == "leave,points\n?,24\nEINS,8.25\nQ,-6.5\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A1,3", r"own.csv, line 2: '1' is not a tile of english"),
        ("S;8,0", r"line 2: ';' is not a tile of english; expected a line such as EINS,8.25"),
        ("A", r"line 2: a line must have a leave, a comma, and points"),
        ("A,B,3", r"line 2: a line must have a leave, a comma, and points"),
        ("A,three", r"line 2: 'three' is not a number of points; .* first one may be leave,points"),
        ("A,nan", r"line 2: nan is out of range"),
        (",3", r"line 2: '' is not a leave; expected 1 to 10 tiles"),
        ("E,1", r"line 2: E occurs twice"),
        ("leave,points", r"line 2: 'points' is not a number of points"),
    ],
)
def test_text_that_is_wrong(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "own.csv"
    path.write_text(f"E,2\n{line}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        read_table(path, ENGLISH)


def test_text_that_is_not_a_table(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    for lines in (1, 5000):  # the latter takes several blocks
        path.write_bytes(b"E,2\n" + b"\n" * (lines - 1) + b"\xff,1\n")
        with pytest.raises(ConfigError, match=rf"own.csv, line {lines + 1}: byte 'ff' is not UTF-8; save"):
            read_table(path, ENGLISH)
    path.write_text('E,2\n\n"A,1\nB,1\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"own.csv, line 3: .* \(a quotation mark is not closed\)"):
        read_table(path, ENGLISH)
    for nothing in ("", "leave,points\n"):
        path.write_text(nothing, encoding="utf-8")
        with pytest.raises(ConfigError, match=r"contains no leaves; expected a line such as EINS,8.25"):
            read_table(path, ENGLISH)
    with pytest.raises(ConfigError, match="the table of leaves cannot be read"):
        read_table(tmp_path / "nowhere.csv", ENGLISH)


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    path = tmp_path / "any.leaves"
    write_table(make_table(few(3, 2), 2, seed=1), path)
    return path


def repacked(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    return lambda content: gzip.compress(change(gzip.decompress(content)))


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: b"no leaves",
        lambda content: content[:-5],
        lambda content: content[:40] + bytes([content[40] ^ 4]) + content[41:],
        repacked(lambda content: content[:-1]),
        repacked(lambda content: content + b"\0"),
        repacked(lambda content: content.replace(b"leaves 1", b"leaves 9")),
        repacked(lambda content: content.replace(b'"most":2', b'"most":0')),
        repacked(lambda content: content.replace(b'"most":2', b'"most":"2"')),
        repacked(lambda content: content.replace(b"\n", b" ")),
    ],
)
def test_damaged_files_are_refused(packed: Path, damage: Callable[[bytes], bytes]) -> None:
    packed.write_bytes(damage(packed.read_bytes()))
    with pytest.raises(
        ConfigError, match=r"any\.leaves: (is not a file|the table of leaves cannot be unpacked)"
    ):
        read_table(packed, few(3, 2))


def test_leaves_of_other_tiles_are_refused(packed: Path) -> None:
    for other in (few(3, 3), few(3, 2, 1), few(3, 2, blanks=2)):
        with pytest.raises(ConfigError, match=r"other tiles than few; train leaves for these tiles"):
            read_table(packed, other)
    with pytest.raises(ConfigError, match="other tiles than super_english"):
        load_leaves("scowl80", TileSet.load("super_english"))


def test_tables_that_cannot_be_packed(tmp_path: Path) -> None:
    path = tmp_path / "any.leaves"
    tile_set = few(3, 2)
    leave = Rack.from_text(tile_set, "AB")
    with pytest.raises(ConfigError, match="has 1 of the 8 leaves of up to 2 tiles"):
        write_table(LeaveTable.from_values({leave: 5}, tile_set), path)
    table = make_table(tile_set, 2, seed=1)
    high = LeaveTable(tile_set, "high", table.keys, table.points + 10**6)
    with pytest.raises(ConfigError, match="high has values beyond 327 points"):
        write_table(high, path)
    assert not path.exists()


def test_packed_values_are_the_nearest_hundredths(tmp_path: Path) -> None:
    """327.67 points are the most that 16 bits hold."""
    path, tile_set = tmp_path / "any.leaves", few(1, blanks=0)
    keys = all_keys(tile_set, 1)
    for milli, read in ((1236, 1240), (-1236, -1240), (1234, 1230), (327_674, 327_670)):
        write_table(LeaveTable(tile_set, "any", keys, np.array([milli])), path)
        assert read_table(path, tile_set).points.tolist() == [read]
    with pytest.raises(ConfigError, match="values beyond 327 points"):
        write_table(LeaveTable(tile_set, "any", keys, np.array([327_680])), path)


def test_the_same_leaves_are_the_same_file_at_any_time(packed: Path) -> None:
    assert packed.read_bytes()[4:8] == bytes(4)  # the time, by RFC 1952


def test_names() -> None:
    assert {"general", "inside", "rackh1", "rackh2", "rackh3", "scowl80", "swedish"} <= {*list_leaves()}
    assert isinstance(load_leaves("rackh2", ENGLISH), Leaves)
    assert isinstance(load_leaves("scowl80", ENGLISH), LeaveTable)
    with pytest.raises(UnknownNameError, match="did you mean scowl80"):
        load_leaves("scowl8", ENGLISH)
    for name in ("a.txt", "leaves"):
        with pytest.raises(
            ConfigError, match=r"is not named as a table of leaves; expected \.leaves, \.klv2, \.csv"
        ):
            read_table(name, ENGLISH)


def test_the_embedded_table() -> None:
    """It has all leaves of up to six tiles, and plausible values."""
    table = load_leaves("scowl80", ENGLISH)
    assert isinstance(table, LeaveTable) and len(table) == 914_624
    value = {
        text: table[ENGLISH.parse_rack(text)] / 1000 for text in ("?", "S", "Q", "QU", "ER", "UU", "V", "?S")
    }
    assert 20 < value["?"] < 30 and 5 < value["S"] < 10 and value["Q"] < -4 < 2 < value["QU"]
    assert value["ER"] > 2 and value["UU"] < -10 and value["V"] < -3 and value["?S"] > value["?"]
    inside = Path(__file__).resolve().parents[3] / "strategy" / "data" / "scowl80.leaves"
    assert "jackdaw leaves train" in read_header(inside).made
    assert inside.stat().st_size < 2_000_000


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_table_is_a_strategy(tmp_path: Path, suffix: str) -> None:
    """It plays like `static` with other leaves."""
    path = tmp_path / f"zero{suffix}"
    keys = all_keys(ENGLISH, 2)
    write_table(LeaveTable(ENGLISH, "zero", keys, np.zeros(len(keys), dtype=np.int64)), path)
    strategy = StaticStrategy.load(str(path))
    assert strategy.name == "zero" and strategy.config.empty_bag == load_strategy("static").config.empty_bag
    position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    assert strategy.candidates(position)[0].equity == load_strategy("greedy").candidates(position)[0].equity
    config = tmp_path / "mine.toml"
    config.write_text(f'kind = "static"\nleaves = "zero{suffix}"\n', encoding="utf-8")
    assert (
        StaticStrategy.load(config).candidates(position)[0].equity == strategy.candidates(position)[0].equity
    )


def test_xz_is_read(packed: Path) -> None:
    """Files of earlier versions are XZ."""
    table = read_table(packed, few(3, 2))
    packed.write_bytes(lzma.compress(gzip.decompress(packed.read_bytes())))
    assert dict(read_table(packed, few(3, 2)).items()) == dict(table.items())


def test_headers_are_as_documented(packed: Path) -> None:
    line = gzip.decompress(packed.read_bytes()).partition(b"\n")[0]
    assert msgspec.json.decode(line) == {
        "format": "jackdaw leaves 1",
        "tiles": ["?", "A", "B"],
        "counts": [1, 3, 2],
        "most": 2,
        "made": "",
    }


def test_alphabets_of_any_size(tmp_path: Path) -> None:
    for letters in (1, 32, 62):
        table = make_table(alphabet(letters), 2, seed=letters)
        write_table(table, tmp_path / "any.leaves")
        assert np.array_equal(read_table(tmp_path / "any.leaves", table.tile_set).points, table.points)


def test_default_leaves() -> None:
    """Leaves trained for the tiles; RackH3 for English letters; else the general ones."""
    languages = {*list_configs("tiles")} - {"english", "super_english", "crossplay", "slovene"}
    names = {name: default_leaves_name(TileSet.load(name)) for name in list_configs("tiles")}
    others = {"english": "scowl80", "super_english": "rackh3", "crossplay": "rackh3", "slovene": "general"}
    assert names == others | {language: language for language in languages}
    swedish = TileSet.load("swedish")
    for tile_set in (replace(swedish, name="mine"), replace(swedish, tiles=swedish.tiles[:-1])):
        assert default_leaves_name(tile_set) == "general"
    tiles = tuple(replace(tile, points=tile.points + 1, count=9) for tile in ENGLISH.tiles)
    assert default_leaves_name(replace(ENGLISH, tiles=tiles)) == "rackh3"
    assert default_leaves_name(replace(ENGLISH, name="mine")) == "scowl80"
    for name in list_configs("tiles"):
        tile_set = TileSet.load(name)
        assert (
            load_leaves("inside", tile_set).name
            == StaticStrategy.default(tile_set).leaves(tile_set).name
            == names[name]
        )
