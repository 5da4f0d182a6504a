"""Setups of runs with the built-in lexicon, and tasks for the worker pool."""

import os
import signal
import struct
import sys
from pathlib import Path

from movegen.variant import Variant
from sims.lexicon_source import LexiconSource
from sims.match import Batch, RunSetup
from strategy import load_strategy

STANDARD = Variant.standard()
LEXICON = LexiconSource.of(None, STANDARD)


def make_setup(*strategies: str, **options: object) -> RunSetup:
    """Make a setup of these strategies, whose players are named after them."""
    names = tuple(f"{name}.{index}" for index, name in enumerate(strategies))
    players = tuple(load_strategy(name) for name in strategies)
    defaults = {"seed": 5, "paired": True}
    return RunSetup(players, names, LEXICON, STANDARD, **(defaults | options))  # type: ignore[arg-type]


def make_batch(first: int, games: int, players: int = 2, match_first: int = 0) -> Batch:
    """Make a batch of a match between the first `players` players of a setup."""
    return Batch(first, games, tuple(range(players)), match_first)


def double(number: int) -> int:
    """Double a number: a task that succeeds."""
    return 2 * number


def double_or_die(folder: Path, number: int) -> int:
    """Double a number, but kill the worker on -1 every time and on -2 the first time."""
    mark = folder / f"died of {number}"
    if number == -1 or (number == -2 and not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def double_or_die_answering(folder: Path, number: int) -> int:
    """Double a number, but kill the worker on 0 the first time, in the middle of its answer."""
    mark = folder / "died"
    if number == 0 and not mark.exists():
        mark.touch()
        frame = sys._getframe()
        while "pipe" not in frame.f_locals:  # of the worker's loop
            frame = frame.f_back  # type: ignore[assignment]
        os.write(frame.f_locals["pipe"].fileno(), struct.pack("!i", 100_000) + bytes(1000))
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def double_with_a_warning(number: int) -> int:
    """Double a number and log a warning."""
    import logging

    logging.getLogger("jackdaw.test").warning("double of %d in %s", number, "a worker")
    return 2 * number


def fail(number: int) -> int:
    """Raise an error."""
    from movegen.errors import PositionError

    raise PositionError(f"task {number}", cure="none")


class OddError(Exception):
    """An error that cannot be unpickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def fail_with_an_odd_error() -> None:
    """Raise an error that cannot be unpickled."""
    raise OddError("odd", "error")


def make_what_cannot_be_pickled() -> object:
    """Return what cannot be pickled."""
    return lambda: 1
