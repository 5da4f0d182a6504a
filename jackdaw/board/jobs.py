"""What takes long: done in a few threads, told in events, and stopped when nobody listens any more."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic
from typing import Any

import msgspec

from jackdaw.board.analysis import IsStopped, Tell
from movegen.errors import JackdawError

Work = Callable[[Tell, IsStopped], None]
"""Works, tells what it finds, and asks some times a second whether to stop."""

AT_ONCE = 8
"""Jobs under way; the processor is shared among them by the system, so none freezes another."""
MOST_WAITING = 24
_SILENCE = 15.0  # seconds: then a comment is sent, so that a connection that is gone is found out

_log = logging.getLogger(__name__)


class TooBusyError(JackdawError):
    """There are as many jobs as the server takes."""


class Job:
    """Something under way for a page."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop = loop
        self._seconds = seconds
        self._began: float | None = None
        self._stopping = Event()
        self._told: OrderedDict[str, bytes] = OrderedDict()
        self._news = asyncio.Event()
        self.is_over = False

    def stop(self) -> None:
        """Ask it to end soon. Any thread may."""
        self._stopping.set()

    def is_stopped(self) -> bool:
        """Whether it is to end: it was asked to, or has had its time."""
        late = self._began is not None and monotonic() - self._began > self._seconds
        return late or self._stopping.is_set()

    def run(self, work: Work) -> None:
        """Do the work; in a thread."""
        self._began = monotonic()
        try:
            if not self._stopping.is_set():
                work(self._tell, self.is_stopped)
        except JackdawError as error:
            self._tell("failed", {"error": str(error)})
        except MemoryError:
            self._tell("failed", {"error": "there is not enough memory for this; ask for less"})
        except Exception:
            _log.exception("a job has failed")
            self._tell("failed", {"error": "that has failed by a mistake of the program; its log tells more"})
        finally:
            self._call(self._end)

    async def events(self) -> AsyncIterator[bytes]:
        """What it tells, as server-sent events, until it is over."""
        while True:
            try:
                await asyncio.wait_for(self._news.wait(), _SILENCE)
            except TimeoutError:
                yield b": still at it\n\n"
                continue
            self._news.clear()
            while self._told:
                _, event = self._told.popitem(last=False)
                yield event
            if self.is_over and not self._told:
                return

    def _tell(self, name: str, data: Any) -> None:
        event = b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(data))
        self._call(self._put, name, event)

    def _put(self, name: str, event: bytes) -> None:
        self._told.pop(name, None)  # who reads slowly gets the newest of each kind
        self._told[name] = event
        self._news.set()

    def _end(self) -> None:
        self.is_over = True
        self._news.set()

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)


class Jobs:
    """Runs jobs: one a page at a time, so many at once, the others wait."""

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self.at_once = at_once
        self._most = at_once + most_waiting
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="job")
        self._under_way: set[Job] = set()
        self._of_page: dict[str, Job] = {}

    def __len__(self) -> int:
        return len(self._under_way)

    def start(self, page: str, seconds: float, work: Work) -> Job:
        """Begin a job for a page, whose job before is stopped. To be called in the event loop.

        Raises TooBusyError where too many wait already.
        """
        if before := self._of_page.pop(page, None):
            before.stop()
        if len(self._under_way) >= self._most:
            raise TooBusyError("too many analyses are under way here", cure="try again in a minute")
        job = Job(asyncio.get_running_loop(), seconds)
        self._under_way.add(job)
        self._of_page[page] = job
        self._pool.submit(job.run, work).add_done_callback(lambda _: job._call(self._forget, page, job))
        return job

    def stop(self, page: str) -> None:
        """Stop the job of a page, if there is one."""
        if job := self._of_page.get(page):
            job.stop()

    def stop_all(self) -> None:
        """Ask all jobs to end. Any thread may."""
        for job in list(self._under_way):
            job.stop()

    def close(self) -> None:
        """Stop all and wait for their threads."""
        self.stop_all()
        self._pool.shutdown(cancel_futures=True)

    def _forget(self, page: str, job: Job) -> None:
        self._under_way.discard(job)
        if self._of_page.get(page) is job:
            del self._of_page[page]
