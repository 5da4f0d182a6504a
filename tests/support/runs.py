"""Runs of games for tests: settings on the lexicon inside, and work for the pool."""

import os
import signal
import struct
import sys
from pathlib import Path

from movegen.rules import Variant
from sims.game_batches import Batch, Setting
from sims.lexicon_source import LexiconSource
from strategy import load_strategy

STANDARD = Variant.standard()
LEXICON = LexiconSource.of(None, STANDARD)


def setting(*strategies: str, **options: object) -> Setting:
    """A setting of these strategies, named by them."""
    names = tuple(f"{name}.{place}" for place, name in enumerate(strategies))
    players = tuple(load_strategy(name) for name in strategies)
    defaults = {"seed": 5, "paired": True}
    return Setting(players, names, LEXICON, STANDARD, **(defaults | options))  # type: ignore[arg-type]


def batch(first: int, games: int, players: int = 2, match_first: int = 0) -> Batch:
    """A batch of a match of the first so many players of a setting."""
    return Batch(first, games, tuple(range(players)), match_first)


def double(number: int) -> int:
    """Work for the pool."""
    return 2 * number


def double_or_die(folder: Path, number: int) -> int:
    """The same, but a worker dies of -1 every time, and of -2 the first time."""
    mark = folder / f"died of {number}"
    if number == -1 or (number == -2 and not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def double_or_die_answering(folder: Path, number: int) -> int:
    """The same, but a worker dies of 0 the first time, in the middle of an answer."""
    mark = folder / "died"
    if number == 0 and not mark.exists():
        mark.touch()
        frame = sys._getframe()
        while "result_queue" not in frame.f_locals:  # of the worker's loop, in concurrent.futures
            frame = frame.f_back  # type: ignore[assignment]
        answers = frame.f_locals["result_queue"]
        answers._wlock.acquire()
        os.write(answers._writer.fileno(), struct.pack("!i", 100_000) + bytes(1000))
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def double_with_a_warning(number: int) -> int:
    """The same, and a line in the log."""
    import logging

    logging.getLogger("jackdaw.test").warning("double of %d in %s", number, "a worker")
    return 2 * number


def fail(number: int) -> int:
    """Work that raises an error."""
    from movegen.errors import PositionError

    raise PositionError(f"task {number}", cure="none")
