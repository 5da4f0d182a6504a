"""The run of `jackdaw lexicon playability`: games in a worker pool, with a journal of finished batches."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import TracebackType

import click

from jackdaw.application import INTERRUPTED
from jackdaw.resumable import RunWithJournal, notify_unfinished, run_until_stopped
from sims.engines import close_engines, start_engines
from sims.identity import identify_lexicon, identify_rules, identify_strategy
from sims.playability import (
    PlayabilitySetup,
    PlayedWords,
    WordBatch,
    add_words,
    check_playability,
    count_words,
    cut_games,
)
from sims.workers import PoolError, TaskFailed, WorkerPool, run_tasks


class PlayabilityRun(RunWithJournal[PlayedWords]):
    """A run: a context in which to `play` and, once all is written, to `forget` the journal."""

    def __init__(
        self, setup: PlayabilitySetup, games: int, output: Path | None = None, *, resume: bool = False
    ) -> None:
        """Open the journal beside the output, if there is one.

        Raises what `check_playability` raises, EngineStartError when a program cannot be started, and
        JournalError if a journal exists without `resume` or belongs to another run.
        """
        start_engines([setup.strategy])
        check_playability(setup)
        self.setup, self.games = setup, games
        self._parts: dict[int, PlayedWords] = {}
        super().__init__(PlayedWords, output, self._description(), resume=resume)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        close_engines()
        super().__exit__(kind, error, trace)

    @property
    def done(self) -> int:
        """The number of games that are finished."""
        return sum(part.games for part in self._parts.values())

    @property
    def words(self) -> PlayedWords:
        """The words of the finished games."""
        return add_words(self._parts[first] for first in sorted(self._parts))

    def play(self, pool: WorkerPool, progress: Callable[[int], None] = lambda _: None) -> None:
        """Play all games but those of the journal; `progress` gets the number of newly finished ones.

        After an exception, Ctrl-C included, `words` has what is finished. Raises PoolError when workers die
        repeatedly, EngineError when a program fails, and what `run_tasks` and `Journal.append` raise.
        """
        tasks = list(self._unfinished())
        progress(self.done)
        with closing(run_tasks(pool, count_words, tasks)) as results:
            for batch, found in results:
                if isinstance(found, TaskFailed):
                    raise PoolError(
                        f"games from number {batch.first} on are missing: {found.reason}",
                        cure="try again with --resume, and --workers 1 to see the error",
                    )
                if self.journal is not None:
                    self.journal.append(found)
                self._parts[found.first] = found
                progress(found.games)

    def _unfinished(self) -> Iterator[WordBatch]:
        for batch in cut_games(self.setup, self.games):
            if self.journal is not None and batch.first in self.journal:
                self._parts[batch.first] = self.journal.read(batch.first)
            else:
                yield batch

    def _description(self) -> dict[str, object]:
        """Describe what determines the figures, for the journal."""
        setup = self.setup
        return {
            "table": "playability",
            "lexicon": identify_lexicon(setup.lexicon),
            "rules": identify_rules(setup.variant),
            "strategy": identify_strategy(setup.strategy),
            "seed": setup.seed,
            "games": self.games,
        }


def play_games(run: PlayabilityRun, pool: WorkerPool) -> BaseException | None:
    """Play with a progress bar and return what stopped the run early; see `run_until_stopped`."""
    return run_until_stopped(partial(run.play, pool), run.games, "games", has_results=lambda: run.done > 0)


def conclude_playability(context: click.Context, run: PlayabilityRun, stop: BaseException | None) -> None:
    """Delete the journal of a finished run; of a stopped one, report what is saved and end the program.

    `stop` is what `play_games` returned. Anything but Ctrl-C is raised.
    """
    if stop is None:
        run.forget()
        return
    finished = f"{run.done:,} of {run.games:,} games are finished"
    notify_unfinished(finished, run.journal, "--csv FILE or --json FILE")
    if not isinstance(stop, KeyboardInterrupt):
        raise stop
    context.exit(INTERRUPTED)
