"""Reading GCG files: faults, doubts, encodings and dialects, on small records of our own making."""

import io
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from movegen.errors import GcgError
from movegen.game import EventKind, Game, Pragma
from movegen.gcg import parse_gcg, read_gcg
from movegen.gcg.reader import GcgWarning, format_gcg, write_gcg
from movegen.gcg.text import MAX_BYTES
from movegen.variant import BoardLayout, Rules, Tile, TileSet, Variant

FOLDER = Path(__file__).resolve().parents[2] / "data" / "gcg"
HEAD = "#player1 Ann Ann Archer\n#player2 Bob Bob Baker\n"
WAREZ = ">Ann: AERWZ 8D WAREZ +42 42\n"
SIX_PASSES = ">Ann: - +0 0\n>Bob: - +0 0\n" * 3

FAULTS = {
    "binary": (3, 1, r"'\x00' is not text"),
    "blank_lines": (None, None, "the record is empty"),
    "bonus_before_end": (4, 8, "the game is not over"),
    "challenge_without_play": (3, 7, "Ann has no play to be challenged"),
    "continuation_of_nothing": (1, 1, "#- has no line to continue"),
    "empty": (None, None, "the record is empty"),
    "empty_square_played_through": (4, 10, "9E is empty"),
    "event_before_player": (2, 1, "#player2 is missing"),
    "exchange_not_on_rack": (3, 13, "the exchange needs W, not on the rack AERWZ"),
    "exchange_of_none": (3, 14, "'0' is not a number of tiles"),
    "first_play_off_the_start": (3, 13, "the first play covers 8H"),
    "first_turn_of_second_player": (3, 2, "Bob is not on turn; expected Ann"),
    "letter_conflict": (4, 10, "8E holds A, not B"),
    "malformed_exchange": (3, 15, "'+' is not a tile"),
    "malformed_play": (3, 18, "'2' is not a tile"),
    "malformed_rack": (3, 10, "'-' is not a tile"),
    "malformed_score": (3, 22, "'fifty' is out of place; expected the points"),
    "malformed_square": (3, 13, "'8D9' is out of place; expected 8D WORD, -TILES"),
    "no_action": (3, 12, "the line ends too soon; expected 8D WORD"),
    "no_colon": (3, 1, "expected > and a nickname and a colon"),
    "no_players": (1, 1, "#player1 is missing"),
    "no_tile_laid": (4, 10, "no tile is laid"),
    "no_total": (3, 25, "the line ends too soon; expected the total"),
    "no_word": (3, 15, "the line ends too soon; expected the word"),
    "not_touching": (4, 11, "does not touch"),
    "off_the_board": (3, 13, "does not fit on a board of 15 x 15"),
    "out_of_turn": (4, 2, "Ann is not on turn; expected Bob"),
    "part_of_a_word": (4, 10, "name the whole word, from 8D"),
    "penalty_before_end": (4, 13, "the game is not over"),
    "played_tile_not_left": (4, 7, "the play needs Z, not among the tiles left; expected at most 0 Z"),
    "player_after_event": (4, 1, "#player3 after the first event"),
    "player_missing": (3, 1, "#player2 is missing"),
    "player_twice": (3, 1, "a second #player1"),
    "player_without_nickname": (1, 9, "#player1 names no player"),
    "rack_pragma_beyond_tiles": (4, 8, "Q more than english has"),
    "rack_pragma_malformed": (4, 10, "'7' is not a tile"),
    "rack_pragma_of_nobody": (4, 1, "#rack3 without #player3"),
    "rack_pragma_too_long": (4, 8, "8 tiles on a rack; expected at most 7"),
    "rack_too_long": (3, 7, "8 tiles on a rack; expected at most 7"),
    "stray_text": (5, 1, "'The rest was lost.' is not part of a record"),
    "tiles_not_left": (4, 7, "Z on the rack, but not among the tiles left; expected at most 0 Z"),
    "time_before_end": (4, 7, "the game is not over"),
    "unknown_player": (3, 2, "unknown player 'Cid'; expected Ann or Bob"),
    "utf_16_without_mark": (1, 2, r"'\x00' is not text"),
    "withdrawal_of_other_player": (4, 12, "Bob has no play to be challenged"),
    "withdrawal_without_play": (4, 13, "Ann has no play to be challenged"),
}


