"""The run of `jackdaw judge`: positions from files or self-play, judged in a worker pool, with a journal."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Protocol

import click

from jackdaw.application import INTERRUPTED, NOTHING_FOUND, WITH_ERRORS
from jackdaw.console import notify
from jackdaw.inputs import Item, LexiconFinder, ReadingRules, Sources, WorkerLexica
from jackdaw.resumable import JournaledRun, notify_unfinished, run_until_stopped
from movegen.counts import counted
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
from sims.workers import WorkerPool


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
        return one_line(files[0], 40) if len(files) == 1 else counted(len(files), "file")

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


class JudgeRun(JournaledRun[Decision]):
    """A run: a context in which to `judge` and, once all is written, to `forget` the journal.

    Attributes
    ----------
    others: number of positions of other phases than those asked for.
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
        super().__init__(Decision, output, {**source.describe(), **describe_settings(plan)}, resume=resume)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        close_engines()
        super().__exit__(kind, error, trace)

    def judge(self, pool: WorkerPool, progress: Callable[[int], None] = lambda _: None) -> None:
        """Judge all positions but those of the journal; `progress` gets the number of newly finished ones.

        A position that cannot be judged, or whose workers die repeatedly, gets an error. After an exception,
        Ctrl-C included, `results` has what is finished. Raises JournalError if an entry of the journal is
        not of this run, and what `run_tasks` and `Journal.append` raise.
        """
        self._restore(self.source.count)
        progress(self.done)
        self._finish(self._tasks(progress), pool, partial(judge_task, self.plan), report_failure, progress)

    def _is_result(self, result: Decision) -> bool:
        return result.is_of(self.plan)

    def _tasks(self, progress: Callable[[int], None]) -> Iterator[DecisionTask]:
        for task in self.source.tasks(frozenset(self._results)):
            if task is None:
                self.others += 1
                progress(1)
            else:
                yield task


def judge_positions(run: JudgeRun, pool: WorkerPool) -> BaseException | None:
    """Judge with a progress bar and return what stopped the run early; see `run_until_stopped`."""
    return run_until_stopped(
        partial(run.judge, pool), run.source.count, "positions", has_results=lambda: run.done > 0
    )


def conclude_judgement(context: click.Context, run: JudgeRun, stop: BaseException | None) -> None:
    """Delete the journal of a finished run; of a stopped one, report what is saved and end the program.

    `stop` is what `judge_positions` returned. Anything but Ctrl-C is raised.
    """
    failures = sum(each.error is not None for each in run.results)
    if stop is None:
        run.forget()
        if failures:
            notify("Errors", f"{failures:,} of {run.done:,} positions could not be judged")
            context.exit(NOTHING_FOUND if failures == run.done else WITH_ERRORS)
        return
    if not isinstance(stop, KeyboardInterrupt):
        raise stop
    notify_unfinished(
        f"{run.done:,} of {run.source.count:,} positions are finished",
        run.journal,
        "--csv FILE or --json FILE",
    )
    context.exit(INTERRUPTED)
