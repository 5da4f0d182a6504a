"""KLV2 files: bytes computed by hand, order against brute force, and damaged files."""

import itertools
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_games import alphabet

from movegen import ConfigError, JackdawError, Rack, SubRacks, Tile, TileSet
from strategy import Leaves, LeaveTable, load_strategy, read_klv2, write_klv2
from strategy.leaves import all_keys
from strategy.leaves.leave_keys import count_leaves, digits_at

ENGLISH = TileSet.load("english")
ACCEPTS, LAST, CHILD = 1 << 23, 1 << 22, (1 << 22) - 1
REUSED = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def make_tiles(*counts: int, blanks: int = 2) -> TileSet:
    letters = [Tile(chr(65 + i), chr(97 + i), count, 1, i == 0) for i, count in enumerate(counts)]
    return TileSet.from_letters("few", letters, blanks=blanks)


FEW = make_tiles(3, 2, 1)


def node(tile: int, child: int = 0, *, accepts: bool = False, last: bool = False) -> int:
    return tile << 24 | accepts * ACCEPTS | last * LAST | child


def content(nodes: list[int], values: list[float]) -> bytes:
    return struct.pack(f"<I{len(nodes)}II{len(values)}f", len(nodes), *nodes, len(values), *values)


def make_table(values: dict[str, int], tile_set: TileSet = FEW) -> LeaveTable:
    return LeaveTable.from_values(
        {tile_set.parse_rack(leave): value for leave, value in values.items()}, tile_set
    )


def texts(table: LeaveTable) -> list[tuple[str, int]]:
    return [(str(leave), value) for leave, value in table.items()]


def slow_index(words: list[int], leave: list[int]) -> int | None:
    """Find the index of a leave's value as the format defines it: count all leaves before it."""

    def count(at: int) -> int:
        entry = words[at]
        below = count(entry & CHILD) if entry & CHILD else 0
        return bool(entry & ACCEPTS) + below + (0 if entry & LAST else count(at + 1))

    at, index = words[0] & CHILD, 0
    for position, tile in enumerate(leave):
        while at and words[at] >> 24 != tile:
            if words[at] & LAST:
                return None
            index += count(at) - count(at + 1)
            at += 1
        if not at:
            return None
        accepts = bool(words[at] & ACCEPTS)
        if position == len(leave) - 1:
            return index if accepts else None
        index += accepts
        at = words[at] & CHILD
    return None


def all_leaves(tile_set: TileSet, max_tiles: int) -> list[Rack]:
    """All leaves in the order of their tiles, blanks first, each before the longer ones it begins."""
    bag = [tile for tile, count in enumerate(tile_set.counts) for _ in range(count)]
    chosen = {leave for size in range(1, max_tiles + 1) for leave in itertools.combinations(bag, size)}
    return [Rack.from_tiles(tile_set, leave) for leave in sorted(chosen)]


HAND = {"?": 25_000, "?A": 26_500, "A": 1_000, "AB": 250, "B": -500}
HAND_NODES = [
    0x00400001,  # 0: the list of first tiles stands at 1
    0x00800005,  # 1: the blank, a leave; what may follow stands at 5
    0x01800004,  # 2: A, a leave; what may follow stands at 4
    0x02C00000,  # 3: B, a leave, the last of this list
    0x02C00000,  # 4: B, a leave, the last
    0x01C00000,  # 5: A, a leave, the last
]


def test_a_file_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "hand.klv2"
    write_klv2(make_table(dict(reversed(HAND.items()))), path)
    words = ["06000000", *(struct.pack("<I", entry).hex() for entry in HAND_NODES), "05000000"]
    floats = ["0000c841", "0000d441", "0000803f", "0000803e", "000000bf"]  # 25, 26.5, 1, 0.25, -0.5
    assert path.read_bytes().hex() == "".join(words + floats)
    table = read_klv2(path, FEW)
    assert (table.name, len(table), texts(table)) == ("hand", 5, list(HAND.items()))


def test_equal_lists_are_one_list(tmp_path: Path) -> None:
    path = tmp_path / "out.klv2"
    write_klv2(make_table({"?C": 1, "AC": 2, "BC": 3}), path)
    expected = [LAST | 1, node(0, 4), node(1, 4), node(2, 4, last=True), node(3, accepts=True, last=True)]
    assert path.read_bytes() == content(expected, [0.001, 0.002, 0.003])