def messages(text: str | bytes, **options: object) -> list[str]:
    return [str(warning) for warning in parse_gcg(text, **options).warnings]  # type: ignore[arg-type]


def test_every_faulty_record_is_accounted_for() -> None:
    assert {path.stem for path in (FOLDER / "faulty").glob("*.gcg")} == set(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_reported_with_its_line(name: str) -> None:
    line, column, message = FAULTS[name]
    path = FOLDER / "faulty" / f"{name}.gcg"
    with pytest.raises(GcgError) as caught:
        read_gcg(path)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert message in str(error)
    assert str(error).startswith(str(path))
    assert str(error).isprintable()


@pytest.mark.parametrize("path", sorted((FOLDER / "sound").glob("*.gcg")), ids=lambda path: path.stem)
def test_sound_records_are_read_and_written_back_equal(path: Path, tmp_path: Path) -> None:
    game = read_gcg(path, strict=True)
    write_gcg(game, tmp_path / "copy.gcg")
    assert read_gcg(tmp_path / "copy.gcg", strict=True) == game
    assert parse_gcg(format_gcg(game)) == game


def test_pragmas_and_notes_stay_where_they_were() -> None:
    game = read_gcg(FOLDER / "sound" / "all_pragmas.gcg")
    assert game.pragmas[0] == Pragma("title", "Club night, table 3")
    assert game.pragma("description") == "A game made up for tests,\ntold in two lines"
    assert Pragma("Our-Own", "Pragma, kept as it is") in game.pragmas
    assert Pragma("", "a remark of nobody's concern") in game.pragmas
    assert Pragma("note", "A note before the first event.") in game.pragmas
    assert Pragma("stopwatch", "01:15", 1) in game.pragmas
    assert game.pragmas[-3:] == (
        Pragma("incomplete", "", 2),
        Pragma("rack1", "EIOU", 2),
        Pragma("rack2", "EINSTU", 2),
    )
    first = "First note."
    second = "Second note,\nwhich has a second line\n\n  and a third after a gap.\n> this is no event"
    assert game.events[0].notes == (first, second)
    assert game.events[1].notes == ("",)
    assert [str(rack) for rack in game.racks] == ["EIOU", "EINSTU"]
    assert game.lexicon_name == "SCOWL80"


@pytest.mark.parametrize(
    ("name", "encoding", "player"),
    [
        ("latin_1", "ISO-8859-1", "José Muñoz"),
        ("utf_8_undeclared", "UTF-8", "José Muñoz"),
        ("utf_8_bom_crlf", "UTF-8", "José Muñoz"),
        ("old_mac_line_ends", "ISO-8859-1", "Ann Archer"),
    ],
)
def test_encodings_and_line_ends(name: str, encoding: str, player: str) -> None:
    game = read_gcg(FOLDER / "sound" / f"{name}.gcg")
    assert game.encoding == encoding
    assert game.players[0].name == player
    assert game.scores == (42, 0)


def test_a_full_name_in_place_of_the_nickname() -> None:
    text = "#player1 Ann Ann Archer\n#player2 Bob\n>Ann Archer: AERWZ 8D WAREZ +42 42\n"
    expected = (
        "line 3, column 2: 'Ann Archer' is out of place; expected the nickname of a player, without spaces"
    )
    with pytest.raises(GcgError, match=expected):
        parse_gcg(text)


def test_a_misnamed_encoding_gives_a_warning() -> None:
    text = "#player1 Jose José\n#player2 Bob\n"
    for name, message in [
        ("UTF-8", "the text is not UTF-8"),
        ("Mac-Roman", "unknown encoding 'Mac-Roman'"),
    ]:
        game = parse_gcg(f"#character-encoding {name}\n{text}".encode("latin-1"))
        assert game.players[0].name == "José"
        assert game.encoding == "ISO-8859-1"
        assert [message in str(warning) for warning in game.warnings] == [True]
        assert parse_gcg(format_gcg(game)) == game


@pytest.mark.parametrize(
    "name", ["", "#character-encoding Windows-1252\n", "#character-encoding ISO-8859-1\n"]
)
def test_records_of_windows(name: str) -> None:
    """Quotation marks and dashes of Windows-1252 are control characters in ISO-8859-1."""
    text = f"{name}#player1 Sean Seán O\u2019Neil\n#player2 Bob\n#title A \u2013 B\n"
    game = parse_gcg(text.encode("cp1252"))
    assert game.players[0].name == "Seán O\u2019Neil" and game.warnings == ()
    assert parse_gcg(format_gcg(game)) == game
    undefined = parse_gcg("#player1 A é\x81\n#player2 B\n".encode("latin-1"))
    assert undefined.players[0].name == "é\x81"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16(encoding: str) -> None:
    text = "#player1 Jose José\n#player2 Zoë Zoë\n>Jose: AERWZ 8D WAREZ +42 42\n"
    mark = "" if encoding == "utf-16" else "\ufeff"
    game = parse_gcg(f"{mark}{text}".encode(encoding))
    assert game.players[0].name == "José" and game.scores == (42, 0)
    assert parse_gcg(format_gcg(game)) == game
    with pytest.raises(GcgError, match="is not text"):
        parse_gcg(f"{mark}{text}".encode(encoding)[:-1])


def test_latin_1_that_could_be_utf_8_is_declared_when_written(tmp_path: Path) -> None:
    game = parse_gcg("#character-encoding ISO-8859-1\n#player1 A Ã©\n#player2 B\n".encode("latin-1"))
    assert game.players[0].name == "Ã©"
    write_gcg(game, tmp_path / "copy.gcg")
    assert read_gcg(tmp_path / "copy.gcg") == game


def test_text_that_latin_1_lacks_is_written_in_utf_8(tmp_path: Path) -> None:
    game = parse_gcg(HEAD)
    assert game.encoding == "ISO-8859-1"
    game.add_note("źle")
    write_gcg(game, tmp_path / "copy.gcg")
    assert read_gcg(tmp_path / "copy.gcg").pragmas == game.pragmas


def test_a_wrong_score_is_reported_once_and_the_right_one_is_used() -> None:
    text = f"{HEAD}>Ann: AERWZ 8D WAREZ +40 40\n>Bob: EIINSTU E7 I. +2 2\n>Ann: - +0 40\n"
    game = parse_gcg(text)
    expected = GcgWarning(3, "the score is +40 in the record, but 42 by the rules", 22)
    assert game.warnings == (expected,)
    assert [event.total for event in game.events] == [42, 2, 42]
    with pytest.raises(GcgError, match="line 3, column 22: the score is"):
        parse_gcg(text, strict=True)


def test_a_wrong_total_is_reported_once_and_the_right_one_is_used() -> None:
    text = f"{HEAD}>Ann: AERWZ 8D WAREZ +42 52\n>Bob: EIINSTU E7 I. +2 2\n>Ann: - +0 52\n"
    game = parse_gcg(text)
    assert game.warnings == (GcgWarning(3, "the total is 52 in the record, but 42 by the rules", 26),)
    assert game.scores == (42, 2)
    with pytest.raises(GcgError, match="line 3, column 26"):
        parse_gcg(text, strict=True)


def test_a_wrong_score_beside_a_right_total() -> None:
    assert messages(f"{HEAD}>Ann: AERWZ 8D WAREZ +24 42\n") == [
        "line 3: the score is +24 in the record, but 42 by the rules"
    ]


def test_figures_are_right_after_writing() -> None:
    game = parse_gcg(f"{HEAD}>Ann: AERWZ 8D WAREZ +40 40\n")
    assert format_gcg(game) == HEAD + WAREZ
    assert parse_gcg(format_gcg(game)) == game


@pytest.mark.parametrize(
    ("play", "withdrawal", "warnings"),
    [
        ("+42 42", "-42 0", []),
        ("+0 0", "-0 0", []),  # some programs record a phony without points, and then take none back
        ("+42 42", "-0 42", ["the score is -0 in the record, but -42 by the rules"]),
        ("+0 0", "-42 -42", ["the score is +0 in the record, but 42 by the rules"]),
    ],
)
def test_points_of_a_phony_are_recorded_and_taken_back(
    play: str, withdrawal: str, warnings: list[str]
) -> None:
    game = parse_gcg(f"{HEAD}>Ann: AERWZ 8D WAREZ {play}\n>Ann: AERWZ -- {withdrawal}\n")
    assert [warning.message for warning in game.warnings] == warnings
    assert game.scores == (0, 0)


def test_a_play_that_its_rack_lacks_stands_and_the_rack_does_not() -> None:
    game = parse_gcg(f"{HEAD}>Ann: AEIOU 8D WAREZ +42 42\n")
    assert [str(warning) for warning in game.warnings] == [
        "line 3: the play needs RWZ, not on the rack AEIOU; expected a rack that holds the tiles played"
    ]
    assert str(game.events[0].rack) == "AEIOU"
    assert str(game.position(1).rack) == "AERWZ"


def test_a_challenge_bonus_of_an_odd_amount() -> None:
    assert messages(f"{HEAD}{WAREZ}>Ann: (challenge) +7 49\n") == [
        "line 4: a challenge bonus of +7; expected +5 or +10"
    ]


def test_a_rack_that_is_not_left_is_not_used() -> None:
    game = parse_gcg(f"{HEAD}{WAREZ}#rack2 AEZ\n")
    assert [str(warning) for warning in game.warnings] == [
        "line 4: the rack AEZ has tiles that are not left; it is not used"
    ]
    assert game.current_position().racks == (None, None)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (">Ann: AERWZ 8D WAREZ +42 42", EventKind.PLAY),
        (">Ann: 8D WAREZ +42 42", EventKind.PLAY),
        ("> Ann : AERWZ 8d WAREZ 42 42", EventKind.PLAY),
        ("\t>Ann:\tAERWZ\t8D\tWAREZ\t+42\t+42", EventKind.PLAY),
        (">Ann: zwrea? h8 wAREZ +34 34", EventKind.PLAY),
        (">Ann: AERWZ -WZ +0 0", EventKind.EXCHANGE),
        (">Ann: -5 +0 0", EventKind.EXCHANGE),
        (">Ann: -WZ -0 0", EventKind.EXCHANGE),
        (">Ann: AERWZ - +0 0", EventKind.PASS),
        (">Ann: - +0 0 asleep", EventKind.PASS),
    ],
)
def test_forms_of_a_turn(line: str, kind: EventKind) -> None:
    game = parse_gcg(HEAD + line)
    assert [event.kind for event in game.events] == [kind]
    assert parse_gcg(format_gcg(game)) == game


