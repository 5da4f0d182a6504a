"""A run of games: batches played in the pool, kept in the journal, handed out in order."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any

from movegen.files import write_atomic
from sims.engines import close_engines, start_engines
from sims.errors import EngineError
from sims.identity import identify_lexicon, identify_rules, identify_strategy
from sims.match.game_batches import Batch, PlayedBatch, RunSetup, play_batch
from sims.match.game_log import (
    check_log_name,
    is_log_folder,
    make_log_folder,
    part_path,
    remove_other_parts,
    write_log,
)
from sims.workers import (
    Journal,
    JournalError,
    PersistentPool,
    PoolError,
    TaskFailed,
    WorkerPool,
    journal_path,
    run_tasks,
    this_process,
)

Progress = Callable[[int], None]
"""Receives the number of games added, whether played or read from the journal."""


def no_progress(_games: int) -> None:
    """Ignore progress."""


@dataclass(frozen=True)
class SeriesFiles:
    """The files of a run, and whether it goes on from its journal.

    Attributes
    ----------
    log:        a row for each turn. Its journal stands beside it.
    journal:    saves the finished games of a run without a log.
    gcg_folder: receives a GCG file per game; it must exist.
    resume:     do not play again the games in the journal of an interrupted run.
    options:    those given by a user, by which an error names what differs from the run to resume.
    """

    log: Path | None = None
    journal: Path | None = None
    gcg_folder: Path | None = None
    resume: bool = False
    options: Mapping[str, str] | None = None


NO_FILES = SeriesFiles()


class Series:
    """Plays batches of games. As a context it ends the workers and closes the journal, which it keeps.

    Attributes
    ----------
    setup: what all games share.
    games:   the largest number of games that the run may have.
    journal: records every finished batch; None if it has no file.
    played:  number of games played in this run, without those from the journal.
    seconds: time taken to play them.
    """

    def __init__(
        self,
        setup: RunSetup,
        pool: WorkerPool,
        games: int,
        files: SeriesFiles,
        *,
        schedule: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare a run, and open its journal if it has one.

        To resume, whatever decides the games must be the same; `schedule` is what does so besides the setup,
        as JSON values.

        Outside programs among the players are started, so that those that cannot be are known in advance.

        Raises JournalError when the journal cannot be opened or belongs to another run, LogError when a log
        of this name cannot be written, EngineStartError when a program cannot be started.
        """
        start_engines(setup.strategies)
        if pool is not this_process:
            close_engines()  # the workers start their own
        log, resume = files.log, files.resume
        folder = str(log.absolute()) if log is not None and is_log_folder(log) else None
        self.setup = replace(
            setup, log=log is not None and folder is None, log_folder=folder, gcg=files.gcg_folder is not None
        )
        self.games = games
        self.played = 0
        self.seconds = 0.0
        self.journal: Journal[PlayedBatch] | None = None
        self._pool = PersistentPool(pool)
        self._log = log
        self._gcg_folder = files.gcg_folder
        if log is not None:
            check_log_name(log)
        journal = files.journal if log is None else journal_path(log)
        if journal is not None:
            description = {**describe(self.setup), **(schedule or {}), "games": games}
            self.journal = Journal(journal, PlayedBatch, description, resume=resume, options=files.options)
        if log is not None and folder is not None:
            self._make_log_folder(log, resume)

    def _make_log_folder(self, log: Path, resume: bool) -> None:
        try:
            make_log_folder(log, resume=resume)
        except BaseException:
            if self.journal is not None and not resume:
                self.journal.remove()
            raise

    @property
    def games_per_second(self) -> float:
        """The speed of the games played in this run; 0 if there were none."""
        return self.played / self.seconds if self.played else 0.0

    def __enter__(self) -> "Series":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()
        close_engines()
        if self.journal is not None:
            self.journal.close()

    def play(
        self, batches: Sequence[Batch], progress: Progress = no_progress
    ) -> Generator[PlayedBatch, None, None]:
        """Yield the batches in order, played now or read from the journal. Close it to stop early.

        Batches whose workers die repeatedly are left out and reported as a PoolError after all others. When
        an outside program stops the run, its EngineError comes after all batches that are finished.
        Raises also what `play_batch`, `run_tasks` and `Journal.append` raise.
        """
        stop: EngineError | None = None
        failed: list[tuple[Batch, TaskFailed]] = []
        saved = {batch.first for batch in batches if self._is_saved(batch)}
        progress(sum(batch.games for batch in batches if batch.first in saved))
        early: dict[int, PlayedBatch | TaskFailed | None] = {}  # None: in the journal, which spares memory
        with closing(
            self._answers([batch for batch in batches if batch.first not in saved], progress)
        ) as answers:
            for batch in batches:
                if self.journal is not None and batch.first in saved:
                    yield self._read(self.journal, batch)
                    continue
                while stop is None and batch.first not in early:
                    try:
                        done, answer = next(answers)
                    except EngineError as error:
                        stop = error
                    else:
                        is_saved = (
                            self.journal is not None and done is not batch and done.first in self.journal
                        )
                        early[done.first] = None if is_saved else answer
                played = self._take_early(early, batch)
                if isinstance(played, TaskFailed):
                    failed.append((batch, played))
                elif played is not None:
                    yield played
        if stop is not None:
            raise stop
        if failed:
            first, reason = failed[0][0].first, failed[0][1].reason
            again = "play again" if self.journal is None else "continue with --resume"
            raise PoolError(
                f"{sum(batch.games for batch, _ in failed)} games, starting with game {first}, are missing: "
                f"{reason}",
                cure=f"{again}, with --workers 1 to see the error",
            )

    def _is_saved(self, batch: Batch) -> bool:
        """Return True if a batch is in the journal, and its part in the log's folder, if there is one."""
        if self.journal is None or batch.first not in self.journal:
            return False
        folder = self.setup.log_folder
        return folder is None or part_path(Path(folder), batch.first).is_file()

    def _take_early(
        self, early: dict[int, PlayedBatch | TaskFailed | None], batch: Batch
    ) -> PlayedBatch | TaskFailed | None:
        """Return a finished batch, read again if it was left in the journal; None if it is not finished."""
        if batch.first not in early:
            return None
        played = early.pop(batch.first)
        if played is None and self.journal is not None:
            return self._read(self.journal, batch)
        return played

    def _answers(
        self, batches: Sequence[Batch], progress: Progress
    ) -> Generator[tuple[Batch, PlayedBatch | TaskFailed], None, None]:
        """Yield the batches in the order in which they finish, and record each in the journal."""
        begun = perf_counter()
        with closing(run_tasks(self._pool, partial(play_batch, self.setup), batches)) as answers:
            for batch, answer in answers:
                if not isinstance(answer, TaskFailed):
                    self.played += batch.games
                    if self.journal is not None:
                        self.journal.append(answer)
                now = perf_counter()
                self.seconds, begun = self.seconds + now - begun, now
                progress(batch.games)
                yield batch, answer

    def _read(self, journal: Journal[PlayedBatch], batch: Batch) -> PlayedBatch:
        """Return a batch from the journal. Raises JournalError if it is not one of this run."""
        played = journal.read(batch.first)
        if not played.is_of(batch, self.setup):
            problem = f"the entry of game {batch.first} is not of this run"
            raise JournalError(problem, where=str(journal.path), cure="name another output")
        return played

    def write_gcgs(self, batch: PlayedBatch) -> None:
        """Write the games of a batch as GCG files named by number, if requested.

        Raises JackdawError when a file cannot be written.
        """
        if self._gcg_folder is not None:
            digits = len(str(self.games - 1))
            for number, text in enumerate(batch.gcgs, start=batch.first):
                write_atomic(self._gcg_folder / f"{number:0{digits}}.gcg", text)

    def write_log(self, batches: Iterable[Batch], end: int) -> None:
        """Write the log, if requested: the games of the batches with numbers below `end`.

        All of them must have been played. Raises LogError.
        """
        journal = self.journal
        if self._log is None or journal is None:
            return
        batches = [batch for batch in batches if batch.first < end]
        if self.setup.log_folder is None:
            parts = (self._read(journal, batch).up_to(end) for batch in batches)
            write_log(self._log, (rows for part in parts for rows in part.rows))
            return
        remove_other_parts(Path(self.setup.log_folder), (batch.first for batch in batches))
        if (
            batches and batches[-1].first + batches[-1].games > end
        ):  # a test has ended the match in this batch
            last = replace(batches[-1], games=end - batches[-1].first)
            play_batch(self.setup, last)

    def forget(self) -> None:
        """Delete the journal, once all output of the run is written."""
        if self.journal is not None:
            self.journal.remove()


def describe(setup: RunSetup) -> dict[str, Any]:
    """Return all that decides the games of a run, as text and checksums for JSON."""
    return {
        "strategies": [identify_strategy(each) for each in setup.strategies],
        "lexicon": identify_lexicon(setup.lexicon),
        "rules": identify_rules(setup.variant),
        "seed": setup.seed,
        "paired": setup.paired,
        "GCG files": setup.gcg,
        "luck": setup.luck,
    }
