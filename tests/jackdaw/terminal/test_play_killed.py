"""A game at the terminal that is killed: resuming shows the same position, racks and clocks."""

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from click.testing import Result
from scripted_games import make_small_setup, play_options, play_through, write_small_rules

from sims.play import Mode, resume

ROOT = Path(__file__).resolve().parents[3]
PLAY = [sys.executable, "-c", "from jackdaw.cli import main; main()", "play"]
STATE = ["board", "scores", "rack", "unseen", "history", "help"]
LAST = "quit"
"""The start of the last line of `help`."""

PLAYERS = {Mode.TRAINING: (1, 0), Mode.DUPLICATE: (2, 1), Mode.FREE: (2, 2)}


def begun(*arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*PLAY, *map(str, arguments)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", cwd=ROOT,
    )  # fmt: skip


def shown(process: "subprocess.Popen[str]", lines: list[str]) -> list[str]:
    """Return the output for these lines and for the commands that show the whole state."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in [*lines, *STATE]))
    process.stdin.flush()
    return until_last(process.stdout)


def until_last(lines: Iterable[str]) -> list[str]:
    """Return the lines up to the last one of `help`, and read no further."""
    reported = []
    for line in lines:
        reported.append(line.rstrip("\n"))
        if line.startswith(LAST):
            break
    return reported


def split(reported: list[str]) -> tuple[list[str], str]:
    """Split off the output from the board on, and the line before it that names the player on turn."""
    board = next(place for place, line in enumerate(reported) if line.lstrip().startswith("A B C"))
    return reported[board:], reported[board - 1]


def without_clock(line: str) -> tuple[str, int | None]:
    """The line, and the seconds of its clock."""
    clock = re.search(r", (-?)(\d+):(\d\d) left", line)
    if clock is None:
        return line, None
    seconds = 60 * int(clock[2]) + int(clock[3])
    return line.replace(clock[0], ""), -seconds if clock[1] else seconds


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_killed_after_a_random_move(
    mode: Mode, seed: int, run_jackdaw: Callable[..., Result], tmp_path: Path
) -> None:
    setting = make_small_setup(mode, write_small_rules(tmp_path), seed, *PLAYERS[mode])
    lines, game = play_through(setting)
    kept, rest = lines[: (cut := random.Random(seed).randrange(1, len(lines)))], lines[cut:]
    clock = [] if mode is Mode.TRAINING else ["--clock", 2]
    file = tmp_path / "game.jackdaw"
    with begun(*play_options(setting), *clock, "--save", file) as process:
        before, awaited_before = split(shown(process, kept))
        process.kill()
    resumed = run_jackdaw("play", "--resume", file, input="".join(f"{line}\n" for line in STATE))
    after, awaited_after = split(until_last(resumed.stdout.splitlines()))
    assert after == before
    (who, left), (who_after, left_after) = without_clock(awaited_before), without_clock(awaited_after)
    assert who == who_after
    assert left == left_after or (left is not None and left_after is not None and abs(left - left_after) <= 1)
    assert (left is None) is (mode is Mode.TRAINING)
    run_jackdaw("play", "--resume", file, input="".join(f"{line}\n" for line in rest))  # the tiles to come
    with resume(file) as saved:
        assert (saved.session.board, saved.session.scores) == (game.board, game.scores)
        assert saved.session.is_over is game.is_over
