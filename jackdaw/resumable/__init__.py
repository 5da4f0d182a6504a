"""Runs that can be resumed: results that a journal keeps, and the end of a run before all is finished."""

from jackdaw.resumable.early_end import (
    notify_begun_anew,
    notify_nothing_saved,
    notify_unfinished,
    run_until_stopped,
)
from jackdaw.resumable.given_options import given_options
from jackdaw.resumable.journaled_run import JournaledRun, RunWithJournal, can_have_journal

__all__ = [
    "JournaledRun",
    "RunWithJournal",
    "can_have_journal",
    "given_options",
    "notify_begun_anew",
    "notify_nothing_saved",
    "notify_unfinished",
    "run_until_stopped",
]
