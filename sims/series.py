"""A run of games: batches played in the pool, kept in the journal, handed out in order."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any
from zlib import crc32

import msgspec

from movegen.files import write_whole
from sims.game_batches import Batch, PlayedBatch, Setting, play_batch
from sims.game_log import check_log_name, write_log
from sims.journal import Journal, journal_path
from sims.pool import Crew, Lost, run_tasks
from strategy.static import StaticStrategy

Progress = Callable[[int], None]
"""Told how many more games are there, whether played or read from the journal."""


class Series:
    """Plays batches of games. A context that closes the journal, which stays unless `forget` is called.

    Attributes
    ----------
    setting: what all games have in common.
    games:   the most games that the run may have.
    journal: keeps every batch that was played; None without a log.
    played:  games that were played so far, those that the journal had apart.
    seconds: that playing them took.
    lost:    batches that were given up, for workers died of them.
    """

    def __init__(
        self,
        setting: Setting,
        crew: Crew,
        games: int,
        *,
        log: Path | None = None,
        resume: bool = False,
        gcg_folder: Path | None = None,
        schedule: object = None,
    ) -> None:
        """Prepare a run, and open its journal if there is to be a log.

        With `resume`, games in the journal of an interrupted run are not played again; what decides the games
        must then be the same. `schedule` is what decides them besides the setting, fit for JSON. `gcg_folder`,
        which must be there, gets a GCG file a game.

        Raises JournalError when the journal cannot be opened or is that of another run, LogError when there
        can be no log of this name.
        """
        self.setting = replace(setting, log=log is not None, gcg=gcg_folder is not None)
        self.games = games
        self.played = 0
        self.seconds = 0.0
        self.lost: list[Batch] = []
        self.journal: Journal | None = None
        self._crew = crew
        self._log = log
        self._gcg_folder = gcg_folder
        if log is not None:
            check_log_name(log)
            description = {**describe(self.setting), "games": games, "schedule": schedule}
            self.journal = Journal(journal_path(log), description, resume=resume)

    def __enter__(self) -> "Series":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.journal is not None:
            self.journal.close()

    def play(
        self, batches: Sequence[Batch], progress: Progress = lambda games: None
    ) -> Generator[PlayedBatch, None, None]:
        """The batches, played now or read from the journal, in their order; without those that were lost.

        Close it to end the workers. Raises what `play_batch`, `run_tasks` and `Journal.append` do.
        """
        kept = {batch.first for batch in batches if self.journal is not None and batch.first in self.journal}
        progress(sum(batch.games for batch in batches if batch.first in kept))
        early: dict[int, PlayedBatch | Lost] = {}
        with closing(self._answers([batch for batch in batches if batch.first not in kept], progress)) as answers:
            for batch in batches:
                if self.journal is not None and batch.first in kept:
                    yield self.journal.read(batch.first)
                    continue
                while batch.first not in early:
                    done, answer = next(answers)
                    early[done.first] = answer
                played = early.pop(batch.first)
                if not isinstance(played, Lost):
                    yield played

    def _answers(
        self, batches: Sequence[Batch], progress: Progress
    ) -> Generator[tuple[Batch, PlayedBatch | Lost], None, None]:
        """The batches as they are done, each kept in the journal."""
        begun = perf_counter()
        for batch, answer in run_tasks(self._crew, partial(play_batch, self.setting), batches):
            if isinstance(answer, Lost):
                self.lost.append(batch)
            else:
                if self.journal is not None:
                    self.journal.append(answer)
                self.played += batch.games
            now = perf_counter()
            self.seconds, begun = self.seconds + now - begun, now
            progress(batch.games)
            yield batch, answer

    def write_gcgs(self, batch: PlayedBatch) -> None:
        """Write the games of a batch as files named by their numbers, if that was asked for. Raises GcgError."""
        if self._gcg_folder is not None:
            digits = len(str(self.games - 1))
            for number, text in enumerate(batch.gcgs, start=batch.first):
                write_whole(self._gcg_folder / f"{number:0{digits}}.gcg", text)

    def write_log(self, batches: Iterable[Batch], end: int) -> None:
        """Write the log, if there is to be one: the batches' games that are numbered below `end`.

        All must have been played. Raises LogError.
        """
        journal = self.journal
        if self._log is not None and journal is not None:
            parts = (journal.read(batch.first).up_to(end) for batch in batches if batch.first < end)
            write_log(self._log, (rows for part in parts for rows in part.rows))

    def forget(self) -> None:
        """Delete the journal: all that is asked of the run is written."""
        if self.journal is not None:
            self.journal.remove()


def describe(setting: Setting) -> dict[str, Any]:
    """What decides the games of a run, in words and checksums, fit for JSON."""
    lexicon, variant = setting.lexicon, setting.variant
    rules = repr((variant.rules, variant.layout.symbols, variant.layout.start, variant.tiles.tiles))
    return {
        "strategies": [_told(strategy) for strategy in setting.strategies],
        "lexicon": f"{lexicon.name} of {lexicon.words} words ({lexicon.checksum:08x})",
        "rules": f"{variant.name} ({crc32(rules.encode()):08x})",
        "seed": setting.seed,
        "paired": setting.paired,
        "GCG files": setting.gcg,
    }


def _told(strategy: StaticStrategy) -> str:
    """A strategy's name, with a checksum of its configuration and of the file of its leaves."""
    checksum = crc32(msgspec.json.encode(strategy.config))
    leaves = Path(strategy.config.leaves or "")
    if leaves.suffix and leaves.is_file():
        checksum = crc32(leaves.read_bytes(), checksum)
    return f"{strategy.name} ({checksum:08x})"


