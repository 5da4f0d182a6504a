"""Collections as text, JSON and CSV, and `analyze` of several games."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from collection_runs import report_of, run_of
from short_records import short_record

from jackdaw.collection import (
    collection_csv,
    collection_json,
)
from jackdaw.collection import (
    run as collection_run,
)
from jackdaw.options import has_several_files
from sims.workers import TaskFailed

pytestmark = pytest.mark.core

ROOT = Path(__file__).resolve().parents[3]
GAMES = ROOT / "tests/data/games"


def test_the_json_says_what_the_collection_does(folder: Path) -> None:
    found = run_of(folder, None).analyze(1)
    reported = json.loads(collection_json(found))
    assert reported["schema"] == "jackdaw.collection/2"
    assert [game["file"] for game in reported["games"]] == [game.file for game in found.games]
    assert [turn["move"] for turn in reported["games"][0]["game"]["turns"]][:2] == ["(pass)", "8D WAREZ"]
    assert reported["players"][0]["name"] == "Ann Archer"
    assert reported["players"][0]["total"]["won"] == 3
    assert reported["players"][0]["opponents"]["Ben"]["games"] == 4
    assert list(reported["phases"]) == ["opening", "middle", "pre-endgame", "endgame"]
    assert set(reported["failures"]) == {failure.file for failure in found.failures}


def test_a_name_is_no_formula(tmp_path: Path) -> None:
    (tmp_path / "a.gcg").write_text(short_record("=1+2", "@Ben, the one\r", finished=False), encoding="utf-8")
    lines = collection_csv(run_of(tmp_path, None).analyze(1)).decode().split("\r\n")
    assert lines[0].startswith("file,date,name,opponent,turn,player,phase,")
    assert f"{tmp_path}/a.gcg,,'=1+2,\"'@Ben, the one\",1,0,opening," in lines[1]


def test_eighty_columns(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for what is wrong with files, which has their whole names."""
    for player in range(25):
        name = f"Somebody with a long name {player}"
        (folder / f"{'long' * 20}{player}.gcg").write_text(
            short_record("Ann Archer", name, "2026-05-05", finished=False), encoding="utf-8"
        )
    text = report_of(run_of(folder, None).analyze(1))[2]
    left_out = next(number for number, line in enumerate(text) if "left out" in line)
    assert max(map(len, text[:left_out])) <= 80
    assert text[0] == "30 games of 28 players; 2026-01-05 to 2026-05-05"
    assert sum(line == "and 8 more" for line in text) == 1 and "and 10 before these" in text


def test_workers_change_nothing(folder: Path) -> None:
    (folder / "r10.gcg").unlink()
    (folder / "copy.gcg").unlink()
    assert report_of(run_of(folder, None).analyze(2)) == report_of(run_of(folder, None).analyze(1))


Run = Callable[..., Any]


def error_of(result: Any) -> str:
    assert result.exit_code == 2
    return str(result.stderr)


