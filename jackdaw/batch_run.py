"""A batch from its sources to its outputs: what is done is kept in a journal until all is."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from types import TracebackType
from zlib import crc32

import msgspec

from jackdaw.batch_table import check_output, write_output
from jackdaw.batch_work import Answer, Task, Work, analyze_task, failed
from jackdaw.inputs import Lexica
from jackdaw.position_sources import Item, Sources
from movegen.errors import JackdawError
from movegen.files import check_place
from movegen.position import Position
from movegen.rules import Variant
from sims.journal import Journal, journal_path
from sims.lexicon_source import LexiconSource
from sims.pool import Crew, Lost, run_tasks

_KEPT_LEXICA = 4


class BatchRun:
    """A batch. Enter it, `analyze`, `write` and `forget`: until then, what is done stays in the journal."""

    def __init__(
        self,
        arguments: Sequence[str],
        outputs: Sequence[str],
        work: Work,
        lexica: Lexica,
        *,
        variant: Variant | None = None,
        resume: bool = False,
    ) -> None:
        """Look through the sources and open the journal, which lies beside the first output.

        Raises JackdawError when an argument names nothing, or an output cannot be written; JournalError when
        the journal is there without `resume`, or is that of other work.
        """
        self.outputs = [Path(output) for output in outputs]
        for number, output in enumerate(self.outputs):
            if output.resolve() in [other.resolve() for other in self.outputs[:number]]:
                raise JackdawError("is named twice", where=str(output), cure="name each output once")
            check_output(output)
            check_place(output)
        journal = journal_path(self.outputs[0])
        self._sources = Sources.of(
            arguments,
            variant=variant,
            without=[*self.outputs, journal],
            with_last_moves=work.plan is not None and work.plan.infer,
        )
        self._work = work
        self._lexica = lexica
        self._places: dict[tuple[object, ...], LexiconSource] = {}
        self.positions, checksum = self._sources.survey()
        if not self.positions:
            raise JackdawError("there is no position in any of the files", cure="see jackdaw batch --help")
        self.journal = Journal(journal, Answer, self._description(checksum), resume=resume)

    def __enter__(self) -> "BatchRun":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.journal.close()

    @property
    def done(self) -> int:
        """How many positions are done."""
        return len(self.journal)

    def analyze(self, crew: Crew, progress: Callable[[int], None] = lambda done: None) -> None:
        """Do all that is not done yet. A position that cannot be analyzed, or kills workers, is told as such.

        `progress` is told how many more are done. Raises PoolError, JournalError: what is done is kept.
        """
        progress(self.done)
        with closing(run_tasks(crew, partial(analyze_task, self._work), self._tasks())) as answers:
            for task, answer in answers:
                if isinstance(answer, Lost):
                    answer = failed(task, "workers died of it again and again")
                self.journal.append(answer)
                progress(1)

    def lines(self) -> Iterator[bytes]:
        """What is done, in the order of the sources: lines of `LineJson`."""
        return (self.journal.read(number).line for number in range(self.positions) if number in self.journal)

    def write(self) -> None:
        """Write the outputs. Raises JackdawError when one cannot be written."""
        for output in self.outputs:
            write_output(output, self.lines())

    def forget(self) -> None:
        """Delete the journal: all is done and written."""
        self.journal.remove()

    def _tasks(self) -> Iterator[Task]:
        for number, item in enumerate(self._sources.items()):
            if number not in self.journal:
                yield self._task(number, item)

    def _task(self, number: int, item: Item) -> Task:
        if item.position is None:
            return Task(number, item)
        try:
            return Task(number, item, self._lexicon(item.position))
        except JackdawError as error:
            return Task(number, Item(item.source, item.line, item.turn, item.name, error=str(error)))

    def _lexicon(self, position: Position) -> LexiconSource:
        place, variant = self._lexica.place(position), position.variant
        key = place, variant.tiles, max(variant.layout.rows, variant.layout.columns)
        if key not in self._places:
            if len(self._places) == _KEPT_LEXICA:
                self._places.clear()
            self._places[key] = LexiconSource.of(place, variant)
        return self._places[key]

    def _description(self, checksum: int) -> dict[str, object]:
        """What decides the answers, in words and checksums, for the journal."""
        work = self._work
        strategy = "the default" if work.strategy is None else work.strategy.name
        options = repr((work.plan, work.endgame, work.preendgame, work.most, work.details))
        config = b"" if work.strategy is None else msgspec.json.encode(work.strategy.config)
        return {
            "positions": self.positions,
            "files": f"{len(self._sources.files)} ({checksum:08x})",
            "strategy": f"{strategy} ({crc32(config):08x})",
            "options": f"{crc32(options.encode()):08x}",
            "lexicon": self._lexica.wanted or "their own",
        }