@REUSED
@given(st.data())
def test_written_values_are_read_at_their_index(tmp_path: Path, data: st.DataObject) -> None:
    counts = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=5).filter(any))
    tile_set = make_tiles(*counts, blanks=data.draw(st.integers(0, 2)))
    leaves = all_leaves(tile_set, data.draw(st.integers(1, 5)))
    chosen = data.draw(st.lists(st.sampled_from(leaves), unique_by=str))
    values = {leave: data.draw(st.integers(-100_000, 100_000)) for leave in chosen}
    path = tmp_path / "out.klv2"
    write_klv2(LeaveTable.from_values(values, tile_set), path)
    back = read_klv2(path, tile_set)
    assert dict(back.items()) == values
    written = path.read_bytes()
    size = struct.unpack_from("<I", written)[0]
    words = list(struct.unpack_from(f"<{size}I", written, 4))
    points = struct.unpack_from(f"<{len(values)}f", written, 8 + 4 * size)
    in_order = [leave for leave in leaves if leave in values]
    for leave in leaves:
        index = slow_index(words, list(leave))
        assert index == (in_order.index(leave) if leave in values else None)
        assert back[leave] == values.get(leave, 0)
        if index is not None:
            assert points[index] == np.float32(values[leave] / 1000)
    lists = sibling_lists(words)
    assert len({tuple(items) for items in lists}) == len(lists), "two lists are equal"
    assert sum(map(len, lists)) == size - 1, "a node is in no list"


def sibling_lists(words: list[int]) -> list[list[int]]:
    """Return the lists of siblings to which nodes point."""
    lists = []
    for begin in {word & CHILD for word in words} - {0}:
        end = begin
        while not words[end] & LAST:
            end += 1
        lists.append(words[begin : end + 1])
    return lists


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(any), st.integers(1, 6))
def test_all_leaves_of_a_tile_set(counts: list[int], max_tiles: int) -> None:
    tile_set = make_tiles(*counts)
    values = {leave: index for index, leave in enumerate(all_leaves(tile_set, max_tiles))}
    table = LeaveTable.from_values(values, tile_set)
    assert np.array_equal(table.keys, all_keys(tile_set, max_tiles))
    assert table.points.tolist() == list(range(len(values)))
    assert count_leaves(tile_set, max_tiles) == len(values)


def test_english_leaves(tmp_path: Path) -> None:
    leaves = Leaves.load("rackh3", ENGLISH)
    table = LeaveTable.from_heuristic(leaves)
    sizes = [int(np.count_nonzero(digits_at(table.keys, index))) for index in range(6)]
    counts = [longer - shorter for longer, shorter in zip(sizes, [*sizes[1:], 0], strict=True)]
    assert counts == [27, 373, 3_509, 25_254, 148_150, 737_311]
    assert len(table) == 914_624
    path = tmp_path / "rackh3.klv2"
    write_klv2(table, path)
    back = read_klv2(path, ENGLISH)
    assert np.array_equal(back.keys, table.keys) and np.array_equal(back.points, table.points)
    for text in ("AEINRST", "??AEQZ", "EEEEIIU", ""):
        sub_racks = SubRacks(ENGLISH.parse_rack(text))
        values, expected = back.values(sub_racks), leaves.values(sub_racks)
        at_most_six = [0 < len(sub_racks[number]) <= 6 for number in range(len(sub_racks))]
        assert values.tolist() == np.where(at_most_six, expected, 0).tolist()


def test_a_shorter_alphabet_is_refused(tmp_path: Path) -> None:
    """By the indices of English, a German Q would be worth as much as an S. A part of a table is taken."""
    path, german = tmp_path / "english.klv2", TileSet.load("german")
    keys = all_keys(ENGLISH, 2)
    write_klv2(LeaveTable(ENGLISH, "two", keys, np.arange(len(keys))), path)
    assert read_klv2(path, ENGLISH)["Z"]
    with pytest.raises(ConfigError, match=r"not a KLV2 file for german: it has leaves of 27 .* not of 30"):
        read_klv2(path, german)
    for leaves in ("?ABCDEFGHIJKLMNOPQ", "?ABCDEFGHIJKLMNOPQRTUVWXY"):
        write_klv2(make_table(dict.fromkeys(leaves, 1), ENGLISH), path)
        assert len(read_klv2(path, ENGLISH)) == len(read_klv2(path, german)) == len(leaves)


@given(st.text(alphabet="?ABC", max_size=16))
def test_unknown_and_empty_leaves_are_worth_nothing(text: str) -> None:
    table, sub_racks = make_table(HAND), SubRacks(FEW.parse_rack(text))
    expected = [HAND.get(str(sub_racks[number]), 0) for number in range(len(sub_racks))]
    assert table.values(sub_racks).tolist() == expected
    nothing = LeaveTable.from_values({}, FEW)
    assert nothing.values(sub_racks).tolist() == [0] * len(sub_racks)
    assert nothing[sub_racks.rack] == 0


def test_no_leaves_at_all(tmp_path: Path) -> None:
    path = tmp_path / "none.klv2"
    write_klv2(LeaveTable.from_values({}, FEW), path)
    assert path.read_bytes() == content([LAST], [])
    assert len(read_klv2(path, FEW)) == 0


