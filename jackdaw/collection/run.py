"""The run that reviews the games of a collection, in the worker pool, each game once.

Every review is cached at once, so nothing is lost however a run ends: the next run continues where it
stopped.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from jackdaw.collection.collection import Collection
from jackdaw.collection.game_facts import extract_facts
from jackdaw.collection.games import CollectedGame, Failure
from jackdaw.collection.review_cache import (
    CachedReview,
    ReviewCache,
    hash_review_inputs,
    pack_review,
    unpack_review,
)
from jackdaw.html import ANY_RECORD, game_page, name_record
from jackdaw.inputs import (
    GAMES,
    OWN_RULES,
    LexiconFinder,
    ReadingRules,
    Source,
    WorkerLexica,
    describe_error,
    fetch_sources,
    find_files,
    parse_source,
    read_source,
)
from jackdaw.review import ReviewSettings, review_record
from movegen.errors import JackdawError
from movegen.game import Game
from movegen.system import count_cores
from sims.lexicon_source import LexiconSource
from sims.workers import TaskFailed, choose_pool, run_tasks

PageCallback = Callable[[str, str], None]
"""Called with the file of a game and its page."""


@dataclass(frozen=True)
class RunPlan:
    """The settings of all reviews; see `CollectionRun`."""

    settings: ReviewSettings
    rules: ReadingRules
    strict: bool


@dataclass(frozen=True)
class ReviewTask:
    """A game to review: its record, its lexicon, and its cache key.

    Workers receive records, not games: they are smaller and quick to parse.
    """

    source: Source
    lexicon: LexiconSource
    key: str


def review_task(plan: RunPlan, task: ReviewTask) -> bytes | str:
    """Review a game; return the packed review, or what is wrong with the game."""
    try:
        game, settings = _read(task.source, plan), plan.settings
        review = review_record(game, task.lexicon.load(), settings)
        page = game_page(
            review,
            candidates=settings.max_candidates,
            record=ANY_RECORD,
            options=plan.rules.options,
        )
        return pack_review(CachedReview(extract_facts(review), page))
    except JackdawError as error:
        return describe_error(error, task.source.name)


class CollectionRun:
    """The run over the games of some files.

    Attributes
    ----------
    files:     of all games, in the order in which they were named.
    fetched:   the records whose files are addresses.
    done:      the number of files done.
    reviewed:  the number of games that were reviewed and not found in the cache.
    died:      the number of games whose workers died repeatedly.
    is_cached: whether all of these are in the cache.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        settings: ReviewSettings,
        lexica: LexiconFinder,
        *,
        cache: ReviewCache | None = None,
        rules: ReadingRules = OWN_RULES,
        strict: bool = False,
        refresh: bool = False,
    ) -> None:
        """Find the games of files, folders, patterns and addresses, which are fetched.

        With `refresh` these are fetched even if they are in the cache. Raises JackdawError for one that
        matches nothing.
        """
        self.files = find_files(arguments, GAMES, "games")
        self.fetched = fetch_sources(self.files, refresh=refresh)
        self.reviewed = 0
        self.died = 0
        self.is_cached = cache is not None
        self._plan = RunPlan(settings, rules, strict)
        self._lexica = WorkerLexica(lexica)
        self._cache = cache
        self._games: list[CollectedGame] = []
        self._failures: list[Failure] = []
        self._copies: dict[str, str] = {}

    @property
    def done(self) -> int:
        """The number of files done."""
        return len(self._games) + len(self._failures) + len(self._copies)

    def analyze(
        self,
        workers: int | None = None,
        progress: Callable[[int], None] = lambda _done: None,
        on_page: PageCallback = lambda _file, _page: None,
    ) -> Collection:
        """Review all games that are not in the cache, and return the collection of all.

        A record that cannot be read, or whose workers die repeatedly, becomes a failure; the others go on.
        `workers` is a number of processes, None for one per core; `progress` is called with the number of
        files that were done since the last call, `on_page` with the page of each game. Raises PoolError;
        finished reviews stay in the cache.
        """
        missing = []
        for task in self._tasks():
            cached = self._cache and self._cache.read(task.key)
            if cached:
                self._take(task, cached, on_page)
            else:
                missing.append(task)
        progress(self.done)
        workers = count_cores() if workers is None else workers
        pool = choose_pool(workers=min(workers, max(1, len(missing))))
        with closing(run_tasks(pool, partial(review_task, self._plan), missing)) as answers:
            for task, answer in answers:
                self._record_result(task, answer, on_page)
                progress(1)
        if self._cache is not None:
            self._cache.trim()
        return Collection.of(self._games, self._failures, self._copies)

    def _tasks(self) -> Iterator[ReviewTask]:
        """Return a task for each record that can be read and is not a copy."""
        first: dict[bytes, str] = {}
        for file in self.files:
            try:
                source = self.fetched.get(file) or read_source(file)
                same = first.setdefault(source.content, file)
                if same != file:
                    self._copies[file] = same
                else:
                    yield self._task(source)
            except JackdawError as error:
                self._failures.append(Failure(file, describe_error(error, file)))

    def _task(self, source: Source) -> ReviewTask:
        game = _read(source, self._plan)
        lexicon = self._lexica.source_for_game(game)
        settings, strict = self._plan.settings, self._plan.strict
        return ReviewTask(
            source,
            lexicon,
            hash_review_inputs(
                source.content,
                game.variant,
                lexicon,
                settings,
                strict=strict,
                options=self._plan.rules.options,
            ),
        )

    def _record_result(
        self, task: ReviewTask, answer: bytes | str | TaskFailed, on_page: PageCallback
    ) -> None:
        if isinstance(answer, bytes):
            if self._cache is not None and not self._cache.write(task.key, answer):
                self.is_cached = False
            review = unpack_review(answer)
            assert review is not None
            self.reviewed += 1
            self._take(task, review, on_page)
        else:
            if isinstance(answer, TaskFailed):
                self.died += 1
                answer = answer.reason
            self._failures.append(Failure(task.source.name, answer))

    def _take(self, task: ReviewTask, review: CachedReview, on_page: PageCallback) -> None:
        file = task.source.name
        self._games.append(CollectedGame.of(file, review.facts))
        on_page(file, name_record(review.page, file))


def _read(source: Source, plan: RunPlan) -> Game:
    """Parse the game of a record. Raises JackdawError if it has none, or the game has no turn."""
    parsed = parse_source(source, strict=plan.strict, rules=plan.rules)
    if not isinstance(parsed, Game):
        cure = "use jackdaw batch for positions"
        raise JackdawError("contains positions, not a game", where=source.name, cure=cure)
    if not parsed.turns:
        raise JackdawError("no turn has been played", where=source.name)
    return parsed