def test_a_continued_event() -> None:
    game = parse_gcg(f"{HEAD}>Ann: AERWZ 8D WAREZ\n#- +42 42 WAREZ\n#-   is no word\n")
    assert game.events[0].comment == "WAREZ is no word"


def test_continuations_carry_notes_and_pragmas_on() -> None:
    game = parse_gcg(f"{HEAD}#title one\n#-two\n#-\n#- four\n{WAREZ}#note a\n#- #b\n\n\n#-   c\n\n")
    assert game.pragma("title") == "one\ntwo\n\nfour"
    assert game.events[0].notes == ("a\n#b\n\n\n  c",)
    assert parse_gcg(format_gcg(game)) == game


def tiny_variant(exchange_limit: int) -> Variant:
    """Racks of two tiles and two more in the bag."""
    tiles = TileSet.from_letters("tiny", [Tile("A", "a", 4, 1, vowel=True), Tile("B", "b", 2, 3)], blanks=0)
    rules = Rules(name="tiny", rack_size=2, exchange_limit=exchange_limit, players_max=2)
    return Variant(tiles, BoardLayout.plain("tiny", 9, 9), rules)


def test_an_exchange_with_few_tiles_in_the_bag_gives_a_warning() -> None:
    text = f"{HEAD}>Ann: AB -B +0 0\n"
    assert messages(text, variant=tiny_variant(2)) == []
    assert messages(text, variant=tiny_variant(3)) == [
        "line 3: an exchange with 2 tiles in the bag; expected 3 or more"
    ]


