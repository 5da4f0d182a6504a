"""The file of lines: round trips, faulty files, and lines that do not fit the game."""

from pathlib import Path

import msgspec
import pytest
from damaged_files import read_all
from game_lines import GAME, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from movegen import Line, read_gcg, read_lines, write_lines
from movegen.errors import JackdawError, UnknownNameError
from movegen.lines import LineError, add_line, encode_lines, lines_file, read_line_records, remove_line


@pytest.mark.medium
@given(st.lists(lines().filter(lambda line: bool(line.moves)), max_size=4))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lines_come_back_from_their_file(tmp_path: Path, drawn: list[Line]) -> None:
    named = [line.with_name(f"{line.name} {number}") for number, line in enumerate(drawn)]
    file = lines_file(tmp_path / "game.gcg")
    write_lines(file, named)
    again = read_lines(file, GAME)
    expected = sorted(named, key=lambda line: line.turn)
    assert list(again) == expected
    assert [line.racks for line in again] == [line.racks for line in expected]
    assert [line.game for line in again] == [line.game for line in expected]
    assert file.read_bytes() == encode_lines(read_line_records(file))


def test_the_file_is_as_documented(tmp_path: Path) -> None:
    file = tmp_path / "game.gcg.lines.json"
    write_lines(file, [Line.begin(GAME, 7, "fish").play("M9 (EA)TING").play("N12 AWK")])
    assert msgspec.json.decode(file.read_bytes()) == {
        "schema": "jackdaw.lines/1",
        "lines": [
            {
                "name": "fish",
                "turn": 7,
                "moves": [{"move": "M9 ..TING", "rack": "GGINNTT"}, {"move": "N12 AWK", "rack": None}],
            }
        ],
    }


LINE = b'{"name":"a","turn":7,"moves":[{"move":"-","rack":null}]}'


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "not a file of lines"),
        (b"[]", "not a file of lines"),
        (b'{"schema":"jackdaw.lines/9","lines":[]}', "its schema is jackdaw.lines/9"),
        (b'{"schema":"jackdaw.lines/1","lines":[%b,%b]}' % (LINE, LINE), "two lines are called 'a'"),
        (b'{"schema":"jackdaw.lines/1","lines":[{"name":"a","turn":7,"moves":[]}]}', "'a' has no moves"),
        (b'{"schema":"jackdaw.lines/1","lines":[{"name":" ","turn":7,"moves":[]}]}', "no name"),
        (b'{"schema":"jackdaw.lines/1","lines":[],"x":1}', "unknown field"),
        (b"\xff\xfe", "not a file of lines"),
        (b"[" * 100_000, "not a file of lines"),
    ],
)
def test_faulty_files_are_refused_in_one_line(tmp_path: Path, content: bytes, problem: str) -> None:
    file = tmp_path / "game.gcg.lines.json"
    file.write_bytes(content)
    with pytest.raises(LineError, match=problem) as caught:
        read_lines(file, GAME)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_line_that_does_not_fit_is_named_with_its_turn(tmp_path: Path) -> None:
    file = tmp_path / "game.gcg.lines.json"
    write_lines(file, [Line.begin(GAME, 7, "fish").play("pass").play("N12 EWK")])
    other = read_gcg("tests/data/games/greedy_v_rackh3.gcg")
    with pytest.raises(LineError, match="line 'fish', turn 8: does not fit the game") as caught:
        read_lines(file, other)
    assert "remove the line" in str(caught.value)


def test_lines_are_added_and_removed_by_name() -> None:
    fish = Line.begin(GAME, 7, "fish").play("pass")
    records = add_line((), fish)
    with pytest.raises(LineError, match="there is a line 'fish' already"):
        add_line(records, fish)
    assert add_line(records, fish.play("pass"), replace=True)[0].moves[1].move == "-"
    with pytest.raises(UnknownNameError, match="did you mean fish"):
        remove_line(records, "fihs")
    assert remove_line(records, "fish") == ()


def test_lines_without_a_name_or_moves_are_not_saved(tmp_path: Path) -> None:
    for line in (Line.begin(GAME, 7, "fish"), Line.begin(GAME, 7).play("pass")):
        with pytest.raises(JackdawError, match=r"not saved|no name"):
            write_lines(tmp_path / "x.lines.json", [line])


def test_damaged_files_are_refused_or_read(tmp_path: Path) -> None:
    file = tmp_path / "game.gcg.lines.json"
    lines = [
        Line.begin(GAME, 7, "fish").play("M9 (EA)TING").play("N12 EWK"),
        Line.begin(GAME, 20, "end").play("pass"),
    ]
    write_lines(file, lines)

    def read(content: bytes) -> object:
        file.write_bytes(content)
        return read_lines(file, GAME)

    done, refused = read_all(file.read_bytes(), 300, 1, read)
    assert done + refused == 300
    assert done and refused
