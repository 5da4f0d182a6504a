"""`jackdaw batch`: many positions, each analyzed or given an error, despite interruptions."""

import csv
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from dask_clusters import dask_cluster
from endgames import ENDGAME

from jackdaw.batch.output import COLUMNS
from jackdaw.inputs import Sources
from movegen import JackdawError, read_gcg
from sims.workers import TaskFailed

pytestmark = pytest.mark.core

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "jackdaw/samples/ann_v_ben.gcg"
OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
SECOND = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
FEW = ("--iterations", 30, "--candidates", 3, "--workers", 1)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def without_seconds(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for line in lines:
        if line["analysis"]:
            line["analysis"]["seconds"] = None
    return lines


def error_of(result: Result) -> str:
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    return result.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with positions in every form, some of them broken."""
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.cgp").write_text(f"# a comment\n{OPENING}\n\n{SECOND}\nrubbish\n", encoding="utf-8")
    (folder / "b.csv").write_text(f'id,cgp\none,"{OPENING}"\ntwo,\n', encoding="utf-8")
    (folder / "c.jsonl").write_text(
        "\n".join([json.dumps({"cgp": SECOND, "id": 7}), json.dumps(OPENING), "[1]", '{"x": 1}', "{"]),
        encoding="utf-8",
    )
    (folder / "d.gcg").write_bytes(b"rubbish\n")
    (folder / "e.gcg").write_text(
        "#player1 A A\n#player2 B B\n>A: AEINRST 8D NASTIER +66 66\n#rack2 ADEEGIL\n", encoding="utf-8"
    )
    (folder / "deep/f.CGP").write_bytes(f"\xef\xbb\xbf{OPENING}\n".encode("latin-1") + b"\xff\n")
    (folder / "notes.md").write_text("not read", encoding="utf-8")
    return folder


def test_endgames_are_searched_with_few_tiles(run_jackdaw: Run, tmp_path: Path) -> None:
    """As `analyze` does, unless the plies are named."""
    few = tmp_path / "few.cgp"
    known = read_gcg(SAMPLE).position(21).cgp().replace("IORS/", "IORS/A")  # so that nothing is searched
    few.write_text(f"{known}\n{OPENING}\n", encoding="utf-8")
    found = []
    for plies in ((), ("--plies", 2)):
        out = tmp_path / f"{len(plies)}.jsonl"
        assert run_jackdaw("batch", few, "-o", out, *FEW, "--iterations", 5, *plies).exit_code == 0
        found.append([line["analysis"]["simulation"] for line in lines_of(out)])
    plans = [[(each["plies"], each["endgame_nodes"]) for each in lines] for lines in found]
    assert plans == [[(None, 30), (2, None)], [(2, None), (2, None)]]


def test_errors_of_positions_are_independent(run_jackdaw: Run, run_analyze: Run, tmp_path: Path) -> None:
    """Each position has a seed of its own, wherever it stands, and `analyze` finds the same with it."""
    many = tmp_path / "many.cgp"
    many.write_text(f"{OPENING}\n{SECOND}\n{OPENING}\n", encoding="utf-8")
    found = []
    for seed in (0, 1):
        out = tmp_path / f"{seed}.jsonl"
        assert run_jackdaw("batch", many, "-o", out, *FEW, "--seed", seed).exit_code == 0
        found += [line["analysis"] for line in lines_of(out)]
    seeds = [each["simulation"]["seed"] for each in found]
    assert seeds[::3] == seeds[2::3] and len({*seeds}) == 4
    shown = run_analyze(SECOND, "--seed", seeds[1], *FEW, "-n", 3, "--json", "-")
    again = json.loads(shown.stdout)["positions"][0]
    assert again["candidates"] == [
        {**each, "rollouts": other["rollouts"]}
        for each, other in zip(found[1]["candidates"], again["candidates"], strict=True)
    ]


def test_sources(folder: Path) -> None:
    sources = Sources.of([str(folder), str(folder / "*.csv"), str(folder / "a.cgp")])
    assert [Path(file).name for file in sources.files] == [
        "a.cgp",
        "b.csv",
        "c.jsonl",
        "d.gcg",
        "f.CGP",
        "e.gcg",
    ]
    items = list(sources.items())
    reported = [
        (Path(item.source).name, item.line, item.turn, item.name, item.error is None) for item in items
    ]
    assert reported == [
        ("a.cgp", 2, None, None, True),
        ("a.cgp", 4, None, None, True),
        ("a.cgp", 5, None, None, False),
        ("b.csv", 2, None, "one", True),
        ("b.csv", 3, None, "two", False),
        ("c.jsonl", 1, None, "7", True),
        ("c.jsonl", 2, None, None, True),
        ("c.jsonl", 3, None, None, False),
        ("c.jsonl", 4, None, None, False),
        ("c.jsonl", 5, None, None, False),
        ("d.gcg", None, None, None, False),
        ("f.CGP", 1, None, None, True),
        ("f.CGP", 2, None, None, False),
        ("e.gcg", None, 1, None, True),
        ("e.gcg", None, 2, None, True),
    ]
    assert all((item.position is None) == (item.error is not None) for item in items)
    assert items[-2].played is not None and items[-1].played is None
    count, checksum = sources.survey()
    assert count == len(items)
    (folder / "a.cgp").write_text(f"# a remark!\n{OPENING}\n\n{SECOND}\nrubbish\n", encoding="utf-8")
    recounted, other = sources.survey()
    assert recounted == count and other != checksum


def test_every_turn_of_a_game() -> None:
    items = list(Sources.of([str(SAMPLE)]).items())
    game = read_gcg(SAMPLE)
    assert [item.turn for item in items] == [*range(1, len(game.turns) + 1)]
    assert all(item.position == game.position(item.turn) for item in items if item.turn)
    assert [item.played for item in items] == [event.move for event in game.turns]


def test_what_names_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # there may be positions in the clone
    for argument in ("nowhere.cgp", "*.cgp", str(tmp_path)):
        with pytest.raises(JackdawError, match=r"no such file|the folder contains no positions"):
            Sources.of([argument])
    (tmp_path / "a.cgp").touch()
    assert Sources.of([str(tmp_path)], without=[tmp_path / "a.cgp"]).files == ()


def test_a_batch_in_every_form(run_jackdaw: Run, folder: Path, tmp_path: Path) -> None:
    jsonl, table = tmp_path / "out.jsonl", tmp_path / "out.csv"
    result = run_jackdaw("batch", folder, "-o", jsonl, "-o", table, *FEW)
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-1] == "Errors: 7 of 15 positions could not be analyzed"
    lines = lines_of(jsonl)
    assert [line["number"] for line in lines] == [*range(15)]
    assert {line["schema"] for line in lines} == {"jackdaw.batch/1"}
    assert [line["number"] for line in lines if line["error"]] == [2, 4, 7, 8, 9, 10, 12]
    for line in lines:
        assert (line["analysis"] is None) == (line["error"] is not None)
        if line["analysis"]:
            assert line["analysis"]["method"] == "simulation"
            assert line["analysis"]["iterations"] == 30
            assert [candidate["rank"] for candidate in line["analysis"]["candidates"]][:2] == [1, 2]
            assert line["analysis"]["candidates"][0]["rollouts"] is None
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == list(COLUMNS) and len(rows) == 15
    assert rows[0]["best_move"] == lines[0]["analysis"]["candidates"][0]["move"]
    for name in ("win", "utility", "utility_se", "spread"):
        assert float(rows[0][f"best_{name}"]) == lines[0]["analysis"]["candidates"][0][name]
    assert rows[2]["error"] == lines[2]["error"] and rows[2]["best_move"] == ""
    assert rows[13]["played_move"] == lines[13]["analysis"]["played"]["move"] == "8D NASTIER"
    assert "15 positions: 8 by simulation" in result.stdout
    assert "7 could not be analyzed" in result.stdout and "and 2 more, see the field error" in result.stdout
    assert not (tmp_path / "out.jsonl.journal").exists()


def test_tables_of_spreadsheets(run_jackdaw: Run, tmp_path: Path) -> None:
    """Names of columns in any case; a table with another separator says what is wrong."""
    (tmp_path / "a.csv").write_bytes(f'\ufeffID, CGP \r\none,"{OPENING}"\r\n'.encode())
    (tmp_path / "b.csv").write_text(f"id;cgp\none;{OPENING}\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    result = run_jackdaw("batch", tmp_path / "a.csv", "-o", out, "--method", "static", "--workers", 1)
    assert (result.exit_code, [line["id"] for line in lines_of(out)]) == (0, ["one"])
    assert "1 position: 1 by static" in result.stdout
    result = run_jackdaw("batch", tmp_path / "b.csv", "-o", out, "--method", "static", "--workers", 1)
    assert "has no column cgp; name the columns in the first line, separated by commas" in result.stdout
    assert result.stderr.splitlines()[-1] == "Errors: 1 of 1 position could not be analyzed"


def test_a_single_iteration(run_jackdaw: Run, tmp_path: Path) -> None:
    (tmp_path / "one.cgp").write_text(f"{SECOND}\n", encoding="utf-8")
    once = ("--iterations", 1, "--candidates", 3, "--workers", 1)
    result = run_jackdaw("batch", tmp_path / "one.cgp", "-o", tmp_path / "out.csv", *once)
    assert "1 position: 1 by simulation\n1 iteration in " in result.stdout
    [row] = csv.DictReader((tmp_path / "out.csv").read_text(encoding="utf-8").splitlines())
    assert row["best_win"] and not row["best_win_se"] and not row["best_equity_se"]


def test_unknown_operations_are_counted(run_jackdaw: Run, tmp_path: Path) -> None:
    lines = [f"{OPENING} colour green;", f"{SECOND} colour red; mood bad;", SECOND]
    (tmp_path / "in.cgp").write_text("\n".join(lines), encoding="utf-8")
    result = run_jackdaw("batch", tmp_path / "in.cgp", "-o", tmp_path / "out.csv", "--method", "static")
    assert result.exit_code == 0
    assert [line for line in result.stderr.splitlines() if line.startswith("Warning")] == [
        "Warning: the operation 'colour' of the CGP is unknown and ignored (2 positions)",
        "Warning: the operation 'mood' of the CGP is unknown and ignored (1 position)",
    ]


def test_details(run_jackdaw: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run_jackdaw("batch", folder / "b.csv", "-o", out, *FEW, "--details", "-n", 2)
    candidates = lines_of(out)[0]["analysis"]["candidates"]
    assert len(candidates) == 2 and sum(candidates[0]["rollouts"]["equity_counts"].values()) == 30


def test_inference(run_jackdaw: Run, folder: Path, tmp_path: Path) -> None:
    """Infer only on request, and only if the record has a last move."""
    out = tmp_path / "out.jsonl"
    for option in ("--infer", "--no-infer"):
        run_jackdaw("batch", folder / "e.gcg", "-o", out, *FEW, option)
        inferred = [line["analysis"]["simulation"]["inference"] for line in lines_of(out)]
        assert [each is not None for each in inferred] == [False, option == "--infer"]


def test_what_cannot_be_simulated_is_ranked(run_jackdaw: Run, tmp_path: Path) -> None:
    positions, out = tmp_path / "a.cgp", tmp_path / "out.jsonl"
    positions.write_text(
        f"{OPENING.replace('AEINRST/', 'AEIN/')}\n{OPENING.replace('AEINRST/', '/')}\n", encoding="utf-8"
    )
    assert run_jackdaw("batch", positions, "-o", out, *FEW).exit_code == 3
    partly, unknown = lines_of(out)
    assert (partly["analysis"]["method"], partly["analysis"]["why_static"]) == (
        "static", "the rack is only partly known",
    )  # fmt: skip
    assert unknown["error"] == "the rack of the player on turn is not known"
    positions.write_text("rubbish\n", encoding="utf-8")
    assert run_jackdaw("batch", positions, "-o", out, *FEW).exit_code == 1


def test_parquet(run_jackdaw: Run, folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="PyArrow is not installed")
    lines, table = tmp_path / "out.jsonl", tmp_path / "out.parquet"
    run_jackdaw("batch", folder, "-o", table, "-o", lines, *FEW, "--method", "static")
    rows = parquet.read_table(table).to_pylist()
    assert list(rows[0]) == list(COLUMNS)
    for row, line in zip(rows, lines_of(lines), strict=True):
        assert (row["number"], row["error"]) == (line["number"], line["error"])
        assert row["best_move"] == (line["analysis"]["candidates"][0]["move"] if line["analysis"] else None)


def test_an_interrupted_batch_goes_on(
    run_jackdaw: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    run_jackdaw("batch", folder, "-o", whole, *FEW)
    from jackdaw.batch import run as batch_run

    work, done = batch_run.analyze_task, []

    def interrupted(*arguments: Any) -> Any:
        if len(done) == 6:
            raise KeyboardInterrupt
        done.append(arguments[1].number)
        return work(*arguments)

    monkeypatch.setattr(batch_run, "analyze_task", interrupted)
    result = run_jackdaw("batch", folder, "-o", out, *FEW)
    assert result.exit_code == 130 and not out.exists()
    assert (
        f"Interrupted: 6 of 15 positions are done and saved in {out}.journal; continue with --resume"
        in result.stderr
    )
    assert "resume it with --resume" in error_of(run_jackdaw("batch", folder, "-o", out, *FEW))
    other = error_of(run_jackdaw("batch", folder, "-o", out, *FEW, "--plies", 3, "--resume"))
    assert "the run was started without --plies; resume with the same options" in other
    kept = done.copy()
    done[:] = [-1]  # six more, none of them saved
    monkeypatch.setattr(
        batch_run, "analyze_task", lambda *given: (done.append(given[1].number), work(*given))[1]
    )
    assert run_jackdaw("batch", folder, "-o", out, *FEW, "--resume").exit_code == 3
    assert not set(kept) & set(done)
    assert without_seconds(lines_of(out)) == without_seconds(lines_of(whole))
    with (folder / "a.cgp").open("a") as file:
        file.write(f"{OPENING}\n")


def test_positions_whose_workers_die(
    run_jackdaw: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have an error, the exit code says so, and --resume takes them up again."""
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    run_jackdaw("batch", folder, "-o", whole, *FEW)

    def die(pool: object, work: Callable[[Any], Any], tasks: Iterator[Any]) -> Any:
        for task in tasks:
            died = task.number in (0, 3)
            yield task, TaskFailed("workers were killed 6 times (SIGKILL)") if died else work(task)

    with monkeypatch.context() as patched:
        patched.setattr("jackdaw.batch.run.run_in_chunks", die)
        result = run_jackdaw("batch", folder, "-o", out, *FEW)
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-1] == (
        "Errors: 9 of 15 positions could not be analyzed; workers died of 2, try again with --resume"
    )
    errors = [line["error"] for line in lines_of(out)]
    assert errors[0] == errors[3] == "workers were killed 6 times (SIGKILL)"
    again = run_jackdaw("batch", folder, "-o", out, *FEW, "--resume")
    assert again.stderr.splitlines()[-1] == "Errors: 7 of 15 positions could not be analyzed"
    assert without_seconds(lines_of(out)) == without_seconds(lines_of(whole))
    assert not Path(f"{out}.journal").exists()


