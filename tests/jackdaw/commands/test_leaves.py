"""`jackdaw leaves` and `jackdaw winprob`, on a game so small that learning takes no time."""

import importlib.util
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copy
from typing import Any

import numpy as np
import pytest
from click.testing import Result
from tiny_game import FOLDER, RULES, WORDS, tiny_variant

from movegen import TileSet
from movegen.distribution import install_command
from sims.training import SwingCounts, WinTraining, describe_win_training, train_win_table, win_training
from sims.workers import Journal, JournalError, TaskFailed, lock_run
from strategy import LeaveTable, WinTable, load_leaves

pytestmark = pytest.mark.core

Run = Callable[..., Result]
TINY = ("--lexicon", WORDS, "--rules", RULES, "--workers", 1)
TILES = ("--tiles", str(FOLDER / "few.toml"))


def table_of(path: Path) -> LeaveTable:
    table = load_leaves(path, tiny_variant().tiles)
    assert isinstance(table, LeaveTable)
    return table


def error_of(result: Result) -> str:
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    return result.stderr


def test_training_can_be_resumed(run_jackdaw: Run, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.leaves", tmp_path / "parts.leaves"
    train = ("leaves", "train")
    result = run_jackdaw(*train, whole, *TINY, "--games", 5, "--generations", 3)
    assert result.exit_code == 0
    title, *rows, last = result.stdout.splitlines()
    assert title.split()[:3] == ["generation", "games", "racks"]
    assert [row.split()[:2] for row in rows] == [["1", "5"], ["2", "10"], ["3", "20"]]
    assert last == f"110 leaves in {whole}; play with them: --strategy {whole}"
    assert result.stderr.splitlines()[0] == "Playing: generation 1 (5)"
    run_jackdaw(*train, parts, *TINY, "--games", 5, "--generations", 1)
    refused = error_of(run_jackdaw(*train, parts, *TINY, "--games", 5))
    assert refused.endswith(
        "parts.leaves.state: already holds a training; continue with --resume, or delete the file\n"
    )
    resumed = run_jackdaw(*train, parts, *TINY, "--games", 5, "--generations", 3, "--resume")
    assert resumed.stdout.splitlines()[1:-1] == rows
    assert parts.read_bytes() == whole.read_bytes()
    other = error_of(run_jackdaw(*train, parts, *TINY, "--games", 6, "--generations", 4, "--resume"))
    assert other.endswith("training began with --games 5; resume with the same options\n")
    more = error_of(run_jackdaw(*train, parts, *TINY, "--games", 5, "--seed", 2, "--resume"))
    assert "training began without --seed; resume with the same options" in more
    fewer = error_of(run_jackdaw(*train, parts, *TINY, "--games", 5, "--generations", 2, "--resume"))
    assert "already has 3 generations; ask for 3 or more" in fewer
    anew = run_jackdaw(*train, tmp_path / "new.csv", *TINY, "--games", 5, "--generations", 1, "--resume")
    assert "new.csv.state, so the run begins anew" in anew.stderr


def test_rules_are_compared_by_what_they_hold(run_jackdaw: Run, tmp_path: Path) -> None:
    """Their file may move, but not change."""
    out, rules = tmp_path / "a.leaves", tmp_path / "mine.toml"
    text = Path(RULES).read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    for name in ("few.toml", "small.toml"):
        copy(FOLDER / name, tmp_path / name)
    train = ("leaves", "train", out, "--lexicon", WORDS, "--workers", 1, "--games", 5, "--generations")
    assert run_jackdaw(*train, 1, "--rules", RULES).exit_code == 0
    moved = run_jackdaw(*train, 2, "--rules", rules, "--resume")
    assert moved.exit_code == 0, moved.stderr
    rules.write_text(text + "bingo_bonus = 7\n", encoding="utf-8")
    changed = run_jackdaw(*train, 3, "--rules", rules, "--resume")
    assert f"training began with --rules {RULES}; resume" in error_of(changed) and changed.stdout == ""
    (tmp_path / "a.leaves.state").unlink()
    assert run_jackdaw(*train, 1, "--rules", rules).exit_code == 0
    rules.write_text(text, encoding="utf-8")
    other = error_of(run_jackdaw(*train, 2, "--rules", rules, "--resume"))
    assert (
        "training began with other rules (" in other
        and "resume with the same rules, board and tiles" in other
    )


def test_two_runs_of_the_same_training(run_jackdaw: Run, tmp_path: Path) -> None:
    """The second one is refused, with and without --resume, as long as the first runs."""
    out = tmp_path / "new.leaves"
    command = ("leaves", "train", out, *TINY, "--games", 5, "--generations", 1)
    with lock_run(Path(f"{out}.state")):
        for options in ((), ("--resume",)):
            assert "new.leaves.state: another run is using it" in error_of(run_jackdaw(*command, *options))
        assert not out.exists()
    assert run_jackdaw(*command).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.leaves", "new.leaves.state"]


def test_a_training_whose_workers_die(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Says what is saved, and goes on with --resume."""
    out, whole = tmp_path / "new.leaves", tmp_path / "whole.leaves"
    train = ("leaves", "train")
    run_jackdaw(*train, whole, *TINY, "--games", 5, "--generations", 2)
    died = TaskFailed("workers were killed 6 times (SIGKILL)")

    def die(pool: object, work: Any, tasks: Any) -> Any:
        for task in tasks:
            yield task, died if task.first else work(task)

    with monkeypatch.context() as patched:
        patched.setattr("sims.workers.summing.run_tasks", die)
        result = run_jackdaw(*train, out, *TINY, "--games", 5, "--generations", 2)
    assert result.exit_code == 2
    assert result.stderr.endswith(
        f"Interrupted: 1 of 2 generations are finished; saved in {out}.state; continue with --resume\n"
        "Error: games 5 to 14 are missing: workers were killed 6 times (SIGKILL);"
        " try again, with --workers 1 to see the error\n"
    )
    run_jackdaw(*train, out, *TINY, "--games", 5, "--generations", 2, "--resume")
    for suffix in ("", ".state"):
        assert Path(f"{out}{suffix}").read_bytes() == Path(f"{whole}{suffix}").read_bytes()


def test_an_interrupted_training_reports_what_is_saved(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(what: str, done: int, all_: int) -> None:
        if what == "generation 2":
            raise KeyboardInterrupt

    monkeypatch.setattr("jackdaw.runs.leaves_training.ProgressLine", lambda *_: interrupt)
    out = tmp_path / "a.leaves"
    result = run_jackdaw("leaves", "train", out, *TINY, "--games", 5, "--generations", 3)
    assert (result.exit_code, out.exists()) == (130, False)
    assert result.stderr == (
        f"Interrupted: 1 of 3 generations are finished; saved in {out}.state; continue with --resume\n"
    )


def test_a_file_of_leaves_says_for_which_racks_they_are(run_jackdaw: Run, tmp_path: Path) -> None:
    out = tmp_path / "a.leaves"
    options = ("--games", 5, "--generations", 1, "--longest", 2)
    assert run_jackdaw("leaves", "train", out, *TINY, *options).exit_code == 0
    assert table_of(out).rack_size == tiny_variant().rules.rack_size


def test_training_refuses_impossible_options_beforehand(run_jackdaw: Run, tmp_path: Path) -> None:
    train = ("leaves", "train")
    for output, options, message in (
        ("a.txt", (), "is not named as a table of leaves"),
        ("nowhere/a.leaves", (), "its folder does not exist"),
        ("a.leaves", ("--plot", "a.leaves"), "is not named as a picture"),
        ("a.leaves", ("--plot", tmp_path / "nowhere" / "a.png"), "its folder does not exist"),
        ("a.leaves", ("--workers", 0), "0 workers; expected 1 to"),
        ("a.leaves", ("--longest", 4), "leaves of up to 4 tiles; expected 1 to 3"),
        ("a.leaves", ("--lexicon", "nowhere"), "unknown lexicon 'nowhere'"),
        ("a.leaves", ("--rules", "nowhere"), "unknown rules 'nowhere'"),
    ):
        result = run_jackdaw(*train, tmp_path / output, *TINY, "--games", 2, "--generations", 1, *options)
        assert message in error_of(result) and result.stdout == ""  # no titles above an error
    assert list(tmp_path.iterdir()) == []


def test_a_table_in_every_form(run_jackdaw: Run, tmp_path: Path) -> None:
    first = tmp_path / "first.leaves"
    run_jackdaw("leaves", "train", first, *TINY, "--games", 5, "--generations", 1)
    source = first
    for name in ("two.klv2", "three.csv", "four.leaves"):
        result = run_jackdaw("leaves", "convert", source, tmp_path / name, *TILES)
        assert (result.exit_code, result.stdout) == (0, f"110 leaves in {tmp_path / name}\n")
        source = tmp_path / name
    assert (table_of(source).points == table_of(first).points).all()
    heuristic = run_jackdaw("leaves", "convert", "rackh2", tmp_path / "rackh2.leaves")
    assert heuristic.stdout.startswith("914,624 leaves")
    english = TileSet.load("english")
    table = load_leaves(tmp_path / "rackh2.leaves", english)
    assert isinstance(table, LeaveTable) and table[english.parse_rack("QU")] == -14_500
    assert "expected .leaves, .klv2, .csv" in error_of(run_jackdaw("leaves", "convert", "rackh2", "a.toml"))


def test_a_leave_and_its_parts(run_jackdaw: Run) -> None:
    result = run_jackdaw("leaves", "show", "uq", "--leaves", "rackh3")
    assert result.exit_code == 0
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["Leave", "Value"],
        ["U", "-4.00"],
        ["Q", "-11.50"],
        ["QU", "-13.50"],
        [],
        ["leaves", "rackh3"],
    ]
    learned = run_jackdaw("leaves", "show", "AEINST?").stdout.splitlines()
    assert len(learned) == 1 + 127 + 3
    assert learned[-4].split()[0] == "?AEINST" and float(learned[-4].split()[1]) > 30
    assert learned[-2] == "?AEINST: extrapolated; the table has leaves of up to 6 tiles"
    assert "extrapolated" not in run_jackdaw("leaves", "show", "AEINS?").stdout
    assert "a leave of 8 tiles; expected 1 to 7" in error_of(run_jackdaw("leaves", "show", "AAAAAAAA"))
    assert "the game does not have the tiles QQ" in error_of(run_jackdaw("leaves", "show", "QQ"))
    assert "is not a tile of english" in error_of(run_jackdaw("leaves", "show", "A1"))
    assert "unknown leaves 'scowl'; did you mean scowl80" in error_of(
        run_jackdaw("leaves", "show", "A", "--leaves", "scowl")
    )


def test_leaves_that_a_table_lacks(run_jackdaw: Run, tmp_path: Path) -> None:
    """They count 0, which is not known."""
    table = tmp_path / "few.csv"
    table.write_text("A,1\nE,0\nAI,3\nEI,1\n", encoding="utf-8")
    shown = run_jackdaw("leaves", "show", "AEI", "--leaves", table).stdout.splitlines()
    assert shown[-3] == "AEI: extrapolated; the table has leaves of up to 2 tiles"
    assert shown[-2] == "2 of these leaves are not in the table and count 0"  # I and AE
    assert "1 of these leaves is not in the table and counts 0" in (
        run_jackdaw("leaves", "show", "AI", "--leaves", table).stdout
    )
    assert "not in the table" not in run_jackdaw("leaves", "show", "AE", "--leaves", "rackh1").stdout


@pytest.mark.parametrize("heuristic", ["h1", "h2", "h3"])
def test_fitting(run_jackdaw: Run, tmp_path: Path, heuristic: str) -> None:
    table, fitted = tmp_path / "any.leaves", tmp_path / "mine.toml"
    run_jackdaw("leaves", "train", table, *TINY, "--games", 20, "--generations", 1)
    result = run_jackdaw("leaves", "fit", heuristic, f"{table}.state", fitted)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Rack{heuristic.upper()} in {fitted}: error ")
    leaves = load_leaves(fitted, tiny_variant().tiles)
    assert bool(leaves.mix) == (heuristic == "h3")  # type: ignore[union-attr]
    assert "TOML" in error_of(
        run_jackdaw("leaves", "fit", heuristic, f"{table}.state", tmp_path / "mine.csv")
    )
    assert "is not a state of leave training" in error_of(
        run_jackdaw("leaves", "fit", heuristic, table, fitted)
    )


def test_win_probabilities(run_jackdaw: Run, tmp_path: Path) -> None:
    path = tmp_path / "any.winprob"
    options = (*TINY, "--strategy", "greedy", "--games", 30)
    result = run_jackdaw("winprob", "train", path, *options, "--check-games", 20)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == f"{path}: up to 21 unseen tiles, spreads up to 400"
    assert lines[1] == "Checked on 20 other games:" and lines[-1].startswith("Brier score 0.")
    table = WinTable.load(path)
    assert f"jackdaw winprob train --rules {RULES} --strategy greedy --games 30 --seed 0" in table.made
    shown = run_jackdaw("winprob", "show", "--table", path, "--", -3, 9).stdout
    assert shown == f"{100 * float(table.win_probability(-3, 9)):.1f} %\n"
    within = run_jackdaw("winprob", "show", 1, 0)
    assert (within.stdout, within.stderr) == ("100.0 %\n", "")
    for spread, unseen, nearest in ((500, 9, "400 and 9"), (-500, 9, "-400 and 9"), (0, 40, "0 and 21")):
        beyond = run_jackdaw("winprob", "show", "--table", path, "--", spread, unseen)
        note = (
            f"Note: the table ends at a spread of 400 and 21 unseen tiles; this is its entry for {nearest}\n"
        )
        assert beyond.exit_code == 0 and beyond.stderr == note
    unchecked = run_jackdaw("winprob", "train", path, *options, "--check-games", 0)
    assert unchecked.stdout.splitlines() == lines[:1]
    assert "is not the name of a win table" in error_of(run_jackdaw("winprob", "train", "a.txt", *options))


@pytest.mark.parametrize(
    ("work", "saved"),
    [
        ("train", "0 of 5 games are finished and saved in {path}.journal; continue with --resume"),
        ("check", "{path} is saved, but not checked"),
    ],
)
def test_an_interrupted_win_table(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str, saved: str
) -> None:
    def interrupt(*_arguments: Any, **_options: Any) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "any.winprob"
    monkeypatch.setattr(f"jackdaw.runs.winprob_training.{work}_win_table", interrupt)
    result = run_jackdaw("winprob", "train", path, *TINY, "--strategy", "greedy", "--games", 5)
    assert result.exit_code == 130 and path.exists() == (work == "check")
    assert result.stderr.splitlines()[-1] == f"Interrupted: {saved.format(path=path)}"


def test_an_interrupted_win_table_goes_on(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, whole, journal = (
        tmp_path / "any.winprob",
        tmp_path / "whole.winprob",
        tmp_path / "any.winprob.journal",
    )
    options = (*TINY, "--strategy", "greedy", "--games", 30, "--check-games", 0)
    monkeypatch.setattr(win_training, "BATCH", 7)
    run_jackdaw("winprob", "train", whole, *options)
    with monkeypatch.context() as patched:
        play_batches(2, patched)
        result = run_jackdaw("winprob", "train", path, *options)
    assert result.exit_code == 130 and not path.exists()
    saved = f"Interrupted: 14 of 30 games are finished and saved in {journal}; continue with --resume"
    assert result.stderr.splitlines()[-1] == saved
    assert "there is an unfinished run" in error_of(run_jackdaw("winprob", "train", path, *options))
    other = run_jackdaw("winprob", "train", path, *options, "--resume", "--seed", 9)
    assert "the run was started without --seed; resume with the same options" in error_of(other)
    with monkeypatch.context() as patched:
        play_batches(3, patched)  # no game is played again
        assert run_jackdaw("winprob", "train", path, *options, "--resume").exit_code == 0
    assert path.read_bytes() == whole.read_bytes() and not journal.exists()


def play_batches(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl-C come after so many batches of games."""
    calls, play = iter(range(count)), win_training._count_swings

    def count_swings(*arguments: Any) -> SwingCounts:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return play(*arguments)

    monkeypatch.setattr(win_training, "_count_swings", count_swings)


def test_a_journal_of_other_swings(tmp_path: Path) -> None:
    """Its entries are whole, but not of this training."""
    training = WinTraining(WORDS, RULES, "greedy", games=5)
    path = tmp_path / "any.journal"
    for entry in (SwingCounts(0, b"no"), SwingCounts.of(0, np.zeros((2, 2), dtype=np.int64))):
        with closing(Journal(path, SwingCounts, describe_win_training(training))) as journal:
            journal.append(entry)
            with pytest.raises(JournalError, match="the entry of game 0 is not of this run"):
                train_win_table(training, journal=journal)
            journal.remove()


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_pictures(run_jackdaw: Run, tmp_path: Path) -> None:
    table, picture = tmp_path / "any.leaves", tmp_path / "any.png"
    run_jackdaw("leaves", "train", table, *TINY, "--games", 5, "--generations", 2, "--plot", picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
    picture.unlink()
    options = ("--strategy", "greedy", "--games", 20, "--check-games", 10, "--plot", picture)
    run_jackdaw("winprob", "train", tmp_path / "any.winprob", *TINY, *options)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib(run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jackdaw.plots import training_plots as plots

    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    result = run_jackdaw("leaves", "train", tmp_path / "any.leaves", *TINY, "--plot", tmp_path / "any.png")
    assert f"matplotlib is not installed; {install_command('plot')}, or leave out --plot" in error_of(result)


def test_tiles_without_learned_leaves(run_jackdaw: Run, tmp_path: Path) -> None:
    """Other tiles are ranked with their built-in leaves, unless English leaves are requested."""
    position = ("moves", "--rules", "super", f"{'/'.join(['21'] * 21)} AEINRST/ 0/0 0")
    result = run_jackdaw(*position)
    assert "strategy static" in result.stdout
    assert run_jackdaw(*position, "--strategy", "static").stdout == result.stdout
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "static"\nleaves = "scowl80"\n', encoding="utf-8")
    refused = error_of(run_jackdaw(*position, "--strategy", mine))
    assert "other tiles than super_english; train leaves for these tiles (jackdaw leaves train)" in refused
