"""A queue of work for a few threads that serves its clients in turn and refuses what is too much."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from jackdaw.web.http.memory import release_memory
from movegen.errors import JackdawError

_IDLE_SECONDS = 0.5  # without work, until memory is released


class TooBusyError(JackdawError):
    """The server has as much work as it accepts."""


@dataclass(eq=False)
class _Task:
    client: str
    function: Callable[[], Any]
    future: asyncio.Future[Any]


class WorkQueue:
    """Runs functions in `threads` threads, while up to `max_waiting` others wait.

    A client has at most half of either. The next function to run is the oldest of the client that has the
    fewest running ones and, of several, has waited the longest for its turn. All methods are called from the
    event loop.
    """

    def __init__(self, name: str, threads: int, max_waiting: int) -> None:
        self.threads = threads
        self._max_waiting = max_waiting
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._waiting: list[_Task] = []
        self._running: Counter[str] = Counter()
        self._turns: dict[str, int] = {}  # the number of a client's last turn, while there is work
        self._numbers = count(1)
        self._has_timer = False
        self._is_open = True

    def submit(self, client: str, function: Callable[[], Any]) -> asyncio.Future[Any]:
        """Run a function soon; if its future is cancelled first, never. Raises TooBusyError."""
        if not self._is_open:
            raise _ending()
        self._start()  # forgets what was cancelled
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if not self._may_run(client):
            own = sum(task.client == client for task in self._waiting)
            if len(self._waiting) >= self._max_waiting or own >= _half(self._max_waiting):
                raise TooBusyError("the server is busy with other requests", cure="try again in a minute")
        self._waiting.append(_Task(client, function, future))
        self._start()
        return future

    def refuse(self) -> None:
        """Refuse what waits and what comes, with TooBusyError; what runs goes on."""
        self._is_open = False
        waiting, self._waiting = self._waiting, []
        for task in waiting:
            if not task.future.done():
                task.future.set_exception(_ending())

    def close(self) -> None:
        """Cancel what waits, and wait for what runs."""
        for task in self._waiting:
            task.future.cancel()
        self._waiting.clear()
        self._pool.shutdown(cancel_futures=True)

    def _may_run(self, client: str) -> bool:
        return self._running.total() < self.threads and self._running[client] < _half(self.threads)

    def _start(self) -> None:
        self._waiting = [task for task in self._waiting if not task.future.done()]
        while ready := [task for task in self._waiting if self._may_run(task.client)]:
            task = min(ready, key=lambda task: (self._running[task.client], self._turns.get(task.client, 0)))
            self._waiting.remove(task)
            self._running[task.client] += 1
            self._turns[task.client] = next(self._numbers)
            running = asyncio.get_running_loop().run_in_executor(self._pool, task.function)
            running.add_done_callback(partial(self._finish, task))

    def _finish(self, task: _Task, running: asyncio.Future[Any]) -> None:
        self._running[task.client] -= 1
        self._running += Counter()  # forget clients with nothing
        if task.future.done():
            running.cancelled() or running.exception()  # nobody waits for it
        elif running.cancelled():
            task.future.cancel()
        elif error := running.exception():
            task.future.set_exception(error)
        else:
            task.future.set_result(running.result())
        self._start()
        if self._is_idle:
            self._turns.clear()
        if self._is_idle and not self._has_timer:
            self._has_timer = True
            asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._release)

    @property
    def _is_idle(self) -> bool:
        return not self._running and not self._waiting

    def _release(self) -> None:
        self._has_timer = False
        if self._is_idle:  # otherwise it is released later
            release_memory()


def _ending() -> TooBusyError:
    return TooBusyError("the server is ending", cure="start it again")


def _half(number: int) -> int:
    return (number + 1) // 2
