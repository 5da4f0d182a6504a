"""`jackdaw line`: lines are added, listed, removed and tried, and `analyze` shows them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import jackdaw
from jackdaw.text import line_heading
from movegen import Line, read_gcg, read_lines

pytestmark = pytest.mark.core
Run = Callable[..., Any]
ADDED = """Line eating, instead of 6H (P)ING in turn 7
# Player Rack    Move        Score Total
7 Ann    GGINNTT M9 (EA)TING    14   135
8 Ben    EIKNUWZ N12 EWK        49    99
After it: Ann Archer 135, Ben Boyle 99.
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return Path(shutil.copy("jackdaw/samples/ann_v_ben.gcg", tmp_path / "game.gcg"))


@pytest.fixture
def eating(game: Path, run_jackdaw: Run) -> Path:
    """A game with the line `eating`."""
    result = run_jackdaw("line", "add", game, "--turn", "7", "--name", "eating", "m9 eating", "N12 EWK")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == ADDED
    return game


def error_of(result: Any) -> str:
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    return str(line.removeprefix("Error: "))


def test_a_line_is_saved_beside_the_record_and_listed(eating: Path, run_jackdaw: Run) -> None:
    file = eating.with_name("game.gcg.lines.json")
    (line,) = read_lines(file, read_gcg(eating))
    assert (line.name, line.turn, line.scores) == ("eating", 7, (135, 99))
    assert run_jackdaw("line", "list", eating).stdout == ADDED
    listed = json.loads(run_jackdaw("line", "list", eating, "--json", "-").stdout)
    assert listed["schema"] == "jackdaw.game-lines/1"
    assert listed["lines"] == [
        {
            "name": "eating",
            "turn": 7,
            "moves": [
                {"turn": 7, "player": 0, "rack": "GGINNTT", "move": "M9 (EA)TING", "score": 14, "total": 135},
                {"turn": 8, "player": 1, "rack": "EIKNUWZ", "move": "N12 EWK", "score": 49, "total": 99},
            ],
            "scores": [135, 99],
            "finished": False,
            "problem": None,
        }
    ]


def test_a_move_of_other_tiles_than_the_known_ones_is_named(eating: Path, run_jackdaw: Run) -> None:
    add = ("line", "add", eating, "--turn", "7", "--name")
    shown = run_jackdaw(*add, "other", "M9 EATINS", "N12 EWK").stdout
    assert "\nTurn 7: M9 (EA)TINS does not fit the known tiles GGINNTT: rack unknown.\nAfter it: " in shown
    assert "does not fit" not in run_jackdaw(*add, "same", "M9 EATING", "N12 EWK").stdout
    assert "does not fit" not in run_jackdaw(*add, "given", "GGINSTT: M9 EATINS").stdout


def test_a_line_is_replaced_only_on_demand_and_removed(eating: Path, run_jackdaw: Run) -> None:
    add = ("line", "add", eating, "--turn", "7", "--name", "eating", "pass")
    assert (
        error_of(run_jackdaw(*add)) == "there is a line 'eating' already; choose another name, or replace it"
    )
    assert run_jackdaw(*add, "--replace").exit_code == 0
    (line,) = read_lines(f"{eating}.lines.json", read_gcg(eating))
    assert str(line.moves[0].move) == "(pass)"
    assert error_of(run_jackdaw("line", "remove", eating, "eatin")) == (
        "unknown line 'eatin'; did you mean eating?"
    )
    assert run_jackdaw("line", "remove", eating, "eating").exit_code == 0
    result = run_jackdaw("line", "list", eating)
    assert (result.exit_code, result.stdout) == (1, "")


def test_a_rack_may_stand_before_a_move(game: Path, run_jackdaw: Run) -> None:
    arguments = ("line", "add", game, "--turn", "7", "--name", "a", "exch GT", "aehilst: 8a the")
    error = error_of(run_jackdaw(*arguments))
    assert error.startswith("turn 8: 'aehilst: 8a the' is not possible: ")
    arguments = (*arguments[:-1], "AEHKNTZ: N12 HAZE")
    result = run_jackdaw(*arguments)
    assert result.exit_code == 0, result.stderr
    (line,) = read_lines(f"{game}.lines.json", read_gcg(game))
    assert [str(each.rack) for each in line.moves] == ["GGINNTT", "AEHKNTZ"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--turn", "40", "--name", "a", "pass"), "there is no turn 40; expected 1 to 23"),
        (("--turn", "7", "--name", " ", "pass"), "the line has no name; give it one"),
        (("--turn", "7", "--name", "a", "8A ZZZ"), "turn 7: '8A ZZZ' is not possible: "),
        (("--turn", "7", "--name", "a", "nonsense"), "turn 7: 'nonsense' is not possible: "),
        (("--turn", "7", "--name", "a", "QQQ: pass"), "turn 7: 'QQQ: pass' is not possible: "),
    ],
)
def test_bad_lines_are_refused_and_not_saved(
    arguments: tuple[str, ...], message: str, game: Path, run_jackdaw: Run
) -> None:
    assert error_of(run_jackdaw("line", "add", game, *arguments)).startswith(message)
    assert not game.with_name("game.gcg.lines.json").exists()


