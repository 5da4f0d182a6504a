"""The engines that run in this process: each is started once, and used again for every game."""

import atexit
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from sims.engines.engine_process import EngineProcess
from strategy.players import ProgramStrategy, Strategy

_idle: dict[ProgramStrategy, EngineProcess] = {}
_lock = Lock()


@contextmanager
def borrow_engine(strategy: ProgramStrategy) -> Iterator[EngineProcess]:
    """Use the engine of a strategy, which is started if it does not run or is in use in another thread.

    After an exception the engine is killed; the next use starts it again. Raises EngineStartError.
    """
    with _lock:
        engine = _idle.pop(strategy, None)
    if engine is None:
        engine = EngineProcess(strategy)
    try:
        yield engine
    except BaseException:
        engine.kill()
        raise
    with _lock:
        spare = _idle.setdefault(strategy, engine)
    if spare is not engine:
        engine.close()


def start_engines(strategies: Sequence[Strategy]) -> None:
    """Start the programs among some strategies, so that those that cannot be are known in advance.

    Raises EngineStartError.
    """
    for strategy in strategies:
        if isinstance(strategy, ProgramStrategy):
            with borrow_engine(strategy):
                pass


def close_engines() -> None:
    """End all engines that are not in use. Those in use end with this process."""
    with _lock:
        engines = list(_idle.values())
        _idle.clear()
    for engine in engines:
        engine.close()


atexit.register(close_engines)
os.register_at_fork(after_in_child=_idle.clear)
