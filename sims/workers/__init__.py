"""Worker pools: executors, task queues that survive dead workers, sums over batches, and journals of runs."""

from sims.errors import PoolError
from sims.workers.chunks import run_in_chunks
from sims.workers.cleanup import register_cleanup
from sims.workers.executors import choose_pool, this_process
from sims.workers.journal import Journal, JournalError, Numbered, describe_options, journal_path
from sims.workers.pool import PersistentPool, TaskFailed, WorkerPool, run_tasks
from sims.workers.run_lock import lock_run
from sims.workers.summing import Progress, missing_games, no_progress, sum_up

__all__ = [
    "Journal",
    "JournalError",
    "Numbered",
    "PersistentPool",
    "PoolError",
    "Progress",
    "TaskFailed",
    "WorkerPool",
    "choose_pool",
    "describe_options",
    "journal_path",
    "lock_run",
    "missing_games",
    "no_progress",
    "register_cleanup",
    "run_in_chunks",
    "run_tasks",
    "sum_up",
    "this_process",
]
