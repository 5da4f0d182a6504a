"""`jackdaw puzzles` and `jackdaw puzzle`, from records to practice."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from puzzles import BINGO, ENDGAME, changed, puzzle_of
from remembered_endgames import remember_endgames

from jackdaw.puzzles import encode_puzzles, puzzle_plans, read_puzzles
from jackdaw.resumable import journaled_run
from movegen.errors import JackdawError
from sims.analysis import AnalysisPlan
from strategy import EndgamePlan, SearchLimits

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    remember_endgames(monkeypatch)


@pytest.fixture(autouse=True)
def small_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make puzzles by short searches: which positions are puzzles is tested where they are made."""

    def plans(seed: int) -> tuple[AnalysisPlan, AnalysisPlan]:
        screening, deep = puzzle_plans(seed)
        assert deep.simulation is not None
        simulation = replace(deep.simulation, candidates=10, iterations=500)
        return screening, replace(
            deep, simulation=simulation, endgame=EndgamePlan(10, SearchLimits(nodes=50_000))
        )

    monkeypatch.setattr("jackdaw.commands.puzzles.puzzle_plans", plans)


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    """A file of positions: two puzzles, a line that is no position, and the first one again."""
    file = tmp_path / "positions.cgp"
    file.write_text(f"{ENDGAME}\n{BINGO}\nnonsense\n{ENDGAME}\n", encoding="utf-8")
    return file


@pytest.fixture
def puzzle_file(tmp_path: Path) -> Path:
    file = tmp_path / "puzzles.jsonl"
    file.write_bytes(encode_puzzles([puzzle_of(ENDGAME, "15H ENTICE(R)"), puzzle_of(BINGO)]))
    return file


@pytest.mark.medium
def test_puzzles_are_made_of_positions_for_any_number_of_workers(
    run_jackdaw: Run, positions: Path, tmp_path: Path
) -> None:
    contents = []
    for workers in (1, 2):
        output = tmp_path / f"{workers}.jsonl"
        result = run_jackdaw("puzzles", positions, "-o", output, "--workers", workers)
        assert result.exit_code == 3, result.output  # one line has an error
        assert "2 puzzles in 4 positions" in result.output
        assert "1 of 4 positions could not be analyzed" in result.stderr
        contents.append(output.read_bytes())
        assert not output.with_name(output.name + ".journal").exists()
    assert contents[0] == contents[1]
    assert [each.answer.move for each in read_puzzles(str(output))] == ["15H CEINTU(R)E", "J2 TRINOD(A)L"]


