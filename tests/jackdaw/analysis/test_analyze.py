"""`analyze` as text: games turn by turn, positions in full."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
ANNOTATED = "tests/data/games/annotated.gcg"
HEADING = "#player1 Ann Ann Archer\n#player2 Ben Ben Boyle\n"
EMPTY_BOARD = "/".join(["15"] * 15)
BY_HEURISTIC = ("--strategy", "rackh3")  # whose figures are round, and not learned anew
STATIC = ("--method", "static")
QUICK = ("--effort", "quick")
WINDY = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15"


def turn_lines(result: Result) -> list[str]:
    """The lines of a game's turns."""
    return [line for line in result.stdout.splitlines() if re.match(r" *\d+ (?!turns)", line)]


def test_a_finished_game_has_a_line_a_turn(run_analyze: Run) -> None:
    result = run_analyze(SAMPLE, *BY_HEURISTIC, *QUICK)
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = turn_lines(result)
    assert len(lines) == 23
    assert " ".join(lines[0].split()) == "1 ?! Ann EELNNOP 8H PELON 16 51.3 -1.5 % -4.0 8D PELON"
    assert " ".join(lines[8].split()) == "9 Ann EGINRTT F7 (U)TTERING 65 87.9 0.0 % 0.0 ="


def test_totals_of_a_game(run_analyze: Run) -> None:
    result = run_analyze(SAMPLE, *BY_HEURISTIC, *STATIC)
    assert re.search(r"^Ann Archer +503 +6 of 12 +-\d.* % +-49.5 +\d", result.stdout, re.M)
    assert re.search(r"^Ben Boyle +362 +4 of 11 +-\d.* % +-77.5 +\d", result.stdout, re.M)


@pytest.mark.parametrize("file", [SAMPLE, ANNOTATED, "tests/data/games/three_players.gcg"])
def test_fits_80_columns(file: str, run_analyze: Run) -> None:
    assert max(map(len, run_analyze(file, *QUICK).stdout.splitlines())) <= 80
    assert max(map(len, run_analyze(file, "--turn", 10, *QUICK).stdout.splitlines())) <= 80


def test_no_trailing_spaces_and_no_colours(run_analyze: Run) -> None:
    for result in (run_analyze(SAMPLE, *QUICK), run_analyze(SAMPLE, "--turn", 3, "--iterations", 20)):
        assert "\x1b" not in result.stdout
        assert not re.search(r" $", result.stdout, re.M)


def test_phonies_and_plays_taken_back_are_marked(run_analyze: Run) -> None:
    result = run_analyze(ANNOTATED, *STATIC)
    assert "K5 LFOW(N)*  " in result.stdout
    assert re.search(r"LFOW\(N\)\* +off ", turn_lines(result)[2])
    assert "Turn 3: LFOWN is not in SCOWL80; the play was taken back and counts as a pass." in result.stdout


def test_a_turn_in_full(run_analyze: Run) -> None:
    result = run_analyze(SAMPLE, "--turn", 16, "-n", 3, *BY_HEURISTIC, *STATIC)
    assert result.exit_code == 0
    assert result.stdout.startswith("Turn 16: Ben Boyle to move\n")
    assert "> Ben Boyle   183  ADEGLNW" in result.stdout
    assert "  Ann Archer  267  rack unknown" in result.stdout
    assert "37 unseen, 30 of them in the bag" in result.stdout
    assert "?? AAAAAAA C DD EEEE III L M N OOO Q RR" in result.stdout
    candidates = result.stdout.partition("#  Move")[2].splitlines()[1:6]
    assert [line.split()[0] for line in candidates] == ["1", "2", "3", "...", "5"]
    assert " ".join(candidates[-1].split()) == "5 14K AWNED 39 GL -4.0 35.0 played"
    assert "3 of 950 moves, ranked by equity; lexicon SCOWL80, strategy rackh3" in result.stdout


def test_the_played_move_is_marked_where_it_ranks(run_analyze: Run) -> None:
    lines = run_analyze(SAMPLE, "--turn", 16, *QUICK).stdout.splitlines()
    assert [line.split()[1:3] for line in lines if line.endswith("played")] == [["14K", "AWNED"]]
    assert not any(line.strip() == "..." for line in lines)


