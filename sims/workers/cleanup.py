"""What tasks leave behind in a worker, and its end: the workers of a cluster outlive the run.

Processes of this machine need none of it, since they end with the run.
"""

import time
from collections.abc import Callable
from threading import Thread
from typing import Any

_SECONDS_BETWEEN_LOOKS = 0.2

_cleanups: list[Callable[[], None]] = []


def register_cleanup(function: Callable[[], None]) -> None:
    """Have a function called in this process at the end of each run for which it is a worker.

    Other runs may still be using the process.
    """
    _cleanups.append(function)


def clean_up_dask_worker(dask_worker: Any) -> None:
    """Call the registered functions of this worker, in another thread: now, and when its tasks are done.

    A task that is running when its run is interrupted goes on to its end, and what it leaves behind would
    otherwise stay. Dask gives the argument of this name itself.
    """
    Thread(target=_clean_up, args=(dask_worker,), daemon=True).start()


def _clean_up(worker: Any) -> None:
    is_last = False
    while True:
        for function in _cleanups:
            function()
        if is_last:
            return
        while worker.state.executing_count:
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        is_last = True
