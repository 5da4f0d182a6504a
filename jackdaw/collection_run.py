"""The games of a collection from their files to their reviews: by the pool, each only once.

What is found is kept in the cache as soon as it is, so that nothing is lost however a run ends: the next one
goes on where it stopped.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from jackdaw.collection import CollectedGame, Collection, Failure
from jackdaw.game_facts import facts_of
from jackdaw.game_page import game_page
from jackdaw.game_work import ReviewSettings, review_record
from jackdaw.inputs import Lexica, Source, parse_source, read_source
from jackdaw.position_sources import GAMES, files_of, reason
from jackdaw.review_cache import KeptReview, ReviewCache, packed, review_key, unpacked
from movegen.errors import JackdawError
from movegen.game import Game
from movegen.rules import Variant
from sims.crews import choose_crew
from sims.lexicon_source import LexiconSource
from sims.pool import Lost, run_tasks

OnPage = Callable[[str, str], None]
"""Is told the file of a game and its page."""


@dataclass(frozen=True)
class Work:
    """What is done with every game; see `CollectionRun`."""

    settings: ReviewSettings
    variant: Variant | None
    strict: bool


@dataclass(frozen=True)
class Task:
    """A game to review: its record, its words, and the key of its review.

    Records, not games, go to workers: they are smaller, and are read in no time.
    """

    source: Source
    lexicon: LexiconSource
    key: str


def review_task(work: Work, task: Task) -> bytes | str:
    """The review of a game, packed; or what is wrong with the game."""
    try:
        game, settings = _read(task.source, work), work.settings
        review = review_record(game, task.lexicon.load(), settings)
        return packed(KeptReview(facts_of(review), game_page(review, candidates=settings.candidates)))
    except JackdawError as error:
        return reason(error, task.source.name)


class CollectionRun:
    """The games of some files.

    Attributes
    ----------
    files:    of all games, in the order in which they were named.
    done:     how many of them are done.
    reviewed: how many of those this run has reviewed, and not found in the cache.
    is_kept:  whether all of these are in the cache.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        settings: ReviewSettings,
        lexica: Lexica,
        *,
        cache: ReviewCache | None = None,
        variant: Variant | None = None,
        strict: bool = False,
    ) -> None:
        """The games of files, folders and patterns. Raises JackdawError for one that names nothing."""
        self.files = files_of(arguments, GAMES, "games")
        self.reviewed = 0
        self.is_kept = cache is not None
        self._work = Work(settings, variant, strict)
        self._lexica = lexica
        self._places: dict[tuple[object, ...], LexiconSource] = {}
        self._cache = cache
        self._games: list[CollectedGame] = []
        self._failures: list[Failure] = []
        self._copies: dict[str, str] = {}

    @property
    def done(self) -> int:
        """How many files are done."""
        return len(self._games) + len(self._failures) + len(self._copies)

    def analyze(
        self,
        workers: int | None = None,
        progress: Callable[[int], None] = lambda done: None,
        on_page: OnPage = lambda file, page: None,
    ) -> Collection:
        """Review all games that are not in the cache, and tell of all.

        A record that cannot be read, or kills workers, is told as such, and the others go on. `workers` are
        processes, None for one a core; `progress` is told how many more files are done, `on_page` the page
        of each game. Raises PoolError: what is done is kept.
        """
        missing = []
        for task in self._tasks():
            kept = self._cache and self._cache.read(task.key)
            if kept:
                self._take(task, kept, on_page)
            else:
                missing.append(task)
        progress(self.done)
        workers = len(os.sched_getaffinity(0)) if workers is None else workers
        crew = choose_crew(workers=min(workers, max(1, len(missing))))
        with closing(run_tasks(crew, partial(review_task, self._work), missing)) as answers:
            for task, answer in answers:
                self._answered(task, answer, on_page)
                progress(1)
        if self._cache is not None:
            self._cache.trim()
        return Collection.of(self._games, self._failures, self._copies)

    def _tasks(self) -> Iterator[Task]:
        """A task for each record that can be read and is not there twice."""
        first: dict[bytes, str] = {}
        for file in self.files:
            try:
                source = read_source(file)
                same = first.setdefault(source.content, file)
                if same != file:
                    self._copies[file] = same
                else:
                    yield self._task(source)
            except JackdawError as error:
                self._failures.append(Failure(file, reason(error, file)))

    def _task(self, source: Source) -> Task:
        position = _read(source, self._work).position(1)
        lexicon = self._lexicon(self._lexica.place(position), position.variant)
        settings, strict = self._work.settings, self._work.strict
        return Task(
            source, lexicon, review_key(source.content, position.variant, lexicon, settings, strict=strict)
        )

    def _lexicon(self, place: str | None, variant: Variant) -> LexiconSource:
        key = place, variant.tiles, max(variant.layout.rows, variant.layout.columns)
        if key not in self._places:
            self._places[key] = LexiconSource.of(place, variant)
        return self._places[key]

    def _answered(self, task: Task, answer: bytes | str | Lost, on_page: OnPage) -> None:
        if isinstance(answer, bytes):
            if self._cache is not None and not self._cache.write(task.key, answer):
                self.is_kept = False
            review = unpacked(answer)
            assert review is not None
            self.reviewed += 1
            self._take(task, review, on_page)
        else:
            why = "workers died of it again and again" if isinstance(answer, Lost) else answer
            self._failures.append(Failure(task.source.name, why))

    def _take(self, task: Task, review: KeptReview, on_page: OnPage) -> None:
        file = task.source.name
        self._games.append(CollectedGame.of(file, review.facts))
        on_page(file, review.page)


def _read(source: Source, work: Work) -> Game:
    """The game of a record. Raises JackdawError when it is none, or has no turn."""
    parsed = parse_source(source, strict=work.strict, variant=work.variant)
    if not isinstance(parsed, Game):
        cure = "positions are for: jackdaw batch"
        raise JackdawError("holds positions, and no game", where=source.name, cure=cure)
    if not parsed.turns:
        raise JackdawError("no turn has been played", where=source.name)
    return parsed
