"""`jackdaw pit`, and what `jackdaw tournament` has in common with it: outputs, journals, what is refused."""

import csv
import json
import os
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from match_commands import Run, error_of, found, without_rates
from runs import LEXICON, STANDARD

from jackdaw.runs import results
from movegen.errors import JackdawError
from sims.match import Match, MatchPlan, SeriesFiles, series
from sims.match.game_batches import PlayedBatch, play_batch
from sims.workers import this_process
from strategy import load_strategy

pytestmark = pytest.mark.core

Write = Callable[[str, str], Path]

FEW = ("pit", "rackh3", "greedy", "--games", 20, "--workers", 1)
WORK = ("--iterations", 2, "--workers", 1)
PIT_FIELDS = [
    "schema", "a", "b", "lexicon", "seed", "games", "wins", "draws", "losses", "mean_score_a", "mean_score_b",
    "mean_spread", "spread_se", "elo", "elo_ci95", "p_value", "games_per_second",
]  # fmt: skip


def test_text(run_jackdaw: Run) -> None:
    result = run_jackdaw(*FEW)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:2] == ["rackh3 v greedy: 20 games in pairs", "lexicon SCOWL80, seed 0"]
    assert lines[3].split() == ["rackh3", "greedy"]
    assert max(map(len, lines)) <= 80 and "\x1b" not in result.stdout
    for word in ("games won", "bingos per game", "spread", "Elo", "p-value", "pairs"):
        assert any(line.startswith(word) for line in lines)
    assert re.fullmatch(
        r"[\d,]+ games per second; a move took rackh3 [\d,]+ (us|ms) and greedy [\d,]+ (us|ms)", lines[-1]
    )


def test_json(run_jackdaw: Run) -> None:
    raw = json.loads(run_jackdaw(*FEW, "--json", "-").stdout)
    assert list(raw)[: len(PIT_FIELDS)] == PIT_FIELDS
    match = found(run_jackdaw, *FEW)
    assert (match["schema"], match["a"], match["b"]) == ("jackdaw.pit/1", "rackh3", "greedy")
    assert (match["lexicon"], match["seed"], match["games"]) == ("SCOWL80", 0, 20)
    assert match["wins"] + match["draws"] + match["losses"] == 20
    assert match["mean_spread"] == pytest.approx(match["mean_score_a"] - match["mean_score_b"])
    assert match["elo_ci95"][0] < match["elo"] < match["elo_ci95"][1]
    assert match["complete"] is True and match["sprt"] is None


def test_without_luck(run_jackdaw: Run, tmp_path: Path) -> None:
    file = tmp_path / "adjusted.json"
    lines = run_jackdaw(*FEW, "--adjust-luck", "--json", file).stdout.splitlines()
    luck = next(index for index, line in enumerate(lines) if line.startswith("luck"))
    interval, times = r"\([+-][\d.]+ to [+-][\d.]+\)", r"[\d.]+ times"
    expected = [
        r"luck +(rackh3|greedy) drew \d+\.\d points per game better; without it:",
        rf"spread +[+-][\d.]+ {interval} points per game for rackh3",
        rf"Elo +[+-]\d+ {interval}",
        r"p-value +(0\.\d{4}|below 0\.0001)",
        rf" +as exact as {times} the games for the spread, {times} for Elo",
    ]
    for line, pattern in zip(lines[luck:], expected, strict=False):
        assert re.fullmatch(pattern, line)
    assert max(map(len, lines)) <= 80
    raw, adjusted = found(run_jackdaw, *FEW), without_rates(file.read_text(encoding="utf-8"))
    figures = adjusted.pop("adjusted")
    assert raw.pop("adjusted") is None and raw == adjusted
    assert figures["spread_se"] < adjusted["spread_se"] and figures["spread_gain"] > 1
    assert figures["elo_ci95"][0] < figures["elo"] < figures["elo_ci95"][1]


def test_luck_of_a_single_pair(run_jackdaw: Run) -> None:
    """It has a luck but no error."""
    options = ("pit", "rackh3", "greedy", "--games", 2, "--workers", 1, "--adjust-luck")
    lines = run_jackdaw(*options).stdout.splitlines()
    luck = next(index for index, line in enumerate(lines) if line.startswith("luck"))
    assert lines[luck].endswith("better") and lines[luck + 1] == ""
    figures = found(run_jackdaw, *options)["adjusted"]
    assert figures["point_luck"] and figures["spread_se"] is None and figures["elo_ci95"] == [None, None]


