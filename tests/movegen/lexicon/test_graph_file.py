"""The compiled lexicon's file: round trip, and every kind of damage."""

import json
import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_games import alphabet, build_lexicon

from movegen.errors import MAX_NAME, LexiconError, one_line
from movegen.lexicon import Lexicon, read_graph_file
from movegen.lexicon.graph_file import MAGIC, VERSION, GraphData, write_graph_file
from movegen.position import MoveGenerator
from movegen.variant import BoardLayout, Rack, Rules, TileSet, Variant

pytestmark = pytest.mark.core

FIXED = struct.Struct("<8sIII")
WORDS = frozenset({(1, 2), (1, 2, 3), (3, 1), (2, 2, 2, 1)})
REUSED = settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])


def saved(tmp_path: Path, tile_set: TileSet | None = None, name: str = "small") -> Path:
    """A compiled file; its graph is small, but each of its parts is there."""
    path = tmp_path / f"{name}.jackdaw"
    build_lexicon(WORDS, tile_set or alphabet(5)).save(path)
    return path


def graph_begins(content: bytes) -> int:
    return -(-(FIXED.size + FIXED.unpack_from(content)[2]) // 64) * 64


def resealed(
    content: bytes, header: dict[str, object] | bytes | None = None, graph: bytes | None = None
) -> bytes:
    """The file with another header or graph and a checksum that fits: damage for a closer look."""
    length = FIXED.unpack_from(content)[2]
    map_begins = len(content) - 4 * int(str(header_of(content)["map_words"]))
    if graph is None:
        graph = content[graph_begins(content) : map_begins]
    graph += content[map_begins:]
    if header is None:
        header = content[FIXED.size : FIXED.size + length]
    elif isinstance(header, dict):
        header = json.dumps(header_of(content) | header).encode()
    start = FIXED.pack(MAGIC, VERSION, len(header), zlib.crc32(graph, zlib.crc32(header))) + header
    return start + bytes(-len(start) % 64) + graph


def header_of(content: bytes) -> dict[str, object]:
    return json.loads(content[FIXED.size : FIXED.size + FIXED.unpack_from(content)[2]])


def refused(path: Path) -> str:
    with pytest.raises(LexiconError) as caught:
        read_graph_file(path)
    assert caught.value.where == str(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("letters", [5, 31, 32, 62])
def test_round_trip(tmp_path: Path, letters: int):
    tile_set = alphabet(letters)
    lexicon = build_lexicon(WORDS, tile_set)
    path = saved(tmp_path, tile_set)
    data = read_graph_file(path)
    assert np.array_equal(data.words, lexicon.data.words)
    assert (data.root, data.dawg_root, data.word_count) == (lexicon.data.root, lexicon.data.dawg_root, 4)
    assert (data.name, data.letters) == (lexicon.name, lexicon.data.letters)
    loaded = Lexicon.load(path, tile_set)
    assert list(loaded) == list(lexicon) and loaded.statistics == lexicon.statistics
    assert loaded.left_out == (0, 0)


def test_the_file_is_as_described(tmp_path: Path):
    content = saved(tmp_path).read_bytes()
    magic, version, length, checksum = FIXED.unpack_from(content)
    assert (magic, version) == (b"JACKDAW\0", VERSION)
    header, begin = content[FIXED.size : FIXED.size + length], graph_begins(content)
    assert checksum == zlib.crc32(content[begin:], zlib.crc32(header))
    assert not any(content[FIXED.size + length : begin]) and begin % 64 == 0
    data = build_lexicon(WORDS, alphabet(5)).data
    assert len(content) - begin == 4 * (len(data.words) + len(data.word_map))
    assert json.loads(header) == {
        "name": "words", "tiles": alphabet(5).name, "letters": list("ABCDE"), "words": 4, "root": data.root,
        "dawg_root": data.dawg_root, "graph_words": len(data.words), "map_words": len(data.word_map),
    }  # fmt: skip


def test_equal_words_give_equal_files(tmp_path: Path):
    assert saved(tmp_path, name="a").read_bytes() == saved(tmp_path, name="b").read_bytes()


@REUSED
@given(st.data())
def test_cut_off_anywhere(tmp_path: Path, data: st.DataObject):
    path = saved(tmp_path)
    content = path.read_bytes()
    path.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])
    assert "cut off" in (error := refused(path)) or "checksum" in error or "empty" in error


