"""Jobs: long work in a few threads, reported as server-sent events and cancelled when the client leaves."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from functools import partial
from time import monotonic
from typing import Any

from jackdaw.web.http.work_queue import TooBusyError, WorkQueue
from movegen.encoding import encode_json
from movegen.errors import JackdawError

Emit = Callable[[str, Any], None]
"""Sends an event: its name and data. It replaces an event of the same name that is not read yet."""
ShouldStop = Callable[[], bool]

JobFunction = Callable[[Emit, ShouldStop], None]
"""The work of a job. It emits events and polls several times a second whether to stop."""

MAX_RUNNING_JOBS = 8
"""Jobs that run at once, half of them of one client. The system shares the processor among them."""
MAX_WAITING_JOBS = 100
_SILENCE = 15.0  # seconds until a comment is sent, which detects a lost connection

_log = logging.getLogger(__name__)


def format_event(name: str, data: Any) -> bytes:
    """Return a server-sent event with JSON data."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), encode_json(data))


class Job:
    """Work that runs for a page."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop = loop
        self._seconds = seconds
        self._started: float | None = None
        self._server_ends = False
        self._is_to_stop = False  # no event: a signal that stops all may interrupt one that has its lock
        self._events: OrderedDict[str, bytes] = OrderedDict()
        self._has_events = asyncio.Event()
        self.is_over = False

    def stop(self, *, server_ends: bool = False) -> None:
        """Ask the job to end soon. Safe to call from any thread, and from the handler of a signal.

        Where the server ends, a last event `ending` says so: a page may ask again once it is back.
        """
        self._server_ends |= server_ends
        self._is_to_stop = True

    @property
    def is_running(self) -> bool:
        """Return whether the job has begun."""
        return self._started is not None

    def should_stop(self) -> bool:
        """Return whether the job is to end: it was asked to, or its time is over."""
        late = self._started is not None and monotonic() - self._started > self._seconds
        return late or self._is_to_stop

    def run(self, work: JobFunction) -> None:
        """Do the work, in a thread of the pool."""
        self._started = monotonic()
        try:
            if not self._is_to_stop:
                work(self._tell, self.should_stop)
        except JackdawError as error:
            self._tell("failed", {"error": str(error)})
        except MemoryError:
            self._tell("failed", {"error": "out of memory; choose smaller limits"})
        except Exception:
            _log.exception("a job failed")
            self._tell("failed", {"error": "internal error; see the server log"})
        finally:
            if self._server_ends:
                self._tell("ending", {})
            self._call(self.end)

    async def events(self) -> AsyncIterator[bytes]:
        """Yield the events as server-sent events until the job is over."""
        while True:
            try:
                await asyncio.wait_for(self._has_events.wait(), _SILENCE)
            except TimeoutError:
                yield b": keep-alive\n\n"
                continue
            self._has_events.clear()
            while self._events:
                _, event = self._events.popitem(last=False)
                yield event
            if self.is_over and not self._events:
                return

    def _tell(self, name: str, data: Any) -> None:
        self._call(self._put, name, format_event(name, data))

    def _put(self, name: str, event: bytes) -> None:
        self._events.pop(name, None)  # a slow reader gets only the newest event of each name
        self._events[name] = event
        self._has_events.set()

    def end(self) -> None:
        """End the stream of events. Call this from the event loop."""
        self.is_over = True
        self._has_events.set()

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)


class Jobs:
    """Runs jobs: one per page, `max_running` at once; the others wait, and their clients take turns."""

    def __init__(self, max_running: int = MAX_RUNNING_JOBS, max_waiting: int = MAX_WAITING_JOBS) -> None:
        self._queue = WorkQueue("job", max_running, max_waiting)
        self._jobs: dict[Job, asyncio.Future[None] | None] = {}
        """None for a job that is being submitted."""
        self._by_page: dict[str, Job] = {}

    def __len__(self) -> int:
        return len(self._jobs)

    @property
    def max_running(self) -> int:
        """How many jobs run at once."""
        return self._queue.threads

    def start(self, page: str, client: str, seconds: float, work: JobFunction) -> Job:
        """Start a job for a page and stop the page's previous one. Call this from the event loop.

        Raises TooBusyError if too many jobs are waiting.
        """
        if before := self._by_page.pop(page, None):
            self.cancel(before)
        job = Job(asyncio.get_running_loop(), seconds)
        self._jobs[job] = None  # before it begins, so that `stop_all` finds it
        try:
            future = self._queue.submit(client, partial(job.run, work))
        except TooBusyError:
            del self._jobs[job]
            raise
        self._jobs[job] = future
        self._by_page[page] = job
        future.add_done_callback(lambda _: self._forget(page, job))
        return job

    def cancel(self, job: Job) -> None:
        """Stop a job, which frees its place in the queue. Call this from the event loop."""
        job.stop()
        future = self._jobs.get(job)
        if future is not None and not job.is_running:
            future.cancel()
            job.end()

    def stop(self, page: str) -> None:
        """Stop the job of a page, if it has one. Call this from the event loop."""
        if job := self._by_page.get(page):
            self.cancel(job)

    def stop_all(self) -> None:
        """Ask all jobs to end, as the server does. Safe to call from any thread."""
        for job in list(self._jobs):
            job.stop(server_ends=True)

    def close(self) -> None:
        """Stop all jobs and wait for their threads."""
        self.stop_all()
        self._queue.close()

    def _forget(self, page: str, job: Job) -> None:
        del self._jobs[job]
        if self._by_page.get(page) is job:
            del self._by_page[page]
