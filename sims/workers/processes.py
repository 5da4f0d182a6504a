"""An executor of processes on this machine, each with a pipe and a thread of its own.

No queue or lock is shared between workers. So a worker that is killed, whenever it is, harms no other, and
its death is known with its cause and the one task that it had. The standard ProcessPoolExecutor breaks as a
whole instead, and a worker that is killed while it holds a lock of a shared queue blocks all others for ever.
"""

import logging
import multiprocessing
import os
import pickle
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from logging.handlers import QueueHandler
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from multiprocessing_logging import MultiProcessingHandler

from movegen.system import KILLED, block_interrupts
from sims.errors import PoolError
from sims.workers.worker_death import WorkerDied

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

Result = TypeVar("Result")

_SECONDS_TO_EXIT = 2.0
_SECONDS_BETWEEN_POLLS = 0.01

_READY, _LOG, _RESULT, _ERROR = range(4)
"""The kinds of a worker's messages: pairs of a kind and a value."""


class ProcessExecutor(Executor):
    """Up to `workers` processes, started as calls come in.

    They are spawned, not forked: forking a process with threads may hang. They ignore Ctrl-C, they end with
    this process, however it ends, and their log records are handled here. A call whose worker dies has the
    exception WorkerDied, and the others go on. Calls and results must be picklable.
    """

    def __init__(self, workers: int) -> None:
        self._limit = workers
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._slots: list[_Slot] = []
        self._context = multiprocessing.get_context("spawn")
        self._lifeline, self._held = self._context.Pipe(duplex=False)
        # Records are handled in a thread of their own: a slow handler delays no worker.
        self._log = MultiProcessingHandler("log of the workers", _LogHere())
        self.is_stopped = False

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
        """Schedule a call. Raises PoolError when no more threads can be started."""
        call = _Call(Future(), fn, args, kwargs)
        self._calls.put(call)
        if not self._idle.acquire(blocking=False) and len(self._slots) < self._limit:
            self._slots.append(_Slot(self))
        return call.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers: after all calls, or with `cancel_futures` at once, even those that are stopped."""
        if cancel_futures:
            self.is_stopped = True
            while (call := self._next_or_none()) is not None:
                call.future.cancel()
            self._held.close()
        for _ in self._slots:
            self._calls.put(None)
        if cancel_futures:
            self._kill_all()
        elif wait:
            for slot in self._slots:
                slot.thread.join()
        self._log.close()  # once it has handled all records

    def take(self) -> "_Call | None":
        """Wait for the next call; None when there will be no more."""
        with suppress(Empty):
            return self._calls.get_nowait()
        self._idle.release()
        return self._calls.get()

    def start_worker(self) -> "_Worker":
        """Start a process. Raises PoolError when the system refuses one."""
        try:
            return _Worker(self._context, self._lifeline, self._log)
        except OSError as error:
            what = f"no worker can be started ({error.strerror or error})"
            raise PoolError(what, cure="ask for fewer workers, or close other programs") from None

    def _kill_all(self) -> None:
        """Kill the workers, also those that are just being started, until their threads have ended."""
        deadline = time.monotonic() + _SECONDS_TO_EXIT
        while time.monotonic() < deadline and any(slot.thread.is_alive() for slot in self._slots):
            for slot in self._slots:
                slot.kill()
                slot.thread.join(_SECONDS_BETWEEN_POLLS)

    def _next_or_none(self) -> "_Call | None":
        with suppress(Empty):
            return self._calls.get_nowait()
        return None


@dataclass
class _Call:
    """A call and the future of its result."""

    future: "Future[Any]"
    fn: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class _Slot:
    """The thread that serves one worker, and starts another when it has died."""

    def __init__(self, executor: ProcessExecutor) -> None:
        self._executor = executor
        self._worker: _Worker | None = None
        self.thread = threading.Thread(target=self._serve, name="worker", daemon=True)
        try:
            self.thread.start()
        except RuntimeError as error:
            raise PoolError(f"no worker can be started ({error})", cure="ask for fewer workers") from None

    def kill(self) -> None:
        """Kill the worker."""
        worker = self._worker
        if worker is not None:
            worker.process.kill()

    def _serve(self) -> None:
        while (call := self._executor.take()) is not None:
            if call.future.set_running_or_notify_cancel():
                try:
                    call.future.set_result(self._run(call))
                except BaseException as error:
                    call.future.set_exception(error)
            del call  # the result may be large, and the next call late
        if self._worker is not None:
            self._worker.end()

    def _run(self, call: _Call) -> Any:
        """Run a call in the worker and return its result. Raises its exception."""
        data = pickle.dumps((call.fn, call.args, call.kwargs), pickle.HIGHEST_PROTOCOL)
        if self._worker is None or not self._worker.process.is_alive():
            if self._executor.is_stopped:
                raise PoolError("the workers have been stopped")
            self._worker = self._executor.start_worker()
        try:
            return self._worker.run(data)
        except WorkerDied:
            self._worker = None
            raise


class _Worker:
    """A worker process, seen from this one."""

    def __init__(self, context: Any, lifeline: Connection, log: logging.Handler) -> None:
        self._log = log
        self._pipe, theirs = context.Pipe()
        self._is_ready = False
        self.process = context.Process(
            target=_work, args=(theirs, lifeline, logging.getLogger().level), name="worker", daemon=True
        )
        # A process inherits the signal mask of the thread that starts it. So Ctrl-C never reaches a worker,
        # not even during its imports: only the main process handles it. The tracker that comes with the first
        # process unblocks the signal, so it is started before.
        resource_tracker.ensure_running()
        block_interrupts()
        with theirs:
            self.process.start()

    def run(self, data: bytes) -> Any:
        """Run a pickled call and return its result. Raises its exception, or WorkerDied."""
        kind, value = self._next_message(data)
        while kind not in (_RESULT, _ERROR):
            if kind == _LOG:
                self._log.handle(value)
            kind, value = self._next_message()
        if kind == _ERROR:
            raise value
        return value

    def _next_message(self, call: bytes | None = None) -> tuple[int, Any]:
        """Receive a message, after sending a call if there is one. Raises WorkerDied."""
        try:
            if call is not None:
                self._pipe.send_bytes(call)
            data = self._pipe.recv_bytes()
        except (EOFError, OSError):
            raise self._death() from None
        self._is_ready = True
        message: tuple[int, Any] = pickle.loads(data)
        return message

    def end(self) -> None:
        """End an idle worker."""
        self._pipe.close()
        self._exit_code()

    def _death(self) -> WorkerDied:
        self._pipe.close()
        return WorkerDied.of(self._exit_code(), was_ready=self._is_ready)

    def _exit_code(self) -> int:
        """Wait for the process, which has no pipe any more, and kill it if it stays."""
        self.process.join(_SECONDS_TO_EXIT)
        self.process.kill()
        end = time.monotonic() + _SECONDS_TO_EXIT
        # Another thread may have waited for the process, and learns its exit code first.
        while self.process.exitcode is None and time.monotonic() < end:
            time.sleep(_SECONDS_BETWEEN_POLLS)
        return -KILLED if self.process.exitcode is None else self.process.exitcode


class _LogHere(logging.Handler):
    """Hands the records of workers to the loggers of this process."""

    def emit(self, record: logging.LogRecord) -> None:
        logging.getLogger(record.name).handle(record)


def _work(pipe: Connection, lifeline: Connection, level: int) -> None:
    """Run calls in a worker process until the pipe closes."""
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    sender = _Sender(pipe)
    logging.getLogger().setLevel(level)
    logging.getLogger().addHandler(QueueHandler(sender))  # type: ignore[arg-type]
    sender.send(_READY, None)
    while True:
        try:
            data = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            fn, args, kwargs = pickle.loads(data)
            result = fn(*args, **kwargs)
            sender.send(_RESULT, result)
        except BaseException as error:
            sender.send_error(error)
        fn = args = kwargs = result = None  # free the memory before the next call


class _Sender:
    """Sends messages from any thread of a worker; a queue for log records."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def send(self, kind: int, value: object) -> None:
        """Send a message. Raises what pickling does, before anything is sent."""
        data = pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)
        with self._lock, suppress(OSError):  # the main process no longer listens
            self._pipe.send_bytes(data)

    def put_nowait(self, record: logging.LogRecord) -> None:
        """Send a log record."""
        self.send(_LOG, record)

    def send_error(self, error: BaseException) -> None:
        """Send an exception, with its traceback as a note."""
        error.add_note("".join(traceback.format_exception(error)))
        try:
            pickle.loads(pickle.dumps(error))
            self.send(_ERROR, error)
        except Exception:
            self.send(_ERROR, RuntimeError("".join(traceback.format_exception(error))))


def _end_with(lifeline: Connection) -> None:
    """End this worker once the other end of the pipe closes, for instance because its process was killed."""
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)