def test_a_graph_of_another_program(tmp_path: Path) -> None:
    """It has a second root for an empty GADDAG, children before parents, and lists with shared tails."""
    nodes = [
        LAST | 5, LAST,
        node(3, accepts=True, last=True),      # 2: C
        node(2, accepts=True),                 # 3: B, then
        node(3, accepts=True, last=True),      # 4: C
        node(0, 3),                            # 5: ?B ?C
        node(1, 4, accepts=True),              # 6: A AC
        node(2, 2, last=True),                 # 7: BC
    ]  # fmt: skip
    path = tmp_path / "other.klv2"
    path.write_bytes(content(nodes, [1, 2, 3, 4, 5]))
    leaves = [("?B", 1000), ("?C", 2000), ("A", 3000), ("AC", 4000), ("BC", 5000)]
    assert texts(read_klv2(path, FEW)) == leaves


def test_leaves_have_at_most_ten_tiles(tmp_path: Path) -> None:
    many = make_tiles(20)
    path = tmp_path / "long.klv2"
    table = make_table({"A" * 10: 7}, many)
    write_klv2(table, path)
    assert texts(read_klv2(path, many)) == [("A" * 10, 7)]
    assert table.values(SubRacks(many.parse_rack("A" * 12))).tolist() == [0] * 10 + [7, 0, 0]
    with pytest.raises(ConfigError, match="cannot be in a table"):
        make_table({"A" * 11: 7}, many)
    nodes = [LAST | 1, *(node(1, at + 2, last=True) for at in range(10)), node(1, accepts=True, last=True)]
    path.write_bytes(content(nodes, [1.0]))
    with pytest.raises(ConfigError, match="more than 10 tiles"):
        read_klv2(path, many)


