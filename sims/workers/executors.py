"""The executors of a worker pool: this process, processes on this machine, or a Dask cluster."""

import logging
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from numbers import Integral
from typing import Any, TypeVar

from movegen.distribution import install_command
from movegen.system import count_cores
from sims.errors import PoolError
from sims.workers.cleanup import clean_up_dask_worker
from sims.workers.pool import PoolHandle, WorkerPool
from sims.workers.processes import ProcessExecutor

Result = TypeVar("Result")

PROCESSES = "processes"
_DASK = "dask:"
_MAX_WORKERS = 1024
_SECONDS_TO_CONNECT = 10
_MAX_SENT_AGAIN = 1 << 16
"""Bytes of a function that may be sent to a Dask cluster with each task; a larger one is sent once."""


def choose_pool(executor: str = PROCESSES, workers: int | None = None) -> WorkerPool:
    """Return the pool for an executor option, `processes` or `dask:ADDRESS`.

    `workers` is the number of processes, by default one per core available to this process. With one worker
    the work runs in this process. Raises PoolError on any other executor, and on `workers` for Dask.

    >>> with choose_pool(workers=1)() as pool:
    ...     print(pool.executor.submit(max, 1, 2).result())
    2
    """
    if executor == PROCESSES:
        workers = count_cores() if workers is None else workers
        if isinstance(workers, bool) or not (isinstance(workers, Integral) and 1 <= workers <= _MAX_WORKERS):
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
    """Run tasks in processes on this machine; see `ProcessExecutor`."""
    processes = ProcessExecutor(workers)
    try:
        yield PoolHandle(processes, workers)
        processes.shutdown()
    except BaseException:
        processes.shutdown(cancel_futures=True)
        raise


@contextmanager
def dask_cluster(address: str) -> Iterator[PoolHandle]:
    """Run tasks on the Dask cluster with a scheduler at this address, such as `127.0.0.1:8786`.

    The workers go on after the run, but what its tasks have left in them is cleaned up.

    Raises PoolError when Dask is not installed, the scheduler does not answer or it has no workers.
    """
    try:
        from distributed import Client  # optional
        from distributed.comm import get_address_host_port
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise PoolError("Dask is not installed", cure=install_command("dask")) from None
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
            yield PoolHandle(executor, workers, (KilledWorker,), partial(_publish, client, executor))
        finally:
            executor.shutdown(wait=False)
            with suppress(Exception):  # of a cluster that is gone; there is nothing to clean up
                client.run(clean_up_dask_worker, on_error="ignore")


def _publish(client: Any, executor: Executor, work: Callable[..., Any]) -> Callable[[Any], Future[Any]]:
    """Return the function that submits a task of this work to a Dask cluster.

    If the work has much data, such as a table of leaves, that is the result of a task of its own: workers get
    it from each other, and it is computed again when they are lost.
    """
    data = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
    if len(data) <= _MAX_SENT_AGAIN:
        return lambda task: executor.submit(work, task)
    published = client.submit(pickle.loads, data, pure=False)
    return lambda task: executor.submit(_call, published, task)


def _call(work: Callable[[Any], Any], task: Any) -> Any:
    return work(task)