@pytest.mark.parametrize("extra", [b"\0", b"\0" * 4, b"junk" * 100])
def test_something_behind_the_end(tmp_path: Path, extra: bytes):
    path = saved(tmp_path)
    path.write_bytes(path.read_bytes() + extra)
    refused(path)


@REUSED
@given(st.data())
def test_a_flipped_bit_anywhere(tmp_path: Path, data: st.DataObject):
    path = saved(tmp_path)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= 1 << data.draw(st.integers(0, 7))
    length = FIXED.unpack_from(path.read_bytes())[2]
    if FIXED.size + length <= place < graph_begins(path.read_bytes()):
        path.write_bytes(content)  # between header and graph nothing is said
        assert list(Lexicon(read_graph_file(path), alphabet(5))) == list(build_lexicon(WORDS, alphabet(5)))
        return
    path.write_bytes(content)
    refused(path)


def test_another_format_or_version(tmp_path: Path):
    path = saved(tmp_path)
    content = path.read_bytes()
    path.write_bytes(b"MAGPIE!\0" + content[8:])
    assert "not a compiled lexicon" in refused(path)
    path.write_bytes(content[:8] + struct.pack("<I", VERSION + 1) + content[12:])
    assert f"version {VERSION + 1}" in refused(path) and "build it again" in refused(path)
    path.write_bytes(b"")
    assert "empty" in refused(path)


def test_a_file_of_the_other_byte_order(tmp_path: Path):
    path = saved(tmp_path)
    content = path.read_bytes()
    words = [content[i : i + 4][::-1] for i in range(8, len(content), 4)]
    path.write_bytes(content[:8] + b"".join(words))
    assert f"version {VERSION << 24}" in refused(path)


def test_words_are_aligned_in_memory(tmp_path: Path):
    for name in ("a", "a longer name", "ä", "x" * 64):
        data = read_graph_file(saved(tmp_path, name=name))
        assert data.words.flags.aligned and data.words.ctypes.data % 64 == 0
        assert data.word_map.flags.aligned


def test_not_a_file(tmp_path: Path):
    assert "cannot be read" in refused(tmp_path)
    assert "cannot be read" in refused(tmp_path / "nowhere.jackdaw")


WRONG_HEADERS: list[dict[str, object] | bytes] = [
    {"graph_words": 3}, {"root": -1}, {"root": 10**9}, {"dawg_root": None}, {"root": "x"}, {"letters": []},
    {"letters": 5}, {"letters": ["A"] * 200}, {"words": "many"}, {"words": None}, {"words": -1},
    {"words": 10**30}, {"words": float("inf")}, {"root": float("nan")}, b"", b"{", b"[]", b"7",
    b"\xff\xfe", b'{"name": 1}', b"[" * 60_000,
]  # fmt: skip


@pytest.mark.parametrize("header", WRONG_HEADERS, ids=lambda header: repr(header)[:30])
def test_a_wrong_header_with_a_right_checksum(tmp_path: Path, header: dict[str, object] | bytes):
    path = saved(tmp_path)
    path.write_bytes(resealed(path.read_bytes(), header=header))
    assert "damaged" in refused(path)


@pytest.mark.parametrize("claimed", [0, len(WORDS) + 1, 1 << 31, (1 << 32) - 1])
def test_a_header_that_claims_another_number_of_words(tmp_path: Path, claimed: int):
    """Lists of the words would be as long as the header says."""
    path = saved(tmp_path)
    path.write_bytes(resealed(path.read_bytes(), header={"words": claimed}))
    assert "words" in refused(path).split("damaged: ")[1].split(";")[0]