def test_an_opening_down_is_marked_at_its_mirror_image(run_analyze: Run, write: Write) -> None:
    path = write("down.gcg", f"{HEADING}>Ann: EELNNOP H8 PELON +16 16\n")
    result = run_analyze(path, "--turn", 1, *BY_HEURISTIC, *STATIC)
    assert re.search(r"^ *4 +8H PELON .* played as H8 PELON$", result.stdout, re.M)


def test_an_unfinished_game_has_its_turns_and_the_position_to_be_played(run_analyze: Run) -> None:
    result = run_analyze("tests/data/games/unfinished.gcg", "-n", 2, *STATIC)
    assert result.exit_code == 0
    turns, to_play, position = result.stdout.partition("\n\nTurn 10: Finn Falk to move\n")
    assert to_play and "2 of 627 moves" in position
    assert [line.split()[0] for line in turns.splitlines()[7:16]] == [str(turn) for turn in range(1, 10)]
    assert "8H PANTHER" in turns and "likelier to win" not in turns
    reported = json.loads(run_analyze("tests/data/games/unfinished.gcg", *STATIC, "--json", "-").stdout)
    assert [position["turn"] for position in reported["positions"]] == list(range(1, 11))
    assert [position["review"] is None for position in reported["positions"]] == [False] * 9 + [True]
    assert reported["positions"][0]["review"]["mistake"] == "large"
    assert reported["review"]["players"][0]["judged"] == 5 and reported["review"]["turning_point"] is None


def test_a_position(run_analyze: Run, write: Write) -> None:
    path = write("windy.cgp", f"{WINDY} ADEEGIL/ 0/32 0\n")
    result = run_analyze(path, "-n", 1, *BY_HEURISTIC, *STATIC)
    assert result.exit_code == 0
    assert result.stdout.startswith("Player 1 to move\n")
    assert re.search(r"^ 8 = \. \. W I N D Y \. ", result.stdout, re.M)
    assert re.search(r"^1  D8 \(W\)ILGA +18 +DEE +\+5\.5 +23\.5$", result.stdout, re.M)


def test_several_positions(run_analyze: Run, write: Write) -> None:
    lines = ["# two positions", f"{WINDY} ADEEGIL/ 0/32 0", "", f"{EMPTY_BOARD} AEINRST/ 0/0 0"]
    result = run_analyze(write("two.cgp", "\r\n".join(lines)), "-n", 1, *STATIC)
    assert "Position 1: player 1 to move" in result.stdout
    assert "Position 2: player 1 to move" in result.stdout
    assert "ANESTRI" in result.stdout


def test_blanks_on_the_board_are_in_lower_case(run_analyze: Run) -> None:
    assert re.search(r"F L u N K E R", run_analyze(ANNOTATED, "--turn", 5).stdout)


@pytest.mark.parametrize("content", [f"{WINDY} ADEEGIL/ 0/32 0", f"# first\n\n{WINDY} ADEEGIL/ 0/32 0\n"])
def test_positions_are_recognized_by_their_content(content: str, run_analyze: Run, write: Write) -> None:
    assert run_analyze(write("position.txt", content), *STATIC).stdout.startswith("Player 1 to move")
    assert run_analyze("-", *STATIC, input=content).stdout.startswith("Player 1 to move")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_records_are_recognized_by_their_content(mark: str, run_analyze: Run, write: Write) -> None:
    content = f"{mark}{HEADING}>Ann: AERWZ 8D WAREZ +42 42\n#rack2 AEINRST\n"
    assert run_analyze(write("record", content), *STATIC).stdout.startswith("Ann Archer 42, Ben Boyle 0\n")
    assert "Turn 2: Ben Boyle to move" in run_analyze("-", *STATIC, input=content.encode()).stdout


def test_doubtful_figures_are_warned_about_and_recomputed(run_analyze: Run, write: Write) -> None:
    path = write("total.gcg", f"{HEADING}>Ann: AERWZ 8D WAREZ +43 43\n#rack2 AEINRST\n")
    result = run_analyze(path)
    assert result.exit_code == 0
    assert result.stderr.startswith(f"Warning: {path}, line 3: ")
    assert "43" in result.stderr and "42" in result.stderr
    assert result.stdout.startswith("Ann Archer 42, Ben Boyle 0\n")
    assert re.search(r"\n *1 .*Ann +AERWZ 8D WAREZ +42 ", result.stdout)