def test_an_exchange_with_too_few_tiles_in_the_bag_cannot_be() -> None:
    text = f"{HEAD}>Ann: AB 5E AB +0 0\n>Bob: AA -A +0 0\n"
    with pytest.raises(GcgError, match="line 4, column 10: an exchange of 1 with no tiles in the bag"):
        parse_gcg(text, variant=tiny_variant(1))


OUT = f"{HEAD}>Ann: AA 5E AA +52 52\n>Bob: - +0 0\n>Ann: G5 BB +61 113\n"
"""Ann goes out, and Bob is left with AA; racks of two tiles make any play of both a bingo."""


@pytest.mark.parametrize(
    ("ending", "scores", "warnings"),
    [
        (">Ann: (AA) +4 117", (117, 0), []),
        (">Bob: - +0 0\n>Ann: (AA) +4 117", (117, 0), []),
        (">Ann: (challenge) +5 118\n>Ann: (AA) +4 122", (122, 0), []),
        (">Ann: (AA) +2 115\n>Bob: AA (AA) -2 -2", (115, -2), []),
        (">Bob: (time) -10 -10\n>Ann: (AA) +4 117\n>Ann: (time) -20 97\n>Ann: (time) -1 96", (96, -10), []),
        (
            ">Ann: (AA) +2 115",
            (115, 0),
            ["line 6: +2 for the tiles left, which the other player does not lose; expected +4"],
        ),
        (
            ">Ann: (AA) +6 119",
            (117, 0),
            ["line 6: the score is +6 in the record, but 4 by the rules"],
        ),
        (">Ann: (A) +2 115", (115, 0), ["line 6: A for the tiles left; expected AA"]),
        (">Ann: -- -61 52\n>Bob: AA - +0 0", (52, 0), []),
    ],
)
def test_the_end_of_a_game(ending: str, scores: tuple[int, int], warnings: list[str]) -> None:
    variant = tiny_variant(1)
    game = parse_gcg(f"{OUT}{ending}\n", variant=variant)
    assert game.scores == scores
    assert [str(warning) for warning in game.warnings] == warnings
    again = parse_gcg(format_gcg(game), variant=variant)
    assert again == game