@pytest.mark.parametrize("letters", [5, 40])
def test_a_wrong_graph_with_a_right_checksum(tmp_path: Path, letters: int):
    """Every arc must lead to a node behind it, every letter be one of the alphabet, every node be whole."""
    path = saved(tmp_path, alphabet(letters))
    content = path.read_bytes()
    data = read_graph_file(path)
    words, root = data.words.copy(), data.root
    wide = 1 if letters <= 31 else 2
    assert root >> 24 == 1, "the root has arcs, but no letter set"
    place = root & 0xFFFFFF
    first_arc = place + wide
    single = next(word for word in words[first_arc:].tolist() if word >> 24 & 3 == 2)

    def with_word(at: int, value: int) -> bytes:
        changed = words.copy()
        changed[at] = value
        return resealed(content, graph=changed.tobytes())

    def with_root(value: int) -> bytes:
        return resealed(content, header={"root": value})

    shorter = {"graph_words": len(words) - 1}
    damaged = [
        (
            "letters that the alphabet does not have",
            with_word(first_arc - 1, 1 << 9 if wide == 2 else 1 << 6),
        ),
        ("first node is not empty", with_word(0, 2)),
        ("does not lead to a node behind it", with_word(first_arc, root)),
        ("nothing leads to a node", with_word(first_arc, int(words[first_arc + 1]))),
        ("two nodes overlap", with_root((data.dawg_root & 0xFFFFFF) + 1 | 2 << 24)),
        ("last node is cut off", resealed(content, header=shorter, graph=words[:-1].tobytes())),
        ("something lies behind its last node", with_word(len(words) - 1, 7)),
        ("a root is no node", with_root(len(words))),
        ("a root is no node", with_root(len(words) - 4)),
        ("a root is no node", with_root(place | 3 << 24)),
        ("a root is no node", with_root(root | 1 << 26)),
    ]
    damaged += [
        ("does not lead to a node behind it", with_word(first_arc, child))
        for child in (0, root, first_arc, len(words), 2**32 - 1, single ^ 3 << 24, single | 0xFC000000)
    ]
    for fault, bytes_ in damaged:
        path.write_bytes(bytes_)
        assert fault in refused(path)


@REUSED
@given(st.data())
def test_any_graph_with_a_right_checksum_is_safe_to_ask(tmp_path: Path, data: st.DataObject):
    """An accepted file may hold other words, but no reference outside the array."""
    tile_set = alphabet(data.draw(st.sampled_from([5, 40])))
    path = saved(tmp_path, tile_set)
    words = read_graph_file(path).words.copy()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = data.draw(st.integers(0, 64) | st.integers(0, 2**32 - 1))
    path.write_bytes(resealed(path.read_bytes(), graph=words.tobytes()))
    try:
        lexicon = Lexicon.load(path, tile_set)
    except LexiconError:
        return
    every = list(lexicon)
    assert lexicon.matching("*") == every
    lexicon.anagrams("ABC??")
    lexicon.hooks("AB")
    assert lexicon.statistics.words >= 0
    lexicon.graph.kwg()


def levels(count: int, last: list[int]) -> np.ndarray:
    """A graph of so many nodes with two arcs each to the next one, then this node."""
    empty, padding = [0, 0], [0] * 4
    nodes = []
    for level in range(count):
        child = 2 + 3 * (level + 1) | (1 << 24 if level + 1 < count else 0)
        nodes += [0b110, child, child]
    return np.array([*empty, *nodes, *last, *padding], dtype=np.uint32)


def test_every_path_of_a_graph_leads_to_a_word(tmp_path: Path):
    """Otherwise a query could walk 2**200 paths of a small file without finding anything."""
    tile_set = alphabet(3)
    word_map = build_lexicon(frozenset({(1, 2)}), tile_set).data.word_map
    path = tmp_path / "deep.jackdaw"
    root = 2 | 1 << 24

    def save(words: np.ndarray, word_count: int) -> None:
        write_graph_file(GraphData("deep", tile_set.labels, word_count, root, root, words, word_map), path)

    save(levels(10, [0, 0b10]), 1024)
    assert len(list(Lexicon.load(path, tile_set))) == 1024
    for levels_of_file in (10, 200):
        save(levels(levels_of_file, [0, 0]), 0)
        with pytest.raises(LexiconError, match="a node leads to no word"):
            Lexicon.load(path, tile_set)


def test_another_alphabet(tmp_path: Path):
    path = saved(tmp_path)
    with pytest.raises(LexiconError, match="other letters than the tile set english"):
        Lexicon.load(path)
    with pytest.raises(LexiconError, match="other letters"):
        Lexicon.load(path, alphabet(6))


def test_any_name_can_be_saved(tmp_path: Path):
    """It is read as it may be shown."""
    data = build_lexicon(WORDS, alphabet(5)).data
    for name in ("Ångström 2", "", "a\nb", os.fsdecode(b"\xff\xfe"), "x" * 5000):
        path = tmp_path / "named.jackdaw"
        write_graph_file(
            GraphData(
                name, data.letters, data.word_count, data.root, data.dawg_root, data.words, data.word_map
            ),
            path,
        )
        assert read_graph_file(path).name == one_line(name, MAX_NAME)


