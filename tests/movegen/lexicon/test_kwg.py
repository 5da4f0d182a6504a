"""KWG files of other programs: what we write reads back, and what is damaged is refused."""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_games import alphabet, build_lexicon, collect_plays, format_word, word_sets
from word_oracle import KWG_ACCEPTS, KWG_CHILD, KWG_LAST, Letters, gaddag_strings, kwg_strings

from movegen.errors import LexiconError
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from movegen.variant import TileSet, Variant

pytestmark = pytest.mark.core

ENABLE = Path(__file__).resolve().parents[3] / ".." / "shared" / "data" / "enable1.txt"
REUSED = settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
ROOTS = [KWG_LAST | 2, KWG_LAST]  # entry 0 points at the DAWG's list at 2; entry 1: no GADDAG


def entry(letter: int, child: int = 0, *, accepts: bool = False, last: bool = False) -> int:
    return letter << 24 | accepts * KWG_ACCEPTS | last * KWG_LAST | child


def kwg_file(folder: Path, entries: list[int] | bytes) -> Path:
    path = folder / "other.kwg"
    path.write_bytes(entries if isinstance(entries, bytes) else np.array(entries, dtype="<u4").tobytes())
    return path


def refused(path: Path, tile_set: TileSet | None = None) -> str:
    with pytest.raises(LexiconError) as caught:
        Lexicon.load(path, tile_set)
    assert caught.value.where == str(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([3, 31, 32, 62]), st.data())
def test_what_is_written_holds_both_graphs_and_reads_back(tmp_path: Path, letters: int, data: st.DataObject):
    tile_set = alphabet(letters)
    pool = st.sampled_from(sorted({1, 2, letters - 1, letters}))
    words = data.draw(word_sets(pool, longest=7, max_words=25))
    lexicon = build_lexicon(words, tile_set)
    path = tmp_path / "out.kwg"
    lexicon.write_kwg(path)
    entries = np.fromfile(path, dtype="<u4")
    assert set(kwg_strings(entries, 0)) == set(words)
    assert set(kwg_strings(entries, 1)) == gaddag_strings(words)
    back = Lexicon.load(path, tile_set)
    assert (back.name, list(back)) == ("out", list(lexicon))
    assert np.array_equal(back.data.words, lexicon.data.words)


def test_the_layout_of_a_written_kwg(standard: Variant):
    """Letters in order in every list, the last of each marked, every entry in a list that is pointed at."""
    words = ["CARE", "CARES", "SCARE", "ARE", "AR", "RE", "CAR"]
    entries = Lexicon.from_words(words, standard.tiles).graph.kwg().tolist()
    begins = {item & KWG_CHILD for item in entries} - {0}
    seen = {0, 1}
    for begin in begins:
        at, letters = begin, [entries[begin] >> 24]
        while not entries[at] & KWG_LAST:
            at += 1
            letters.append(entries[at] >> 24)
        assert letters == sorted(set(letters))
        seen |= set(range(begin, at + 1))
    assert seen == set(range(len(entries)))


@pytest.mark.parametrize("make", [lambda: Lexicon.load(), lambda: enable()], ids=["SCOWL80", "ENABLE"])
def test_a_whole_list_reads_back(tmp_path: Path, make: Callable[[], Lexicon]):
    lexicon = make()
    path = tmp_path / "whole.kwg"
    lexicon.write_kwg(path)
    assert path.stat().st_size < 4 << 22
    assert list(Lexicon.load(path)) == list(lexicon)


def enable() -> Lexicon:
    if not ENABLE.is_file():
        pytest.skip("the ENABLE list is not there: ../shared/data/enable1.txt")
    return Lexicon.load(ENABLE)


@pytest.mark.parametrize("gaddag_first", [False, True])
def test_a_graph_of_another_program(tmp_path: Path, gaddag_first: bool):
    """Lists may share their tails, children lie before parents, and the DAWG stand alone."""
    entries = [
        KWG_LAST | 6, KWG_LAST,
        entry(19, accepts=True, last=True),          # 2: S
        entry(20, 2, accepts=True, last=True),       # 3: T
        entry(1, 3, last=True),                      # 4: A
        0xFFFFFFFF,                                  # 5: never reached
        entry(2, 4),                                 # 6: B, and behind it
        entry(1, 3, last=True),                      # 7: A
    ]  # fmt: skip
    if gaddag_first:
        entries[1] = KWG_LAST | 5  # whatever the GADDAG holds, it is built again
    lexicon = Lexicon.load(kwg_file(tmp_path, entries))
    assert list(lexicon) == ["AT", "ATS", "BAT", "BATS"]


def test_words_that_cannot_be_played_are_left_out(tmp_path: Path, standard: Variant):
    """A word of one letter would be a play of one letter."""
    entries = [*ROOTS, entry(1, 3, accepts=True, last=True), entry(2, accepts=True, last=True)]
    lexicon = Lexicon.load(kwg_file(tmp_path, entries))
    assert (list(lexicon), len(lexicon), lexicon.left_out) == (["AB"], 1, (1, 0))
    plays = collect_plays(MoveGenerator(standard, lexicon).moves(standard.tiles.parse_rack("AB"), 0))
    assert sorted(map(len, plays)) == [2, 2]


