"""`jackdaw openings`: one rack at once, and all racks of a game so small that they take no time."""

import csv
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from languages import word_file
from tiny_game import RULES, WORDS, tiny_variant

from jackdaw.openings import run as opening_run
from sims.openings import COLUMNS, OpeningChunk, OpeningRacks, OpeningTask, opening_table
from sims.workers import TaskFailed, journal_path

pytestmark = pytest.mark.core

Run = Callable[..., Result]
TINY = ("--lexicon", WORDS, "--rules", RULES, "--strategy", "greedy", "--workers", 1)
RACKS = OpeningRacks(tiny_variant()).count


def error_of(result: Result) -> str:
    assert result.exit_code == 2 and result.stdout == ""
    return result.stderr.splitlines()[-1]


def test_one_rack_is_what_moves_lists(run_jackdaw: Run) -> None:
    asked = run_jackdaw("openings", "aeinrst", "-n", 3)
    cgp = f"{'/'.join(['15'] * 15)} AEINRST/ 0/0 0"
    assert asked.exit_code == 0 and asked.stdout == run_jackdaw("moves", cgp, "-n", 3).stdout
    assert "8B ANESTRI     66" in asked.stdout
    found = json.loads(run_jackdaw("openings", "QUIZ?AB", "--json", "-").stdout)
    assert found["schema"] == "jackdaw.moves/1" and len(found["moves"]) == 10
    assert (found["moves"][0]["move"], found["moves"][0]["leave"]) == ("8E QUIZ", "?AB")


def test_a_rack_of_another_language(run_jackdaw: Run) -> None:
    words = word_file("spanish")
    assert run_jackdaw("openings", "[CH]ICOSAÑ", "--lexicon", words, "--rules", "spanish").exit_code == 0
    refused = error_of(run_jackdaw("openings", "AEINRSÑ"))
    assert "'Ñ'" in refused


def test_the_table_of_all_racks(run_jackdaw: Run, tmp_path: Path) -> None:
    """It is the same with two workers, and in every format; the report has the same racks."""
    pytest.importorskip("pyarrow")
    import pyarrow.parquet

    plain, packed, parquet = (tmp_path / f"t{suffix}" for suffix in (".csv", ".csv.gz", ".parquet"))
    first = run_jackdaw("openings", *TINY, "-o", plain, "--json", tmp_path / "t.json")
    assert first.exit_code == 0, first.stderr
    assert first.stderr.splitlines() == [
        f"Wrote {tmp_path / 't.json'}", f"Wrote {plain} with {RACKS} racks",
    ]  # fmt: skip
    second = run_jackdaw("openings", *TINY[:-1], 2, "-o", packed)
    third = run_jackdaw("openings", *TINY, "-o", parquet)
    assert first.stdout == second.stdout == third.stdout == run_jackdaw("openings", *TINY).stdout
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    with plain.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS and len(rows) == RACKS
    assert [
        {name: "" if value is None else str(value) for name, value in row.items()}
        for row in pyarrow.parquet.read_table(parquet).to_pylist()
    ] == rows
    report = json.loads((tmp_path / "t.json").read_bytes())
    assert (report["schema"], report["racks"]) == ("jackdaw.openings/1", RACKS)
    for part in ("best_moves", "equities"):
        assert sum(each["racks"] for each in report[part]) == RACKS
        assert sum(each["share"] for each in report[part]) == pytest.approx(1)
    assert not list(tmp_path.glob("*.journal"))


def test_examples_are_rows_of_the_table(run_jackdaw: Run, tmp_path: Path) -> None:
    out = tmp_path / "t.csv"
    report = json.loads(run_jackdaw("openings", *TINY, "-o", out, "-n", 2, "--json", "-").stdout)
    with out.open(encoding="utf-8", newline="") as file:
        rows = {row["rack"]: row for row in csv.DictReader(file)}
    examples = [each for surprise in report["surprises"] for each in surprise["examples"]]
    assert examples and all(len(surprise["examples"]) <= 2 for surprise in report["surprises"])
    for example in examples:
        row = rows[example["rack"]]
        assert example["ways"] == int(row["ways"])
        assert example["share"] == pytest.approx(int(row["ways"]) / report["ways"])
        assert example["best"]["move"] == row["move"]
        assert example["best"]["equity"] == float(row["equity"])
        assert str(example["highest"]["score"]) == row["highest_score"]


