"""Squares and directions, board layouts, rules and variants."""

import pickle
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen.errors import ConfigError, NotationError
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, read_cgp
from movegen.variant import (
    BoardLayout,
    ChallengeRule,
    Direction,
    EndingRule,
    Rules,
    Tile,
    TileSet,
    Variant,
    WordOrder,
    parse_square,
    square_name,
)


@given(st.integers(0, 25), st.integers(0, 25), st.sampled_from(Direction))
def test_squares_read_back_in_either_case(row: int, column: int, direction: Direction):
    name = square_name(row, column, direction)
    assert parse_square(name) == parse_square(name.lower()) == (row, column, direction)


@pytest.mark.parametrize(
    "text", ["", "8", "D", "8DD", "D08", "08D", "0A", "100A", "²A", "8\u017f", "8K ", "D-8", "8\u212a"]
)
def test_what_is_no_square_is_refused(text: str):
    with pytest.raises(NotationError, match="is not a square; expected one like 8D"):
        parse_square(text)


def test_directions():
    assert (Direction.ACROSS, Direction.DOWN) == (0, 1)
    assert Direction.ACROSS.other is Direction.DOWN and Direction.DOWN.other is Direction.ACROSS
    assert Direction.ACROSS.step == (0, 1) and Direction.DOWN.step == (1, 0)


def test_the_standard_board():
    layout = BoardLayout.load("standard15")
    assert (layout.rows, layout.columns, layout.start) == (15, 15, (7, 7))
    assert layout.is_symmetric
    assert [layout.premium(*square) for square in ((0, 0), (0, 3), (1, 1), (1, 5), (0, 1))] == [
        "TW", "DL", "DW", "TL", "",
    ]  # fmt: skip
    words, letters = layout.word_multipliers, layout.letter_multipliers
    assert (np.sum(words == 3), np.sum(words == 2)) == (8, 17)
    assert (np.sum(letters == 3), np.sum(letters == 2)) == (12, 24)
    assert np.array_equal(words, words[::-1]) and np.array_equal(letters, letters.T)


def test_the_large_board():
    layout = BoardLayout.load("super21")
    assert (layout.rows, layout.columns, layout.start) == (21, 21, (10, 10))
    assert layout.is_symmetric
    assert layout.premium(0, 0) == "QW" and layout.premium(2, 5) == "QL"
    assert np.sum(layout.word_multipliers == 4) == 4
    assert np.sum(layout.letter_multipliers == 4) == 8


def test_a_board_that_is_not_square(spanish: Variant):
    layout = spanish.layout
    assert (layout.rows, layout.columns, layout.start) == (9, 7, (4, 3))
    assert not layout.is_symmetric
    assert layout.word_multipliers.shape == layout.letter_multipliers.shape == (9, 7)
    assert layout.holds(8, 6) and not layout.holds(6, 8) and not layout.holds(-1, 0)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("3D", None),
        ("1A", None),
        ("4A", "start: 4A is not on the board; expected 1A to 3D"),
        ("1E", "start: 1E is not on the board; expected 1A to 3D"),
        ("4E", "start: 4E is not on the board; expected 1A to 3D"),
    ],
)
def test_the_start_is_on_the_board(start: str, message: str | None):
    if message is None:
        assert square_name(*BoardLayout.from_rows("a", ["    "] * 3, start).start) == start
        return
    with pytest.raises(ConfigError) as caught:
        BoardLayout.from_rows("a", ["    "] * 3, start)
    assert str(caught.value) == message


def test_squares_on_the_board_at_its_edges():
    layout = BoardLayout.plain("a", 4, 7)
    assert (layout.rows, layout.columns, layout.start) == (4, 7, (2, 3))
    on_board = [(row, column) for row in range(-1, 6) for column in range(-1, 9) if layout.holds(row, column)]
    assert on_board == [(row, column) for row in range(4) for column in range(7)]