FAULTS: dict[str, tuple[str, list[int] | bytes]] = {
    "no bytes": ("empty", b""),
    "half a word": ("multiple of 4", bytes(10)),
    "one entry": ("too short", [KWG_LAST]),
    "no list": ("no words", [KWG_LAST, KWG_LAST]),
    "zeros": ("no words", [0] * 50),
    "no word in it": ("no words", [*ROOTS, entry(1, last=True)]),
    "only a word of one letter": ("no words", [*ROOTS, entry(1, accepts=True, last=True)]),
    "root beyond the end": ("", [KWG_LAST | 2, KWG_LAST]),
    "root far beyond the end": ("", [KWG_LAST | KWG_CHILD, KWG_LAST, entry(1, accepts=True, last=True)]),
    "child beyond the end": ("out of the file", [*ROOTS, entry(1, 3, last=True)]),
    "child far beyond the end": ("out of the file", [*ROOTS, entry(1, KWG_CHILD, last=True)]),
    "list without an end": ("no end", [*ROOTS, entry(1, accepts=True), entry(2, accepts=True)]),
    "letter of another alphabet": ("outside of the alphabet", [*ROOTS, entry(27, accepts=True, last=True)]),
    "letter 255": ("outside of the alphabet", [*ROOTS, entry(255, accepts=True, last=True)]),
    "separator in the DAWG": ("outside of the alphabet", [*ROOTS, entry(0, accepts=True, last=True)]),
    "its own child": ("leads back", [*ROOTS, entry(1, 2, accepts=True, last=True)]),
    "child in its own list": ("leads back", [*ROOTS, entry(1, 3), entry(2, 3, accepts=True, last=True)]),
    "circle of three": (
        "leads back",
        [*ROOTS, entry(1, 3, last=True), entry(2, 4, accepts=True, last=True), entry(3, 2, last=True)],
    ),
    "circle behind a sibling": (
        "leads back",
        [
            *ROOTS,
            entry(1, accepts=True),
            entry(2, 4, accepts=True, last=True),
            entry(1),
            entry(2, 3, last=True),
        ],
    ),
    "root list at the roots": ("", [KWG_LAST, KWG_LAST | 1, entry(1, accepts=True, last=True)]),
    "text": ("", b"AARDVARK\nZEBRAS\n"),
}


@pytest.mark.parametrize(("message", "content"), FAULTS.values(), ids=FAULTS)
def test_damaged_files(tmp_path: Path, message: str, content: list[int] | bytes):
    assert message in refused(kwg_file(tmp_path, content))


def chain(levels: int, last: Callable[[int], bool]) -> list[int]:
    """Every level a choice of two letters: 2 ** levels paths in a few bytes."""
    entries = list(ROOTS)
    for level in range(levels):
        child = len(entries) + 2 if level + 1 < levels else 0
        entries += [entry(1, child, accepts=last(level)), entry(2, child, accepts=last(level), last=True)]
    return entries


@pytest.mark.parametrize(
    ("levels", "last"),
    [
        (60, lambda level: level == 59), (60, lambda _level: True), (2000, lambda level: level == 1999),
        (60, lambda _level: False), (90, lambda level: level == 0),
    ],
    ids=["at the end", "everywhere", "too deep", "no words", "only short ones"],
)  # fmt: skip
def test_a_small_file_cannot_claim_endless_work(tmp_path: Path, levels: int, last: Callable[[int], bool]):
    path = kwg_file(tmp_path, chain(levels, last))
    error: list[str] = []
    # In a thread, since a walk through the core cannot be broken off: the test would hang, not fail.
    worker = threading.Thread(target=lambda: error.append(refused(path)), daemon=True)
    worker.start()
    worker.join(timeout=60)
    assert error, "it is still being read"
    assert "more words than any lexicon" in error[0] or "no words" in error[0]


def test_deep_chains_are_no_stack_overflow(tmp_path: Path):
    """A word of a hundred thousand letters is too long, and no reason to crash."""
    entries = [*ROOTS, *(entry(1, at + 3, accepts=at < 20, last=True) for at in range(100_000))]
    entries[-1] = entry(1, accepts=True, last=True)
    assert list(Lexicon.load(kwg_file(tmp_path, entries))) == ["A" * length for length in range(2, 21)]


@REUSED
@given(st.data())
def test_damage_anywhere_is_refused_or_harmless(tmp_path: Path, data: st.DataObject):
    words: frozenset[Letters] = frozenset({(3, 1, 18, 5), (3, 1, 18), (1, 18, 5), (18, 5), (19, 3, 1, 18, 5)})
    lexicon = build_lexicon(words, alphabet(26))
    entries = lexicon.graph.kwg().copy()
    for _ in range(data.draw(st.integers(1, 4))):
        entries[data.draw(st.integers(0, len(entries) - 1))] ^= 1 << data.draw(st.integers(0, 31))
    saved = data.draw(st.integers(0, len(entries)))
    path = kwg_file(tmp_path, entries[:saved].tobytes())
    try:
        read = Lexicon.load(path)
    except LexiconError as error:
        assert "\n" not in str(error)
        return
    assert {tuple(read.tile_set.parse_word(word)) for word in read} == {
        word for word in kwg_strings(entries, 0) if len(word) > 1
    }


@REUSED
@given(st.binary(max_size=400))
def test_any_bytes(tmp_path: Path, content: bytes):
    try:
        Lexicon.load(kwg_file(tmp_path, content), alphabet(62))
    except LexiconError as error:
        assert "\n" not in str(error)


def test_another_alphabet(tmp_path: Path):
    """There is no alphabet inside: more letters than the tile set has are noticed, fewer are not."""
    path = tmp_path / "wide.kwg"
    words = frozenset({(1, 40), (39, 2)})
    build_lexicon(words, alphabet(40)).write_kwg(path)
    assert "outside of the alphabet" in refused(path, alphabet(31))
    assert list(Lexicon.load(path, alphabet(62))) == [
        format_word(word, alphabet(62)) for word in sorted(words)
    ]
