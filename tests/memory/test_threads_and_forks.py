"""Threads in the core when the process forks or the interpreter ends: no wait without end, no abort."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

WORK = """
import os, sys, threading, time
import numpy as np
from movegen import Lexicon, Variant
from movegen.board import SubRacks
from movegen.position import MoveGenerator
from sims.games import play_static_games
from sims.simulation.rollouts import RolloutSetting, roll_out
from strategy import load_strategy
from strategy.endgame import solve_endgame
from strategy.search_control import SearchControl, SearchLimits

lexicon, variant, strategy = Lexicon.load(), Variant.standard(), load_strategy("rackh3")
game = play_static_games([strategy, strategy], lexicon, seed=5, games=1, turns=True).game(0)
position = game.position(7)
setting = RolloutSetting.of(position, position.moves(lexicon)[:5], strategy, seed=3)
positions = [game.position(turn) for turn in range(1, len(game.turns) + 1)]
endgame = [each for each in positions if not each.bag_count][1]  # a hundredth of a second
generator = MoveGenerator(variant, lexicon, position.board)
values = np.zeros(len(SubRacks(position.rack)), dtype=np.int64)


def best_plays():
    generator.best_plays(position.rack, values)


def rollouts():
    roll_out(setting, lexicon, 0, 20)


def searches():
    def should_stop():
        return sum(range(1000)) < 0

    control = SearchControl(should_stop=should_stop)
    solve_endgame(endgame, lexicon, limits=SearchLimits(workers=2), control=control)


def games():
    play_static_games([strategy, strategy], lexicon, games=2)


work = globals()[sys.argv[1]]


def work_on():
    while True:
        work()


for _ in range(2):
    threading.Thread(target=work_on, daemon=True).start()
time.sleep(float(sys.argv[2]))
"""

FORK = """
for _ in range(10):
    child = os.fork()
    if not child:
        work()
        sys.exit(0)
    status = os.waitpid(child, 0)[1]
    assert status == 0, status
print("all children ended")
"""

WORKS = ("best_plays", "rollouts", "searches", "games")


def run(program: str, *arguments: str) -> str:
    command = [sys.executable, "-X", "faulthandler", "-c", program, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=300)
    assert done.returncode == 0, (done.returncode, done.stderr[-3000:])
    assert "terminate" not in done.stderr
    return done.stdout


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("delay", ["0.1", "0.107"])
def test_the_interpreter_ends_while_threads_work(work: str, delay: str) -> None:
    run(WORK, work, delay)


@pytest.mark.medium
@pytest.mark.parametrize("work", WORKS)
def test_a_child_of_a_process_with_threads_works(work: str) -> None:
    assert "all children ended" in run(WORK + FORK, work, "0.1")


def test_a_board_changes_while_threads_search_it() -> None:
    """Calls under way go on with the board as it was."""
    run(
        WORK
        + """
from movegen import Board
for number in range(200):
    move = position.moves(lexicon)[number]
    board = Board.empty(variant) if number % 2 else position.board.place(move)
    generator.core.set_squares(board.squares)
""",
        "best_plays",
        "0",
    )
