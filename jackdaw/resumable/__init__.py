"""Runs that can be resumed: results that a journal keeps, and the end of a run before all is finished."""

from jackdaw.resumable.early_end import notify_unfinished, run_until_stopped
from jackdaw.resumable.journaled_run import JournaledRun, RunWithJournal

__all__ = ["JournaledRun", "RunWithJournal", "notify_unfinished", "run_until_stopped"]
