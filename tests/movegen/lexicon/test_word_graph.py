"""The word graph: which strings it accepts, and that nothing smaller would do."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import alphabet, build_lexicon, word_sets
from word_oracle import (
    KWG_ACCEPTS,
    KWG_CHILD,
    KWG_LAST,
    SEPARATOR,
    GraphView,
    Letters,
    gaddag_strings,
    kwg_strings,
    smallest_graph,
)

import movegen.lexicon.graph_file
from movegen.errors import LexiconError
from movegen.lexicon import Lexicon
from movegen.native import core
from movegen.variant import TileSet, Variant

pytestmark = pytest.mark.core

# Table I of S. A. Gordon, "A Faster Scrabble Move Generation Algorithm" (1994): the letters that make a word
# when put in the place of "?".
TABLE_I = {
    "?C": "", "?A": "ABDFHKLMNPTY", "?R": "AEO", "?E": "ABDHMNOPRWY", "C?": "", "?CA": "O",
    "?AR": "BCEFGJLMOPTVWY", "?RE": "AEIO", "CA?": "BDMNPRTWY", "?CAR": "S", "?ARE": "BCDFHMPRTWY",
    "CAR?": "BDEKLNPST", "?N": "AEIOU", "?EE": "BCDFGJLNPRSTVWZ", "?EN": "BDFHKMPSTWY", "?REE": "BDFGPT",
    "?EEN": "BKPSTW", "?CARE": "S", "?AREE": "", "?REEN": "GP", "CARE?": "DRSTX", "?CAREE": "",
    "?AREEN": "C", "CAREE?": "NR",
}  # fmt: skip


@st.composite
def lexica(draw: st.DrawFn) -> tuple[frozenset[Letters], TileSet]:
    tile_set = alphabet(draw(st.sampled_from([2, 5, 31, 32, 62])))
    pool = draw(st.sets(st.integers(1, tile_set.letters), min_size=1, max_size=5))
    return draw(word_sets(st.sampled_from(sorted(pool)), longest=8, max_words=25)), tile_set


def assert_accepts(lexicon: Lexicon, words: frozenset[Letters]) -> None:
    view = GraphView(lexicon)
    for root, expected in ((view.dawg_root, set(words)), (view.root, gaddag_strings(words))):
        strings = list(view.strings(root))
        assert len(strings) == len(set(strings))
        assert set(strings) == expected


def fault_of(lexicon: Lexicon) -> str:
    data = lexicon.data
    return core.word_graph_fault(data.words, data.root, data.dawg_root, len(data.letters), data.word_count)


def assert_minimal(lexicon: Lexicon, words: frozenset[Letters]) -> None:
    view = GraphView(lexicon)
    contents = list(view.nodes.values())
    assert len(contents) == len(set(contents)), "two nodes with the same content"
    assert view.has_no_gaps(), "a node for nothing"
    sizes = lexicon.statistics
    gaddag = smallest_graph(gaddag_strings(words))
    assert (sizes.states, sizes.arcs, sizes.letter_sets) == (gaddag.states, gaddag.arcs, gaddag.letter_sets)
    dawg = smallest_graph(set(words))
    assert (sizes.dawg_states, sizes.dawg_arcs) == (dawg.states, dawg.arcs)
    assert (sizes.words, sizes.longest_word) == (len(words), max(map(len, words)))
    assert sizes.bytes == 4 * len(view.words)


@settings(max_examples=120)
@given(lexica())
def test_any_words(drawn: tuple[frozenset[Letters], TileSet]):
    words, tile_set = drawn
    lexicon = build_lexicon(words, tile_set)
    assert fault_of(lexicon) == ""
    assert_accepts(lexicon, words)
    assert_minimal(lexicon, words)


@pytest.mark.parametrize("letters", [26, 31, 32, 62])
def test_many_words(letters: int):
    """Some hundred words at once, so that nodes meet that a few words never bring together."""
    chance = random.Random(letters)
    pool = sorted({1, 2, 3, letters - 1, letters})
    words = frozenset(tuple(chance.choices(pool, k=chance.randint(2, 7))) for _ in range(400))
    lexicon = build_lexicon(words, alphabet(letters))
    assert_accepts(lexicon, words)
    assert_minimal(lexicon, words)


@given(lexica(), st.randoms(use_true_random=False))
def test_neither_order_nor_repetition_matters(
    drawn: tuple[frozenset[Letters], TileSet], chance: random.Random
):
    words, tile_set = drawn
    shuffled = [*words, *words]
    chance.shuffle(shuffled)
    texts = ["".join(tile_set.tiles[letter].label for letter in word) for word in shuffled]
    again = Lexicon.from_words(texts, tile_set)
    once = build_lexicon(words, tile_set)
    assert len(again) == len(once) == len(words)
    assert np.array_equal(again.data.words, once.data.words)
    assert (again.data.root, again.data.dawg_root) == (once.data.root, once.data.dawg_root)


@pytest.mark.parametrize("letters", [3, 40])
def test_words_as_long_as_the_graph_can_hold(letters: int):
    words = frozenset({(1,) * 63, (1,) * 62 + (2,), (2,) + (1,) * 62, (1,) * 13, (1, 2)})
    tile_set = alphabet(letters)
    texts = ["".join(tile_set.tiles[letter].label for letter in word) for word in words]
    lexicon = Lexicon.from_words(texts, tile_set, longest=63)
    assert_accepts(lexicon, words)
    assert_minimal(lexicon, words)
    assert lexicon.statistics.longest_word == 63


def test_the_four_paths_of_care(standard: Variant):
    """Figure 1 of Gordon's paper: C@ARE, AC@RE, RAC@E and ERAC."""
    lexicon = Lexicon.from_words(["CARE"], standard.tiles)
    view = GraphView(lexicon)
    paths = {"".join("@ABCDEFGHIJKLMNOPQRSTUVWXYZ"[letter] for letter in s) for s in view.strings(view.root)}
    assert paths == {"C@ARE", "AC@RE", "RAC@E", "ERAC"}
    care = standard.tiles.parse_word("CARE")
    for end in range(1, 4):  # as in figure 5: C@A and AC@ lead to one node; C@AR, AC@R and RAC@ to one
        shared = {view.walk((*care[:cut][::-1], SEPARATOR, *care[cut:end])) for cut in range(1, end + 1)}
        assert len(shared) == 1
    entries = lexicon.graph.kwg()
    assert set(kwg_strings(entries, 1)) == set(view.strings(view.root))


