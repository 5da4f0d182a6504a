"""`jackdaw engine`, and `jackdaw pit` and `jackdaw tournament` with outside programs."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from programs import ODD_ENGINE, children_of, is_running, write_program
from waiting import wait_until

from movegen.distribution import version
from sims.engines import close_engines

pytestmark = pytest.mark.core

ODD = (sys.executable, "-S", "-E", str(ODD_ENGINE))
CGP = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
MAIN = "from jackdaw.cli import main; main()"


@pytest.fixture(autouse=True)
def no_engine_is_left() -> Iterator[None]:
    yield
    close_engines()


def test_a_session(program: Any) -> None:
    lines = f"hello\nucgi\nposition cgp {CGP}\ngo\nquit\nhello\n"
    done = program("jackdaw", "engine", "--strategy", "greedy", input=lines)
    assert done.stdout.splitlines()[1:] == [
        f"id name Jackdaw {version()} greedy",
        "ucgiok",
        "bestmove 7C.GALEE",
    ]
    assert done.stdout.startswith("error unknown command 'hello'; known: ")
    assert (done.stderr, done.returncode) == ("", 0)


def test_a_lexicon_that_is_not_installed_is_replaced_with_a_note(program: Any) -> None:
    done = program("jackdaw", "engine", input=f"position cgp {CGP} lex CSW24;\ngo\n")
    note, move = done.stdout.splitlines()
    assert note.startswith("info string the lexicon CSW24 is not installed, so SCOWL80 is used")
    assert move.startswith("bestmove ")


def test_bytes_that_are_no_lines(program: Any) -> None:
    """No text, zeros, a long line, nothing: an error for each, and the engine goes on."""
    content = b"\xff\xfe\0\n" + b"position cgp \0\n" * 3 + b"x" * 200_000 + b"\nisready\n"
    for given, starts in ((content, [b"error"] * 5 + [b"readyok"]), (b"", [])):
        done = program("jackdaw", "engine", input=given, encoding=None)
        assert [line.split()[0] for line in done.stdout.splitlines()] == starts
        assert (done.stderr, done.returncode) == (b"", 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--strategy", "statik"], "unknown strategy 'statik'; did you mean static?"),
        (["--lexicon", "SCOWL8"], "unknown lexicon 'SCOWL8'; did you mean SCOWL80?"),
        (["--rules", "standart"], "did you mean standard?"),
        (["--stratgy", "static"], "No such option '--stratgy'"),
        (["static"], "Got unexpected extra argument (static)"),
    ],
)
def test_mistyped_options(run_jackdaw: Any, arguments: list[str], message: str) -> None:
    done = run_jackdaw("engine", *arguments, input="")
    assert message in done.stderr
    assert done.exit_code == 2


def test_stop_ends_the_thinking(tmp_path: Path) -> None:
    endless = tmp_path / "endless.toml"
    endless.write_text(
        'kind = "simulation"\nevaluator = "static"\niterations = 1_000_000_000\n', encoding="utf-8"
    )
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "engine", "--strategy", endless],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as engine:
        assert engine.stdin is not None and engine.stdout is not None
        for _ in range(2):
            engine.stdin.write(f"position cgp {CGP}\ngo\nstop\nisready\n".encode())
            engine.stdin.flush()
            assert engine.stdout.readline().startswith(b"bestmove ")
            assert engine.stdout.readline() == b"readyok\n"
        engine.stdin.write(b"quit\n")
        engine.stdin.flush()  # the input stays open
        assert engine.wait(60) == 0


def test_ctrl_c_ends_the_engine() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as engine:
        assert engine.stdin is not None and engine.stdout is not None and engine.stderr is not None
        engine.stdin.write(b"isready\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == b"readyok\n"
        engine.send_signal(signal.SIGINT)
        assert engine.wait(120) == 130
        assert engine.stderr.read() == b""


def test_forfeits_are_reported(run_jackdaw: Any, tmp_path: Path) -> None:
    mine = write_program(tmp_path / "mine.toml", *ODD, "dies", on_failure="forfeit")
    done = run_jackdaw("pit", mine, "greedy", "--games", 4, "--workers", 1, "--gcg-dir", tmp_path / "games")
    assert done.exit_code == 0
    assert "reproducible only as far as these programs are: mine" in done.stdout
    assert "mine forfeited 4 games, first in game 0: mine (" in done.stdout
    assert "; a move took greedy " in done.stdout and " us and " not in done.stdout  # mine made no move
    assert "ends with exit code 1 before a move (it wrote to standard error: ZeroDivisionError" in done.stdout
    assert "#note mine forfeits: " in (tmp_path / "games" / "0.gcg").read_text(encoding="utf-8")
    found = json.loads(run_jackdaw("pit", mine, "greedy", "--games", 4, "--workers", 2, "--json", "-").stdout)
    assert (found["programs"], found["losses"]) == (["mine"], 4)
    assert [each["forfeits"] for each in found["players"]] == [4, 0]
    assert [(each["game"], each["player"]) for each in found["forfeits"]] == [
        (game, "mine") for game in range(4)
    ]


def test_a_tournament_reports_forfeits(run_jackdaw: Any, tmp_path: Path) -> None:
    write_program(tmp_path / "mine.toml", *ODD, "cheats", on_failure="forfeit")
    file = tmp_path / "cup.toml"
    file.write_text(
        'format = "round_robin"\nstrategies = ["greedy", "mine.toml", "rackh1", "rackh2"]\n', encoding="utf-8"
    )
    done = run_jackdaw("tournament", file, "--workers", 1)
    assert "mine forfeited 6 games, first in game " in done.stdout
    found = json.loads(run_jackdaw("tournament", file, "--workers", 1, "--json", "-").stdout)
    assert found["programs"] == ["mine"]
    assert {each["player"] for each in found["forfeits"]} == {"mine"}
    last = found["standings"][-1]
    assert (last["player"], last["wins"], len(found["forfeits"])) == ("mine", 0, 6)


def test_a_stop_says_what_is_saved_and_how_to_go_on(run_jackdaw: Any, tmp_path: Path) -> None:
    file, log = tmp_path / "input", tmp_path / "games.csv"
    mine = write_program(tmp_path / "mine.toml", *ODD, "dies", str(file))
    arguments = ["pit", mine, "greedy", "--games", 4, "--log", log]
    (tmp_path / "input.once").touch()
    done = run_jackdaw(*arguments, "--workers", 2)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Error: mine (" in done.stderr and "ends with exit code 1 before a move" in done.stderr
    (tmp_path / "input.once").unlink()
    assert run_jackdaw(*arguments, "--resume", "--workers", 1).exit_code == 0


@pytest.mark.parametrize(
    "command", [["pit", "greedy"], ["tournament"], ["play", "free", "--script", "-", "--engine"]]
)
def test_a_program_that_is_missing_is_one_line(run_jackdaw: Any, tmp_path: Path, command: list[str]) -> None:
    mine = write_program(tmp_path / "mine.toml", "no-such-engine")
    cup = tmp_path / "cup.toml"
    cup.write_text('format = "round_robin"\nstrategies = ["greedy", "mine.toml"]\n', encoding="utf-8")
    done = run_jackdaw(*command, cup if command[0] == "tournament" else mine, input="")
    assert done.exit_code == 2
    error = done.stderr.splitlines()[-1]
    assert error.startswith(
        "Error: mine (no-such-engine): cannot be started (No such file or directory); correct"
    )


@pytest.mark.medium
def test_ctrl_c_ends_a_match_and_its_programs(tmp_path: Path) -> None:
    mine = write_program(tmp_path / "mine.toml", *ODD, "sleeps", str(tmp_path / "input"))
    (tmp_path / "input.once").touch()
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "pit", str(mine), "greedy", "--games", "4", "--workers", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True,
    ) as match:  # fmt: skip
        wait_until(
            lambda: (
                (tmp_path / "input").exists()
                and (tmp_path / "input").read_text(encoding="utf-8").count("go ") == 2
            )
        )
        programs = [pid for pid in children_of(match.pid) if is_running(pid)]
        match.send_signal(signal.SIGINT)
        assert match.wait(120) == 130
        assert match.stderr is not None
        assert "Interrupted: 0 of 4 games are finished" in match.stderr.read()
    assert len(programs) >= 2
    wait_until(lambda: not any(map(is_running, programs)))


def test_the_lexicon_of_a_position_says_its_tiles(program: Any) -> None:
    """As in all commands: a Spanish lexicon has the tile CH, whether or not the line names the tiles."""
    board = "/".join(["15"] * 15)
    line = f"position cgp {board} ACEN[CH]OS/ 0/0 0 lex FISE2;\ngo\n"
    done = program("jackdaw", "engine", input=line)
    assert "is not a tile" not in done.stdout
    assert "the lexicon FISE2 is not installed" in done.stdout
