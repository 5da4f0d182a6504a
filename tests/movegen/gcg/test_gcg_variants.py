"""Rules in GCG files: the pragmas that name a variant, and those of variants that are not known."""

import msgspec
import pytest

from movegen.errors import GcgError
from movegen.game import Game
from movegen.gcg import parse_gcg
from movegen.gcg.reader import format_gcg
from movegen.variant import Variant

HEAD = "#player1 Ann Ann Archer\n#player2 Bob Bob Baker\n"
WAREZ = ">Ann: AERWZ 8D WAREZ +42 42\n"


@pytest.mark.parametrize("kind", ["board-layout", "game-board", "tile-distribution", "rules"])
def test_an_unknown_variant_is_taken_for_the_standard_one(kind: str) -> None:
    game = parse_gcg(f"{HEAD}#{kind} Martian\n{WAREZ}")
    assert game.variant == Variant.standard()
    assert [str(warning).partition(";")[0] for warning in game.warnings] == [
        f"line 3: unknown {kind} 'Martian'"
    ]
    assert parse_gcg(format_gcg(game)) == game


def test_an_error_in_a_record_of_an_unknown_variant_names_that_first() -> None:
    with pytest.raises(GcgError) as caught:
        parse_gcg(f"{HEAD}#tile-distribution Club\n>Ann: [CH]ERW 8D [CH]ER +42 42\n")
    assert "line 3 names the unknown tile-distribution 'Club'" in str(caught.value)
    assert "--rules FILE" in str(caught.value)


def test_rules_of_a_file_are_named_in_a_record() -> None:
    """So that no reader takes them silently for the standard ones."""
    standard = Variant.standard()
    rules = msgspec.structs.replace(standard.rules, name="club35", bingo_bonus=35)
    variant = Variant(standard.tiles, standard.layout, rules)
    game = Game.new(variant, ["Ann", "Bob"])
    record = format_gcg(game)
    assert [warning.message.partition(";")[0] for warning in parse_gcg(record).warnings] == [
        "unknown rules 'club35'"
    ]
    assert parse_gcg(record, variant=variant) == game


def test_a_variant_named_too_late_is_not_looked_at() -> None:
    (warning,) = parse_gcg(f"{HEAD}{WAREZ}#board-layout super21\n").warnings
    assert str(warning) == "line 4: #board-layout after the first event is ignored"


@pytest.mark.parametrize(
    "pragmas",
    [
        "#rules super",
        "#board-layout super21\n#tile-distribution super_english",
        "#board-layout SuperCrosswordGame\n#tile-distribution english_super",
    ],
)
def test_pragmas_name_the_variant(pragmas: str) -> None:
    game = parse_gcg(f"{HEAD}{pragmas}\n>Ann: AERWZ 11H WAREZ - \n".replace(" - \n", " +42 42\n"))
    assert game.variant == Variant.load("super")
    assert parse_gcg(format_gcg(game)) == game


def test_a_board_and_tiles_of_different_rules_make_a_variant() -> None:
    game = parse_gcg(f"{HEAD}#tile-distribution super_english\n{WAREZ}")
    assert game.variant.layout == Variant.standard().layout
    assert game.variant.tiles == Variant.load("super").tiles


def test_the_variant_given_wins() -> None:
    game = parse_gcg(f"{HEAD}#board-layout standard15\n", variant=Variant.load("super"))
    assert game.variant == Variant.load("super")


def test_a_new_game_of_another_variant_is_read_back() -> None:
    game = Game.new(Variant.load("super"), ["Ann", "Bob"])
    game.record_move("11H WAREZ", "AERWZ")
    assert parse_gcg(format_gcg(game)) == game


@pytest.mark.parametrize(
    "pragmas",
    [
        "#board-layout super21",
        "#board-layout super21\n#tile-distribution spanish",
        "#game-type wordsmog\n#board-layout super21",
        "#game-type super\n#board-layout standard15",
        "#game-type super\n#tile-distribution english",
        "#rules super\n#board-layout CrosswordGame",
        "#rules rack8\n#tile-distribution english_super",
    ],
)
def test_a_new_game_of_rules_with_another_board_or_tiles_is_read_back(pragmas: str) -> None:
    variant = parse_gcg(f"{HEAD}{pragmas}\n").variant
    assert variant not in {Variant.load(name) for name in ("standard", "super", "wordsmog", "rack8")}
    game = Game.new(variant, ["Ann", "Bob"])
    again = parse_gcg(format_gcg(game))
    assert again == game and not again.warnings
