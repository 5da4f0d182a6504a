"""The executors of a worker pool: this process, processes on this machine, or a Dask cluster."""

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

from sims.errors import PoolError
from sims.workers.pool import PoolHandle, WorkerPool
from strategy.search_control import count_cores

Result = TypeVar("Result")

PROCESSES = "processes"
_DASK = "dask:"
_MAX_WORKERS = 1024
_SECONDS_TO_CONNECT = 10
_SECONDS_TO_SEND = 2.0
_SECONDS_BETWEEN_POLLS = 0.01
_SECONDS_BETWEEN_CHECKS = 5.0


def choose_pool(executor: str = PROCESSES, workers: int | None = None) -> WorkerPool:
    """Return the pool for an executor option, `processes` or `dask:ADDRESS`.

    `workers` is the number of processes, by default one per core available to this process. With one worker
    the work runs in this process. Raises PoolError on any other executor, and on `workers` for Dask.
    """
    if executor == PROCESSES:
        workers = count_cores() if workers is None else workers
        if not 1 <= workers <= _MAX_WORKERS:
            raise PoolError(f"{workers} workers", cure=f"expected 1 to {_MAX_WORKERS}")
        return this_process if workers == 1 else partial(local_processes, workers)
    if not executor.startswith(_DASK) or executor == _DASK:
        raise PoolError("no such executor", where=executor, cure=f"expected {PROCESSES} or {_DASK}ADDRESS")
    if workers is not None:
        raise PoolError("the number of workers of a Dask cluster is fixed", cure="leave out --workers")
    return partial(dask_cluster, executor.removeprefix(_DASK))


@contextmanager
def this_process() -> Iterator[PoolHandle]:
    """Run tasks in this process, when they are submitted."""
    yield PoolHandle(_ImmediateExecutor(), 0)


class _ImmediateExecutor(Executor):
    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        done: Future[Result] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@contextmanager
def local_processes(workers: int) -> Iterator[PoolHandle]:
    """Run tasks in processes on this machine.

    They are spawned, not forked: forking a process with threads, such as those of a progress bar, may hang.
    They end with this process, however it ends, and their log records are handled here.
    """
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    stream = _log_stream(context)
    processes = _Processes(
        workers, context, _start_worker, (lifeline, stream.queue, logging.getLogger().level)
    )
    is_over = threading.Event()
    threading.Thread(target=_watch, args=(processes, is_over), daemon=True).start()
    try:
        yield PoolHandle(processes, workers)
        processes.shutdown()  # each worker ends when it has sent all its log records
    finally:
        held.close()
        processes.shutdown(cancel_futures=True)
        is_over.set()
        lifeline.close()
        stream.close()


class _Processes(ProcessPoolExecutor):
    """Processes that ignore Ctrl-C: only the main process handles it."""

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        # Submitting may start a process, which inherits the signal mask. So Ctrl-C never reaches it, not even
        # during its imports.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(_run_task, fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def dead(self) -> set[int]:
        """Return the processes that died without reporting."""
        processes = dict(self._processes or {})
        return {number for number, process in processes.items() if wait([process.sentinel], 0)}

    def kill(self) -> None:
        """Kill all processes and close the pipe that carries their results."""
        self._result_queue._writer.close()  # type: ignore[attr-defined]
        for process in list((self._processes or {}).values()):
            process.kill()


def _watch(processes: _Processes, is_over: threading.Event) -> None:
    """Make the executor notice a dead worker where it would hang.

    A worker killed while it sends a result leaves a partial message in the pipe that all workers share. The
    executor then waits for the rest of it forever, without checking on its processes. Once no process can
    write, the pipe ends, and so does the wait.
    """
    suspects: set[int] = set()
    while not is_over.wait(_SECONDS_BETWEEN_CHECKS):
        dead = processes.dead()
        if dead & suspects:
            processes.kill()
            return
        suspects = dead


def _start_worker(lifeline: Connection, log: Any, level: int) -> None:
    """Initialize a worker process."""
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    logging.getLogger().setLevel(level)
    logging.getLogger().addHandler(QueueHandler(log))


def _run_task(fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Result:
    """Run a task in a worker, which the pool may ask to end meanwhile."""
    with _task.lock:
        _task.is_running = True
    try:
        return fn(*args, **kwargs)
    finally:
        with _task.lock:
            _task.is_running = False


class _TaskState:
    """Whether this worker is running a task, rather than waiting for one or sending a result."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.is_running = False


_task = _TaskState()


def _end_with(lifeline: Connection) -> None:
    """End this worker once the other end of the pipe closes, for instance because its process was killed.

    A running task is cut off, the sending of a result is not: a reader of half a message would wait forever.
    Sending is quick, and a waiting worker may still be asked to end, so both have a moment before the exit.
    """
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    deadline = monotonic() + _SECONDS_TO_SEND
    while monotonic() < deadline:
        with _task.lock:
            if _task.is_running:
                os._exit(1)
        sleep(_SECONDS_BETWEEN_POLLS)
    os._exit(1)


def _log_stream(context: SpawnContext) -> MultiProcessingHandler:
    """Return a stream that passes the workers' log records to the handlers of this process."""
    stream = MultiProcessingHandler("log of the workers", _LogHere())
    stream.queue = context.Queue()  # the handler's own queue can only be inherited by a fork
    return stream


class _LogHere(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        logging.getLogger(record.name).handle(record)


@contextmanager
def dask_cluster(address: str) -> Iterator[PoolHandle]:
    """Run tasks on the Dask cluster with a scheduler at this address, such as `127.0.0.1:8786`.

    Raises PoolError when Dask is not installed, the scheduler does not answer or it has no workers.
    """
    try:
        from distributed import Client  # optional
        from distributed.comm import get_address_host_port
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise PoolError("Dask is not installed", cure="pip install 'jackdaw[dask]'") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # the exceptions say the same
    try:
        get_address_host_port(address)  # rejects at once what a client would try for long
        client = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        what = f"no Dask scheduler answers ({error})"
        raise PoolError(what, where=address, cure="start one with: dask scheduler") from None
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise PoolError("the Dask cluster has no workers", where=address, cure="start some: dask worker")
        executor = client.get_executor(pure=False)
        try:
            yield PoolHandle(executor, workers, (KilledWorker,))
        finally:
            executor.shutdown(wait=False)