def test_a_layout_file_has_no_other_keys(tmp_path: Path):
    file = tmp_path / "a.toml"
    file.write_text('start = "2B"\nrows = ["   ", "   ", "   "]\nsize = 3\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="size"):
        BoardLayout.load(file)


def test_symmetry_asks_for_the_start_too():
    assert BoardLayout.from_rows("a", ["   "] * 3, "2B").is_symmetric
    assert not BoardLayout.from_rows("a", ["   "] * 3, "1B").is_symmetric
    assert not BoardLayout.from_rows("a", [" = ", "   ", "   "], "2B").is_symmetric


def test_a_layout_is_a_value():
    layout = BoardLayout.load("standard15")
    assert layout == BoardLayout.load("standard15") != BoardLayout.load("super21")
    assert hash(layout) == hash(BoardLayout.load("standard15"))
    copy = pickle.loads(pickle.dumps(layout))
    assert copy == layout
    for array in (layout.letter_multipliers, copy.word_multipliers):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 9


def test_the_standard_rules():
    rules = Rules.load("standard")
    assert rules == Rules()
    assert (rules.rack_size, rules.bingo_bonus, rules.bingo_tiles, rules.exchange_limit) == (7, 50, 7, 7)
    assert rules.challenge is ChallengeRule.DOUBLE


def test_a_bingo_is_the_whole_rack_unless_the_rules_say_otherwise():
    assert Rules(rack_size=8).bingo_tiles == 8
    assert Rules(rack_size=8, bingo_tiles=7).bingo_tiles == 7
    assert msgspec.structs.replace(Rules(), scoreless_turns=3).bingo_tiles == 7


def test_bonuses_by_the_number_of_tiles():
    rules = Rules.load("rack8")
    assert (rules.rack_size, rules.bingo_tiles, rules.bonuses) == (8, 7, ((8, 75),))
    assert [rules.bonus(placed) for placed in (0, 6, 7, 8, 16)] == [0, 0, 50, 75, 75]
    assert [Rules().bonus(placed) for placed in (6, 7, 16)] == [0, 50, 50]
    falling = Rules(rack_size=9, bingo_tiles=6, bingo_bonus=40, bonuses=((7, 30), (9, 0)))
    assert [falling.bonus(placed) for placed in range(5, 10)] == [0, 40, 30, 30, 0]


@pytest.mark.parametrize(
    ("key", "least", "most"),
    [
        ("rack_size", 1, 16),
        ("players_min", 2, 4),
        ("players_max", 2, 4),
        ("bingo_tiles", 1, 7),
        ("bingo_bonus", 0, 1000),
        ("exchange_limit", 0, 1000),
        ("scoreless_turns", 0, 100),
    ],
)
def test_ranges_of_numbers_in_rules(key: str, least: int, most: int):
    given = {"players_max": 4} if key == "players_min" else {}
    for value in (least, most):
        assert getattr(Rules(**{**given, key: value}), key) == value
    for value in (least - 1, most + 1):
        if (key, value) == ("bingo_tiles", 0):
            continue  # as many as the rack
        with pytest.raises(
            ConfigError, match=f"{key}: '{value}' is out of range; expected {least} to {most}"
        ):
            Rules(**{**given, key: value})


def test_players_are_at_least_those_of_the_minimum():
    assert Rules(players_min=3, players_max=3).players_max == 3
    with pytest.raises(ConfigError, match="players_max: '2' is out of range; expected 3 to 4"):
        Rules(players_min=3, players_max=2)


def test_ranges_of_bonuses():
    assert Rules(rack_size=8, bingo_tiles=7, bonuses=((8, 1000),)).bonus(8) == 1000
    for tiles in (7, 9):
        with pytest.raises(
            ConfigError, match=r"bonuses\[0\]: a bonus for .* more tiles than 7 and at most 8"
        ):
            Rules(rack_size=8, bingo_tiles=7, bonuses=((tiles, 75),))
    for points in (-1, 1001):
        with pytest.raises(ConfigError, match=r"bonuses\[0\].* expected 0 to 1000"):
            Rules(rack_size=8, bingo_tiles=7, bonuses=((8, points),))


def test_turns_after_the_bag_is_empty():
    assert {
        rule: [rule.last_turns(*left, 4) for left in ((0, 0), (0, 3), (1, 0), (1, 3))] for rule in EndingRule
    } == {
        EndingRule.OUT: [0, None, None, None],
        EndingRule.LAST_TURNS: [3, None, None, None],
        EndingRule.EMPTY_BAG: [4, 4, None, None],
    }


def test_variants():
    standard, large = Variant.standard(), Variant.load("super")
    assert standard == Variant.load("standard") and Variant.standard() is standard
    assert (large.name, large.tiles.total, large.layout.rows) == ("super", 200, 21)
    assert pickle.loads(pickle.dumps(large)) == large


def test_a_variant_of_ones_own_names_files_beside_it(tmp_path: Path):
    (tmp_path / "small.toml").write_text('start = "2B"\nrows = ["   ", "   ", "   "]\n', encoding="utf-8")
    (tmp_path / "mine.toml").write_text('board = "small.toml"\nrack_size = 5\n', encoding="utf-8")
    variant = Variant.load(tmp_path / "mine.toml")
    assert (variant.layout.name, variant.tiles.name, variant.rules.rack_size) == ("small", "english", 5)


@pytest.mark.parametrize(("key", "kind"), [("board", "board"), ("tiles", "tile set")])
def test_rules_that_name_what_is_unknown(tmp_path: Path, key: str, kind: str):
    (tmp_path / "mine.toml").write_text(f'{key} = "nosuch"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=rf"mine\.toml: unknown {kind} 'nosuch'; known: "):
        Variant.load(tmp_path / "mine.toml")


def test_tiles_must_do_for_all_racks(spanish: Variant):
    with pytest.raises(ConfigError, match="4 racks of 16 need 64 tiles, but spanish_like has"):
        Variant(spanish.tiles, spanish.layout, Rules(rack_size=16))
    assert Variant(TileSet.load("english"), spanish.layout, Rules(rack_size=16)).rules.rack_size == 16


def test_premiums_that_could_overflow_a_score_are_refused() -> None:
    standard = Variant.standard()
    wild = BoardLayout.from_rows("wild", ["~" * 15] * 15, "8H")
    with pytest.raises(ConfigError, match="wild with english may score more than") as caught:
        Variant(standard.tiles, wild, msgspec.structs.replace(standard.rules, rack_size=14, bingo_tiles=14))
    assert caught.value.key == "board"
    Variant(standard.tiles, wild, standard.rules)  # seven tiles cannot get there


@pytest.mark.parametrize("is_across", [True, False])
def test_one_lane_of_premiums_can_overflow_a_score(is_across: bool) -> None:
    standard = Variant.standard()
    rows = ["~" * 14 + " ", *[" " * 15] * 14]
    lane = rows if is_across else ["".join(column) for column in zip(*rows, strict=True)]
    wild = BoardLayout.from_rows("wild", lane, "8H")
    rules = msgspec.structs.replace(standard.rules, rack_size=14, bingo_tiles=14)
    with pytest.raises(ConfigError, match="wild with english may score more than"):
        Variant(standard.tiles, wild, rules)


@pytest.mark.parametrize("is_across", [True, False])
@pytest.mark.parametrize(
    ("other", "length", "points", "may_overflow"),
    [(" ", 26, 100, False), ("^", 15, 100, False), ("^", 26, 73, False), ("^", 26, 74, True)],
)
def test_dear_letters_can_overflow_a_score(
    other: str, length: int, points: int, may_overflow: bool, is_across: bool
) -> None:
    """A word has as many letters as the longer side at most, each as dear as any tile on any premium.

    Seven tiles are in eight words at most, which they multiply by 4 ** 7 at most.
    """
    bound = 8 * 4**7 * length * points * (4 if other == "^" else 1)
    assert (bound > 10**9) == may_overflow
    tiles = TileSet.from_letters("dear", [Tile("A", "a", 30, points)], blanks=0)
    rows = ["~" * 7 + " " * (length - 7), other * length, " " * length]
    lanes = rows if is_across else ["".join(column) for column in zip(*rows, strict=True)]
    wild = BoardLayout.from_rows("wild", lanes, "1A")
    if not may_overflow:
        assert Variant(tiles, wild, Rules()).layout == wild
        return
    with pytest.raises(ConfigError, match="wild with dear may score more than 1,000,000,000"):
        Variant(tiles, wild, Rules())


def test_tiles_that_just_do_for_all_racks() -> None:
    tiles = single_letter(12, 1)
    for rack_size in (7, 8):
        rules = Rules(rack_size=rack_size, players_max=2)
        if rack_size == 7:
            assert Variant(tiles, BoardLayout.load("standard15"), rules).tiles.total == 14
            continue
        with pytest.raises(ConfigError, match="2 racks of 8 need 16 tiles, but x has 14"):
            Variant(tiles, BoardLayout.load("standard15"), rules)


def test_rules_from_python_are_those_of_a_file():
    rules = Rules(
        challenge="void",  # type: ignore[arg-type]
        word_order="fixed",  # type: ignore[arg-type]
        ending="last_turns",  # type: ignore[arg-type]
        rack_size=8,
        bingo_tiles=7,
        bonuses=[[8, 75]],  # type: ignore[arg-type]
    )
    assert rules.word_order is WordOrder.FIXED and rules.ending is EndingRule.LAST_TURNS
    assert rules.challenge is ChallengeRule.VOID and rules.bonuses == ((8, 75),)
    assert hash(rules) == hash(msgspec.structs.replace(rules))


def single_letter(count: Any, points: Any) -> TileSet:
    return TileSet.from_letters("x", [Tile("A", "a", count, points)], blanks=2)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Rules(word_order="anyhow"), "word_order: there is no rule 'anyhow'; expected fixed, any"),
        (lambda: Rules(ending=None), "ending: there is no rule 'None'; expected out, last_turns, empty_bag"),
        (lambda: Rules(rack_size="7"), "rack_size: '7' is not a whole number; expected 1 to 16"),
        (lambda: Rules(rack_size=7.0), "rack_size: '7.0' is not a whole number"),
        (lambda: Rules(bingo_bonus=True), "bingo_bonus: 'True' is not a whole number"),
        (
            lambda: TileSet.from_letters("x", [Tile("A", "a", 1.5, 1)], blanks=2),
            "count: '1.5' is not a whole",
        ),
        (
            lambda: TileSet.from_letters("x", [Tile("A", "a", 1, 0.5)], blanks=2),
            "points: '0.5' is not a whole",
        ),
        (
            lambda: Variant(TileSet.load("english"), "super21", Rules()),
            "layout: 'super21' is not a BoardLayout; load it with BoardLayout.load",
        ),
        (lambda: Game.new("standard", ["A", "B"]), "'standard' is not a variant; load it with Variant.load"),
        (lambda: read_cgp(f"{'/'.join(['15'] * 15)} / 0/0 0", variant="super"), "'super' is not a variant"),
        (lambda: MoveGenerator("super", Lexicon.load()), "'super' is not a variant"),
    ],
)
def test_wrong_values_from_python(make: Any, message: str):
    with pytest.raises(ConfigError) as caught:
        make()
    assert message in str(caught.value)


def test_whole_numbers_of_numpy():
    tiles = single_letter(np.int64(30), np.int64(1))
    rules = Rules(rack_size=np.int64(8), players_max=2)  # type: ignore[arg-type]
    assert Variant(tiles, BoardLayout.load("standard15"), rules).rules.bingo_tiles == 8