@pytest.mark.parametrize(
    ("ending", "message"),
    [
        (">Bob: AA 4D AA +4 4", "column 10: the game is over"),
        (">Bob: AA -A +0 0", "the game is over: the bag and a rack are empty"),
        (">Bob: (AA) +4 4", "Bob did not go out; expected Ann"),
        (">Ann: (AB) +8 121", "B not among the tiles left; expected AA"),
        (">Ann: (AA) -2 111", "Ann has no tiles left"),
        (">Ann: (AA) +4 117\n>Ann: (AA) +4 121", "AA not among the tiles left"),
        (">Ann: (AA) +4 117\n>Bob: - +0 0", "a turn after the tiles left were counted"),
        (">Ann: (AA) +4 117\n>Ann: -- -61 56", "Ann has no play to be challenged"),
        (">Ann: (time) +10 123", "a penalty of +10; expected points deducted"),
        (">Ann: BB - +0 113", "Ann is not on turn; expected Bob"),
    ],
)
def test_the_end_of_a_game_that_cannot_be(ending: str, message: str) -> None:
    with pytest.raises(GcgError) as caught:
        parse_gcg(f"{OUT}{ending}\n", variant=tiny_variant(1))
    assert message in str(caught.value)


def test_three_players_may_count_each_rack_apart() -> None:
    tiles = TileSet.from_letters("tiny", [Tile("A", "a", 6, 1, vowel=True), Tile("B", "b", 2, 3)], blanks=0)
    rules = Rules(name="tiny", rack_size=2, bingo_bonus=0, players_max=3)
    variant = Variant(tiles, BoardLayout.plain("tiny", 9, 9), rules)
    turns = ">Ann: AA 5E AA +2 2\n>Bob: - +0 0\n>Cid: - +0 0\n>Ann: G5 BB +11 13\n"
    end = ">Ann: (AA) +2 15\n>Ann: (AA) +2 17\n>Bob: AA (AA) -2 -2\n>Cid: AA (AA) -2 -2\n"
    game = parse_gcg(f"{HEAD}#player3 Cid Cid Carter\n{turns}{end}", variant=variant, strict=True)
    assert game.scores == (17, -2, -2)
    assert [rack and str(rack) for rack in game.position(4).racks] == ["BB", None, None]
    assert [rack and str(rack) for rack in game.position(2).racks] == [None, "AA", None]


