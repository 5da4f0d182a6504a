"""The run of a table of openings; a journal beside the file saves finished racks until it is written."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from jackdaw.openings.output import write_table
from jackdaw.resumable import RunWithJournal
from sims.identity import identify_lexicon, identify_rules, identify_strategy
from sims.openings import (
    OpeningChunk,
    OpeningRacks,
    OpeningSetup,
    OpeningSums,
    OpeningTask,
    add_sums,
    cut_racks,
    find_openings,
)
from sims.workers import PoolError, TaskFailed, WorkerPool, run_tasks


class OpeningRun(RunWithJournal[OpeningChunk]):
    """A run: a context in which to `find` the openings, `write` the table and `forget` the journal."""

    def __init__(self, setup: OpeningSetup, output: Path | None = None, *, resume: bool = False) -> None:
        """Open the journal beside the output, if there is one.

        Raises ConfigError when there are too many racks or the leaves are for other tiles, JournalError if a
        journal exists without `resume` or belongs to another run.
        """
        self.setup, self.output = setup, output
        self.racks = OpeningRacks(setup.variant)
        self.done = 0
        self._sums: dict[int, OpeningSums] = {}
        super().__init__(OpeningChunk, output, self._description(), resume=resume)

    def find(self, pool: WorkerPool, progress: Callable[[int], None] = lambda _: None) -> None:
        """Find the openings with all racks but those of the journal.

        `progress` gets the number of newly finished racks. After an exception, Ctrl-C included, the finished
        ones are in the journal. Raises PoolError when workers die repeatedly, and what `run_tasks` and
        `Journal.append` raise.
        """
        tasks = list(self._unfinished())
        progress(self.done)
        with closing(run_tasks(pool, find_openings, tasks)) as results:
            for task, chunk in results:
                if isinstance(chunk, TaskFailed):
                    where = f"the racks from number {task.first} on are missing: {chunk.reason}"
                    raise PoolError(where, cure="try again with --resume, and --workers 1 to see the error")
                if self.journal is not None:
                    self.journal.append(chunk)
                self._note(chunk)
                progress(chunk.racks)

    @property
    def sums(self) -> OpeningSums:
        """The sums over all racks, once they are finished."""
        return add_sums(self._sums[first] for first in sorted(self._sums))

    def write(self) -> None:
        """Write the table, if there is to be one. Raises JackdawError if it cannot be written."""
        if self.output is not None and self.journal is not None:
            journal = self.journal
            write_table(self.output, (journal.read(first).rows for first in sorted(self._sums)))

    def _unfinished(self) -> Iterator[OpeningTask]:
        for task in cut_racks(self.setup, self.racks.count):
            if self.journal is not None and task.first in self.journal:
                self._note(self.journal.read(task.first))
            else:
                yield task

    def _note(self, chunk: OpeningChunk) -> None:
        self._sums[chunk.first] = chunk.sums
        self.done += chunk.racks

    def _description(self) -> dict[str, object]:
        """Describe what determines the table, for the journal."""
        setup = self.setup
        return {
            "table": "openings",
            "lexicon": identify_lexicon(setup.lexicon),
            "rules": identify_rules(setup.variant),
            "strategy": identify_strategy(setup.strategy),
        }
