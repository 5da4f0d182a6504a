"""Who does the work of the pool: this process, processes on this machine, or a Dask cluster."""

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from logging.handlers import QueueHandler
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from time import monotonic, sleep
from typing import Any, TypeVar

from multiprocessing_logging import MultiProcessingHandler

from sims.pool import Crew, OpenCrew, PoolError

Answer = TypeVar("Answer")

PROCESSES = "processes"
_DASK = "dask:"
_MOST_WORKERS = 1024
_SECONDS_TO_ANSWER = 10
_SECONDS_TO_SEND = 2.0
_SECONDS_BETWEEN_LOOKS = 0.01
_SECONDS_TO_NOTICE = 5.0


def choose_crew(executor: str = PROCESSES, workers: int | None = None) -> Crew:
    """The crew that an option such as `processes` or `dask:ADDRESS` asks for.

    `workers` is how many processes; None: as many as there are cores for this process. One is no process of
    its own: the work is done here. Raises PoolError on anything else, and on a number of workers for Dask.
    """
    if executor == PROCESSES:
        workers = len(os.sched_getaffinity(0)) if workers is None else workers
        if not 1 <= workers <= _MOST_WORKERS:
            raise PoolError(f"{workers} workers", cure=f"expected 1 to {_MOST_WORKERS}")
        return this_process if workers == 1 else partial(local_processes, workers)
    if not executor.startswith(_DASK) or executor == _DASK:
        raise PoolError("no such executor", where=executor, cure=f"expected {PROCESSES} or {_DASK}ADDRESS")
    if workers is not None:
        raise PoolError("a Dask cluster has the workers that it has", cure="leave out --workers")
    return partial(dask_cluster, executor.removeprefix(_DASK))


@contextmanager
def this_process() -> Iterator[OpenCrew]:
    """No workers: tasks are done when they are handed over."""
    yield OpenCrew(_AtOnce(), 0)


class _AtOnce(Executor):
    def submit(self, fn: Callable[..., Answer], /, *args: Any, **kwargs: Any) -> Future[Answer]:
        done: Future[Answer] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@contextmanager
def local_processes(workers: int) -> Iterator[OpenCrew]:
    """So many processes on this machine.

    They are spawned, not forked: a fork of a process with threads, as those of a progress bar, may hang. They
    end with this process, however it ends, and what they log is logged here.
    """
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    stream = _log_stream(context)
    processes = _Processes(workers, context, _begin, (lifeline, stream.queue, logging.getLogger().level))
    is_over = threading.Event()
    threading.Thread(target=_watch, args=(processes, is_over), daemon=True).start()
    try:
        yield OpenCrew(processes, workers)
        processes.shutdown()  # each ends when it has sent all that it has logged
    finally:
        held.close()
        processes.shutdown(cancel_futures=True)
        is_over.set()
        lifeline.close()
        stream.close()


class _Processes(ProcessPoolExecutor):
    """Processes that Ctrl-C does not reach: only who gives the orders shall hear it."""

    def submit(self, fn: Callable[..., Answer], /, *args: Any, **kwargs: Any) -> Future[Answer]:
        # Submitting may start a process, which inherits what is blocked: it never hears of Ctrl-C, not even
        # while it imports what it needs.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(_at_work, fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def dead(self) -> set[int]:
        """The processes that have ended without a word of leave."""
        there = dict(self._processes or {})
        return {number for number, process in there.items() if wait([process.sentinel], 0)}

    def break_off(self) -> None:
        """End all processes, and the pipe that their answers come through."""
        self._result_queue._writer.close()  # type: ignore[attr-defined]
        for process in list((self._processes or {}).values()):
            process.kill()


def _watch(processes: _Processes, is_over: threading.Event) -> None:
    """Make the executor see that a worker has died, where it would not.

    Who is killed in the middle of an answer leaves half of it in the pipe that all workers share. The
    executor has begun to read it, and waits for the rest for ever instead of looking whether its processes
    live. Once nobody is left to write, the pipe ends, and so does the reading.
    """
    suspects: set[int] = set()
    while not is_over.wait(_SECONDS_TO_NOTICE):
        dead = processes.dead()
        if dead & suspects:
            processes.break_off()
            return
        suspects = dead


def _begin(lifeline: Connection, log: Any, level: int) -> None:
    """What a worker does first."""
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    logging.getLogger().setLevel(level)
    logging.getLogger().addHandler(QueueHandler(log))


def _at_work(fn: Callable[..., Answer], /, *args: Any, **kwargs: Any) -> Answer:
    """Do a task in a worker, which may be ended meanwhile."""
    with _task.lock:
        _task.is_under_way = True
    try:
        return fn(*args, **kwargs)
    finally:
        with _task.lock:
            _task.is_under_way = False


class _Task:
    """Whether this worker does a task now; else it waits for one, or sends what came of one."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.is_under_way = False


_task = _Task()


def _end_with(lifeline: Connection) -> None:
    """End this worker once the other end of the pipe is closed, if only because its process was killed.

    At once in the middle of a task, but not of an answer: who has read half of one waits for the rest for
    ever. Sending takes no time; who waits for a task is told that there is none, if there is anyone to do so.
    """
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    give_up = monotonic() + _SECONDS_TO_SEND
    while monotonic() < give_up:
        with _task.lock:
            if _task.is_under_way:
                os._exit(1)
        sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)


def _log_stream(context: SpawnContext) -> MultiProcessingHandler:
    """Takes in what workers log; whoever started them has handlers for it, or the last resort."""
    stream = MultiProcessingHandler("log of the workers", _LogHere())
    stream.queue = context.Queue()  # its own one can only be handed on by a fork
    return stream


class _LogHere(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        logging.getLogger(record.name).handle(record)


@contextmanager
def dask_cluster(address: str) -> Iterator[OpenCrew]:
    """The workers of a Dask cluster whose scheduler is at this address, such as `127.0.0.1:8786`.

    Raises PoolError when Dask is not installed, or the scheduler does not answer or has no workers.
    """
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise PoolError("Dask is not installed", cure="pip install 'jackdaw[dask]'") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it tells, errors tell
    try:
        get_address_host_port(address)  # a client would only try in vain for long
        client = Client(address, timeout=_SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        what = f"no Dask scheduler answers ({error})"
        raise PoolError(what, where=address, cure="start one with: dask scheduler") from None
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise PoolError("the Dask cluster has no workers", where=address, cure="start some: dask worker")
        executor = client.get_executor(pure=False)
        try:
            yield OpenCrew(executor, workers, (KilledWorker,))
        finally:
            executor.shutdown(wait=False)