def test_tiles_called_time_are_tiles() -> None:
    text = f"{HEAD}{SIX_PASSES}>Bob: EIMT (TIME) -6 -6\n>Bob: (time) -10 -16\n"
    game = parse_gcg(text)
    assert [event.kind for event in game.events[-2:]] == [EventKind.END_RACK_PENALTY, EventKind.TIME_PENALTY]
    assert [str(warning) for warning in game.warnings] == ["line 9: 4 tiles left; expected 7"]


def test_a_game_given_up_early_gives_a_warning() -> None:
    text = f"{HEAD}>Ann: - +0 0\n>Bob: - +0 0\n>Ann: (A) -1 -1\n>Bob: (?) -0 0\n>Ann: (time) -5 -6\n"
    game = parse_gcg(text)
    assert game.is_finished
    assert [warning.line for warning in game.warnings] == [5, 5, 6, 6]
    assert game.scores == (-6, 0)


def test_tiles_are_counted_once_for_each_player() -> None:
    with pytest.raises(GcgError, match="line 10, column 8: the tiles of Ann have been counted"):
        parse_gcg(f"{HEAD}{SIX_PASSES}>Ann: (A) -1 -1\n>Ann: (A) -1 -2\n")


def test_a_blank_left_may_be_counted_once() -> None:
    """It counts nothing, so there is nothing that the other player should lose."""
    tiles = TileSet.from_letters("tiny", [Tile("A", "a", 4, 1), Tile("B", "b", 1, 3)], blanks=1)
    variant = replace(tiny_variant(0), tiles=tiles)
    turns = ">Ann: AA 5E AA +52 52\n>Bob: B? G5 B +5 5\n>Ann: AA H5 AA +58 110\n"
    assert messages(f"{HEAD}{turns}>Ann: (?) +0 110\n", variant=variant) == []


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((HEAD + WAREZ).encode()), encoding="utf-8"))
    assert read_gcg("-").scores == (42, 0)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b""), encoding="utf-8"))
    with pytest.raises(GcgError, match="standard input: the record is empty"):
        read_gcg("-")


def test_text_is_read() -> None:
    assert read_gcg(HEAD + WAREZ) == parse_gcg((HEAD + WAREZ).encode())


@pytest.mark.parametrize("is_file", [False, True])
def test_how_a_record_is_read_holds_for_files_and_text(tmp_path: Path, *, is_file: bool) -> None:
    def read(record: str, **options: Any) -> Game:
        file = tmp_path / "a.gcg"
        file.write_text(record, encoding="utf-8")
        return read_gcg(file if is_file else record, **options)

    twice, super_game = HEAD + WAREZ + ">Bob: - +0 0\n", Variant.load("super")
    assert len(read(twice, until=1).turns) == 1
    assert read(HEAD, variant=super_game).variant == read(HEAD, default=super_game).variant == super_game
    assert read(f"{HEAD}#rules standard\n", default=super_game).variant == Variant.standard()
    with pytest.raises(GcgError, match="the score is"):
        read(twice.replace("+42 42", "+43 43"), strict=True)


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    cases: list[tuple[str | Path, str]] = [
        (tmp_path, "directory"),
        (tmp_path / "none.gcg", "No such file"),
        ("a\0b", "null"),
    ]
    for path, reason in cases:
        with pytest.raises(GcgError, match=reason):
            read_gcg(path)
    for path, reason in (
        ("no folder/game.gcg", "folder does not exist"),
        (".", "directory"),
        ("a\0b", "null"),
    ):
        with pytest.raises(GcgError, match=reason):
            write_gcg(parse_gcg(HEAD), tmp_path / path)


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    huge = tmp_path / "huge.gcg"
    huge.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(GcgError, match="is larger than 1 MiB, the limit"):
        read_gcg(huge)


def test_endless_events_are_not_read_to_their_end() -> None:
    with pytest.raises(GcgError, match="line 2003, column 1: more than 2,000 events"):
        parse_gcg(HEAD + ">Ann: - +0 0\n>Bob: - +0 0\n" * 1001)


def test_long_notes_are_read_quickly() -> None:
    note, notes = "x\n" * 200_000, "#note y\n" * 50_000
    game = parse_gcg(f"{HEAD}{WAREZ}#note {note}{notes}")
    assert len(game.events[0].notes) == 50_001