def test_a_folder_on_the_command_line(run_analyze: Run, folder: Path, tmp_path: Path) -> None:
    outputs = ("--html", tmp_path / "out", "--json", tmp_path / "g.json", "--csv", tmp_path / "g.csv")
    cache = ("--cache", tmp_path / "kept", "--workers", 1)
    first = run_analyze(folder, *outputs, *cache)
    written = [
        tmp_path / "g.json",
        tmp_path / "g.csv",
        f"{tmp_path / 'out/index.html'} and pages for 5 games",
    ]
    notes = "".join(f"Wrote {file}\n" for file in written)
    errors = "Errors: 2 of 8 games could not be reviewed\n"
    assert (first.exit_code, first.stderr) == (3, notes + errors)
    assert "5 games of 3 players" in first.stdout and "broken.gcg: line 1" in first.stdout
    names = ["copy.html", "index.html", "r10-2026-02-01.html", "r10.html", "r2.html", "r9.html"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == names
    files = [*(tmp_path / "out").iterdir(), tmp_path / "g.json", tmp_path / "g.csv"]
    contents = {path: path.read_bytes() for path in files}
    again = run_analyze(folder, *outputs, *cache)
    assert again.stdout == first.stdout
    assert again.stderr == f"Note: 5 of 5 games come from the cache\n{notes}{errors}"
    assert {path: path.read_bytes() for path in files} == contents


def test_a_game_whose_workers_die(
    run_analyze: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is an error, and the next run reviews it."""
    (folder / "broken.gcg").unlink()
    arguments = (folder, "--cache", tmp_path / "kept", "--workers", 1, "--json", tmp_path / "games.json")

    def die(pool: object, work: Callable[[Any], Any], tasks: list[Any]) -> Any:
        for number, task in enumerate(tasks):
            yield task, work(task) if number else TaskFailed("workers were killed 6 times (SIGKILL)")

    with monkeypatch.context() as patched:
        patched.setattr("jackdaw.collection.run.run_tasks", die)
        first = run_analyze(*arguments)
    assert first.exit_code == 3 and "workers were killed 6 times (SIGKILL)" in first.stdout
    assert "could not be reviewed; workers died of 1, run the same command again\n" in first.stderr
    again = run_analyze(*arguments)
    assert "5 games of 3 players" in again.stdout and "killed" not in again.stdout + again.stderr


def test_the_page_of_a_game_is_that_of_the_game_alone(run_analyze: Run, tmp_path: Path) -> None:
    run_analyze(GAMES / "annotated.gcg", "--effort", "quick", "--html", tmp_path / "alone.html", "-n", 3)
    run_analyze(
        GAMES / "annotated.gcg", GAMES / "annotated.gcg", "--html", tmp_path / "out", "--no-cache", "-n", 3
    )
    assert (tmp_path / "out/annotated.html").read_bytes() == (tmp_path / "alone.html").read_bytes()


def test_the_page_of_a_game_says_how_to_practise_with_the_same_options(
    run_analyze: Run, tmp_path: Path
) -> None:
    words, rules = tmp_path / "es.txt", tmp_path / "mine.toml"
    words.write_text("AA\nES\nAT\n", encoding="utf-8")
    rules.write_text("bingo_bonus = 40\n", encoding="utf-8")
    games = (GAMES / "annotated.gcg", GAMES / "annotated.gcg")
    options = ("--lexicon", words, "--rules", rules)
    run_analyze(*games, *options, "--html", tmp_path / "out", "--no-cache")
    page = (tmp_path / "out/annotated.html").read_text(encoding="utf-8")
    assert "jackdaw puzzles annotated.gcg --lexicon es.txt --rules mine.toml --player" in page
    assert "jackdaw puzzle play mistakes.jsonl --lexicon es.txt" in page


def test_what_names_several_games(run_analyze: Run, folder: Path, tmp_path: Path) -> None:
    for arguments, games in (
        ((folder / "r1.gcg", folder / "r2.gcg"), 2),
        ((f"{folder}/r1*.gcg",), 2),
        ((folder, f"{folder}/r1*.gcg", folder / "r1.gcg"), 5),
    ):
        result = run_analyze(*arguments, "--no-cache", "--json", "-", "--workers", 1)
        assert len(json.loads(result.stdout)["games"]) == games
    assert "8D WAREZ" in run_analyze(folder / "r1.gcg", "--effort", "quick").stdout


def test_nothing_to_analyze(run_analyze: Run, tmp_path: Path) -> None:
    (tmp_path / "a.gcg").write_text("rubbish\n", encoding="utf-8")
    (tmp_path / "b.cgp").write_text("15/" * 14 + "15 AEINRST/ 0/0 0\n", encoding="utf-8")
    result = run_analyze(tmp_path / "a.gcg", tmp_path / "b.cgp", "--no-cache", "--html", tmp_path / "out")
    assert result.exit_code == 1
    assert "No game could be read" in result.stdout
    assert "b.cgp: contains positions, not a game; use jackdaw batch for positions" in result.stdout


def test_interrupted_on_the_command_line(
    run_analyze: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(collection_run, "review_task", interrupt)
    for cache, saved in (
        (("--cache", tmp_path / "kept"), "saved; run the same command to continue"),
        (("--no-cache",), "not saved"),
    ):
        result = run_analyze(folder, *cache, "--workers", 1)
        assert result.exit_code == 130
        assert result.stderr == f"Interrupted: 3 of 8 games are done and {saved}\n"


def test_which_arguments_are_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than one, folders and patterns; a file whose name looks like a pattern is one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    for name in ("a.gcg", "final[1].gcg"):
        (tmp_path / name).touch()
    for files in ((), ("a.gcg", "b.gcg"), ("games",), ("*.gcg",), ("game?.gcg",), ("r[12].gcg",)):
        assert has_several_files(files) is True, files
    cgp = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGI?/ 0/32 0"
    address = "https://example.com/games?number=1"
    for file in ("a.gcg", "final[1].gcg", "no.gcg", "-", cgp, address, "a" * 5000, "*" * 5000):
        assert has_several_files((file,)) is False, file


def test_bad_usage(run_analyze: Run, folder: Path, tmp_path: Path) -> None:
    one, out = folder / "r1.gcg", tmp_path / "out.json"
    for arguments, message in (
        ((folder, "--turn", 3), "--turn is for a single game or position, but these are several."),
        ((folder, "--opp-rack", "A"), "--opp-rack is for a single game or position"),
        ((one, "--cache", tmp_path), "--cache is for several games, but this is a single file."),
        ((one, "--no-cache"), "--no-cache is for several games"),
        (
            (folder, "--cache", tmp_path, "--no-cache"),
            "--cache and --no-cache exclude each other; give only one.",
        ),
        ((folder, "--cache", one), "the folder cannot be created"),
        ((folder, "--html", one), "is not a folder; name a folder for the pages of several games"),
        ((folder, "--html", tmp_path / "no/out"), "no/out: its folder does not exist"),
        (
            (folder, "--json", out, "--csv", tmp_path / "." / "out.json"),
            "--json and --csv name the same file",
        ),
        ((folder, "--json", one), "r1.gcg: would overwrite an input; name another file"),
        (
            (folder, "--iterations", 30),
            "--iterations needs simulations, but turns of games are not simulated",
        ),
        ((folder, "--csv", tmp_path / "no/out.csv"), "its folder does not exist"),
        ((folder, tmp_path / "nothing.gcg"), "nothing.gcg: no such file"),
        ((folder, "--strategy", "nobody"), "unknown strategy 'nobody'"),
    ):
        assert message in error_of(run_analyze(*arguments)), arguments
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games"]
