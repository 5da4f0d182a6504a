"""The run of a batch from sources to outputs; a journal saves finished positions until all are written."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from types import TracebackType

from jackdaw.batch.output import check_output, write_output
from jackdaw.batch.positions import BatchPlan, BatchResult, BatchTask, analyze_task, report_failure
from jackdaw.inputs import OWN_RULES, Item, LexiconFinder, ReadingRules, Sources, WorkerLexica, copy_notes
from jackdaw.resumable import given_options, notify_begun_anew
from movegen.errors import JackdawError
from movegen.files import canonical_path, check_writable
from sims.identity import describe_settings
from sims.workers import Journal, TaskFailed, WorkerPool, journal_path, run_in_chunks


class BatchRun:
    """A batch: a context in which to `analyze`, `write` and `forget`, which deletes the journal."""

    def __init__(
        self,
        arguments: Sequence[str],
        outputs: Sequence[str],
        plan: BatchPlan,
        lexica: LexiconFinder,
        *,
        rules: ReadingRules = OWN_RULES,
        resume: bool = False,
        refresh: bool = False,
    ) -> None:
        """Fetch and survey the sources and open the journal beside the first output.

        Raises JackdawError if an argument matches no file, an address cannot be fetched or an output cannot
        be written, and JournalError if a journal exists without `resume` or belongs to another batch.
        """
        self.outputs = [Path(output) for output in outputs]
        for number, output in enumerate(self.outputs):
            if canonical_path(output) in [canonical_path(other) for other in self.outputs[:number]]:
                raise JackdawError("is named twice", where=str(output), cure="name each output once")
            check_output(output)
            check_writable(output)
        journal = journal_path(self.outputs[0])
        self._sources = Sources.of(
            arguments,
            rules=rules,
            without=[*self.outputs, journal],
            with_last_moves=plan.analysis.infers,
            refresh=refresh,
        )
        self._plan = plan
        self._lexica = WorkerLexica(lexica)
        self.positions, checksum = self._sources.survey()
        if not self.positions:
            raise JackdawError("the files contain no positions", cure="see jackdaw batch --help")
        self._died: dict[int, BatchResult] = {}
        self.warnings: Counter[str] = Counter()
        """The warnings about positions read so far, with the numbers of these."""
        self.journal = Journal(
            journal, BatchResult, self._description(checksum), resume=resume, options=given_options()
        )
        if resume:
            notify_begun_anew(self.journal)

    def __enter__(self) -> "BatchRun":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.journal.close()

    @property
    def done(self) -> int:
        """Return the number of finished positions."""
        return len(self.journal)

    @property
    def notes(self) -> list[str]:
        """Return the notes about the sources."""
        return copy_notes(self._sources.fetched.values())

    @property
    def died(self) -> int:
        """Return the number of positions whose workers died. They have errors, but are not finished."""
        return len(self._died)

    def analyze(self, pool: WorkerPool, progress: Callable[[int], None] = lambda _: None) -> None:
        """Analyze all unfinished positions. One that fails, or whose workers die repeatedly, gets an error.

        The latter stays unfinished, for another run. `progress` is called with the number of newly finished
        ones. After a PoolError or JournalError the finished positions stay in the journal.
        """
        progress(self.done)
        with closing(run_in_chunks(pool, partial(analyze_task, self._plan), self._tasks())) as results:
            for task, result in results:
                if isinstance(result, TaskFailed):
                    self._died[task.number] = report_failure(task, result.reason)
                else:
                    self.journal.append(result)
                progress(1)

    def lines(self) -> Iterator[bytes]:
        """Return the positions done so far in the order of the sources, as lines of `LineJson`."""
        for number in range(self.positions):
            if number in self.journal:
                yield self.journal.read(number).line
            elif number in self._died:
                yield self._died[number].line

    def write(self) -> None:
        """Write the outputs. Raises JackdawError if one cannot be written."""
        for output in self.outputs:
            write_output(output, self.lines())

    def forget(self) -> None:
        """Delete the journal, once everything is written, unless there are unfinished positions."""
        if not self._died:
            self.journal.remove()

    def _tasks(self) -> Iterator[BatchTask]:
        self.warnings.clear()
        for number, item in enumerate(self._sources.items()):
            self.warnings.update(() if item.position is None else item.position.warnings)
            if number not in self.journal:
                yield self._task(number, item)

    def _task(self, number: int, item: Item) -> BatchTask:
        if item.position is None:
            return BatchTask(number, item)
        try:
            return BatchTask(number, item, self._lexica.source(item.position))
        except JackdawError as error:
            return BatchTask(number, Item(item.source, item.line, item.turn, item.name, error=str(error)))

    def _description(self, checksum: int) -> dict[str, object]:
        """Describe what determines the results, for the journal."""
        return {
            **self._lexica.describe(),
            **self._sources.describe(self.positions, checksum),
            **describe_settings(self._plan),
        }
