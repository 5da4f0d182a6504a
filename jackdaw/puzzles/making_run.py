"""The run of `jackdaw puzzles`: positions of files or self-play in a worker pool, with a journal."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy.typing as npt

from jackdaw.inputs import Item, LexiconFinder, ReadingRules, Sources, WorkerLexica, standing_play
from jackdaw.resumable import JournaledRun, run_until_stopped
from movegen.errors import JackdawError, one_line
from movegen.game import Game
from movegen.variant import Variant
from sims.games import StaticGames, play_static_games
from sims.identity import describe_settings
from sims.lexicon_source import LexiconSource
from sims.puzzles import (
    Discovery,
    Origin,
    Puzzle,
    PuzzleFilter,
    PuzzlePlan,
    PuzzleTask,
    make_puzzle,
    report_failure,
)
from sims.workers import WorkerPool
from strategy.analysis import played_moves
from strategy.players import static_strategy_for

_BLOCK = 64  # games of self-play played at a time


class PuzzleSource(Protocol):
    """The positions of a run, numbered from 0."""

    @property
    def count(self) -> int:
        """Their number."""

    def describe(self) -> dict[str, object]:
        """Describe the positions for the journal."""

    def tasks(self, skipped: Collection[int]) -> Iterator[PuzzleTask]:
        """Yield a task for each position not skipped, in order."""


class FilePositions:
    """The positions of files, folders and patterns, as `jackdaw batch` reads them."""

    def __init__(
        self,
        arguments: Sequence[str],
        lexica: LexiconFinder,
        *,
        rules: ReadingRules,
        outputs: Collection[Path],
    ) -> None:
        """Survey the files. Raises JackdawError if an argument names nothing, or there are no positions."""
        self._sources = Sources.of(arguments, rules=rules, without=outputs, with_last_plays=True)
        self._lexica = WorkerLexica(lexica)
        self.count, self._checksum = self._sources.survey()
        if not self.count:
            raise JackdawError("the files contain no positions", cure="see jackdaw puzzles --help")

    def describe(self) -> dict[str, object]:
        """Describe the positions for the journal."""
        return {**self._lexica.describe(), **self._sources.describe(self.count, self._checksum)}

    def tasks(self, skipped: Collection[int]) -> Iterator[PuzzleTask]:
        """Yield the tasks; see `PuzzleSource`."""
        for number, item in enumerate(self._sources.items()):
            if number not in skipped:
                yield self._task(number, item)

    def _task(self, number: int, item: Item) -> PuzzleTask:
        played = None if item.played is None else str(item.played)
        origin = Origin(item.source, item.line, item.turn, item.name, item.player, played)
        if item.position is None:
            return PuzzleTask(number, origin, error=item.error)
        try:
            lexicon = self._lexica.source(item.position)
        except JackdawError as error:
            return PuzzleTask(number, origin, error=one_line(str(error)))
        return PuzzleTask(
            number,
            origin,
            item.position,
            lexicon,
            item.played,
            item.is_withdrawn,
            item.before,
            item.last_play,
        )


@dataclass(frozen=True)
class SelfPlayPositions:
    """All positions of games that `static` plays against itself."""

    games: int
    lexicon: LexiconSource
    variant: Variant
    seed: int

    @property
    def count(self) -> int:
        """The number of positions. The games are played to count them, which takes a millisecond each."""
        return sum(len(_recorded_turns(played)) for played in self._blocks())

    def describe(self) -> dict[str, object]:
        """Describe the positions for the journal."""
        return {"files": "self-play", **describe_settings(self, "self-play")}

    def tasks(self, skipped: Collection[int]) -> Iterator[PuzzleTask]:
        """Yield the tasks; see `PuzzleSource`."""
        first = 0
        for played in self._blocks():
            for index in played.games["game"].tolist():
                count = int((_recorded_turns(played)["game"] == index).sum())
                open_turns = [turn for turn in range(count) if first + turn not in skipped]
                if open_turns:
                    yield from self._tasks_of_game(played.game(index), index, first, open_turns)
                first += count

    def _tasks_of_game(
        self, game: Game, index: int, first: int, turns: Sequence[int]
    ) -> Iterator[PuzzleTask]:
        moves = played_moves(game)
        for turn in turns:
            move, is_withdrawn = moves[turn]
            origin = Origin(f"self-play game {index}", turn=turn + 1, played=str(move))
            last = standing_play(game, turn) if turn else None
            before = None if last is None else game.position(turn)
            position = game.position(turn + 1)
            yield PuzzleTask(first + turn, origin, position, self.lexicon, move, is_withdrawn, before, last)

    def _blocks(self) -> Iterator[StaticGames]:
        lexicon = self.lexicon.load()
        player = static_strategy_for(lexicon, self.variant)
        for first in range(0, self.games, _BLOCK):
            numbers = range(first, min(first + _BLOCK, self.games))
            yield play_static_games(
                [player] * 2, lexicon, variant=self.variant, seed=self.seed, games=numbers, turns=True
            )


def _recorded_turns(played: StaticGames) -> npt.NDArray[Any]:
    assert played.turns is not None
    return played.turns


class PuzzleRun(JournaledRun[Discovery]):
    """A run: a context in which to `make` puzzles and, once they are written, to `forget` the journal."""

    def __init__(
        self, source: PuzzleSource, plan: PuzzlePlan, output: Path | None, *, resume: bool = False
    ) -> None:
        """Open the journal beside the output, if that is a file.

        Raises JournalError if a journal exists without `resume` or belongs to another run.
        """
        self.source, self.plan = source, plan
        self.count = source.count
        super().__init__(Discovery, output, {**source.describe(), **describe_settings(plan)}, resume=resume)

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles found, in the order of the positions; one that occurs twice is listed once."""
        found = (result.puzzle for result in self.results)
        return list({puzzle.id: puzzle for puzzle in found if puzzle is not None}.values())

    @property
    def errors(self) -> list[str]:
        """The reasons why positions could not be analyzed."""
        return [result.error for result in self.results if result.error is not None]

    def make(self, pool: WorkerPool, progress: Callable[[int], None] = lambda _: None) -> None:
        """Look at all positions but those of the journal; `progress` gets the number of newly finished ones.

        A position that cannot be analyzed, or whose workers die repeatedly, gets an error. After an
        exception, Ctrl-C included, `puzzles` has what is found so far. Raises what `run_tasks` and
        `Journal.append` raise.
        """
        self._restore(self.count)
        progress(self.done)
        tasks = self.source.tasks(frozenset(self._results))
        self._finish(tasks, pool, partial(make_puzzle, self.plan), report_failure, progress)