def test_lines_need_the_file_of_a_record(run_jackdaw: Run, tmp_path: Path) -> None:
    for name in ("-", "woogles:abc", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0"):
        assert error_of(run_jackdaw("line", "list", name)).startswith("lines are saved beside a record")
    positions = tmp_path / "positions.cgp"
    positions.write_text("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEI/ 0/0 0\n", encoding="utf-8")
    assert "is not a game record" in error_of(run_jackdaw("line", "list", positions))


def test_a_line_that_no_longer_fits_is_named_and_can_be_removed(
    eating: Path, run_jackdaw: Run, run_analyze: Run
) -> None:
    shutil.copy("tests/data/games/greedy_v_rackh3.gcg", eating)
    error = error_of(run_analyze(eating, "--method", "static"))
    assert error.startswith(f"{eating}.lines.json: line 'eating', turn 7: does not fit the game: ")
    assert f"jackdaw line remove {eating}" in error
    result = run_jackdaw("line", "list", eating)
    assert result.exit_code == 0
    assert "line 'eating', turn 7: does not fit the game" in result.stdout
    assert run_jackdaw("line", "remove", eating, "eating").exit_code == 0
    assert run_analyze(eating, "--method", "static").exit_code == 0


def test_moves_are_tried_in_a_dialogue(game: Path, run_jackdaw: Run) -> None:
    typed = (
        "m9 eating\nmoves\nN12 EWK\nbest\nrack EGINNTV\nback\nL4 WIZENED\nmm\nsave wizened\nturn 20\n"
        "best\nquit\n"
    )
    result = run_jackdaw("line", "try", game, "--turn", "7", input=typed)
    assert result.exit_code == 0, result.stderr
    (line,) = read_lines(f"{game}.lines.json", read_gcg(game))
    assert [str(each.move) for each in line.moves] == ["M9 (EA)TING", "L4 WIZE(NED)"]
    shown = result.stdout
    assert " 1  14J WIN(G)E      34  KUZ           +3.5    37.5" in shown
    assert "the rack is only partly known; give it by rack TILES, or let draw complete it" in shown
    assert "Turn 9: Ann Archer to move, EGINNTV." in shown
    assert "turn 9: 'mm' is not possible: " in shown
    assert "Best by simulation: A3 GLAIVED for 100, wins " in shown
    assert result.stderr.splitlines()[-1] == "Note: the last line was not saved"


def test_tiles_are_drawn_by_the_seed(game: Path, run_jackdaw: Run) -> None:
    typed = "M9 EATING\nN12 EWK\ndraw\nquit\n"

    def drawn(seed: str) -> str:
        result = run_jackdaw("line", "try", game, "--turn", "7", "--seed", seed, input=typed)
        return str(result.stdout.splitlines()[-1])

    assert drawn("1") == drawn("1")
    assert len({drawn(str(seed)) for seed in range(5)}) > 1
    rack = drawn("1").removeprefix("Turn 9: Ann Archer to move, ").removesuffix(".")
    assert len(rack) == 7 and set("GNT") <= set(rack)


def test_the_report_shows_lines_with_what_each_move_is_worth(eating: Path, run_analyze: Run) -> None:
    result = run_analyze(eating, "--effort", "quick", "--json", eating.with_name("a.json"))
    assert result.exit_code == 0, result.stderr
    shown = result.stdout
    review = jackdaw.analyze(eating, effort="quick")
    (line,) = review.lines
    first, reply = line.turns
    assert f"Line eating, instead of 6H (P)ING in turn 7.\n{' ' * 45}Lost     Lost" in shown
    assert f"7  Ann    GGINNTT M9 (EA)TING    14  {100 * (first.chances.played or 0):.1f}   0.0 %" in shown
    assert "8  Ben    EIKNUWZ N12 EWK*" in shown  # no word of the lexicon
    assert first.is_best and reply.is_phony
    found = json.loads(eating.with_name("a.json").read_bytes())
    (written,) = found["lines"]
    assert written["name"] == "eating" and written["scores"] == [135, 99] and not written["finished"]
    assert [move["total"] for move in written["moves"]] == [135, 99]
    assert written["moves"][0]["review"]["win_played"] == round(first.chances.played or 0, 6)
    assert written["moves"][1]["phony"] is True
    # The move of a line is worth what the same move is worth in the game.
    seventh = found["positions"][6]["candidates"]
    assert written["moves"][0]["equity"] == next(
        each["equity"] for each in seventh if each["move"] == "M9 (EA)TING"
    )


def test_a_move_of_an_unknown_rack_is_not_judged(game: Path, run_jackdaw: Run) -> None:
    run_jackdaw("line", "add", game, "--turn", "7", "--name", "a", "M9 EATING", "N12 AWK")
    (line,) = jackdaw.analyze(game, effort="quick").lines
    assert [turn.grade is None for turn in line.turns] == [False, True]


def test_until_leaves_out_later_lines(eating: Path, run_jackdaw: Run, run_analyze: Run) -> None:
    run_jackdaw("line", "add", eating, "--turn", "20", "--name", "late", "pass")
    shown = run_analyze(eating, "--effort", "quick", "--until", "9").stdout
    assert "Line eating" in shown
    assert "Line late" not in shown


def test_the_annotated_record_notes_lines_and_replaces_the_notes(eating: Path, run_analyze: Run) -> None:
    noted = eating.with_name("noted.gcg")
    assert run_analyze(eating, "--effort", "quick", "--gcg", noted).exit_code == 0
    notes = read_gcg(noted).turns[6].notes
    assert notes[1] == (
        "[Jackdaw] Line eating: Ann M9 (EA)TING 14, Ben N12 EWK* 49. After it: Ann Archer 135, Ben Boyle 99."
    )
    shutil.copy(f"{eating}.lines.json", f"{noted}.lines.json")
    again = eating.with_name("again.gcg")
    assert run_analyze(noted, "--effort", "quick", "--gcg", again).exit_code == 0
    assert again.read_bytes() == noted.read_bytes()


def test_a_line_after_the_last_turn_is_a_note_on_it(
    tmp_path: Path, run_jackdaw: Run, run_analyze: Run
) -> None:
    game = Path(shutil.copy("tests/data/games/unfinished.gcg", tmp_path / "game.gcg"))
    turns = len(read_gcg(game).turns)
    run_jackdaw("line", "add", game, "--turn", turns + 1, "--name", "next", "pass")
    noted = tmp_path / "noted.gcg"
    assert run_analyze(game, "--effort", "quick", "--gcg", noted).exit_code == 0
    assert "[Jackdaw] Line next: " in read_gcg(noted).turns[-1].notes[-1]


def test_lines_can_be_given_in_python() -> None:
    game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
    line = Line.begin(game, 7, "eating").play("M9 (EA)TING")
    (found,) = jackdaw.analyze(game, effort="quick", lines=[line]).lines
    assert found.line == line
    assert found.turns[0].is_best
    assert line_heading(line, game) == "Line eating, instead of 6H (P)ING in turn 7"


def test_the_report_says_how_to_practise(
    game: Path, run_analyze: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command names the record as it was given, in one line and quoted, however long it is."""
    monkeypatch.chdir(game.parent)
    monkeypatch.setenv("COLUMNS", "50")
    far = Path("my games " * 20, "x" * 120, "y" * 120) / "far.gcg"
    far.parent.mkdir(parents=True)
    far.write_bytes(game.read_bytes())
    for file, shown in ((f"./{game.name}", f"./{game.name}"), (far, f"'{far}'")):
        assert run_analyze(file, "--effort", "quick").stdout.splitlines()[-4:] == [
            "Practise the mistakes of Ben Boyle:",
            f"  jackdaw puzzles {shown} \\",
            "    --player Ben_Boyle -o mistakes.jsonl",
            "  jackdaw puzzle play mistakes.jsonl",
        ]
    assert run_analyze(
        game, "--lexicon", "SCOWL60", "--rules", "standard", "--effort", "quick"
    ).stdout.splitlines()[-4:] == [
        f"  jackdaw puzzles {game} \\",
        "    --lexicon SCOWL60 --rules standard \\",
        "    --player Ben_Boyle -o mistakes.jsonl",
        "  jackdaw puzzle play mistakes.jsonl --lexicon SCOWL60",
    ]
    shown = run_analyze("-", "--effort", "quick", input=game.read_text(encoding="utf-8")).stdout
    assert "Practise" not in shown  # there is no file to make puzzles of