def test_changed_files_are_not_gone_on_with(
    run_jackdaw: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*arguments: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("jackdaw.batch.run.analyze_task", interrupt)
        run_jackdaw("batch", folder, "-o", tmp_path / "out.csv", *FEW)
    (folder / "a.cgp").write_text(f"{SECOND}\n{OPENING}\nrubbish\n", encoding="utf-8")
    result = run_jackdaw("batch", folder, "-o", tmp_path / "out.csv", *FEW, "--resume")
    assert "the run was started with files" in error_of(result)


@pytest.mark.medium
def test_the_same_whoever_does_the_work(run_jackdaw: Run, folder: Path, tmp_path: Path) -> None:
    shutil.copy(SAMPLE, folder)
    found = []
    for workers in (1, 3):
        out = tmp_path / f"{workers}.jsonl"
        run_jackdaw("batch", folder, "-o", out, "--iterations", 20, "--candidates", 2, "--workers", workers)
        found.append(without_seconds(lines_of(out)))
    assert found[0] == found[1] and len(found[0]) == 38


@pytest.mark.slow
def test_a_dask_cluster(
    run_jackdaw: Run, folder: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Workers find the same as a single process, word for word."""
    shutil.copy(SAMPLE, folder)
    found = []
    with dask_cluster(tmp_path_factory.mktemp("dask")) as (address, _):
        for name, who in (("here", ("--workers", 1)), ("dask", ("--executor", f"dask:{address}"))):
            out = tmp_path / f"{name}.jsonl"
            done = run_jackdaw("batch", folder, "-o", out, "--iterations", 20, "--candidates", 2, *who)
            assert done.exit_code == 3
            found.append(without_seconds(lines_of(out)))
    assert found[0] == found[1] and len(found[0]) == 38


def test_bad_usage(run_jackdaw: Run, folder: Path, tmp_path: Path) -> None:
    for arguments, message in (
        (("-o", tmp_path / "a.txt"), "unknown format of output; expected .jsonl, .csv, .parquet"),
        (("-o", tmp_path / "no/a.csv"), "its folder does not exist"),
        (("-o", tmp_path / "a.csv", "-o", tmp_path / "." / "a.csv"), "is named twice"),
        (("-o", tmp_path / "a.csv", "--strategy", "nobody"), "unknown strategy 'nobody'"),
        (("-o", tmp_path / "a.csv", "--workers", 0), "0 workers"),
    ):
        assert message in error_of(run_jackdaw("batch", folder, *arguments))
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_endgames_are_solved(run_jackdaw: Run, tmp_path: Path) -> None:
    """By whom does not matter; with no look ahead they are not."""
    record = tmp_path / "end.cgp"
    record.write_text(f"{ENDGAME}\n{ENDGAME.replace('AEIS/R', 'AEI/R')}\n", encoding="utf-8")
    outputs = [tmp_path / name for name in ("1.jsonl", "2.jsonl", "static.jsonl", "out.csv")]
    assert run_jackdaw("batch", record, "-o", outputs[0], "-o", outputs[3], "--workers", 1).exit_code == 0
    assert run_jackdaw("batch", record, "-o", outputs[1], "--workers", 2).exit_code == 0
    lines, others = (without_seconds(lines_of(output)) for output in outputs[:2])
    assert lines == others
    solved, unsolved = (line["analysis"] for line in lines)
    assert (solved["method"], solved["endgame"]["value"], solved["why_static"]) == ("endgame", 12, None)
    assert len(solved["candidates"]) == 15 and all(each["proven"] for each in solved["candidates"])
    assert (unsolved["method"], unsolved["why_static"]) == (
        "static",
        "the opponent's rack is R, but RS are unseen",
    )
    with outputs[3].open(newline="") as stream:
        first, second = csv.DictReader(stream)
    assert (first["method"], first["best_equity"], first["best_proven"]) == ("endgame", "12.0", "true")
    assert second["best_proven"] == ""
    assert run_jackdaw("batch", record, "-o", outputs[2], "--workers", 1, "--method", "static").exit_code == 0
    assert [line["analysis"]["method"] for line in lines_of(outputs[2])] == ["static", "static"]
