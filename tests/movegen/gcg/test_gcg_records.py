"""Records of other programs, stored beside the repository: valid ones are read, faulty ones refused."""

from pathlib import Path

import pytest

from movegen.errors import GcgError
from movegen.game import EventKind
from movegen.gcg import parse_gcg, read_gcg
from movegen.gcg.reader import format_gcg, write_gcg

FOLDER = Path(__file__).resolve().parents[3] / ".." / "shared" / "data" / "gcg"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the records of ../shared/data/gcg are not here")

FINISHED = {
    "macondo_gcgio_testdata_doug_v_emely": (451, 345),
    "macondo_gcgio_testdata_doug_v_emely_double_challenge": (451, 345),
    "macondo_gcgio_testdata_josh2": (397, 291),
    "macondo_gcgio_testdata_some_isc_game": (364, 409),
    "macondo_gcgio_testdata_utf8_dos": (375, 488),
    "macondo_gcgio_testdata_vs_andy": (423, 363),
    "magpie_partially_known_rack_from_phonies": (689, 259),
    "quackle_test_positions_boys1": (433, 443),
    "quackle_test_positions_fivepoint": (452, 360),
    "quackle_test_positions_logan": (440, 438),
}
UNFINISHED = {
    "macondo_gcgio_testdata_incomplete": (336, 298),
    "macondo_gcgio_testdata_incomplete_elise": (336, 298),
    "macondo_gcgio_testdata_name_iso8859-1": (32, 16),
    "magpie_oops_all_pragmas": (0, 0),
    "quackle_test_positions_deadwoodendgame": (407, 446),
    "quackle_test_positions_multiplayer-crash": (172, 184, 221, 149),
    "quackle_test_positions_one_tile_play": (18, 36),
}
DOUBTFUL = {
    # A rack with one A more than is left.
    "macondo_gcgio_testdata_incomplete_elise": [26],
    # Plays that are not on the racks beside them.
    "quackle_test_positions_multiplayer-crash": [7, 8, 9, 13, 15, 16, 18, 19, 20],
}
FAULTY = {
    "magpie_challenge_bonus_rack_malformed": (24, 16, "'-' is not a tile"),
    "magpie_duplicate_nicknames": (6, 2, "unknown player 'Josh'"),
    "magpie_end_game_event_before_game_end": (18, 19, "the game is not over"),
    "magpie_exchange_not_in_rack": (6, 26, "the exchange needs I, not on the rack DEIIKOR"),
    "magpie_first_rack_not_in_bag": (13, 18, "more ZZ on the rack than english has"),
    "magpie_game_event_off_turn": (15, 2, "HastyBot is not on turn; expected RightBehindYou"),
    "magpie_invalid_tile_placement": (27, 9, "does not fit on a board of 15 x 15"),
    "magpie_malformed_play": (11, 22, "'2' is not a tile"),
    "magpie_move_before_player": (3, 1, "#player2 is missing"),
    "magpie_no_matching_token": (10, 16, "'DAIN.IER' is out of place; expected 8D WORD"),
}
SOUND = FINISHED | UNFINISHED


def record(name: str) -> Path:
    return FOLDER / f"{name}.gcg"


def test_every_record_is_accounted_for() -> None:
    assert {path.stem for path in FOLDER.glob("*.gcg")} == set(SOUND) | set(FAULTY)


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_record_is_replayed(name: str) -> None:
    game = read_gcg(record(name))
    assert game.scores == SOUND[name]
    assert game.is_finished is (name in FINISHED)
    assert [warning.line for warning in game.warnings] == DOUBTFUL.get(name, [])


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_record_has_a_position_for_every_turn(name: str) -> None:
    game = read_gcg(record(name))
    for number, event in enumerate(game.turns, start=1):
        position = game.position(number)
        assert position.on_turn == event.player
        assert len(position.racks) == len(game.players)
        if event.rack is not None and event.line not in DOUBTFUL.get(name, []):
            assert position.rack.contains(event.rack)
        assert event.move is not None
        assert position.rack.contains(event.move.tiles_used)
    if not game.is_finished:
        assert game.position(len(game.turns) + 1) == game.current_position()


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_record_is_written_and_read_back_equal(name: str, tmp_path: Path) -> None:
    game = read_gcg(record(name))
    copy = tmp_path / "copy.gcg"
    write_gcg(game, copy)
    again = read_gcg(copy)
    assert again == game
    assert [warning.message for warning in again.warnings] == [warning.message for warning in game.warnings]
    assert parse_gcg(format_gcg(game)) == game
    assert format_gcg(again) == format_gcg(game)


