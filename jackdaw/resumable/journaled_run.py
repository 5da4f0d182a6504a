"""Runs whose results a journal keeps until they are written."""

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from jackdaw.resumable.early_end import notify_begun_anew
from jackdaw.resumable.given_options import given_options
from sims.workers import Journal, JournalError, Numbered, TaskFailed, WorkerPool, journal_path, run_tasks


class _NumberedTask(Protocol):
    @property
    def number(self) -> int:
        """The number of its position."""


Result = TypeVar("Result", bound=Numbered)
Task = TypeVar("Task", bound=_NumberedTask)


def can_have_journal(output: Path) -> bool:
    """Return False for a device or a pipe, such as /dev/stdout: no file can stand beside it."""
    return output.is_file() or not output.exists()


class RunWithJournal(Generic[Result]):
    """A run: a context, which closes the journal. Once all results are written, `forget` it.

    Attributes
    ----------
    journal: beside the output; None without one that is a file, and then nothing is saved.
    """

    def __init__(
        self, kind: type[Result], output: Path | None, description: dict[str, object], *, resume: bool
    ) -> None:
        """Open the journal; the description is of all that determines the results.

        Raises JournalError if a journal exists without `resume` or belongs to another run.
        """
        self.journal: Journal[Result] | None = None
        if output is not None and can_have_journal(output):
            path = journal_path(output)
            self.journal = Journal(path, kind, description, resume=resume, options=given_options())
        if resume:
            notify_begun_anew(self.journal)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.journal is not None:
            self.journal.close()

    def forget(self) -> None:
        """Delete the journal, if there is one."""
        if self.journal is not None:
            self.journal.remove()


class JournaledRun(RunWithJournal[Result]):
    """A run over numbered positions, each with one result."""

    def __init__(
        self, kind: type[Result], output: Path | None, description: dict[str, object], *, resume: bool
    ) -> None:
        """Open the journal; see `RunWithJournal`."""
        super().__init__(kind, output, description, resume=resume)
        self._results: dict[int, Result] = {}
        self._has_died = False

    @property
    def done(self) -> int:
        """The number of positions that are finished; an error counts as a result."""
        return len(self._results)

    @property
    def results(self) -> list[Result]:
        """The results of the finished positions, in their order."""
        return [self._results[number] for number in sorted(self._results)]

    def forget(self) -> None:
        """Delete the journal, unless workers died of a position, which another run may finish."""
        if not self._has_died:
            super().forget()

    def _restore(self, count: int) -> None:
        """Take the results of the first `count` positions from the journal. Raises JournalError."""
        if self.journal is None:
            return
        found = {number: self.journal.read(number) for number in range(count) if number in self.journal}
        for number, result in found.items():
            if not self._is_result(result):
                problem = f"the entry of position {number} is not of this run"
                raise JournalError(problem, where=str(self.journal.path), cure="name another output")
        self._results = found

    def _is_result(self, result: Result) -> bool:
        """Return False for an entry of the journal that cannot be of this run."""
        del result
        return True

    def _finish(
        self,
        tasks: Iterable[Task],
        pool: WorkerPool,
        work: Callable[[Task], Result],
        report_failure: Callable[[Task, str], Result],
        progress: Callable[[int], None],
    ) -> None:
        """Work on the tasks and keep their results; `progress` gets the number of newly finished ones.

        `report_failure` returns the result of a task whose workers die repeatedly, given the reason. Raises
        what `run_tasks` and `Journal.append` raise.
        """
        with closing(run_tasks(pool, work, tasks)) as results:
            for task, result in results:
                if isinstance(result, TaskFailed):
                    self._has_died = True
                    self._results[task.number] = report_failure(task, result.reason)
                else:
                    self._results[task.number] = result
                    if self.journal is not None:
                        self.journal.append(result)
                progress(1)