def test_pairs_that_were_all_split_have_no_elo_without_luck(run_jackdaw: Run) -> None:
    """They say nothing of how much others vary: +0 (+0 to +0) would."""
    options = ("pit", "rackh3", "greedy", "--games", 6, "--seed", 1, "--workers", 1, "--adjust-luck")
    text, report = run_jackdaw(*options).stdout, found(run_jackdaw, *options)
    assert "1: 3, 1.5: 0" in text  # the pairs
    assert text.count("\nspread ") == 2 and text.count("\nElo ") == 1
    figures = report["adjusted"]
    assert (figures["score"], figures["elo"]) == (0.5, 0)
    assert figures["score_se"] is None and figures["elo_ci95"] == [None, None]


def stop_after(games: int) -> Callable[[int], None]:
    """Progress that interrupts a match after so many games."""
    count = 0

    def progress(more: int) -> None:
        nonlocal count
        count += more
        if count >= games:
            raise KeyboardInterrupt

    return progress


def test_luck_with_a_log_goes_on(run_jackdaw: Run, tmp_path: Path) -> None:
    """A journal of games whose luck was not measured is of another run."""
    log, part = tmp_path / "games.csv", tmp_path / "part.csv"
    command = ("pit", "rackh3", "greedy", "--games", 8, "--workers", 1)
    whole = found(run_jackdaw, *command, "--adjust-luck")["adjusted"]
    run_jackdaw(*command, "--log", log)
    players = load_strategy("rackh3"), load_strategy("greedy")
    match = Match(
        MatchPlan(players, LEXICON, STANDARD, 8, adjust_luck=True), this_process, SeriesFiles(log=part)
    )
    with match.series, pytest.raises(KeyboardInterrupt):
        match.play(stop_after(4))
    assert "luck" in error_of(run_jackdaw(*command, "--log", part, "--resume"))
    options = ("--log", part, "--resume", "--json", tmp_path / "part.json")
    assert run_jackdaw(*command, "--adjust-luck", *options).exit_code == 0
    assert json.loads((tmp_path / "part.json").read_text(encoding="utf-8"))["adjusted"] == whole
    assert part.read_bytes() == log.read_bytes()