@pytest.mark.parametrize("name", sorted(set(SOUND) - set(DOUBTFUL)))
def test_strictness_has_nothing_against_a_sound_record(name: str) -> None:
    assert read_gcg(record(name), strict=True) == read_gcg(record(name))


@pytest.mark.parametrize("name", DOUBTFUL)
def test_strictness_refuses_a_doubtful_record(name: str) -> None:
    with pytest.raises(GcgError) as caught:
        read_gcg(record(name), strict=True)
    assert caught.value.line == DOUBTFUL[name][0]


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_record_is_refused_with_its_place(name: str) -> None:
    line, column, message = FAULTY[name]
    with pytest.raises(GcgError) as caught:
        read_gcg(record(name))
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{record(name)}, line {line}, column {column}: ")
    assert "\n" not in str(caught.value)


def test_encodings_are_recognized() -> None:
    latin = read_gcg(record("macondo_gcgio_testdata_name_iso8859-1"))
    assert [player.nickname for player in latin.players] == ["césar", "hércules"]
    assert latin.encoding == "ISO-8859-1"
    unicode = read_gcg(record("macondo_gcgio_testdata_some_isc_game"))
    assert unicode.players[1].name == "Úrsula Iguarán Buendía"
    assert unicode.encoding == "UTF-8"


def test_notes_of_several_lines_survive() -> None:
    game = read_gcg(record("macondo_gcgio_testdata_utf8_dos"))
    (note,) = game.turns[9].notes
    assert note.startswith("tennises dentines way more points\nsince ive been behind")
    assert game.turns[3].notes == ("volplane!",)


def test_comments_after_totals_survive() -> None:
    game = read_gcg(record("quackle_test_positions_boys1"))
    assert [event.comment for event in game.turns[2:4]] == ["BE, ET, DO", "BEDIMS"]
    assert game.pragma("incomplete") == ""


def test_the_end_stays_as_recorded() -> None:
    kinds = [event.kind for event in read_gcg(record("quackle_test_positions_fivepoint")).events[-2:]]
    assert kinds == [EventKind.END_RACK_BONUS, EventKind.END_RACK_PENALTY]
    kinds = [event.kind for event in read_gcg(record("macondo_gcgio_testdata_some_isc_game")).events[-2:]]
    assert kinds == [EventKind.CHALLENGE_BONUS, EventKind.END_RACK_BONUS]


def known_racks(name: str, turn: int) -> list[str | None]:
    racks = read_gcg(record(name)).position(turn).racks
    return [None if rack is None else str(rack) for rack in racks]


@pytest.mark.parametrize(
    ("turn", "alice", "bob"),
    [
        (3, "DEEORUV", None),
        (5, "BDFLQRU", "AAAEIST"),  # AITAEAS was shown
        (7, "BELNQRU", "AAAEST"),  # an I was played since
        (9, "AHINNRW", "AEST"),
        (11, "AEEHIMN", "AST"),
        (13, "AEHIMNR", "AILRST"),  # TRIALS was shown
        (19, "?AGILNO", "AAGJLOO"),
        (21, "EEIOSVY", None),  # tiles were exchanged
        (27, "?DEGMOS", "DOTTW"),  # the bag is empty
    ],
)
def test_tiles_shown_by_phonies_are_known(turn: int, alice: str, bob: str | None) -> None:
    assert known_racks("magpie_partially_known_rack_from_phonies", turn) == [alice, bob]


@pytest.mark.parametrize(
    ("name", "turn", "racks"),
    [
        ("macondo_gcgio_testdata_doug_v_emely", 26, ["EGOP", "?FS"]),
        ("macondo_gcgio_testdata_doug_v_emely_double_challenge", 27, ["EGOP", ""]),
        ("macondo_gcgio_testdata_josh2", 22, [None, "?DEENOP"]),  # recorded as E alone
        ("macondo_gcgio_testdata_incomplete", 19, ["IX", None]),
        ("macondo_gcgio_testdata_incomplete", 21, [None, None]),
        ("macondo_gcgio_testdata_incomplete_elise", 21, ["AEEIILZ", None]),
        ("quackle_test_positions_deadwoodendgame", 23, ["JL", "CLOT"]),
        ("quackle_test_positions_deadwoodendgame", 24, ["L", "CLOT"]),
        ("quackle_test_positions_multiplayer-crash", 18, [None, "AABLLNS", None, None]),
        ("quackle_test_positions_one_tile_play", 3, ["GNX", None]),
    ],
)
def test_racks_are_given_where_they_are_certain(name: str, turn: int, racks: list[str | None]) -> None:
    assert known_racks(name, turn) == racks