def implied_words() -> set[str]:
    return {pattern.replace("?", letter) for pattern, letters in TABLE_I.items() for letter in letters}


def test_the_letter_sets_of_table_1(standard: Variant):
    words = implied_words()
    assert {"CARE", "CAREEN", "CAREER", "SCARE"} <= words
    view = GraphView(Lexicon.from_words(words, standard.tiles))
    letters = standard.tiles.parse_word
    for pattern, expected in TABLE_I.items():
        first, _, last = pattern.partition("?")
        path = letters(last)[::-1] if last else (*letters(first)[::-1], SEPARATOR)
        assert view.letter_set(path) == set(letters(expected)), pattern


@pytest.mark.parametrize("word", ["CARE", "CAREEN"])
def test_table_1_along_every_path(standard: Variant, word: str):
    """Figures 1, 5 and 6: each node on the paths of a word has the letter set of the table."""
    view = GraphView(Lexicon.from_words(implied_words(), standard.tiles))
    letters = standard.tiles.parse_word
    seen = set()
    for cut in range(1, len(word) + 1):
        for length in range(1, cut + 1):
            pattern = "?" + word[cut - length : cut]
            if pattern in TABLE_I:
                seen.add(pattern)
                assert view.letter_set(letters(pattern[1:])[::-1]) == set(letters(TABLE_I[pattern]))
        for end in range(cut, len(word)):
            pattern = word[:end] + "?"
            path = (*letters(word[:cut])[::-1], SEPARATOR, *letters(word[cut:end]))
            seen.add(pattern)
            assert view.letter_set(path) == set(letters(TABLE_I.get(pattern, ""))), (
                word[:cut],
                word[cut:end],
            )
    assert len(seen) == {"CARE": 13, "CAREEN": 24}[word]


def test_city_and_pity_share_eight_nodes(standard: Variant):
    """The corrected table of the old format: CITIES CITY PITIES PITY in eight nodes behind a dummy.

    Child, end of list, end of word and letter of each, up to the nodes' numbers.
    """
    table = [0x00030043, 0x00030250, 0x00040249, 0x00050254, 0x00070049, 0x00000359, 0x00080245, 0x00000353]
    old = {
        i: ((w >> 16), bool(w & 0x200), bool(w & 0x100), chr(w & 0xFF)) for i, w in enumerate(table, start=1)
    }
    lexicon = Lexicon.from_words(["CITIES", "CITY", "PITIES", "PITY"], standard.tiles)
    entries = lexicon.graph.kwg().tolist()

    def listed(at: int) -> list[tuple[int, int, bool, str]]:
        nodes = []
        while True:
            entry = entries[at]
            nodes.append((at, entry & KWG_CHILD, bool(entry & KWG_ACCEPTS), chr((entry >> 24) + 64)))
            if entry & KWG_LAST:
                return nodes
            at += 1

    number: dict[int, int] = {}  # the new node for each old one
    open_ = [(1, entries[0] & KWG_CHILD)]
    while open_:
        old_at, at = open_.pop()
        for new_at, child, accepts, letter in listed(at):
            old_child, last, old_accepts, old_letter = old[old_at]
            assert (accepts, letter, bool(entries[new_at] & KWG_LAST)) == (old_accepts, old_letter, last)
            assert bool(child) == bool(old_child)
            assert number.setdefault(old_at, new_at) == new_at
            if child:
                open_.append((old_child, child))
            old_at += 1
    assert len(number) == len(set(number.values())) == 8
    assert lexicon.statistics.dawg_states == 6  # lists of siblings: C P, I, T, I Y, E, S


@pytest.mark.parametrize("letters", [3, 40])
def test_too_many_words_for_a_graph(letters: int, monkeypatch: pytest.MonkeyPatch):
    words = frozenset(itertools.product((1, 2, 3), repeat=2)) | {(3, 2, 1), (1, 1, 1, 2)}
    tile_set = alphabet(letters)
    size = len(build_lexicon(words, tile_set).data.words)
    monkeypatch.setattr(movegen.lexicon.graph_file, "MAX_GRAPH_WORDS", size)
    build_lexicon(words, tile_set)
    for smaller in (1, size // 2):
        monkeypatch.setattr(movegen.lexicon.graph_file, "MAX_GRAPH_WORDS", smaller)
        with pytest.raises(LexiconError, match="too many words for a word graph"):
            build_lexicon(words, tile_set)


def test_no_words(standard: Variant):
    lexicon = Lexicon.from_words([], standard.tiles)
    assert (len(lexicon), list(lexicon), "A" in lexicon) == (0, [], False)
    assert fault_of(lexicon) == ""
    assert lexicon.statistics.words == 0
    assert lexicon.anagrams("AB") == lexicon.matching("*") == []