def make_puzzles(run: PuzzleRun, pool: WorkerPool) -> BaseException | None:
    """Make puzzles with a progress bar and return what stopped the run early; see `run_until_stopped`."""
    return run_until_stopped(
        partial(run.make, pool), run.count, "positions", has_results=lambda: run.done > 0
    )


def select_puzzles(puzzles: Sequence[Puzzle], wanted: PuzzleFilter, player: str | None) -> list[Puzzle]:
    """Return the puzzles that pass the filter; mistakes of a player first, the largest at the top."""
    chosen = [puzzle for puzzle in puzzles if wanted(puzzle)]
    if player is None:
        return chosen
    mistakes = [puzzle for puzzle in chosen if is_mistake_of(puzzle, player)]
    mistakes.sort(key=_loss, reverse=True)
    return mistakes + [puzzle for puzzle in chosen if not is_mistake_of(puzzle, player)]


def is_mistake_of(puzzle: Puzzle, player: str) -> bool:
    """Return True if a player of this nickname, in either case, has played another move than the best."""
    named = puzzle.origin.player
    return named is not None and named.casefold() == player.casefold() and puzzle.played is not None


def _loss(puzzle: Puzzle) -> tuple[float, float]:
    played = puzzle.played
    assert played is not None
    return (
        played.win_lost or played.least_win_lost or 0.0,
        played.points_lost or played.least_points_lost or 0.0,
    )
