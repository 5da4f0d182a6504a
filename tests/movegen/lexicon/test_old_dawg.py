"""The DAWG files of the 1990s: the page's own table, three layouts written and read, damage refused."""

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_games import alphabet

from movegen.errors import LexiconError
from movegen.lexicon import DawgLayout, Lexicon
from movegen.lexicon.old_dawg import read_old_dawg
from movegen.lexicon.word_text import decode_words
from movegen.variant import TileSet

pytestmark = pytest.mark.core

ENGLISH = TileSet.load("english")
REUSED = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
CITY = ["CITIES", "CITY", "PITIES", "PITY"]
BITS_16, BITS_22, BITS_25 = DawgLayout
# As printed by M. and C. Wutka, and as they must have meant it: lists 3, 4 and 7 end, and word 5 leads to 7.
PRINTED = "00000300 00030043 00030250 00040049 00050054 00060049 00000359 00080045 00000353"
CORRECT = "00000300 00030043 00030250 00040249 00050254 00070049 00000359 00080245 00000353"


def read(content: bytes, layout: DawgLayout | None = None) -> list[str]:
    return decode_words(read_old_dawg(content, ENGLISH, layout), ENGLISH)


def refused(content: bytes, layout: DawgLayout | None = None) -> str:
    with pytest.raises(LexiconError) as caught:
        read_old_dawg(content, ENGLISH, layout)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def written(words: Iterable[str], layout: DawgLayout, folder: Path) -> bytes:
    path = folder / "out.dawg"
    Lexicon.from_words(words, ENGLISH).write_dawg(path, layout)
    return path.read_bytes()


def slow_words(words: list[int], layout: DawgLayout) -> set[str]:
    """Every word, by a walk that knows the layouts from the page alone."""
    child_bits = {BITS_16: 16, BITS_22: 22, BITS_25: 25}[layout]
    flags = 5 if layout is BITS_25 else 8

    def walk(at: int, before: str) -> Iterator[str]:
        while True:
            letter = words[at] & (31 if layout is BITS_25 else 255)
            text = before + (chr(65 + letter) if layout is BITS_25 else chr(letter).upper())
            if words[at] >> flags & 1:
                yield text
            if words[at] >> 32 - child_bits:
                yield from walk(words[at] >> 32 - child_bits, text)
            if words[at] >> flags + 1 & 1:
                return
            at += 1

    return set(walk(len(words) - 26 if layout is BITS_22 else 1, ""))


def numbers(content: bytes) -> list[int]:
    return list(struct.unpack(f">{len(content) // 4}I", content))


def test_the_corrected_table_of_the_page(tmp_path: Path) -> None:
    content = bytes.fromhex(CORRECT)
    assert read(content) == read(content, BITS_16) == CITY
    assert written(CITY, BITS_16, tmp_path) == content
    (tmp_path / "city.DAWG").write_bytes(content)
    lexicon = Lexicon.load(tmp_path / "city.DAWG")
    assert (lexicon.name, list(lexicon)) == ("city", CITY)


def test_the_printed_table_is_refused() -> None:
    content = bytes.fromhex(PRINTED)
    accepted = slow_words(numbers(content), BITS_16)
    assert len(accepted) == 14 and not accepted & {"CITIES", "PITIES"}
    for layout in (None, BITS_16):
        error = refused(content, layout)
        assert "the list of node 4 does not ascend (T, then I): the flag that ends it is missing" in error
        assert "16-bit" in error


@pytest.mark.parametrize(
    ("node", "value", "message"),
    [
        (3, 0x00040049, ""),  # I, then T: ascends, but node 4 begins a list of its own: ambiguous
        (4, 0x00050054, "the list of node 4 does not ascend"),
        (5, 0x00060049, "nothing points at node 7"),
        (7, 0x00080045, ""),
    ],
)
def test_each_slip_of_the_printed_table(node: int, value: int, message: str) -> None:
    slip = numbers(bytes.fromhex(CORRECT))
    slip[node] = value
    content = struct.pack(">9I", *slip)
    if message:
        assert message in refused(content)
    else:
        assert set(read(content)) == slow_words(slip, BITS_16)


def test_the_other_layouts_by_hand(tmp_path: Path) -> None:
    """AB, BA and BE: child, last, word, letter of each node."""
    parts = [
        (0, 1, 1, None),
        (0, 1, 1, "b"),                    # 1: behind A
        (0, 0, 1, "a"), (0, 1, 1, "e"),    # 2: behind B
        (1, 0, 0, "a"), (2, 0, 0, "b"),    # 4: the first letters
        *((0, letter == "z", 0, letter) for letter in "cdefghijklmnopqrstuvwxyz"),
    ]  # fmt: skip
    nodes = [
        child << 10 | last << 9 | word << 8 | (ord(letter) if letter else 0)
        for child, last, word, letter in parts
    ]
    assert numbers(written(["AB", "BA", "BE"], BITS_22, tmp_path)) == nodes
    parts = [(0, 1, 1, "a"), (3, 0, 0, "a"), (4, 1, 0, "b"), (0, 1, 1, "b"), (0, 0, 1, "a"), (0, 1, 1, "e")]
    nodes = [child << 7 | last << 6 | word << 5 | ord(letter) - 97 for child, last, word, letter in parts]
    assert numbers(written(["AB", "BA", "BE"], BITS_25, tmp_path)) == nodes


