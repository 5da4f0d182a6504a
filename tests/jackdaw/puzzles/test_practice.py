"""Practice: the order of puzzles, hints, spaced repetition, and the file of progress."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from puzzles import ENDGAME, changed, puzzle_of

from jackdaw.puzzles import Practice, Progress, ProgressError, hints_for, total_results
from sims.puzzles import Puzzle

TODAY = date(2026, 11, 23)


def numbered(count: int) -> list[Puzzle]:
    """Puzzles that differ by their identity alone."""
    return [changed(puzzle_of(ENDGAME), id=str(number)) for number in range(count)]


def practice(folder: Path, count: int, today: date = TODAY) -> Practice:
    return Practice(numbered(count), Progress(folder / "progress.json"), today)


def solve(session: Practice) -> str:
    """Solve the current puzzle and return its identity."""
    assert session.current is not None
    name = session.current.id
    session.note(is_solved=True)
    session.advance()
    return name


def test_solved_puzzles_come_back_after_longer_and_longer_times(tmp_path: Path) -> None:
    today, days = TODAY, []
    for _ in range(8):
        session = practice(tmp_path, 1, today)
        assert session.current is not None, today
        solve(session)
        due = session.next_due()
        assert due is not None and session.current is None
        assert practice(tmp_path, 1, due - timedelta(days=1)).current is None
        days.append((due - today).days)
        today = due
    assert days == [1, 3, 7, 16, 35, 90, 90, 90]


def test_a_missed_puzzle_comes_back_in_the_session_and_begins_anew(tmp_path: Path) -> None:
    session = practice(tmp_path, 6)
    session.note(is_solved=False)
    session.note(is_solved=True)  # a later try does not count
    session.advance()
    assert [solve(session) for _ in range(session.left)] == ["1", "2", "3", "0", "4", "5"]
    assert session.results["all"].tries == 6 and session.results["all"].solved == 5
    saved = Progress(tmp_path / "progress.json").puzzles
    assert (saved["0"].tries, saved["0"].solved, saved["0"].box) == (2, 1, 1)


def test_a_puzzle_solved_with_a_hint_stays_in_its_box(tmp_path: Path) -> None:
    session = practice(tmp_path, 2)
    assert session.hint() == "It is a bingo."
    session.note(is_solved=True)
    session.advance()
    saved = Progress(tmp_path / "progress.json").puzzles["0"]
    assert (saved.box, saved.solved, saved.due) == (0, 0, TODAY + timedelta(days=1))
    assert session.current is not None and session.current.id == "1"
    assert session.hint() == "It is a bingo."  # hints begin anew


def test_hints_tell_more_and_more_and_end(tmp_path: Path) -> None:
    session = practice(tmp_path, 1)
    assert [session.hint() for _ in range(4)] == [
        "It is a bingo.",
        "It lays 7 tiles for 149 points.",
        "It begins at 15H.",
        None,
    ]
    assert len(list(hints_for(numbered(1)[0]))) == 3


def test_due_puzzles_come_before_new_ones_and_those_not_due_wait(tmp_path: Path) -> None:
    first = practice(tmp_path, 2)
    solve(first)
    later = Practice(numbered(4), Progress(tmp_path / "progress.json"), TODAY + timedelta(days=1))
    assert [solve(later) for _ in range(later.left)] == ["0", "1", "2", "3"]
    same_day = Practice(numbered(5), Progress(tmp_path / "progress.json"), TODAY + timedelta(days=1))
    assert [solve(same_day) for _ in range(same_day.left)] == ["4"]


def test_a_skipped_puzzle_is_not_noted(tmp_path: Path) -> None:
    session = practice(tmp_path, 2)
    session.advance()
    assert session.current is not None and session.current.id == "1"
    assert not (tmp_path / "progress.json").exists()


def test_a_session_has_a_limit(tmp_path: Path) -> None:
    assert Practice(numbered(5), Progress(tmp_path / "p.json"), TODAY, 2).left == 2


def test_results_are_totalled_by_tag(tmp_path: Path) -> None:
    session = practice(tmp_path, 2)
    solve(session)
    session.note(is_solved=False)
    results = total_results(numbered(2), session.progress)
    assert {tag: (each.tries, each.solved) for tag, each in results.items()} == dict.fromkeys(
        ("all", *numbered(1)[0].tags), (2, 1)
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"{}",
        b'{"schema":"jackdaw.practice/2","puzzles":{}}',
        b'{"schema":"jackdaw.practice/1","puzzles":{"a":{}}}',
        b'{"schema":"jackdaw.practice/1","puzzles":{"a":{"box":9,"due":"2026-11-23","tries":1,"solved":1,'
        b'"last":"2026-11-23"}}}',
    ],
)
def test_other_files_are_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "progress.json"
    file.write_bytes(content)
    with pytest.raises(ProgressError, match=r"progress\.json"):
        Progress(file)
    assert file.read_bytes() == content


def test_what_cannot_be_saved_is_known_for_the_session(tmp_path: Path) -> None:
    (tmp_path / "folder").write_bytes(b"")
    progress = Progress(tmp_path / "folder" / "progress.json")
    with pytest.raises(ProgressError):
        progress.note("a", is_solved=True, had_help=False, today=TODAY)
    assert progress.puzzles["a"].box == 1


def test_two_programs_keep_each_others_results(tmp_path: Path) -> None:
    one, other = Progress(tmp_path / "p.json"), Progress(tmp_path / "p.json")
    one.note("a", is_solved=True, had_help=False, today=TODAY)
    other.note("b", is_solved=True, had_help=False, today=TODAY)
    assert Progress(tmp_path / "p.json").puzzles.keys() == {"a", "b"}


def test_the_file_is_as_documented(tmp_path: Path) -> None:
    solve(practice(tmp_path, 1))
    assert json.loads((tmp_path / "progress.json").read_bytes()) == {
        "schema": "jackdaw.practice/1",
        "puzzles": {
            "0": {"box": 1, "due": "2026-11-24", "tries": 1, "solved": 1, "last": "2026-11-23"},
        },
    }
