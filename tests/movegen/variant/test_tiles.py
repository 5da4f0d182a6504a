"""Tile sets and racks: any alphabet, tiles of several characters, text that reads back."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen.errors import ConfigError, JackdawError, NotationError, PositionError
from movegen.variant import BLANK_FLAG, Rack, Tile, TileSet, Variant
from movegen.variant.tiles import MAX_COUNT, MAX_LETTERS

DIGRAPHS = TileSet.from_letters(
    "digraphs",
    [
        Tile("A", "a", 9, 1, True), Tile("C", "c", 4, 3), Tile("CH", "ch", 1, 5), Tile("H", "h", 2, 4),
        Tile("HA", "ha", 1, 9), Tile("CHA", "cha", 1, 10), Tile("L", "l", 2, 1), Tile("L·L", "l·l", 1, 10),
        Tile("Ñ", "ñ", 1, 8), Tile("J́", "j́", 1, 8),
        Tile("I", "\u0131", 2, 1, True), Tile("İ", "i", 2, 1, True),
    ],
    blanks=2,
)  # fmt: skip
LETTERS = st.integers(1, DIGRAPHS.letters)
BOARD_BYTES = st.builds(lambda letter, is_blank: letter | BLANK_FLAG * is_blank, LETTERS, st.booleans())


def test_english():
    english = TileSet.load("english")
    assert (english.letters, english.size, english.total) == (26, 27, 100)
    assert english.points[:6] == (0, 1, 3, 3, 2, 1)
    assert english.counts[0] == 2
    assert [tile.label for tile in english.tiles if tile.vowel] == list("AEIOU")
    assert sum(map(int.__mul__, english.points, english.counts)) == 187
    assert english == TileSet.load("english") and hash(english) == hash(TileSet.load("english"))
    assert pickle.loads(pickle.dumps(english)) == english


def test_the_large_set():
    large = TileSet.load("super_english")
    assert (large.total, large.counts[0], large.counts[5]) == (200, 4, 24)


@given(st.lists(BOARD_BYTES))
def test_tiles_on_a_board_read_back(board_bytes: list[int]):
    assert DIGRAPHS.parse_board_tiles(DIGRAPHS.text(board_bytes)) == board_bytes


@given(st.lists(LETTERS))
def test_words_read_back_in_either_case(letters: list[int]):
    assert DIGRAPHS.parse_word(DIGRAPHS.text(letters)) == tuple(letters)
    as_blanks = DIGRAPHS.text(letter | BLANK_FLAG for letter in letters)
    assert DIGRAPHS.parse_word(as_blanks) == tuple(letters)


@given(st.lists(st.integers(0, DIGRAPHS.letters)))
def test_racks_read_back(tiles: list[int]):
    rack = Rack.from_tiles(DIGRAPHS, tiles)
    assert DIGRAPHS.parse_rack(str(rack)) == rack
    assert list(rack) == sorted(tiles)
    assert len(rack) == len(tiles) == int(rack.array.sum())


def test_the_longest_tile_is_taken_unless_brackets_say_otherwise():
    names = [tile.label for tile in DIGRAPHS.tiles]
    assert [names[tile] for tile in DIGRAPHS.parse_word("chacha[C][H]a[C]HAL·L")] == [
        "CHA", "CHA", "C", "H", "A", "C", "HA", "L·L",
    ]  # fmt: skip
    assert DIGRAPHS.parse_word("Ch") == DIGRAPHS.parse_word("[ch]") == (3,)
    assert DIGRAPHS.parse_board_tiles("Ch") == [2, 4 | BLANK_FLAG]
    assert DIGRAPHS.board_text(3) == "[CH]"
    assert DIGRAPHS.board_text(3 | BLANK_FLAG) == "[ch]"
    assert DIGRAPHS.rack_text(3) == "[CH]"
    assert DIGRAPHS.rack_text(0) == "?"


def test_digits_and_signs_stand_in_brackets_where_they_are_read_with_other_things(signs: Variant):
    tiles = signs.tiles
    one, two, twelve, minus = (tiles.parse_word(text)[0] for text in ("1", "2", "12", "−"))
    assert str(tiles.parse_rack("12?[1][2]−♥½")) == "?[1][2][12][−][♥][½]"
    assert tiles.board_text(twelve) == "[12]" and tiles.board_text(minus | BLANK_FLAG) == "[−']"
    assert tiles.parse_word("12−1") == (twelve, minus, one)
    assert tiles.parse_board_tiles("[1][2]2'") == [one, two, two | BLANK_FLAG]


@given(st.lists(BOARD_BYTES))
def test_words_are_spelled_so_that_they_read_back(board_bytes: list[int]):
    text = DIGRAPHS.spell(board_bytes)
    assert DIGRAPHS.parse_board_tiles(text) == board_bytes
    assert DIGRAPHS.parse_word(text) == tuple(byte & ~BLANK_FLAG for byte in board_bytes)
    plain = text.replace("[", "").replace("]", "")
    assert text == plain or DIGRAPHS.parse_word(plain) != DIGRAPHS.parse_word(text)


@pytest.mark.parametrize("text", ["CHAHA", "C[H]A", "[C]HCH", "L·L", "[C]h"])
def test_words_are_spelled_with_as_few_brackets_as_will_do(text: str):
    assert DIGRAPHS.spell(DIGRAPHS.parse_board_tiles(text)) == text


def test_accents_may_be_composed_or_not():
    assert DIGRAPHS.parse_word("N\u0303") == DIGRAPHS.parse_word("Ñ") == (9,)
    assert DIGRAPHS.parse_word("J\u0301") == (10,)
    kelvin = "\u212a"
    assert TileSet.load("english").parse_word(kelvin) == (11,)


def test_lower_case_follows_the_tile_set_and_not_the_computer():
    assert DIGRAPHS.parse_word("I\u0131") == (11, 11)
    assert DIGRAPHS.parse_word("İi") == (12, 12)


def test_blanks_stand_anywhere_in_a_rack_but_not_in_a_word():
    english = TileSet.load("english")
    assert str(english.parse_rack("q?a?Z")) == "??AQZ"
    with pytest.raises(NotationError, match=r"column 2: '\?' is not a tile of english; expected a letter"):
        english.parse_word("Q?")


@pytest.mark.parametrize(
    ("text", "column"), [("AB1", 3), ("A B", 2), ("²", 1), ("A[CH]", 2), ("[", 1), ("[]", 1), ("A]", 2),
                         ("É", 1), ("AB\n", 3), ("\u017f", 1)]
)  # fmt: skip
def test_an_invalid_tile_is_reported_with_its_column(text: str, column: int):
    english = TileSet.load("english")
    for parse in (english.parse_rack, english.parse_word, english.parse_board_tiles):
        with pytest.raises(NotationError) as caught:
            parse(text)
        assert caught.value.column == column


@given(st.text() | st.text(alphabet="[]CHchaL·l?.²①١", max_size=12))
def test_no_text_raises_anything_else(text: str):
    for parse in (DIGRAPHS.parse_rack, DIGRAPHS.parse_word, DIGRAPHS.parse_board_tiles):
        try:
            parse(text)
        except NotationError as error:
            assert str(error).isprintable()


def test_a_rack_of_too_many_tiles_is_refused():
    with pytest.raises(NotationError, match="more than 255"):
        TileSet.load("english").parse_rack("A" * (MAX_COUNT + 1))


def test_sums_and_differences():
    english = TileSet.load("english")
    rack = english.parse_rack("?AEINRS")
    assert str(rack - english.parse_rack("S?")) == "AEINR"
    assert str(rack + english.parse_rack("A")) == "?AAEINRS"
    assert rack.contains(english.parse_rack("NIE")) and not rack.contains(english.parse_rack("NN"))
    assert rack.points == 6
    assert rack == Rack.from_text(english, "srniea?") and hash(rack) == hash(english.parse_rack("srniea?"))
    assert not Rack.empty(english)
    assert rack.array.dtype == np.uint8 and rack.array.shape == (27,)
    assert pickle.loads(pickle.dumps(rack)) == rack
    assert repr(rack) == "<Rack ?AEINRS>"


def test_impossible_racks_are_refused():
    english = TileSet.load("english")
    with pytest.raises(PositionError, match="Z is not all in A"):
        english.parse_rack("A") - english.parse_rack("Z")
    with pytest.raises(PositionError, match="do not mix"):
        english.parse_rack("A") + DIGRAPHS.parse_rack("A")
    with pytest.raises(PositionError, match="copies of a tile"):
        Rack(english, (-1, *[0] * 26))
    with pytest.raises(PositionError, match="copies of a tile"):
        Rack(english, (256, *[0] * 26))
    with pytest.raises(PositionError, match="3 counts"):
        Rack(english, (0, 0, 0))


def test_an_alphabet_has_62_letters_at_most():
    def letters(count: int) -> list[Tile]:
        return [Tile(chr(0x10D0 + i), f"{chr(0x10D0 + i)}\u0304", 1, 1) for i in range(count)]

    with pytest.raises(ConfigError, match="expected 1 to 62"):
        TileSet.from_letters("many", letters(MAX_LETTERS + 1), blanks=0)


def test_the_largest_alphabet(wide: Variant):
    tiles = wide.tiles
    assert tiles.letters == MAX_LETTERS
    every = list(range(1, tiles.size))
    assert tiles.parse_word(tiles.text(every)) == tuple(every)
    assert tiles.parse_board_tiles(tiles.text(letter | BLANK_FLAG for letter in every)) == [
        letter | BLANK_FLAG for letter in every
    ]


@given(st.lists(st.text(min_size=1, max_size=3), min_size=1, max_size=6))
def test_a_set_is_refused_or_reads_back(labels: list[str]):
    try:
        tiles = TileSet.from_letters("any", [Tile(label, label.lower(), 1, 1) for label in labels], blanks=1)
    except JackdawError as error:
        assert isinstance(error, ConfigError)
        return
    every = [*range(1, tiles.size), *(letter | BLANK_FLAG for letter in range(1, tiles.size))]
    assert tiles.parse_board_tiles(tiles.text(every)) == every


@pytest.mark.parametrize(
    ("label", "blank_label", "problem"),
    [
        ("ABCDEFGH", "abcdefgh", None),
        ("L·L", "l·l", None),
        ("ABCDEFGHI", "i", r"'ABCDEFGHI' is not a label; expected 1 to 8 characters"),
        ("", "i", "'' is not a label; expected 1 to 8 characters"),
        ("·L", "l", r'"?.·L.? is not a label; expected letters, digits or mathematical signs'),
        ("L/L", "l", r"'L/L' is not a label; expected letters, digits or mathematical signs"),
        ("/L", "l", r"'/L' is not a label; expected letters, digits or mathematical signs"),
        ("L", "L", r"blank_label: 'L' is taken already; give a blank_label of its own"),
    ],
)
def test_labels_of_tiles(label: str, blank_label: str, problem: str | None) -> None:
    letters = [Tile(label, blank_label, 3, 1)]
    if problem is None:
        tiles = TileSet.from_letters("odd", letters, blanks=1)
        assert str(tiles.parse_rack(f"[{label}]")) == f"[{label}]"
        return
    with pytest.raises(ConfigError, match=problem):
        TileSet.from_letters("odd", letters, blanks=1)


@pytest.mark.parametrize(
    ("text", "unit"),
    [("[XY]A", "'[XY]'"), ("[XY", "'['"), ("X]A", "'X'"), ("1A", "'1'"), ("A[1]B]", "'[1]'")],
)
def test_an_unknown_bracket_is_named_as_a_whole(text: str, unit: str) -> None:
    with pytest.raises(NotationError) as caught:
        TileSet.from_letters("odd", [Tile("A", "a", 3, 1)], blanks=1).parse_rack(text)
    assert caught.value.problem == f"{unit} is not a tile of odd"