@REUSED
@given(
    st.sets(st.text("ABCXYZ", min_size=2, max_size=6), min_size=1, max_size=30), st.sampled_from(DawgLayout)
)
def test_what_is_written_reads_back(tmp_path: Path, words: set[str], layout: DawgLayout) -> None:
    content = written(words, layout, tmp_path)
    assert slow_words(numbers(content), layout) == words
    assert read(content, layout) == sorted(words)
    swapped = struct.pack(f"<{len(content) // 4}I", *numbers(content))
    assert read(swapped, layout) == sorted(words)


def lists_of(words: list[int], child_shift: int, last: int) -> list[tuple[int, ...]]:
    lists = []
    for begin in {word >> child_shift for word in words} - {0}:
        end = begin
        while not words[end] & last:
            end += 1
        lists.append(tuple(words[begin : end + 1]))
    return lists


@REUSED
@given(st.sets(st.text("ABC", min_size=2, max_size=5), min_size=1, max_size=40))
def test_lists_are_shared_as_a_whole(tmp_path: Path, words: set[str]) -> None:
    nodes = numbers(written(words, BITS_16, tmp_path))
    lists = lists_of(nodes, 16, 1 << 9)
    root = next(size for size, node in enumerate(nodes[1:], start=1) if node & 1 << 9)
    assert len(set(lists)) == len(lists)
    assert sum(map(len, lists)) == len(nodes) - 1 - root


@pytest.mark.parametrize("layout", [BITS_22, BITS_25])
def test_a_whole_lexicon_and_its_layout_recognized(tmp_path: Path, layout: DawgLayout) -> None:
    """In either order of bytes; the words need not be compiled again to be compared."""
    lexicon, path = Lexicon.load(), tmp_path / "whole.dawg"
    lexicon.write_dawg(path, layout)
    content, words = path.read_bytes(), list(lexicon)
    for order in "<>":
        assert read(struct.pack(f"{order}{len(content) // 4}I", *numbers(content))) == words
    with pytest.raises(LexiconError, match="the 16-bit layout can number 65,536; choose another"):
        lexicon.write_dawg(path, BITS_16)


GOOD = numbers(bytes.fromhex(CORRECT))
FAULTS = {
    "no bytes": ("size is 0 bytes", b""),
    "the dummy alone": ("size is 4 bytes", bytes.fromhex(CORRECT)[:4]),
    "part of a word": ("size is 34 bytes", bytes.fromhex(CORRECT)[:-2]),
    "a node cut off": ("points at node 8, beyond the end", bytes.fromhex(CORRECT)[:-4]),
    "no dummy": ("node 0 is not a dummy", (0, 0x00030043)),
    "no letter": ("node 6 has no letter", (6, 0x00000340)),
    "a flag of no meaning": ("node 6 has no letter, or flags", (6, 0x00000759)),
    "child beyond the end": ("node 3 points at node 9", (3, 0x00090249)),
    "no end": ("its last list has no end", (8, 0x00000153)),
    "no word": ("node 8 leads to no word", (8, 0x00000253)),
    "circle": ("leads back to where it began", (8, 0x00040353)),
    "its own child": ("leads back to where it began", (7, 0x00070345)),
    "letters the same": ("node 5 does not ascend (Y, then Y)", (5, 0x00070059)),
    "roots the same": ("node 1 does not ascend (P, then P)", (1, 0x00030050)),
    "lists that nothing points at": ("nothing points at node 8", (7, 0x00000345)),
}


@pytest.mark.parametrize(("message", "change"), FAULTS.values(), ids=FAULTS)
def test_damaged_files(message: str, change: bytes | tuple[int, int]) -> None:
    if isinstance(change, tuple):
        nodes = list(GOOD)
        nodes[change[0]] = change[1]
        change = struct.pack(">9I", *nodes)
    error = refused(change, BITS_16)
    assert message in error and "copy the file again" in error


@pytest.mark.parametrize(
    ("node", "value"), [(-26, 0x00000462), (-13, 0x00000261), (-1, 0x0000007A)], ids=["first", "end", "last"]
)
def test_damaged_first_letters(tmp_path: Path, node: int, value: int) -> None:
    nodes = numbers(written(CITY, BITS_22, tmp_path))
    nodes[node] = value
    refused(struct.pack(f">{len(nodes)}I", *nodes), BITS_22)


@REUSED
@given(st.data(), st.sampled_from(DawgLayout))
def test_damage_anywhere_is_refused_or_harmless(
    tmp_path: Path, data: st.DataObject, layout: DawgLayout
) -> None:
    content = bytearray(written([*CITY, "PIT", "EYES"], layout, tmp_path))
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        words = read(bytes(content), layout)
    except LexiconError as error:
        assert "\n" not in str(error)
        return
    assert set(words) == slow_words(numbers(bytes(content)), layout)


@REUSED
@given(st.binary(max_size=200))
def test_any_bytes(content: bytes) -> None:
    try:
        read(content)
    except LexiconError as error:
        assert "\n" not in str(error)


def test_too_many_nodes() -> None:
    assert "has 4,194,305 nodes; the limit is 4,194,304" in refused(bytes(4 << 22) + bytes(4))


def test_other_letters_and_no_words(tmp_path: Path) -> None:
    other = alphabet(27)
    with pytest.raises(LexiconError, match="has the letters A to Z, letters27 has others"):
        Lexicon.from_words(["AB"], other).write_dawg(tmp_path / "out.dawg")
    with pytest.raises(LexiconError, match="has the letters A to Z"):
        read_old_dawg(bytes.fromhex(CORRECT), other)
    with pytest.raises(LexiconError, match="words: has no words to write"):
        Lexicon.from_words([], ENGLISH).write_dawg(tmp_path / "out.dawg")
    assert list(tmp_path.iterdir()) == []