def interrupt_after(batches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl-C come when so many batches are finished."""
    calls = iter(range(batches))

    def play(*arguments: Any) -> PlayedBatch:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return play_batch(*arguments)

    monkeypatch.setattr(series, "play_batch", play)


@pytest.mark.parametrize(
    ("command", "option"),
    [(FEW, "--json"), (("tournament", "rackh3", "greedy", "--games", 20, "--workers", 1), "--csv")],
)
def test_an_interrupted_run_without_a_log_goes_on(
    command: tuple[Any, ...], option: str, run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, whole, journal = tmp_path / "out", tmp_path / "whole", tmp_path / "out.journal"
    run_jackdaw(*command, option, whole)
    with monkeypatch.context() as patched:
        interrupt_after(4, patched)
        result = run_jackdaw(*command, option, out)
    assert result.exit_code == 130
    saved = f"Interrupted: 8 of 20 games are finished and saved in {journal}; continue with --resume"
    assert result.stderr.splitlines()[-1] == saved
    assert "there is an unfinished run" in error_of(run_jackdaw(*command, option, out))
    other = error_of(run_jackdaw(*command, option, out, "--resume", "--seed", 9, "--games", 10))
    assert "the run was started with --games 20, without --seed; resume with the same options" in other
    with monkeypatch.context() as patched:
        interrupt_after(6, patched)  # no game is played again
        assert run_jackdaw(*command, option, out, "--resume").exit_code == 0
    assert without_times(out) == without_times(whole) and not journal.exists()


def without_times(file: Path) -> str:
    return re.sub(r'"(games_per_)?seconds?[^"]*": [^,}]*', "", file.read_text(encoding="utf-8"))


def test_a_run_that_was_to_be_resumed_says_that_it_begins_anew(run_jackdaw: Run, tmp_path: Path) -> None:
    """As where the name of the file is mistyped."""
    (tmp_path / "one.cgp").write_text(f"{'/'.join(['15'] * 15)} AEINRST/ 0/0 0\n", encoding="utf-8")
    judge = ("judge", tmp_path / "one.cgp", "--players", "static", *WORK, "--csv")
    batch = ("batch", tmp_path / "one.cgp", "--method", "static", "--workers", 1, "-o")
    for name, command in (("pit", (*FEW, "--log")), ("judge", judge), ("batch", batch)):
        out = tmp_path / f"{name}.csv"
        result = run_jackdaw(*command, out, "--resume")
        note = f"Note: nothing is saved in {out}.journal, so the run begins anew"
        assert result.exit_code == 0 and result.stderr.splitlines()[0] == note


def test_an_interrupted_run_without_a_file(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(1, monkeypatch)
    result = run_jackdaw(*FEW)
    assert "2 of 20 games are finished and not saved; use --log FILE or --json FILE" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such devices")
@pytest.mark.parametrize(
    "command", [FEW, ("judge", "--self-play", 1, "--phase", "middle", "--players", "static", *WORK)]
)
def test_a_pipe_has_no_journal(command: tuple[Any, ...], run_jackdaw: Run, tmp_path: Path) -> None:
    """As in `--json >(jq .)`: no file can stand beside it."""
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    result = run_jackdaw(*command, "--json", pipe)
    reader.join()
    assert result.exit_code == 0 and json.loads(read[0])["complete" if command is not FEW else "games"]
    assert list(tmp_path.iterdir()) == [pipe]


def test_wins_and_signs_are_seen_from_a(run_jackdaw: Run) -> None:
    one = found(run_jackdaw, *FEW)
    other = found(run_jackdaw, "pit", "greedy", "rackh3", "--games", 20, "--workers", 1)
    assert (other["wins"], other["losses"]) == (one["losses"], one["wins"])
    assert other["mean_spread"] == -one["mean_spread"]
    assert other["elo"] == pytest.approx(-one["elo"])


QUICK = 'kind = "simulation"\ncandidates = 2\niterations = 4\n'


def test_simulating_strategies(run_jackdaw: Run, write: Write) -> None:
    path = write("quick.toml", QUICK)
    result = run_jackdaw("pit", path, "greedy", "--games", 2, "--workers", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:3] == ["quick v greedy: 2 games in pairs", "lexicon SCOWL80, seed 0", ""]
    assert re.search(r"a move took quick [\d,]+ (us|ms) and greedy [\d,]+ (us|ms)", lines[-1])
    assert found(run_jackdaw, "pit", path, "greedy", "--games", 2, "--workers", 1)["timed"] == []


def test_a_time_limit_is_reported(run_jackdaw: Run, write: Write) -> None:
    path = write("clock.toml", QUICK + "seconds = 1")
    options = ("pit", path, "greedy", "--games", 2, "--workers", 1)
    lines = run_jackdaw(*options).stdout.splitlines()
    assert lines[2] == "not reproducible: the moves of clock depend on the clock"
    assert found(run_jackdaw, *options)["timed"] == ["clock"]
    write("both.toml", 'format = "round_robin"\nstrategies = ["clock.toml", "greedy"]')
    result = run_jackdaw("tournament", path.with_name("both.toml"), "--workers", 1)
    assert result.stdout.splitlines()[2] == lines[2]


def test_what_decides_the_games(run_jackdaw: Run) -> None:
    same = found(run_jackdaw, *FEW)
    assert found(run_jackdaw, *FEW, "--seed", 0) == same
    for options in (("--seed", 1), ("--unpaired",), ("--rules", "super")):
        assert found(run_jackdaw, *FEW, *options)["mean_spread"] != same["mean_spread"]


def test_a_log_in_parts_goes_on(run_jackdaw: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="PyArrow is not installed")
    options = (*FEW, "--log", tmp_path / "games")
    assert run_jackdaw(*options).exit_code == 0
    parts = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert parts[:2] == ["000000000000.parquet", "000000000002.parquet"]
    assert error_of(run_jackdaw(*options)).endswith(
        "the folder of the log is not empty; name another, or empty it"
    )
    assert run_jackdaw(*options, "--resume").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == parts


def test_workers_that_cannot_be_had(run_jackdaw: Run) -> None:
    """One line, and no report of no games."""
    pytest.importorskip("distributed", reason="Dask is not installed")
    result = run_jackdaw("pit", "rackh3", "greedy", "--executor", "dask:nonsense")
    assert error_of(result).startswith("nonsense: no Dask scheduler answers (missing port number")


def test_the_test_may_be_words_of_their_own(run_jackdaw: Run) -> None:
    options = ("pit", "rackh3", "greedy", "--games", 400, "--workers", 1, "--sprt")
    one = found(run_jackdaw, *options, "elo0=0", "elo1=200", "alpha=0.1", "beta=0.2")
    assert one == found(run_jackdaw, *options, "elo0=0 elo1=200 alpha=0.1 beta=0.2")
    assert one["sprt"]["decision"] in ("elo0", "elo1") and one["games"] == 2 * one["sprt"]["units"] < 400
    assert (one["sprt"]["alpha"], one["sprt"]["beta"]) == (0.1, 0.2)
    text = run_jackdaw(*options, "elo0=0", "elo1=200").stdout
    assert re.search(r"^test       elo[01] accepted after \d+ pairs; elo0=0 elo1=200 alpha=0.05", text, re.M)
    ended = run_jackdaw(*options, "elo0=-200", "elo1=0").stdout
    assert "spread and Elo are too high on average" in ended and "p-values above do not hold" in ended
    assert "spread and Elo are too low on average" in run_jackdaw(*options, "elo0=200", "elo1=400").stdout
    assert "on average" not in run_jackdaw(*FEW, "--sprt", "elo0=100", "elo1=101").stdout


def test_all_files_at_once(run_jackdaw: Run, tmp_path: Path) -> None:
    options = ("--log", tmp_path / "a.csv", "--json", tmp_path / "a.json", "--gcg-dir", tmp_path / "gcg")
    assert run_jackdaw(*FEW, *options).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.json", "gcg"]
    assert len(list((tmp_path / "gcg").iterdir())) == 20
    with (tmp_path / "a.csv").open() as file:
        games = {row["game"] for row in csv.DictReader(file)}
    assert games == {str(number) for number in range(20)}
    again = run_jackdaw(*FEW, "--gcg-dir", tmp_path / "gcg")
    assert (
        error_of(again) == f"{tmp_path / 'gcg'}: the folder already contains games; name another, or empty it"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("rackh33", "greedy"), "unknown strategy 'rackh33'; did you mean rackh3?"),
        (("sim_2ply", "nowhere.toml"), "nowhere.toml: cannot be read (No such file or directory)"),
        (("rackh3", "greedy", "--games", "7"), "7 games are not pairs; give an even number"),
        (("rackh3", "greedy", "--games", "0"), "0 games; expected 1 to 100,000,000"),
        (("rackh3", "greedy", "--workers", "0"), "0 workers; expected 1 to 1024"),
        (("rackh3", "greedy", "--seed", "-1"), "seed -1 is out of range"),
        (("rackh3", "greedy", "--executor", "threads"), "threads: no such executor; expected processes or"),
        (("rackh3", "greedy", "--sprt", "elo0=0"), "elo1: is missing; expected elo0=0 elo1=10"),
        (("rackh3", "greedy", "--sprt", "elo0=0", "elo1=x"), "elo1: 'x' is not a number"),
        (("rackh3", "greedy", "--sprt", "elo0=0", "elo=30"), "unknown part 'elo=30'; expected elo0=0"),
        (("rackh3", "greedy", "--sprt", "elo0=5 elo1=1"), "elo1: 1 is out of range; expected more than elo0"),
        (("rackh3", "greedy", "--log", "a.txt"), "a.txt: unknown suffix of a log; expected .csv or"),
        (("rackh3", "greedy", "--log", "no/a.csv"), "no/a.csv: its folder does not exist; create it, or"),
        (("rackh3", "greedy", "--json", "no/a.json"), "no/a.json: its folder does not exist"),
        (("rackh3", "greedy", "--gcg-dir", "no/gcg"), "no/gcg: its folder does not exist"),
        (("rackh3", "greedy", "--json", "tests"), "tests: cannot be written (Is a directory)"),
        (("rackh3", "greedy", "--gcg-dir", "README.md"), "README.md: the folder cannot be created"),
        (("rackh3", "greedy", "--log", "a.csv", "--json", "./a.csv"), "--log and --json name the same file"),
        (
            ("rackh3", "greedy", "--log", "a.csv", "--json", "a.csv.journal"),
            "a.csv.journal: the journal of --log and --json name the same file; name two",
        ),
        (("rackh3", "greedy", "--log", "a.csv", "--gcg-dir", "a.csv"), "--log and --gcg-dir name the same"),
        (
            ("rackh3", "greedy", "--resume"),
            "--resume needs the journal of an output; name it with --log FILE or --json FILE",
        ),
        (
            ("rackh3", "greedy", "--json", "-", "--resume"),
            "--resume needs the journal of an output; name it with --log FILE or --json FILE",
        ),
        (("rackh3", "greedy", "--lexicon", "nowhere"), "unknown lexicon 'nowhere'"),
        (("rackh3", "greedy", "--rules", "standart"), "did you mean standard?"),
    ],
)  # fmt: skip
def test_bad_input(options: tuple[str, ...], message: str, run_jackdaw: Run) -> None:
    before = set(Path().iterdir())
    assert message in error_of(run_jackdaw("pit", *options))
    assert set(Path().iterdir()) == before


@pytest.mark.parametrize("arguments", [(), ("rackh3",), ("rackh3", "greedy", "rackh1"), ("a", "b", "elo0=0")])
def test_bad_usage(arguments: tuple[str, ...], run_jackdaw: Run) -> None:
    result = run_jackdaw("pit", *arguments)
    assert result.exit_code == 2 and result.stdout == ""
    assert "A B" in result.stderr or "Expected two strategies" in result.stderr


def test_results_are_shown_though_a_file_cannot_be_written(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the disk became full during the games."""
    real, full = results.write_bytes, tmp_path / "full.csv"

    def write(data: bytes, file: str) -> None:
        if Path(file) == full:
            raise JackdawError("cannot be written (No space left on device)", where=file)
        real(data, file)

    monkeypatch.setattr(results, "write_bytes", write)
    options = ("rackh3", "greedy", "--games", 4, "--workers", 1, "--json", tmp_path / "a.json")
    for arguments in (("tournament", *options, "--csv", full), ("pit", *options[:-1], full)):
        result = run_jackdaw(*arguments)
        full.with_name("full.csv.journal").unlink()  # which has what could not be written
        assert result.exit_code == 2 and "games per second" in result.stdout
        assert result.stderr.splitlines()[-1] == f"Error: {full}: cannot be written (No space left on device)"
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["games"] == 4


def test_equal_players_have_no_interval_of_0(run_jackdaw: Run) -> None:
    options = ("pit", "greedy", "greedy", "--games", 4, "--workers", 1)
    assert "spread     +0.0 points per game for greedy-1, in all pairs\n" in run_jackdaw(*options).stdout
    match = found(run_jackdaw, *options)
    assert (match["spread_se"], match["spread_ci95"]) == (None, [None, None])


def test_a_bar_where_a_terminal_shows_it(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    result = run_jackdaw(*FEW)
    assert "20/20" in result.stderr
    assert sys.stderr is not None


def test_levels_and_own_files(run_jackdaw: Run, write: Write) -> None:
    """Players with handicaps, by name and by file, in a match and in a tournament."""
    write("words.txt", "cat\nat\nta\neat\ntea\nate\neta\n")
    own = write("own.toml", 'extends = "casual"\nhandicap.vocabulary = "words.txt"\n')
    match = found(run_jackdaw, "pit", own, "casual", "--games", 20, "--workers", 1)
    assert match["losses"] == 20 and match["mean_score_a"] < 150
    of = write("of.toml", 'format = "round_robin"\nstrategies = ["own.toml", "beginner", "expert"]\n')
    played = found(run_jackdaw, "tournament", of, "--workers", 1)
    assert [each["player"] for each in played["standings"]] == ["expert", "beginner", "own"]


def test_an_unknown_vocabulary(run_jackdaw: Run, write: Write) -> None:
    own = write("own.toml", 'extends = "static"\nhandicap.vocabulary = "scowl53"\n')
    message = error_of(run_jackdaw("pit", own, "greedy", "--games", 2))
    assert message == "own, handicap.vocabulary: unknown lexicon 'scowl53'; did you mean SCOWL35?"