def test_only_puzzles_that_pass_the_filter_are_written(
    run_jackdaw: Run, positions: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out.jsonl"
    run_jackdaw("puzzles", positions, "-o", output, "--filter", "phase=endgame", "--workers", 1)
    assert [each.phase for each in read_puzzles(str(output))] == ["endgame"]


def test_the_mistakes_of_a_player_come_first(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jackdaw.puzzles import select_puzzles
    from sims.puzzles import Origin, PuzzleFilter

    del run_jackdaw, monkeypatch, tmp_path
    found = puzzle_of(BINGO)
    ann, ben = Origin("a.gcg", player="Ann"), Origin("a.gcg", player="Ben")
    small, large = (changed(found.margin, win_lost=lost) for lost in (0.1, 0.2))  # type: ignore[arg-type]
    puzzles = [
        changed(found, id="a", origin=ann),
        changed(found, id="b", origin=ann, played=small),
        changed(found, id="c", origin=ben, played=large),
        changed(found, id="d", origin=ann, played=large),
    ]
    chosen = select_puzzles(puzzles, PuzzleFilter.parse(""), "ann")
    assert [each.id for each in chosen] == ["d", "b", "a", "c"]


def test_a_player_without_mistakes_is_named(run_jackdaw: Run, positions: Path, tmp_path: Path) -> None:
    result = run_jackdaw("puzzles", positions, "-o", tmp_path / "out.jsonl", "--player", "An", "--workers", 1)
    assert "Note: no puzzle is a mistake of 'An'; give the nickname of the record" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "x.jsonl"], "Give either SOURCE or --self-play N."),
        (["a.gcg", "--self-play", "3", "-o", "x.jsonl"], "Give either SOURCE or --self-play N."),
        (["missing.gcg", "-o", "x.jsonl"], "missing.gcg: no such file"),
        (["missing.gcg", "-o", "x.jsonl", "--filter", "tag=bngo"], "did you mean bingo?"),
        (["missing.gcg", "-o", "no/folder/x.jsonl"], "no/folder/x.jsonl"),
        (["missing.gcg", "-o", "-", "--resume"], "--resume needs the journal of an output"),
    ],
)
def test_wrong_usage_is_one_line(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run_jackdaw("puzzles", *arguments)
    assert result.exit_code == 2 and message in result.stderr
    assert not list(tmp_path.iterdir())


def test_no_puzzle_is_exit_code_1(run_jackdaw: Run, tmp_path: Path) -> None:
    file = tmp_path / "opening.cgp"
    file.write_text("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0\n", encoding="utf-8")
    result = run_jackdaw("puzzles", file, "-o", tmp_path / "out.jsonl", "--workers", 1)
    assert result.exit_code == 1 and "0 puzzles in 1 position" in result.output


def practise(run: Run, file: Path, lines: str, *options: object) -> Any:
    return run("puzzle", "play", file, "--progress", file.with_name("p.json"), *options, input=lines)


@pytest.mark.medium
def test_a_session_of_practice(run_jackdaw: Run, puzzle_file: Path) -> None:
    lines = "hint\n8D QQ\n15H ENTICER\n15h ceinture\nj2 xx\nj2 trinodal\n"
    result = practise(run_jackdaw, puzzle_file, lines)
    assert result.exit_code == 0, result.output
    for text in (
        "Puzzle 1, 2 left, difficulty ",
        ", lexicon SCOWL80",
        "It is a bingo.",
        "8D QQ",
        "No: 15H ENTICE(R) loses 132 points.",
        "Yes: 15H CEINTU(R)E, 149 points.",
        "In the game 15H ENTICE(R) was played, which loses 132 points.",
        "Yes: J2 TRINOD(A)L, 63 points.",
    ):
        assert text in result.output, text
    saved = json.loads(puzzle_file.with_name("p.json").read_bytes())["puzzles"]
    assert [(each["tries"], each["solved"]) for each in saved.values()] == [(1, 0), (1, 1)]


@pytest.mark.parametrize(("cgp", "wrong"), [(ENDGAME, "15h enticer"), (BINGO, "k4 dol")])
def test_a_wrong_move_is_explained_without_the_answer(
    run_jackdaw: Run, tmp_path: Path, cgp: str, wrong: str
) -> None:
    file = tmp_path / "one.jsonl"
    file.write_bytes(encode_puzzles([puzzle_of(cgp)]))
    output = practise(run_jackdaw, file, f"{wrong}\nquit\n").output
    _, _, verdict = output.partition("No: ")
    assert "he best move" in verdict and puzzle_of(cgp).answer.move not in output


def test_an_answer_shown_is_a_miss_and_a_skipped_puzzle_is_not(run_jackdaw: Run, puzzle_file: Path) -> None:
    result = practise(run_jackdaw, puzzle_file, "skip\nshow\nquit\n")
    assert "The best move is J2 TRINOD(A)L, 63 points." in result.output
    saved = json.loads(puzzle_file.with_name("p.json").read_bytes())["puzzles"]
    assert list(saved) == [puzzle_of(BINGO).id]


def test_a_phony_is_named_and_does_not_count(run_jackdaw: Run, puzzle_file: Path) -> None:
    result = practise(run_jackdaw, puzzle_file, "15H CETTINER\nJ2 QQ\n15H UNTICER\n15h ceinture\nquit\n")
    assert "UNTICER is not in SCOWL80" in result.output
    saved = json.loads(puzzle_file.with_name("p.json").read_bytes())["puzzles"]
    assert [(each["tries"], each["solved"]) for each in saved.values()] == [(1, 1)]


def test_nothing_left_for_today_is_said(run_jackdaw: Run, puzzle_file: Path) -> None:
    practise(run_jackdaw, puzzle_file, "15h ceinture\n", "--filter", "phase=endgame")
    result = practise(run_jackdaw, puzzle_file, "", "--filter", "phase=endgame")
    assert result.exit_code == 1 and "nothing is left for today" in result.stderr
    stats = run_jackdaw("puzzle", "stats", puzzle_file, "--progress", puzzle_file.with_name("p.json"))
    assert stats.exit_code == 0 and "endgame" in stats.output and "100" in stats.output


def test_statistics_without_practice(run_jackdaw: Run, puzzle_file: Path, tmp_path: Path) -> None:
    result = run_jackdaw("puzzle", "stats", puzzle_file, "--progress", tmp_path / "none.json")
    assert result.exit_code == 0 and "none of these puzzles was practised yet" in result.stderr


def test_a_phony_of_a_record_is_challenged(run_jackdaw: Run, tmp_path: Path) -> None:
    """The record of a game whose second play is a phony that stood."""
    record, output = tmp_path / "phony.gcg", tmp_path / "phony.jsonl"
    record.write_text(
        "#player1 Ann Ann\n#player2 Ben Ben\n>Ann: AEGRVYI 8H GRAVY +32 32\n"
        ">Ben: EQIZUXJ H8 .QUIZX +51 51\n>Ann: AEEILNT - +0 32\n",
        encoding="utf-8",
    )
    result = run_jackdaw("puzzles", record, "-o", output, "--filter", "tag=phony", "--workers", 1,
                         "--lexicon", "SCOWL80")  # fmt: skip
    assert result.exit_code == 0, result.output
    (puzzle,) = read_puzzles(str(output))
    assert puzzle.origin.turn == 3 and puzzle.played is not None and puzzle.played.move == "(pass)"
    result = practise(run_jackdaw, output, "hint\n8H x\nchallenge\n")
    for text in ("last play: H8 (G)QUIZX", "Look at the words of the last play.", "Yes: a challenge."):
        assert text in result.output
    result = practise(run_jackdaw, output, "", "--filter", "difficulty>=1")
    assert result.exit_code == 2 and "no puzzle passes" in result.stderr


def test_a_challenge_of_valid_words_is_wrong(run_jackdaw: Run, puzzle_file: Path) -> None:
    result = practise(run_jackdaw, puzzle_file, "challenge\nquit\n")
    assert "No: the words of the last play are valid." in result.output


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "contains no puzzles"),
        (b"{}\n", "line 1: is not a puzzle"),
        (b"\xff\n", "is not UTF-8"),
        (b'{"schema":"jackdaw.puzzle/9"}\n', "line 1: is not a puzzle"),
    ],
)
def test_other_files_are_refused(run_jackdaw: Run, tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_bytes(content)
    result = run_jackdaw("puzzle", "play", file)
    assert result.exit_code == 2 and message in result.stderr, result.stderr


@pytest.mark.parametrize(
    "changes",
    [
        {"cgp": "15/15 nonsense"},
        {"rules": "no such rules"},
        {"others": ()},
        {"schema": "jackdaw.puzzle/2"},
    ],
)
def test_a_changed_puzzle_is_refused_with_its_line(tmp_path: Path, changes: dict[str, Any]) -> None:
    file = tmp_path / "changed.jsonl"
    file.write_bytes(encode_puzzles([puzzle_of(BINGO), changed(puzzle_of(ENDGAME), **changes)]))
    with pytest.raises(JackdawError, match=r"changed\.jsonl, line 2: is (not )?a puzzle"):
        read_puzzles(str(file))


def test_an_interrupted_run_goes_on_where_it_was(
    run_jackdaw: Run, positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    run_jackdaw("puzzles", positions, "-o", whole, "--workers", 1)
    real = journaled_run.run_tasks

    def interrupted(*arguments: Any) -> Any:
        for number, result in enumerate(real(*arguments)):
            if number == 1:
                raise KeyboardInterrupt
            yield result

    with monkeypatch.context() as patch:
        patch.setattr(journaled_run, "run_tasks", interrupted)
        result = run_jackdaw("puzzles", positions, "-o", output, "--workers", 1)
    assert result.exit_code == 130 and "1 of 4 positions are finished" in result.stderr
    again = run_jackdaw("puzzles", positions, "-o", output, "--workers", 1)
    assert again.exit_code == 2 and "--resume" in again.stderr
    result = run_jackdaw("puzzles", positions, "-o", output, "--workers", 1, "--resume")
    assert result.exit_code == 3 and output.read_bytes() == whole.read_bytes()


@pytest.mark.medium
def test_self_play_makes_the_same_puzzles_again(run_jackdaw: Run, tmp_path: Path) -> None:
    result = run_jackdaw("puzzles", "--self-play", 1, "--filter", "phase=endgame", "-o", tmp_path / "a.jsonl",
                         "--workers", 1, "--seed", 5)  # fmt: skip
    assert result.exit_code == 0, result.output
    (puzzle,) = read_puzzles(str(tmp_path / "a.jsonl"))
    assert puzzle.origin.source == "self-play game 0" and puzzle.answer.move == "E6 SOREDIA"


@pytest.mark.medium
def test_puzzles_by_rules_of_a_file_are_read_again(run_jackdaw: Run, tmp_path: Path) -> None:
    rules, output = tmp_path / "club.toml", tmp_path / "club.jsonl"
    rules.write_text("scoreless_turns = 5\n", encoding="utf-8")
    result = run_jackdaw("puzzles", "--self-play", 1, "--filter", "phase=endgame", "-o", output,
                         "--workers", 1, "--seed", 5, "--rules", rules)  # fmt: skip
    assert result.exit_code == 0, result.output
    assert {puzzle.rules for puzzle in read_puzzles(str(output))} == {str(rules)}
    assert read_puzzles(str(output))[0].position.rules.scoreless_turns == 5
    moved = tmp_path / "moved"
    moved.mkdir()
    for file in (rules, output):
        file.rename(moved / file.name)
    puzzles = str(moved / output.name)
    assert read_puzzles(puzzles)[0].position.rules.scoreless_turns == 5
    (moved / rules.name).rename(rules)
    assert (
        "with its rules; say where it is with --rules-file" in run_jackdaw("puzzle", "stats", puzzles).stderr
    )
    progress = tmp_path / "progress.json"
    result = run_jackdaw(
        "puzzle", "play", puzzles, "--rules-file", rules, "--progress", progress, input="quit\n"
    )
    assert result.exit_code == 0 and "Puzzle 1" in result.stdout
    (tmp_path / "other.toml").write_text("", encoding="utf-8")
    result = run_jackdaw("puzzle", "play", puzzles, "--rules-file", tmp_path / "other.toml")
    assert "its rules are in club.toml; give a file of this name with --rules-file" in result.stderr