def test_a_lexicon_that_is_not_at_hand_is_noted(run_analyze: Run, write: Write) -> None:
    result = run_analyze(
        write("a.cgp", f"{WINDY} ADEEGIL/ 0/32 0 lex NWL23;\n{WINDY} ADEEGIL/ 0/32 0 lex NWL23;\n"),
        *STATIC,
    )
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(
        "Note: the lexicon NWL23 is not installed, so SCOWL80 is used, and words that it lacks are not called"
    )
    assert "; install it (jackdaw lexicon build FILE --name NWL23)" in result.stderr
    assert "--lexicon" in result.stderr


def test_no_note_when_a_lexicon_is_given(run_analyze: Run, write: Write) -> None:
    path = write("a.cgp", f"{WINDY} ADEEGIL/ 0/32 0 lex NWL23;")
    assert run_analyze(path, "--lexicon", "SCOWL80", *STATIC).stderr == ""


def test_a_lexicon_from_a_file(run_analyze: Run, write: Write) -> None:
    words = write("words.txt", "windy\nwindyer\nage\n")
    result = run_analyze(write("a.cgp", f"{WINDY} ADEEGIR/ 0/32 0"), "--lexicon", words)
    assert "8D (WINDY)ER" in result.stdout
    assert "lexicon words" in result.stdout


@pytest.mark.medium
def test_a_strategy_by_name_and_from_a_file(run_analyze: Run, write: Write) -> None:
    result = run_analyze(SAMPLE, "--turn", 1, "--strategy", "greedy")
    assert "strategy greedy" in result.stdout
    mine = write("mine.toml", 'kind = "static"\nleaves = "rackh2"\n')
    assert "strategy mine" in run_analyze(SAMPLE, "--strategy", mine, *QUICK).stdout


def test_other_rules(run_analyze: Run, write: Write) -> None:
    board = "/".join(["21"] * 21)
    path = write("super.cgp", f"{board} AEINRST/ 0/0 0")
    assert run_analyze(path).exit_code == 2
    result = run_analyze(path, "--rules", "super", "-n", 1, *STATIC)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert (
        run_analyze(write("super2.cgp", f"{board} AEINRST/ 0/0 0 var super;"), "-n", 1, *STATIC).stdout
        == result.stdout
    )


def test_nothing_to_analyze(run_analyze: Run, write: Write) -> None:
    result = run_analyze(write("none.gcg", HEADING))
    assert result.exit_code == 1
    assert result.stderr == (
        "Nothing to analyze: the rack is not known; "
        "give it in the record, as in #rack1 AEINRST, or ask for --turn N\n"
    )
    assert "rack unknown" in result.stdout  # the board is shown all the same


def test_nothing_to_analyze_in_a_position(run_analyze: Run, write: Write) -> None:
    result = run_analyze(write("none.cgp", f"{WINDY} /AEI 0/32 0"))
    assert result.exit_code == 1
    assert result.stderr.startswith("Nothing to analyze: no rack is known")


def test_some_positions_without_a_rack(run_analyze: Run, write: Write) -> None:
    result = run_analyze(write("some.cgp", f"{WINDY} / 0/32 0\n{WINDY} ADEEGIL/ 0/32 0\n"), *STATIC)
    assert result.exit_code == 0
    assert "The rack is not known, so there is nothing to rank." in result.stdout


def test_partly_known_racks_are_reported_in_one_line(run_analyze: Run) -> None:
    result = run_analyze("tests/data/gcg/sound/scoreless_end.gcg", *QUICK)
    assert "Turn 6: (exch 2) has no rank: it is not known which tiles were exchanged." in result.stdout


def test_a_partial_rack_says_how_much_is_unknown(run_analyze: Run, write: Write) -> None:
    result = run_analyze(write("part.cgp", f"{WINDY} ADE/ 0/32 0"), *STATIC)
    assert "ADE and 4 unknown" in result.stdout
    assert "The rack is only partly known; moves use its known tiles." in result.stdout


def test_a_handicap_is_for_games(run_analyze: Run) -> None:
    result = run_analyze(SAMPLE, "--turn", 5, "--strategy", "beginner", "--json", "-")
    note = "the handicap of beginner applies only to games; moves are ranked without it"
    assert result.stderr == f"Note: {note}\n" and note in json.loads(result.stdout)["warnings"]