def test_a_file_in_use_can_be_replaced(tmp_path: Path):
    path = saved(tmp_path)
    before = Lexicon.load(path, alphabet(5))
    Lexicon.from_words(["DE"], alphabet(5)).save(path)
    assert list(before) == ["AB", "ABC", "BBBA", "CA"]
    assert list(Lexicon.load(path, alphabet(5))) == ["DE"]


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path):
    lexicon = build_lexicon(WORDS, alphabet(5))
    folder = tmp_path / "folder"
    (folder / "inside").mkdir(parents=True)
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    for path in (folder, file / "below.jackdaw", tmp_path / ("x" * 300)):
        for save in (lexicon.save, lexicon.write_text, lexicon.write_kwg):
            with pytest.raises(LexiconError, match=r"cannot be written|does not exist"):
                save(path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    assert [path.name for path in folder.iterdir()] == ["inside"]


def test_permissions_are_the_usual(tmp_path: Path):
    usual = tmp_path / "usual"
    usual.touch()
    assert saved(tmp_path).stat().st_mode == usual.stat().st_mode


@pytest.mark.medium
@REUSED
@given(st.sampled_from([3, 40]), st.data())
def test_any_graph_without_fault_is_safe_to_ask(tmp_path: Path, letters: int, data: st.DataObject):
    """Graphs that no list of words would give: every lookup works in a graph that passes the check."""
    wide = 1 if letters <= 31 else 2
    tile_set = alphabet(letters)
    masks = st.sets(st.sampled_from([0, 1, 2, letters]), max_size=4).map(sorted)
    arcs = [[], *data.draw(st.lists(masks.filter(bool), min_size=1, max_size=6)), []]
    letter_sets = [[], *(data.draw(masks if a else masks.filter(bool)) for a in arcs[1:])]
    left_out = [0, *(2 if len(a) == 1 else 1 for a in arcs[1:])]
    left_out = [0 if letter_set else out for out, letter_set in zip(left_out, letter_sets, strict=True)]
    sizes = [(2 - out) * wide + len(a) for out, a in zip(left_out, arcs, strict=True)]
    places = np.cumsum([0, *sizes]).tolist()
    references = [
        place | out << 24 | (a[0] << 26 if out == 2 else 0)
        for place, out, a in zip(places, left_out, arcs, strict=False)
    ]
    graph: list[int] = []
    led_to: dict[int, list[int]] = {}  # references by the reference to a node
    own_words: dict[int, int] = {}
    for number, (node, letter_set) in enumerate(zip(arcs, letter_sets, strict=True)):
        for bits in (node, letter_set)[: 2 - left_out[number]]:
            value = sum(1 << bit for bit in bits)
            graph += [value >> 32 * i & 0xFFFFFFFF for i in range(wide)]
        # The first arc leads to the next node, so that none is left without a reference.
        children = references[number + 1 : number + 2] if node else []
        children += [data.draw(st.sampled_from(references[number + 1 :])) for _ in node[1:]]
        led_to[references[number]] = children
        own_words[references[number]] = len(letter_set)
        graph += children
    graph += [0] * 4
    roots = references[1], data.draw(st.sampled_from(references[1:]))
    words = np.array(graph, dtype=np.uint32)
    word_map = build_lexicon(frozenset({(1, 2), (2, letters)}), tile_set).data.word_map
    path = tmp_path / "odd.jackdaw"

    def count_words(node: int) -> int:
        return own_words[node] + sum(map(count_words, led_to[node]))

    count = count_words(roots[1])
    write_graph_file(GraphData("odd", tile_set.labels, count, *roots, words, word_map), path)
    try:
        lexicon = Lexicon.load(path, tile_set)
    except LexiconError as error:
        assert "separator" in str(error)
        return
    assert lexicon.matching("*") == list(lexicon)
    lexicon.hooks("AB")
    variant = Variant(tile_set, BoardLayout.plain("p", 5, 4), Rules(rack_size=5, players_max=2))
    rack = Rack.from_tiles(tile_set, [0, 0, 1, 2, letters])
    generator = MoveGenerator(variant, lexicon)
    for _ in range(3):
        moves = generator.moves(rack, 0)
        assert all(str(move) for move in moves)
        generator.play(moves[0])
