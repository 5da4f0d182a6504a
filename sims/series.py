"""A run of games: batches played in the pool, kept in the journal, handed out in order."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any
from zlib import crc32

import msgspec
from msgspec.structs import replace as with_fields

from movegen.files import write_whole
from movegen.lexicon import Lexicon
from sims.game_batches import Batch, PlayedBatch, Setting, play_batch
from sims.game_log import check_log_name, write_log
from sims.journal import Journal, journal_path
from sims.pool import Crew, KeptCrew, Lost, PoolError, run_tasks
from strategy.simulation_strategy import SimulationStrategy, Strategy

Progress = Callable[[int], None]
"""Told how many more games are there, whether played or read from the journal."""


class Series:
    """Plays batches of games. A context that ends the workers and closes the journal, which stays.

    Attributes
    ----------
    setting: what all games have in common.
    games:   the most games that the run may have.
    journal: keeps every batch that was played; None without a log.
    played:  games that were played so far, those that the journal had apart.
    seconds: that playing them took.
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
        schedule: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare a run, and open its journal if there is to be a log.

        With `resume`, games in the journal of an interrupted run are not played again; what decides them must
        then be the same. `schedule` is what does so besides the setting, fit for JSON. `gcg_folder`, which
        must be there, gets a GCG file a game.

        Raises JournalError when the journal cannot be opened or is that of another run, LogError when there
        can be no log of this name.
        """
        self.setting = replace(setting, log=log is not None, gcg=gcg_folder is not None)
        self.games = games
        self.played = 0
        self.seconds = 0.0
        self.journal: Journal[PlayedBatch] | None = None
        self._crew = KeptCrew(crew)
        self._log = log
        self._gcg_folder = gcg_folder
        if log is not None:
            check_log_name(log)
            description = {**describe(self.setting), **(schedule or {}), "games": games}
            self.journal = Journal(journal_path(log), PlayedBatch, description, resume=resume)

    @property
    def games_per_second(self) -> float:
        """Of the games that were played; 0 if none was."""
        return self.played / self.seconds if self.played else 0.0

    def __enter__(self) -> "Series":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._crew.close()
        if self.journal is not None:
            self.journal.close()

    def play(
        self, batches: Sequence[Batch], progress: Progress = lambda games: None
    ) -> Generator[PlayedBatch, None, None]:
        """The batches, played now or read from the journal, in their order. Close it to stop before the end.

        Batches of which workers die again and again are left out, and reported once all others are handed
        out. Raises PoolError then, and what `play_batch`, `run_tasks` and `Journal.append` do.
        """
        lost: list[Batch] = []
        kept = {batch.first for batch in batches if self.journal is not None and batch.first in self.journal}
        progress(sum(batch.games for batch in batches if batch.first in kept))
        early: dict[int, PlayedBatch | Lost] = {}
        with closing(
            self._answers([batch for batch in batches if batch.first not in kept], progress)
        ) as answers:
            for batch in batches:
                if self.journal is not None and batch.first in kept:
                    yield self.journal.read(batch.first)
                    continue
                while batch.first not in early:
                    done, answer = next(answers)
                    early[done.first] = answer
                played = early.pop(batch.first)
                if isinstance(played, Lost):
                    lost.append(batch)
                else:
                    yield played
        if lost:
            raise PoolError(
                f"workers died again and again of {sum(batch.games for batch in lost)} games, "
                f"the first of them game {lost[0].first}",
                cure="play these again with --workers 1",
            )

    def _answers(
        self, batches: Sequence[Batch], progress: Progress
    ) -> Generator[tuple[Batch, PlayedBatch | Lost], None, None]:
        """The batches as they are done, each kept in the journal."""
        begun = perf_counter()
        for batch, answer in run_tasks(self._crew, partial(play_batch, self.setting), batches):
            if not isinstance(answer, Lost):
                self.played += batch.games
                if self.journal is not None:
                    self.journal.append(answer)
            now = perf_counter()
            self.seconds, begun = self.seconds + now - begun, now
            progress(batch.games)
            yield batch, answer

    def write_gcgs(self, batch: PlayedBatch) -> None:
        """Write a batch's games as GCG files named by their numbers, if that was asked for.

        Raises JackdawError when one cannot be written.
        """
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
        "strategies": [_told(strategy, lexicon.load()) for strategy in setting.strategies],
        "lexicon": f"{lexicon.name} of {lexicon.words} words ({lexicon.checksum:08x})",
        "rules": f"{variant.name} ({crc32(rules.encode()):08x})",
        "seed": setting.seed,
        "paired": setting.paired,
        "GCG files": setting.gcg,
    }


def _told(strategy: Strategy, lexicon: Lexicon) -> str:
    """A strategy's name, with a checksum of all that it goes by."""
    return f"{strategy.name} ({_checksum(strategy, lexicon):08x})"


def _checksum(strategy: Strategy, lexicon: Lexicon) -> int:
    """Of its configuration, the file of its leaves, the words it knows and its evaluator.

    Files count by what they hold, not by where they lie.
    """
    if isinstance(strategy, SimulationStrategy):
        evaluator = _checksum(strategy.evaluator, lexicon).to_bytes(4, "little")
        return crc32(evaluator, crc32(msgspec.json.encode(strategy.config)))
    config = strategy.config
    leaves, handicap = Path(config.leaves or ""), config.handicap
    checksum = 0
    if leaves.suffix and leaves.is_file():
        checksum = crc32(leaves.read_bytes())
        config = with_fields(config, leaves=leaves.name)
    if handicap.vocabulary is not None:
        checksum = crc32(strategy.known_words(lexicon).data.words.data, checksum)
        config = with_fields(config, handicap=with_fields(handicap, vocabulary=None))
    return crc32(msgspec.json.encode(config), checksum)
