"""The engines that run in this process: each is started once, and used again for every game.

Threads that play at the same time have an engine each.
"""

import atexit
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from movegen.system import run_in_forked_children
from sims.engines.engine_process import EngineProcess
from sims.workers import register_cleanup
from strategy.players import ProgramStrategy, Strategy

MAX_IDLE = 8
"""Engines that are kept though they are not in use; beyond, the one unused for longest is ended."""

_idle: list[EngineProcess] = []
"""In the order of their last use."""
_busy: set[EngineProcess] = set()
_lock = Lock()


@contextmanager
def borrow_engine(strategy: ProgramStrategy) -> Iterator[EngineProcess]:
    """Use the engine of a strategy, which is started if it does not run or is in use in another thread.

    After an exception the engine is killed; the next use starts it again. Raises EngineStartError.
    """
    engine = _take_idle(strategy) or EngineProcess(strategy)
    with _lock:
        _busy.add(engine)
    try:
        yield engine
    except BaseException:
        engine.kill()
        raise
    finally:
        with _lock:
            _busy.discard(engine)
    for spare in _put_back(engine):
        spare.close()


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
        engines = list(_idle)
        _idle.clear()
    for engine in engines:
        engine.close()


def stop_engines() -> None:
    """Kill the engines in use in other threads, which raise EngineStoppedError, and end all others."""
    with _lock:
        busy = list(_busy)
    for engine in busy:
        engine.stop()
    close_engines()


def _take_idle(strategy: ProgramStrategy) -> EngineProcess | None:
    """Return the engine of a strategy that was used last, which is no longer idle; None if there is none."""
    with _lock:
        engine = next((each for each in reversed(_idle) if each.strategy == strategy), None)
        if engine is not None:
            _idle.remove(engine)
        return engine


def _put_back(engine: EngineProcess) -> list[EngineProcess]:
    """Keep an engine, and return those that are too many."""
    with _lock:
        _idle.append(engine)
        spare = _idle[:-MAX_IDLE]
        del _idle[:-MAX_IDLE]
        return spare


def _forget() -> None:
    """Leave the engines to the process that started them: this one is forked from it."""
    global _lock
    _lock = Lock()  # another thread may have held it
    _idle.clear()
    _busy.clear()


atexit.register(close_engines)
register_cleanup(close_engines)
run_in_forked_children(_forget)
