"""Odd records: players of one name, tiles of another game, impossible moves, unknown pragmas."""

import pytest

from movegen.errors import CgpError, GcgError
from movegen.gcg import format_gcg, parse_gcg
from movegen.position import read_cgp

NO_NAMES = """\
#player1 NoName NoName
#player2 NoName NoName
>NoName: AERWZOQ 8D WAREZ +42 42
>NoName: AEEIOUU -AEU +0 0
>NoName: OQNEEAI G7 OE +5 47
"""


def test_players_of_one_name_are_numbered_and_take_turns() -> None:
    game = parse_gcg(NO_NAMES.replace("OQNEEAI G7 OE +5 47", "OQNEEAI - +0 42"))
    assert [player.nickname for player in game.players] == ["NoName1", "NoName2"]
    assert game.display_names == ["NoName 1", "NoName 2"]
    assert [event.player for event in game.events] == [0, 1, 0]
    assert game.scores == (42, 0)
    (warning,) = game.warnings
    assert "told apart by turns, as NoName1 and NoName2" in str(warning)
    again = parse_gcg(format_gcg(game))
    assert again == game and again.warnings == ()


def test_names_that_are_taken_are_not_given() -> None:
    heads = "#player1 A Ann\n#player2 A Ann\n#player3 A2 Bob\n"
    assert [player.nickname for player in parse_gcg(heads).players] == ["A1", "A2_2", "A2"]
    assert [player.name for player in parse_gcg(heads).players] == ["Ann 1", "Ann 2", "Bob"]


def test_events_outside_turns_find_their_player() -> None:
    phony = (
        "#player1 X\n#player2 X\n"
        ">X: AERWZOQ 8D WAREZ +42 42\n>X: AERWZOQ -- -42 0\n"
        ">X: AEEINRT 8D TRAINEE +66 66\n>X: AEEINRT (challenge) +5 71\n"
    )
    game = parse_gcg(phony)
    assert game.scores == (0, 71)
    assert [event.player for event in game.events] == [0, 0, 1, 1]


def test_the_tiles_left_go_to_the_player_whose_total_they_fit() -> None:
    passes = "".join(f">X: {rack} - +0 0\n" for rack in ("AE", "IO") * 3)
    game = parse_gcg(f"#player1 X\n#player2 X\n{passes}>X: AE (AE) -2 -2\n>X: IO (IO) -2 -2\n")
    assert [event.player for event in game.events[-2:]] == [0, 1]
    assert game.scores == (-2, -2)


HEAD = "#player1 A Ann\n#player2 B Bob\n"


def test_tiles_of_other_rules_are_advised() -> None:
    with pytest.raises(GcgError, match=r"perhaps --rules polish$"):
        parse_gcg(f"{HEAD}>A: ŁAPAĆZZ 8E ŁAPA +14 14\n")
    with pytest.raises(CgpError, match=r"perhaps --rules polish$"):
        read_cgp(f"{'/'.join(['15'] * 15)} ŁAPA/ 0/0 0")
    with pytest.raises(CgpError, match=r"perhaps --rules \w+( or \w+)+$"):
        read_cgp(f"{'/'.join(['15'] * 15)} Ö/ 0/0 0")


@pytest.mark.parametrize("rack", ["1", "Щ", "ŁÅ"])
def test_no_rules_are_advised_that_do_not_help(rack: str) -> None:
    with pytest.raises(CgpError) as caught:
        read_cgp(f"{'/'.join(['15'] * 15)} {rack}/ 0/0 0")
    assert "--rules" not in str(caught.value)


def test_no_rules_are_advised_that_fail_in_the_same_line() -> None:
    """Polish tiles have the letters, but no first play lies off the start."""
    with pytest.raises(GcgError, match="'Ł' is not a tile of english") as caught:
        parse_gcg(f"{HEAD}>A: ŁAPAĆZZ 1A ŁAPA +14 14\n")
    assert "--rules" not in str(caught.value)


GOOD = ">A: AERWZOQ 8D WAREZ +42 42\n>B: AEEIOUU -AEU +0 0\n"