def refused(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        read_klv2(path, FEW)
    assert str(caught.value).startswith(f"{path}: ") and "\n" not in str(caught.value)
    return str(caught.value)


GOOD = content(HAND_NODES, [1.0, 2.0, 3.0, 4.0, 5.0])


def changed(at: int, entry: int) -> bytes:
    return content([*HAND_NODES[:at], entry, *HAND_NODES[at + 1 :]], [1.0, 2.0, 3.0, 4.0, 5.0])


FAULTS: dict[str, tuple[str, bytes]] = {
    "no bytes": ("its size, 0 bytes", b""),
    "part of a word": ("cannot be right", GOOD[:-2]),
    "a value too few": ("it has 48 bytes, but 6 nodes and 5 values take 52", GOOD[:-4]),
    "a word too many": ("it has 56 bytes", GOOD + bytes(4)),
    "no nodes": ("0 nodes do not fit", content([], [1.0, 2.0])),
    "more nodes than bytes": ("nodes do not fit", struct.pack("<4I", 3, 0, 0, 0)),
    "text": ("nodes do not fit", b"?,28.656\nA,1.00\nB,2\n"),
    "fewer leaves than values": ("5 leaves, but there are 6", content(HAND_NODES, [0.0] * 6)),
    "more leaves than values": ("more leaves, but there are 4", content(HAND_NODES, [0.0] * 4)),
    "tile of another set": ("node 3 has tile 4, the last is 3", changed(3, node(4, accepts=True, last=True))),
    "root beyond the end": ("node 0 points beyond", changed(0, LAST | 6)),
    "child beyond the end": ("node 1 points beyond", changed(1, node(0, 6, accepts=True))),
    "list without an end": ("node 5 has no end", changed(5, node(1, accepts=True))),
    "list out of order": ("does not ascend after node 2", changed(3, node(1, accepts=True, last=True))),
    "its own child": ("leads back", changed(5, node(1, 5, accepts=True, last=True))),
    "child in its own list": ("leads back", changed(1, node(0, 1, accepts=True))),
    "tiles out of order": ("out of order at node 3", changed(3, node(2, 5, accepts=True, last=True))),
    "nothing behind": ("node 5 leads to no leave", changed(5, node(1, last=True))),
    "not a number": ("value 1 is not a number", content(HAND_NODES, [0.0, float("nan"), 0.0, 0.0, 0.0])),
    "infinite": ("value 4 is not a number", content(HAND_NODES, [0.0] * 4 + [float("-inf")])),
    "too much": ("value 0 is not a number", content(HAND_NODES, [1e30] + [0.0] * 4)),
}


@pytest.mark.parametrize(("message", "bytes_"), FAULTS.values(), ids=FAULTS)
def test_damaged_files(tmp_path: Path, message: str, bytes_: bytes) -> None:
    path = tmp_path / "bad.klv2"
    path.write_bytes(bytes_)
    error = refused(path)
    assert "is not a KLV2 file for few" in error and message in error


def test_a_small_file_cannot_cause_endless_work(tmp_path: Path) -> None:
    """Thirty levels with a choice of two tiles make a thousand million leaves in a few bytes."""
    nodes = [LAST | 1]
    for level in range(20):
        child = len(nodes) + 2 if level < 19 else 0
        nodes += [node(0, child, accepts=True), node(0 if level < 10 else 1, child, accepts=True, last=True)]
    path = tmp_path / "bad.klv2"
    path.write_bytes(content(nodes, [1.0]))
    assert "does not ascend" in refused(path)
    many = alphabet(60)
    nodes = [LAST | 1]
    for level in range(30):
        child = len(nodes) + 2 if level < 29 else 0
        nodes += [node(2 * level, child, accepts=True), node(2 * level + 1, child, accepts=True, last=True)]
    path.write_bytes(content(nodes, [1.0]))
    with pytest.raises(ConfigError, match="have more leaves, but there are 1"):
        read_klv2(path, many)


@REUSED
@given(st.data())
def test_damage_anywhere_is_refused_or_harmless(tmp_path: Path, data: st.DataObject) -> None:
    bytes_ = bytearray(GOOD)
    for _ in range(data.draw(st.integers(1, 4))):
        bytes_[data.draw(st.integers(0, len(bytes_) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path = tmp_path / "bad.klv2"
    path.write_bytes(bytes_)
    try:
        table = read_klv2(path, FEW)
    except ConfigError as error:
        assert "\n" not in str(error)
        return
    words = list(struct.unpack_from("<6I", bytes_, 4))
    for place, (leave, _) in enumerate(table.items()):
        assert slow_index(words, list(leave)) == place


@REUSED
@given(st.binary(max_size=200))
def test_any_bytes(tmp_path: Path, bytes_: bytes) -> None:
    path = tmp_path / "bad.klv2"
    path.write_bytes(bytes_)
    try:
        read_klv2(path, FEW)
    except ConfigError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    "leave", [Rack.empty(FEW), ENGLISH.parse_rack("A")], ids=["empty", "of another tile set"]
)
def test_what_cannot_be_in_a_table(leave: Rack) -> None:
    with pytest.raises(ConfigError, match="cannot be in a table of leaves"):
        LeaveTable.from_values({leave: 1}, FEW)


def test_too_many_leaves() -> None:
    with pytest.raises(ConfigError, match="more than 20,000,000 leaves"):
        all_keys(ENGLISH, 9)
    for tiles in (0, 11):
        with pytest.raises(ConfigError, match=f"leaves of up to {tiles} tiles; expected 1 to 10"):
            all_keys(ENGLISH, tiles)
    assert len(all_keys(FEW, 1)) == 4 and all_keys(FEW, 10).size == count_leaves(FEW, 8)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    assert "cannot be read (No such file" in refused(tmp_path / "none.klv2")
    with pytest.raises(JackdawError, match="folder does not exist"):
        write_klv2(make_table(HAND), tmp_path / "none" / "out.klv2")


def test_a_strategy_names_a_table_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tables").mkdir()
    write_klv2(make_table({"Q": -6_290, "?S": 30_000}, ENGLISH), tmp_path / "tables" / "own.klv2")
    strategy_file = tmp_path / "own.toml"
    strategy_file.write_text('kind = "static"\nleaves = "tables/own.klv2"\n', encoding="utf-8")
    sub_racks = SubRacks(ENGLISH.parse_rack("Q"))
    values = load_strategy(strategy_file).leave_values(sub_racks, 10, Rack.empty(ENGLISH))
    assert values.tolist() == [0, -6_290]
    monkeypatch.chdir(tmp_path / "tables")
    again = load_strategy("../own.toml").leave_values(sub_racks, 10, Rack.empty(ENGLISH))
    assert again.tolist() == [0, -6_290]
    strategy_file.write_text(f'kind = "static"\nleaves = "{tmp_path}/tables/none.klv2"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_strategy(strategy_file).leave_values(sub_racks, 10, Rack.empty(ENGLISH))


def test_a_heuristic_of_ones_own_beside_a_strategy(
    tmp_path: Path, write_rackh: Callable[[Path], Path]
) -> None:
    write_rackh(tmp_path / "mine.toml")
    strategy_file = tmp_path / "own.toml"
    strategy_file.write_text('kind = "static"\nleaves = "mine.toml"\n', encoding="utf-8")
    values = load_strategy(strategy_file).leave_values(
        SubRacks(ENGLISH.parse_rack("S")), 10, Rack.empty(ENGLISH)
    )
    assert values.tolist() == [0, 7_500]


@pytest.fixture
def write_rackh() -> Callable[[Path], Path]:
    from movegen.configs import config_folder

    def write(path: Path) -> Path:
        path.write_bytes((config_folder() / "leaves" / "rackh1.toml").read_bytes())
        return path

    return write
