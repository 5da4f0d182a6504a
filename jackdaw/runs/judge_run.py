"""The run of `jackdaw judge`: positions from files or self-play, judged in a worker pool, with a journal."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Protocol

import click

from jackdaw.application import INTERRUPTED, NOTHING_FOUND, WITH_ERRORS
from jackdaw.console import notify, progress_bar
from jackdaw.inputs import Item, LexiconFinder, ReadingRules, Sources, WorkerLexica
from movegen.errors import JackdawError, one_line
from movegen.variant import Variant
from sims.decisions import (
    Decision,
    DecisionPlan,
    DecisionTask,
    Phase,
    Place,
    find_phase,
    judge_task,
    report_failure,
    sample_turns,
)
from sims.engines import close_engines, start_engines
from sims.identity import describe_settings
from sims.lexicon_source import LexiconSource
from sims.workers import (
    Journal,
    JournalError,
    PoolError,
    TaskFailed,
    WorkerPool,
    journal_path,
    run_tasks,
)


class DecisionSource(Protocol):
    """The positions of a run, numbered from 0."""

    @property
    def count(self) -> int:
        """Their number, with those of other phases than the ones asked for."""

    def describe(self) -> dict[str, object]:
        """Describe the positions for the journal."""

    def title(self) -> str:
        """Describe the positions for the report."""

    def tasks(self, skipped: Collection[int]) -> Iterator[DecisionTask | None]:
        """Yield a task for each position not skipped, in order; None for one of another phase."""


class FilePositions:
    """The positions of files, folders and patterns, as `jackdaw batch` reads them, of some or all phases."""

    def __init__(
        self,
        arguments: Sequence[str],
        lexica: LexiconFinder,
        *,
        rules: ReadingRules,
        phases: Collection[Phase],
        outputs: Collection[Path],
    ) -> None:
        """Survey the files. Raises JackdawError if an argument names nothing, or there are no positions."""
        self._sources = Sources.of(arguments, rules=rules, without=outputs, with_last_moves=True)
        self._lexica, self._phases = WorkerLexica(lexica), phases
        self.count, self._checksum = self._sources.survey()
        if not self.count:
            raise JackdawError("the files contain no positions", cure="see jackdaw judge --help")

    def describe(self) -> dict[str, object]:
        """Describe the positions for the journal."""
        return {
            **self._lexica.describe(),
            **self._sources.describe(self.count, self._checksum),
            "phases": ", ".join(self._phases) or "all",
        }

    def title(self) -> str:
        """Describe the positions for the report."""
        files = self._sources.files
        return one_line(files[0], 40) if len(files) == 1 else f"{len(files):,} files"

    def tasks(self, skipped: Collection[int]) -> Iterator[DecisionTask | None]:
        """Yield the tasks; see `DecisionSource`."""
        for number, item in enumerate(self._sources.items()):
            if number in skipped:
                continue
            is_other = self._phases and item.position and find_phase(item.position) not in self._phases
            yield None if is_other else self._task(number, item)

    def _task(self, number: int, item: Item) -> DecisionTask:
        place = Place(item.source, item.line, item.turn, item.name)
        if item.position is None:
            return DecisionTask(number, place, error=item.error)
        try:
            source = self._lexica.source(item.position)
        except JackdawError as error:
            return DecisionTask(number, place, error=one_line(str(error)))
        return DecisionTask(number, place, item.position, source, item.last)


@dataclass(frozen=True)
class SelfPlayPositions:
    """Positions of self-play, one of each game.

    `knows_racks` lets the judge play against the racks that the opponents held.
    """

    count: int
    lexicon: LexiconSource
    variant: Variant
    seed: int
    phases: tuple[Phase, ...] = ()
    knows_racks: bool = False

    def describe(self) -> dict[str, object]:
        """Describe the positions for the journal."""
        return {"files": "self-play", **describe_settings(self, "self-play")}

    def title(self) -> str:
        """Describe the positions for the report."""
        return f"self-play, lexicon {self.lexicon.name}"

    def tasks(self, skipped: Collection[int]) -> Iterator[DecisionTask | None]:
        """Yield the tasks; see `DecisionSource`."""
        turns = sample_turns(
            self.lexicon.load(), self.count, variant=self.variant, seed=self.seed, phases=self.phases
        )
        for number, turn in enumerate(turns):
            if number not in skipped:
                rack = turn.opponent_rack if self.knows_racks else None
                place = Place(f"self-play game {turn.game}", turn=turn.turn)
                yield DecisionTask(number, place, turn.position, self.lexicon, turn.last, rack)


class JudgeRun:
    """A run: a context in which to `judge` and, once all is written, to `forget` the journal.

    Attributes
    ----------
    journal: beside the first output; None without one.
    others:  number of positions of other phases than those asked for.
    """

    def __init__(
        self, source: DecisionSource, plan: DecisionPlan, output: Path | None = None, *, resume: bool = False
    ) -> None:
        """Open the journal beside the output, if there is one.

        Outside programs among the players are started, so that those that cannot be are known in advance.

        Raises EngineStartError when a program cannot be started, JournalError if a journal exists without
        `resume` or belongs to another run.
        """
        start_engines(plan.players)
        self.source, self.plan, self.others = source, plan, 0
        self._decisions: dict[int, Decision] = {}
        self._has_died = False
        self.journal: Journal[Decision] | None = None
        if output is not None:
            self.journal = Journal(journal_path(output), Decision, self._description(), resume=resume)

    def __enter__(self) -> "JudgeRun":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        close_engines()
        if self.journal is not None:
            self.journal.close()

    @property
    def done(self) -> int:
        """The number of positions that are judged or have an error."""
        return len(self._decisions)

    def judge(self, pool: WorkerPool, progress: Callable[[int], None] = lambda _: None) -> None:
        """Judge all positions but those of the journal; `progress` gets the number of newly finished ones.

        A position that cannot be judged, or whose workers die repeatedly, gets an error. After an exception,
        Ctrl-C included, `decisions` has what is finished. Raises JournalError if an entry of the journal is
        not of this run, and what `run_tasks` and `Journal.append` raise.
        """
        if self.journal is not None:
            self._decisions = dict(self._read(self.journal))
        progress(self.done)
        work = partial(judge_task, self.plan)
        with closing(run_tasks(pool, work, self._tasks(progress))) as results:
            for task, result in results:
                if isinstance(result, TaskFailed):
                    self._has_died = True
                    self._decisions[task.number] = report_failure(task, result.reason)
                else:
                    self._decisions[task.number] = result
                    if self.journal is not None:
                        self.journal.append(result)
                progress(1)

    @property
    def decisions(self) -> list[Decision]:
        """The finished positions in the order of the source."""
        return [self._decisions[number] for number in sorted(self._decisions)]

    def forget(self) -> None:
        """Delete the journal, unless workers died of a position, which another run may finish."""
        if self.journal is not None and not self._has_died:
            self.journal.remove()

    def _read(self, journal: Journal[Decision]) -> Iterator[tuple[int, Decision]]:
        for number in range(self.source.count):
            if number in journal:
                decision = journal.read(number)
                if not decision.is_of(self.plan):
                    problem = f"the entry of position {number} is not of this run"
                    raise JournalError(problem, where=str(journal.path), cure="name another output")
                yield number, decision

    def _tasks(self, progress: Callable[[int], None]) -> Iterator[DecisionTask]:
        for task in self.source.tasks(frozenset(self._decisions)):
            if task is None:
                self.others += 1
                progress(1)
            else:
                yield task

    def _description(self) -> dict[str, object]:
        """Describe what determines the results, for the journal."""
        return {**self.source.describe(), **describe_settings(self.plan)}


def judge_positions(run: JudgeRun, pool: WorkerPool) -> BaseException | None:
    """Judge with a progress bar and return what stopped the run early: Ctrl-C, dead workers, a full disk.

    If no position is finished, anything but Ctrl-C is raised instead.
    """
    try:
        with progress_bar(run.source.count, "positions") as progress:
            run.judge(pool, progress)
    except KeyboardInterrupt as stop:
        return stop
    except (PoolError, JournalError) as stop:
        if not run.done:
            raise
        return stop
    return None


def conclude_judgement(context: click.Context, run: JudgeRun, stop: BaseException | None) -> None:
    """Delete the journal of a finished run; of a stopped one, report what is saved and end the program.

    `stop` is what `judge_positions` returned. Anything but Ctrl-C is raised.
    """
    failures = sum(each.error is not None for each in run.decisions)
    if stop is None:
        run.forget()
        if failures:
            notify("Errors", f"{failures:,} of {run.done:,} positions could not be judged")
            context.exit(NOTHING_FOUND if failures == run.done else WITH_ERRORS)
        return
    if not isinstance(stop, KeyboardInterrupt):
        raise stop
    saved = "not saved; use --csv FILE or --json FILE to be able to resume" if run.journal is None else (
        f"saved in {run.journal.path}; continue with --resume"
    )  # fmt: skip
    notify("Interrupted", f"{run.done:,} of {run.source.count:,} positions are finished and {saved}")
    context.exit(INTERRUPTED)