@pytest.mark.parametrize(
    ("line", "turns"),
    [
        (">A: ABCDEFG 8D FACE +9 51\n", 2),  # on tiles that lie there
        (">A: 8D\n", 2),  # ends too soon
        (">B: AEEIOUU (time) -10 -10\n", 1),  # not a turn
        ("nonsense\n", 1),
    ],
)
def test_an_error_says_what_can_be_read(line: str, turns: int) -> None:
    record = f"{HEAD}{GOOD}{line}>B: AB - +0 0\n"
    with pytest.raises(GcgError, match=f"--until {turns} reads what comes before"):
        parse_gcg(record)
    assert len(parse_gcg(record, until=turns).turns) == turns


def test_the_rack_of_the_next_turn_is_known() -> None:
    game = parse_gcg(f"#rack1 XYZ\n{HEAD}{GOOD}>A: ABCDEFG 1A XX +9 51\n", until=2)
    assert str(game.current_position().rack) == "ABCDEFG"
    assert game.warnings == ()


def test_nothing_is_offered_before_the_first_turn() -> None:
    with pytest.raises(GcgError) as caught:
        parse_gcg(f"{HEAD}>A: ABCDEFG 1A XX +9 51\n")
    assert "--until" not in str(caught.value)


def test_unknown_pragmas_are_warned_of_but_no_fault() -> None:
    game = parse_gcg(f"{HEAD}#colour-of-board green\n{GOOD}", strict=True)
    assert [str(warning) for warning in game.warnings] == [
        "line 3: unknown pragma #colour-of-board; it is ignored"
    ]


@pytest.mark.parametrize(
    ("name", "variant"), [("classic", "standard"), ("WordSmog", "wordsmog"), ("classic_super", "super")]
)
def test_the_type_of_game_names_the_rules(name: str, variant: str) -> None:
    game = parse_gcg(f"{HEAD}#game-type {name}\n")
    assert game.variant.name == variant and game.warnings == ()


def test_an_unknown_type_of_game_is_warned_of() -> None:
    (warning,) = parse_gcg(f"{HEAD}#game-type chess\n").warnings
    assert "unknown game-type 'chess'" in warning.message


WINDY = f"{'/'.join(['15'] * 7)}/3WINDY7/{'/'.join(['15'] * 7)} ADEEGIL/ 0/32 0"


@pytest.mark.parametrize(
    "operations",
    ["lex SCOWL20;", "-lex SCOWL20;", "-lex SCOWL20", "-ld english -lex SCOWL20", "-ld english;-lex SCOWL20"],
)
def test_operations_may_have_a_hyphen(operations: str) -> None:
    position = read_cgp(f"{WINDY} {operations}")
    assert position.lexicon_name == "SCOWL20" and position.warnings == ()


def test_unknown_operations_are_kept_and_warned_of() -> None:
    position = read_cgp(f"{WINDY} foo bar; gid 7; -lexx A;")
    assert position.operations == (("foo", "bar"), ("gid", "7"), ("-lexx", "A"))
    assert [warning.split()[2] for warning in position.warnings] == ["'foo'", "'-lexx'"]


def test_the_first_of_two_games_can_be_read() -> None:
    game = f"{HEAD}>A: AERWZ 8D WAREZ +42 42\n"
    with pytest.raises(
        GcgError, match=r"line 4.*begins another game; expected a file for each game; --until 1"
    ):
        parse_gcg(game * 2)
    assert parse_gcg(game * 2, until=1) == parse_gcg(game)


def test_lower_case_and_unknown_tiles_are_explained() -> None:
    with pytest.raises(GcgError, match=r"needs \?\?\?, .*at most 2 \? \(letters in lower case are blanks\)"):
        parse_gcg(f"{HEAD}>A: AERWZ 8D warez +42 42\n")
    with pytest.raises(GcgError, match=r"more \?\?\?\?\? on the rack .*; expected \? for blanks alone"):
        parse_gcg(f"{HEAD}>A: ??????? 8D WAREZ +42 42\n")
