"""Questions to a lexicon against answers found by looking at every word."""

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import alphabet, build_lexicon, format_word, word_sets
from word_oracle import Letters

from movegen.errors import JackdawError, LexiconError, NotationError, UnknownNameError
from movegen.lexicon import Lane, Lexicon
from movegen.lexicon.patterns import MAX_PATTERN_LENGTH
from movegen.variant import Rack, Tile, TileSet, Variant

pytestmark = pytest.mark.core

POOLS = {26: (1, 2, 3, 26), 31: (1, 2, 30, 31), 40: (1, 2, 33, 40)}


@st.composite
def lexica(draw: st.DrawFn) -> tuple[frozenset[Letters], Lexicon, tuple[int, ...]]:
    letters = draw(st.sampled_from(sorted(POOLS)))
    words = draw(word_sets(st.sampled_from(POOLS[letters]), longest=5, max_words=40))
    return words, build_lexicon(words, alphabet(letters)), POOLS[letters]


Drawn = tuple[frozenset[Letters], Lexicon, tuple[int, ...]]


@given(lexica())
def test_the_words_come_back_in_order(drawn: Drawn):
    words, lexicon, _ = drawn
    assert list(lexicon) == [format_word(word, lexicon.tile_set) for word in sorted(words)]
    assert len(lexicon) == len(words)


@given(lexica())
def test_contains(drawn: Drawn):
    words, lexicon, pool = drawn
    for length in range(5):
        for word in itertools.product(pool, repeat=length):
            text = format_word(word, lexicon.tile_set)
            assert (text in lexicon) == (text.lower() in lexicon) == lexicon.has(word) == (word in words)


def test_contains_is_no_trap(standard: Variant):
    lexicon = Lexicon.from_words(["AB", "CD"], standard.tiles)
    for stranger in ("", "A", "A?", "AB ", "ÄB", "A1", "?", "ab\0", "AB" * 1000, "[AB]"):
        assert stranger not in lexicon, stranger
    for letters in ((), (0, 1), (1, 0), (33, 34), (129, 130), (65, 66), (1, 2, 0)):
        assert not lexicon.has(letters)
    assert lexicon.has([1, 2]) and lexicon.has(b"\x01\x02")


@settings(max_examples=60)
@given(lexica(), st.data())
def test_anagrams(drawn: Drawn, data: st.DataObject):
    words, lexicon, pool = drawn
    tiles = data.draw(st.lists(st.sampled_from([0, *pool]), max_size=7))
    shortest = data.draw(st.none() | st.integers(0, 8))
    rack = Rack.from_tiles(lexicon.tile_set, tiles)
    fewest = len(tiles) if shortest is None else shortest

    def can_be_laid(word: Letters) -> bool:
        return (Counter(word) - Counter(tiles)).total() <= tiles.count(0)

    expected = [w for w in sorted(words) if fewest <= len(w) <= len(tiles) and can_be_laid(w)]
    texts = [format_word(word, lexicon.tile_set) for word in expected]
    assert lexicon.anagrams(rack, shortest=shortest) == texts
    assert lexicon.anagrams(str(rack).lower(), shortest=shortest) == texts
    for text, word in zip(texts, expected, strict=True):
        marked = lexicon.mark_blanks(text, rack)
        assert marked.upper() == text
        assert (
            sum(a != b for a, b in zip(marked, text, strict=True)) == (Counter(word) - Counter(tiles)).total()
        )


PLACES = st.one_of(
    st.sampled_from("ABCZ?*"),
    st.builds("{{{}{}}}".format, st.sampled_from(["", "^"]), st.text("ABZ", min_size=1, max_size=3)),
)


@settings(max_examples=200)
@given(word_sets(st.sampled_from(POOLS[26]), longest=6), st.lists(PLACES, min_size=1, max_size=6))
def test_matching(words: frozenset[Letters], places: list[str]):
    lexicon = build_lexicon(words, alphabet(26))
    pattern = "".join(places)
    as_regex = "".join(
        {"?": "[A-Z]", "*": "[A-Z]*"}.get(p, p.replace("{", "[").replace("}", "]")) for p in places
    )
    expected = [word for word in lexicon if re.fullmatch(as_regex, word)]
    assert lexicon.matching(pattern) == lexicon.matching(pattern.lower()) == expected


