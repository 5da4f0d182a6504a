"""The programs `jackdaw` and `analyze`.

Commands are imported when they run, so help comes at once; only `analyze`, which is a program itself, and
the options load before. Their modules import no more than click.
"""

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from jackdaw.application import HELP_SETTINGS, LazyCommand, LazyGroup
from jackdaw.commands.analyze import analyze
from jackdaw.interrupts import run_program
from jackdaw.version import version_option

_EPILOG = """\b
Examples:
  jackdaw analyze game.gcg
  jackdaw moves "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
  jackdaw endgame game.gcg --all
  jackdaw preendgame game.gcg
  jackdaw batch games/ -o games.jsonl
  jackdaw play
  jackdaw puzzles games/ --player Ann -o ann.jsonl
  jackdaw lexicon anagram AEINRS?
  jackdaw pit rackh3 greedy
  jackdaw tournament rackh1 rackh2 rackh3
  jackdaw judge --self-play 100 --players static,sim_2ply
"""

_COMMANDS = (
    ("analyze", "analyze", "Rank the moves of a position, or review a game."),
    ("batch", "batch", "Analyze many positions and write a line or row for each."),
    ("bench", "bench", "Measure the speed of this machine."),
    ("board", "board", "Analyze and play in a web browser."),
    ("endgame", "endgame", "Solve a position with an empty bag."),
    ("engine", "strategies.engine", "Serve as an engine to other programs."),
    ("judge", "strategies.judge", "Compare the decisions of strategies in many positions."),
    ("leaves", "leaves", "Train, fit, show and convert the values of leaves."),
    ("lexicon", "lexicon", "Build and export lexica, and look up words."),
    ("line", "games.line", "Try other moves in a game and save them as named lines."),
    ("moves", "moves", "List the legal moves of a position, best first."),
    ("openings", "openings", "Find the best opening move with every rack, or with one."),
    ("pit", "strategies.pit", "Play a match between two strategies."),
    ("play", "play", "Play a training, duplicate or free game."),
    ("preendgame", "preendgame", "Find the move that wins most with 1 to 4 tiles in the bag."),
    ("puzzle", "puzzles", "Practise puzzles that jackdaw puzzles has made."),
    ("puzzles", "puzzles", "Make puzzles of positions in which one move is clearly best."),
    ("serve", "board", ""),
    ("tournament", "strategies.tournament", "Play a tournament between strategies."),
    ("winprob", "winprob", "Train and show tables of win probabilities."),
)
"""Names, modules and one-line help. A command without help is hidden."""
COMMANDS = {name: LazyCommand(f"jackdaw.commands.{module}:{name}", text) for name, module, text in _COMMANDS}


@click.group(cls=LazyGroup, commands=COMMANDS, context_settings=HELP_SETTINGS, epilog=_EPILOG)
@version_option
def jackdaw() -> None:
    """Jackdaw, a Scrabble engine: analyze games, solve endgames, list moves, play, look up words."""


def main() -> None:
    """Run `jackdaw`."""
    _run(partial(jackdaw, prog_name="jackdaw"))


def analyze_main() -> None:
    """Run `analyze`, the same command as `jackdaw analyze`."""
    _run(partial(analyze, prog_name="analyze"))


def _run(program: Callable[[], Any]) -> None:
    """Run a program without threads for linear algebra, unless the environment asks for some.

    NumPy starts one for each core, which takes longer than any matrix of ours: a third of its import.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    run_program(program)