def test_an_interrupted_run_is_resumed(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening_table, "CHUNK", 16)
    whole, out = tmp_path / "whole.csv.gz", tmp_path / "t.csv.gz"
    shown = run_jackdaw("openings", *TINY, "-o", whole).stdout
    find, begun = opening_table.find_openings, []

    def stop_at_the_fourth(task: OpeningTask) -> OpeningChunk:
        begun.append(task.first)
        if len(begun) == 4:
            raise KeyboardInterrupt
        return find(task)

    monkeypatch.setattr(opening_run, "find_openings", stop_at_the_fourth)
    stopped = run_jackdaw("openings", *TINY, "-o", out)
    assert stopped.exit_code == 130 and not out.exists()
    assert f"48 of {RACKS} racks are finished and saved in" in stopped.stderr.replace("\n", " ")
    refused = error_of(run_jackdaw("openings", *TINY, "-o", out))
    assert "there is an unfinished run; resume it with --resume" in refused
    other = error_of(run_jackdaw("openings", *TINY[:4], "--workers", 1, "-o", out, "--resume"))
    assert "the run was started with --strategy greedy; resume with the same options" in other
    begun[:] = [-1] * 10
    resumed = run_jackdaw("openings", *TINY, "-o", out, "--resume")
    assert resumed.exit_code == 0 and resumed.stdout == shown
    assert begun[10] == 48 and out.read_bytes() == whole.read_bytes()
    assert not journal_path(out).exists()


def test_a_run_without_a_file_says_that_nothing_is_saved(
    run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_task: OpeningTask) -> OpeningChunk:
        raise KeyboardInterrupt

    monkeypatch.setattr(opening_run, "find_openings", stop)
    stopped = run_jackdaw("openings", *TINY)
    assert stopped.exit_code == 130 and "not saved; use -o FILE" in stopped.stderr.replace("\n", " ")


def test_workers_that_die(run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    died = TaskFailed("workers were killed 6 times (SIGKILL)")
    monkeypatch.setattr(opening_run, "run_tasks", lambda _pool, _work, all_: ((each, died) for each in all_))
    out = tmp_path / "t.csv"
    result = run_jackdaw("openings", *TINY, "-o", out)
    assert result.exit_code == 2 and "killed 6 times (SIGKILL); try again with --resume" in result.stderr
    assert not out.exists() and journal_path(out).exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("AEINR",), "the rack AEINR has 5 tiles; an opening has 7"),
        (("AEINRSTU",), "the rack AEINRSTU has 8 tiles; racks hold 7"),
        (("AEINR5T",), "column 6: '5'"),
        (("QQAEINR",), "2 tiles Q on the board and the racks, but english has 1"),
        (("???AEIN",), "3 tiles ? on the board and the racks, but english has 2"),
        (("AEINRST", "-o", "t.csv"), "-o is for the table of all racks; leave out -o, or RACK."),
        (("AEINRST", "--resume"), "--resume is for the table of all racks; leave out --resume, or RACK."),
        (("AEINRST", "--workers", 0), "0 workers; expected 1 to 1024"),
        (("--resume",), "--resume needs the journal of a table; name the table with -o FILE."),
        (("-n", 101), "-n 101 is too large; give at most 100."),
        (("--workers", 0), "0 workers; expected 1 to 1024"),
        (("-o", "t.txt"), "t.txt: unknown format of a table; expected .csv, .csv.gz, .parquet"),
        (("-o", "missing/t.csv"), "its folder does not exist"),
        (("-o", "t.csv", "--json", "t.csv"), "--output and --json name the same file"),
        (("-o", "t.csv", "--json", "t.csv.journal"), "--json and the journal name the same file"),
        (("--strategy", "sim_2ply"), "sim_2ply"),
        (("--rules", "polish", "--lexicon", "SCOWL80"), "SCOWL80 has English words, and the tiles"),
        (("--lexicon", "missing"), "missing"),
    ],
    ids=str,
)  # fmt: skip
def test_bad_input(arguments: tuple[object, ...], message: str, run_jackdaw: Run) -> None:
    assert message in error_of(run_jackdaw("openings", *arguments))
    assert not list(Path().glob("t.csv*"))