def test_matching_in_the_wide_core():
    tiles = alphabet(40)
    words = frozenset({(1, 40), (33, 1), (40, 40, 33)})
    lexicon = build_lexicon(words, tiles)
    last = tiles.tiles[40].label
    assert lexicon.matching("*") == list(lexicon)
    assert lexicon.matching(f"*{last}*") == [format_word(word, tiles) for word in ((1, 40), (40, 40, 33))]
    assert lexicon.matching(f"{{^{last}}}*") == [format_word(word, tiles) for word in ((1, 40), (33, 1))]


@pytest.mark.parametrize(
    ("pattern", "column"),
    [
        ("", None), ("{", 1), ("{A", 1), ("{}", 1), ("A{^ABC}1", 8), ("A1", 2), ("}", 1), ("{A?}", 3),
        ("A B", 2), ("{^ABCDEFGHIJKLMNOPQRSTUVWXYZ}", 1),
    ],
)  # fmt: skip
def test_wrong_patterns(pattern: str, column: int | None):
    lexicon = build_lexicon(frozenset({(1, 2)}), alphabet(26))
    with pytest.raises(NotationError) as caught:
        lexicon.matching(pattern)
    assert caught.value.column == column
    assert "\n" not in str(caught.value)


def test_the_longest_pattern():
    lexicon = build_lexicon(frozenset({(1,) * 15, (1, 2)}), alphabet(3))
    assert lexicon.matching("*A" * (MAX_PATTERN_LENGTH // 2)) == []
    assert lexicon.matching("A*" * 15 + "*" * 200) == ["A" * 15]
    with pytest.raises(NotationError, match="parts"):
        lexicon.matching("?" * (MAX_PATTERN_LENGTH + 1))


@given(lexica())
def test_hooks(drawn: Drawn):
    words, lexicon, pool = drawn
    labels = [tile.label for tile in lexicon.tile_set.tiles]
    for length in range(1, 5):
        for word in itertools.product(pool, repeat=length):
            hooks = lexicon.hooks(format_word(word, lexicon.tile_set))
            assert hooks.front == tuple(labels[letter] for letter in pool if (letter, *word) in words)
            assert hooks.back == tuple(labels[letter] for letter in pool if (*word, letter) in words)


def test_hooks_of_nothing(standard: Variant):
    lexicon = Lexicon.from_words(["AB"], standard.tiles)
    assert lexicon.hooks("") == lexicon.hooks("Q") == lexicon.hooks("AB" * 200)
    assert (lexicon.hooks("").front, lexicon.hooks("").back) == ((), ())
    with pytest.raises(NotationError):
        lexicon.hooks("A?")


DIGRAPHS = TileSet.from_letters(
    "digraphs",
    [
        Tile("A", "a", 9, 1, True), Tile("C", "c", 4, 3), Tile("CH", "ch", 1, 5), Tile("H", "h", 2, 4),
        Tile("L", "l", 2, 1), Tile("L·L", "l·l", 1, 10), Tile("Ñ", "ñ", 1, 8), Tile("O", "o", 8, 1, True),
    ],
    blanks=2,
)  # fmt: skip


def test_tiles_of_several_characters_are_one_letter():
    lexicon = Lexicon.from_words(
        ["chal·la", "HACHO", "ACHA", "NO".replace("N", "N\N{COMBINING TILDE}")], DIGRAPHS
    )
    assert list(lexicon) == ["ACHA", "CHAL·LA", "HACHO", "ÑO"]
    assert "Chal·la" in lexicon and "[CH]A[L·L]A" in lexicon and "ÑO" in lexicon
    assert lexicon.statistics.longest_word == 4
    assert lexicon.matching("?A?A") == ["CHAL·LA"]
    assert lexicon.matching("A{CH}A") == ["ACHA"]
    assert lexicon.hooks("ACH").back == ("A",)
    assert lexicon.anagrams("[CH]AA") == ["ACHA"]
    assert lexicon.anagrams("CAHA") == []  # four tiles
    assert lexicon.mark_blanks("HACHO", "?ACH?") == "hACHo"
    assert lexicon.mark_blanks("HACHO", "?AH?") == "HAcho"


def test_words_that_differ_only_in_their_tiles_are_distinguished(tmp_path: Path):
    """CHA of two tiles and CHA of three: brackets distinguish them, in lists of words and in files."""
    lexicon = Lexicon.from_words(["[C][H]A", "CHA", "[C]HOCH", "AL·L"], DIGRAPHS)
    assert list(lexicon) == ["AL·L", "[C]HA", "[C]HOCH", "CHA"]
    assert lexicon.matching("??A") == ["[C]HA"] and lexicon.matching("?A") == ["CHA"]
    assert lexicon.anagrams("[C]HA") == ["[C]HA"] and lexicon.anagrams("CHA") == ["CHA"]
    assert lexicon.mark_blanks("[C]HOCH", "?HO?") == "cHOch"
    lexicon.write_text(tmp_path / "words.txt")
    assert list(Lexicon.load(tmp_path / "words.txt", DIGRAPHS)) == list(lexicon)
    (placement,) = lexicon.match(Lane.parse("(c, Σ, Σ)", DIGRAPHS), "[H]A")
    assert placement.word == "[C]HA"


def test_blanks_used_prefers_tiles(standard: Variant):
    lexicon = Lexicon.from_words(["BANANA"], standard.tiles)
    assert lexicon.mark_blanks("BANANA", "BANAN?") == "BANANa"
    assert lexicon.mark_blanks("banana", "BANANA??") == "BANANA"


def test_the_embedded_lexicon():
    lexicon = Lexicon.load()
    assert (lexicon.name, len(lexicon)) == ("SCOWL80", 248_596)
    words = list(lexicon)
    assert words == sorted(words) and len(words) == len(lexicon)
    assert lexicon.matching("Q?") == [word for word in words if re.fullmatch("Q.", word)]
    assert lexicon.matching("*ZZ*ZZ*") == [word for word in words if re.fullmatch(".*ZZ.*ZZ.*", word)]
    assert lexicon.anagrams("AEINRST") == [w for w in words if sorted(w) == list("AEINRST")]
    two_blanks = [w for w in words if len(w) == 7 and (Counter(w) - Counter("AEINR")).total() <= 2]
    assert lexicon.anagrams("AEINR??") == two_blanks
    sizes = lexicon.statistics
    assert (sizes.words, sizes.longest_word) == (248_596, 15)
    assert lexicon.hooks("CAT").front == tuple(w[0] for w in words if len(w) == 4 and w[1:] == "CAT")
    assert lexicon.hooks("CAT").back == tuple(w[3] for w in words if len(w) == 4 and w[:3] == "CAT")


def test_a_lexicon_describes_itself(standard: Variant):
    lexicon = Lexicon.from_words(["AB"], standard.tiles, name="mine")
    assert repr(lexicon) == "<Lexicon mine: 1 word, english>"
    with pytest.raises(LexiconError, match="other letters"):
        Lexicon(lexicon.data, DIGRAPHS)


@pytest.mark.parametrize("name", ["", "nowl", "SCOWL8O", "x" * 300, "a\0b", "no such"])
def test_unknown_names(name: str):
    with pytest.raises(UnknownNameError) as caught:
        Lexicon.load(name)
    assert "SCOWL80" in caught.value.known


@pytest.mark.parametrize("name", ["SCOWL80", "scowl80", "Scowl80", None])
def test_the_name_in_either_case(name: str | None):
    assert len(Lexicon.load(name)) == 248_596


@given(st.text(max_size=8))
def test_any_text_is_answered_or_refused(text: str):
    lexicon = build_lexicon(frozenset({(1, 2), (2, 1, 1)}), alphabet(26))
    assert (text in lexicon) in (True, False)
    for ask in (lexicon.anagrams, lexicon.matching, lexicon.hooks):
        try:
            ask(text)
        except JackdawError as error:
            assert "\n" not in str(error)


def test_up_to_a_length(standard: Variant) -> None:
    lexicon = Lexicon.from_words(["AB", "CAB", "CABS", "CRABS"], standard.tiles, "crabs")
    assert list(lexicon.up_to(3)) == ["AB", "CAB"] and lexicon.up_to(3).name == "crabs"
    assert lexicon.up_to(5) is lexicon
    assert len(Lexicon.from_words(["CAB"], standard.tiles).up_to(2)) == 0
