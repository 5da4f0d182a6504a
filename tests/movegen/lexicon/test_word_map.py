"""The word map: unsafe maps are refused, and lookups find exactly the lexicon's words."""

from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import alphabet, build_lexicon, word_sets

from movegen.lexicon import Lexicon
from movegen.native import core

pytestmark = pytest.mark.core

LETTERS = 5
HEADER, BLOCK, GROUP, MORE_FOLLOW = 4, 3, 16, 32


def word_map(words: frozenset[tuple[int, ...]]) -> npt.NDArray[np.uint32]:
    return build_lexicon(words, alphabet(LETTERS)).data.word_map


def words_in(found: npt.NDArray[np.uint32]) -> list[tuple[int, ...]]:
    """The words of the map's text, as its layout says (movegen/core/lexicon/word_map.hpp)."""
    blocks, blanked, length = (int(number) for number in found[:3])
    text = found[HEADER + BLOCK * (blocks + 1) + 2 * blanked :].tobytes()[:length]
    words, at = [], 0
    while at < length:
        count = text[at] % MORE_FOLLOW
        headers, at = text[at + 1 : at + 1 + count], at + 1 + count
        for header in headers:
            words.append(tuple(text[at : at + header % 32]))
            at += header % 32
    return words


@given(word_sets(st.integers(1, LETTERS), longest=30, max_words=60))
def test_every_word_that_fits_a_board_is_there_once(words: frozenset[tuple[int, ...]]) -> None:
    short = {word for word in words if len(word) <= 15}  # what `lexicon_of` takes
    assert sorted(words_in(word_map(frozenset(short or {(1, 1)})))) == sorted(short or {(1, 1)})


@pytest.mark.parametrize("words", [GROUP, GROUP + 1, 2 * GROUP, 120])
def test_anagrams_that_fill_groups(words: int) -> None:
    """All anagrams lie in one block."""
    anagrams = frozenset(list(permutations(range(1, LETTERS + 1)))[:words])
    found = word_map(anagrams)
    assert sorted(words_in(found)) == sorted(anagrams)
    assert core.word_map_fault(found, LETTERS) == ""


def test_words_longer_than_any_board_are_left_out() -> None:
    lexicon = Lexicon.from_words(["A" * 26, "B" * 27, "AB"], alphabet(LETTERS), longest=40)
    assert sorted(words_in(lexicon.data.word_map)) == [(1,) * 26, (1, 2)]


def test_a_map_has_no_fault() -> None:
    assert core.word_map_fault(Lexicon.load().data.word_map, 26) == ""


def test_equal_words_give_equal_maps() -> None:
    words = frozenset({(1, 2), (2, 1), (3, 4, 5)})
    assert np.array_equal(word_map(words), word_map(words))


@pytest.mark.parametrize(
    ("place", "value", "fault"),
    [
        (0, 0, "add up"),
        (0, 2**32 - 1, "add up"),
        (1, 0, "add up"),
        (1, 2**31, "add up"),
        (2, 2**32 - 1, "add up"),
        (HEADER + 2, 1, "begins"),
        (HEADER + BLOCK + 2, 0, "begins beyond its block"),
        (HEADER + BLOCK + 2, 2, "wrong number of words"),
        (HEADER + BLOCK + 2, 5, "wrong length"),
        (HEADER + BLOCK + 2, 2**32 - 1, "ends beyond the text"),
    ],
)
def test_each_fault_is_reported(place: int, value: int, fault: str) -> None:
    damaged = word_map(frozenset({(1, 2), (2, 1), (3, 4, 5)})).copy()
    damaged[place] = value
    assert fault in core.word_map_fault(damaged, LETTERS)


@pytest.mark.parametrize(
    ("first", "fault"),
    [
        (GROUP + 1, "wrong number of words"),
        (6 | MORE_FOLLOW, "begins beyond its block"),
        (2, "ends at a wrong place"),
    ],
)
def test_faults_of_groups_are_reported(first: int, fault: str) -> None:
    damaged = word_map(frozenset(permutations((1, 2, 3)))).copy()
    blocks, blanked = (int(number) for number in damaged[:2])
    text = damaged[HEADER + BLOCK * (blocks + 1) + 2 * blanked :].view(np.uint8)
    text[int(np.flatnonzero(text)[0])] = first
    assert fault in core.word_map_fault(damaged, LETTERS)


def test_letters_beyond_the_alphabet_and_cut_off_maps() -> None:
    whole = word_map(frozenset({(1, 2), (2, 1), (3, 4, 5)}))
    assert "letters" in core.word_map_fault(whole, 4)
    for length in range(len(whole)):
        assert core.word_map_fault(whole[:length], LETTERS)


@given(st.data())
def test_any_change_is_reported_or_harmless(data: st.DataObject) -> None:
    damaged = word_map(frozenset({(1, 2), (2, 1), (3, 4, 5), (1, 1, 1, 1)})).copy()
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(
            st.integers(0, 8) | st.integers(0, 2**32 - 1)
        )
    if not core.word_map_fault(damaged, LETTERS):
        assert all(1 <= letter <= LETTERS for word in words_in(damaged) for letter in word)
