"""The history of instruction counts: what is compared, what is worse, and what excuses it."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"
HERE, ELSEWHERE = {"core": "GCC 12"}, {"core": "GCC 13"}
NAMES = ("moves", "endgames")


@pytest.fixture
def history(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module `count_history` of the folder `bench`."""
    monkeypatch.syspath_prepend(str(BENCH))
    return import_module("count_history")


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The program `instruction_counts` of the same folder."""
    monkeypatch.syspath_prepend(str(BENCH))
    return import_module("instruction_counts")


def test_only_an_entry_of_the_same_environment_is_compared(history: Any) -> None:
    entries = [
        history.Entry("a", HERE, {"moves": 100}),
        history.Entry("b", ELSEWHERE, {"moves": 50}),
    ]
    assert history.last_comparable(entries, HERE).commit == "a"
    assert history.last_comparable(entries, {"core": "Clang"}) is None
    assert history.last_comparable([], HERE) is None


def test_work_in_python_is_compared_for_the_same_python(history: Any) -> None:
    counted = {"moves": 100, "read_gcg": 100}
    before = history.Entry("a", HERE | {"python": "3.11.7", "numpy": "2.4"}, counted)
    for other, names in (
        (before.environment, ["moves", "read_gcg"]),
        (HERE | {"python": "3.12.1"}, ["moves"]),
    ):
        assert history.last_comparable([before], other) is before
        assert [
            change.name for change in history.changes(before, history.Entry("b", other, counted))
        ] == names


@pytest.mark.parametrize(("now", "worse"), [(1029, False), (1030, True), (2000, True), (500, False)])
def test_three_per_cent(history: Any, now: int, worse: bool) -> None:
    before, after = (
        history.Entry("a", HERE, {"moves": 1000}),
        history.Entry("b", HERE, {"moves": now, "new": 7}),
    )
    (change,) = history.changes(before, after)
    assert change.is_worse is worse
    assert str(change).startswith(f"moves: 1,000 -> {now:,} instructions (")
    assert bool(history.unexcused([change], {})) is worse
    assert not history.unexcused([change], {"moves": "exact proofs cost more"})
    assert bool(history.unexcused([change], {"endgames": "another count, not this"})) is worse


@pytest.mark.parametrize(
    ("message", "reasons"),
    [
        ("More\n\nSlower: endgames because proofs need it\n", {"endgames": "proofs need it"}),
        ("Slower: moves because a b c\nSlower: r2 because x y z", {"moves": "a b c", "r2": "x y z"}),
        ("Slower: endgames because of it", {}),  # no reason in three words
        ("It is Slower: endgames because proofs need the bound", {}),
        ("Slower: endgames", {}),
        ("slower: endgames because proofs need the bound", {}),
        ("", {}),
    ],
)  # fmt: skip
def test_reasons_in_messages(history: Any, message: str, reasons: dict[str, str]) -> None:
    assert history.reasons_in([message]) == reasons


def test_the_history_itself_has_no_step_down_without_a_reason(history: Any) -> None:
    first = history.Entry("first", HERE, {"moves": 100, "endgames": 100})
    elsewhere = history.Entry("other", ELSEWHERE, {"moves": 900, "endgames": 900})
    worse = history.Entry("worse", HERE, {"moves": 104, "endgames": 90})
    (fault,) = history.faults_of([first, elsewhere, worse], NAMES)
    assert "worse: moves: 100 -> 104" in fault
    excused = history.Entry("worse", HERE, {"moves": 104, "endgames": 90}, {"moves": "bigger boards need it"})
    assert history.faults_of([first, elsewhere, excused], NAMES) == []
    assert history.faults_of([history.Entry("short", HERE, {"moves": 1})], NAMES) == ["short lacks endgames"]


def test_entries_are_lines(history: Any, tmp_path: Path) -> None:
    entries = [
        history.Entry("a", HERE, {"moves": 1}),
        history.Entry("b", HERE, {"moves": 2}, {"moves": "why"}),
    ]
    path = tmp_path / "history.jsonl"
    path.write_text("".join(map(history.format_entry, entries)), encoding="utf-8")
    assert history.read_history(path) == entries
    path.write_text('{"commit": "a"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 1 is no entry"):
        history.read_history(path)


def test_our_history(history: Any, counts: Any) -> None:
    entries = history.read_history(counts.HISTORY)
    assert len(counts.NAMES) == 10
    assert entries and not history.faults_of(entries, counts.NAMES)


def clone(folder: Path, *messages: str) -> None:
    """Make a repository whose first commit has a history, and further commits with these messages."""
    for command in (
        ["init", "--quiet"],
        ["add", "."],
        *(["commit", "--quiet", "--allow-empty", "-m", message] for message in ("First", *messages)),
    ):
        subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *command], cwd=folder, check=True
        )


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("Do less", 1),
        ("Slower: moves because of the bound", 0),
        ("Slower: endgames because of it", 1),
    ],
)
def test_a_commit_says_why(
    history: Any, counts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], message: str, code: int,
) -> None:  # fmt: skip
    before, now = (history.Entry("a", HERE, {"moves": count}) for count in (100, 110))
    path = tmp_path / "history.jsonl"
    path.write_text(history.format_entry(before), encoding="utf-8")
    clone(tmp_path, "Something else", message)
    monkeypatch.setattr(counts, "HERE", tmp_path)
    monkeypatch.setattr(counts, "HISTORY", path)
    assert counts.compare(history.read_history(path), now) == code
    shown = capsys.readouterr().out
    assert "moves: 100 -> 110 instructions (+10.0%)" in shown
    assert ("Slower: moves: " in shown) is bool(code)


def test_nothing_to_compare_with_is_said(
    history: Any, counts: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert counts.compare([], history.Entry("a", HERE, {"moves": 1})) == 0
    assert "nothing is compared" in capsys.readouterr().out


def test_without_valgrind_nothing_is_counted(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, BENCH / "instruction_counts.py"],
        env={"PATH": str(tmp_path), "PYTHONPATH": str(BENCH.parent)}, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "no valgrind, so instructions are not counted (Debian: apt install valgrind)\n"


@pytest.mark.usefixtures("history")
def test_instructions_by_object() -> None:
    text = """version: 1
events: Ir
ob=(1) /lib/core.so
fl=(1) a.cpp
fn=(1) one
7 100
+2 20
cob=(2) /lib/libc.so
cfn=(2) memcpy
calls=3 0
* 4000
fn=(3) two
-1 3

ob=(2)
fn=(2)
0 4000
ob=(1)
fn=(4) three
* 1
totals: 4124
"""
    found = import_module("callgrind_output").instructions_by_object(text.splitlines())
    assert found == {"/lib/core.so": 124, "/lib/libc.so": 4000}


def test_the_work_is_that_of_the_counts(counts: Any) -> None:
    work = import_module("counted_work").prepare()
    assert tuple(work) == counts.NAMES
    assert json.dumps(sorted(set(counts.PYTHON_COUNTS) & set(work))) == '["read_gcg"]'
