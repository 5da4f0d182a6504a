"""Open games: those being played in the browser, each with its file.

A page can be closed at any time, and the server can be killed: every action is in the file, and a game is
opened again from it. So games that nobody has used for an hour are closed, and when too many are open those
unused for longest.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Lock, RLock
from time import monotonic
from typing import Any

from jackdaw.web.analysis import WebLexica
from jackdaw.web.play.game_watchers import GameWatchers
from jackdaw.web.play.saved_games import SavedGames, SavedGameView
from movegen.errors import JackdawError
from sims.play import (
    Action,
    GameSetup,
    LiveGame,
    Mode,
    PlayError,
    SavedGame,
    SavedGameError,
    TrainingGame,
    resume,
)
from strategy.search_control import SearchControl

MAX_OPEN_GAMES = 32
"""Games open at once."""
MAX_IDLE_SECONDS = 3600.0
"""How long a game that nobody uses stays open."""
MAX_ACTIONS = 10_000
"""Actions of a game, far more than any needs, so that its file and its history stay small."""
MAX_SAVED_GAMES = 10_000
"""Saved games up to which pages can begin new ones, so that they cannot fill the disk."""


class GameMovedOnError(JackdawError):
    """A request is meant for an earlier state of the game."""


class OpenGame(LiveGame):
    """A game that pages play.

    Attributes
    ----------
    name:      of the saved game.
    warning:   why the last action could not be saved; empty if it was.
    thinking:  the lock to hold while engines think.
    lock:      the lock to hold while reading or changing the game.
    is_closed: whether the game is no longer open here.
    last_use:  when a page last asked for the game, by the monotonic clock.
    """

    max_delay = 3.0  # requests take their time, and browsers delay the timers of hidden pages

    def __init__(self, name: str, saved: SavedGame, on_change: Callable[[], None] = lambda: None) -> None:
        super().__init__(saved)
        self.name = name
        self._on_change = on_change
        self.warning = ""
        self.thinking = Lock()
        self.lock = RLock()
        self.is_closed = False
        self.last_use = monotonic()
        self._hurried: int | None = None  # the revision in which the engine to act is to move at once
        self._wait_for_next_player()

    @property
    def revision(self) -> int:
        """The number of actions so far: a page with another number shows an earlier state."""
        return len(self.session.actions)

    @property
    def is_secret(self) -> bool:
        """Return whether racks must be hidden, because several people share the screen."""
        return self.session.people > 1 and self.session.mode is Mode.FREE

    @property
    def seat_at_screen(self) -> int | None:
        """The person to act if nobody has to come to the screen first; None otherwise."""
        return None if self.is_clock_held else self.seat

    def start_clock(self) -> None:
        """Start the clock of the player to act, unless it runs already."""
        if self.is_clock_held:
            super().start_clock()
            self._on_change()

    @property
    def is_clock_running(self) -> bool:
        """Return whether the player to act is thinking."""
        return not self.is_clock_held and not self.session.is_over

    def do(self, action: Action, revision: int) -> None:
        """Do an action in the state of the game that a page shows; the game goes on if it cannot be saved.

        Raises GameMovedOnError if the state has changed since, and what `Session.do` raises.
        """
        with self.lock:
            self.check(revision)
            if self.revision >= MAX_ACTIONS:
                raise PlayError(
                    f"the game has {MAX_ACTIONS:,} actions, the most allowed", cure="begin a new one"
                )
            player = self.seat_at_screen
            try:
                self.session.do(action)
                self.warning = ""
            except SavedGameError as error:
                self.warning = str(error)
            if player is not None and player == self.seat:  # after a challenge
                super().start_clock()
            else:
                self._wait_for_next_player()
        self._on_change()

    def check(self, revision: int) -> None:
        """Raise GameMovedOnError if the game is no longer in the state of a revision."""
        if revision != self.revision or self.is_closed:
            raise GameMovedOnError("the game has gone on in the meantime", cure="reload the game")

    def act(self, should_stop: Callable[[], bool] = lambda: False) -> bool:
        """Let the engine to act do so; return whether it has. The caller holds `thinking`.

        `should_stop` ends its thinking without an action, as the deletion of the game does.
        """
        with self.lock:
            engine, revision = self.engine, self.revision
        if engine is None or self.is_closed:
            return False

        def is_abandoned() -> bool:
            return self.is_closed or should_stop()

        def is_interrupted() -> bool:
            return self._hurried == revision or is_abandoned()

        action = self.session.engine_action(engine, SearchControl[Any](should_stop=is_interrupted))
        with self.lock:
            if is_abandoned():
                return False
            self.do(action, revision)
        return True

    def hurry(self, revision: int) -> None:
        """Let the engine to act move at once: its thinking ends with the best move that it has found.

        Whoever lets it think does its action, or else this call. Raises GameMovedOnError, and PlayError if no
        engine is to act.
        """
        with self.lock:
            if self.engine is None:
                raise PlayError("no engine is thinking about a move", cure="make yours")
            self.check(revision)
            self._hurried = revision
        if self.thinking.acquire(blocking=False):
            try:
                self.act()
            finally:
                self.thinking.release()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Hold the game while no engine thinks. Raises PlayError if one does."""
        if not self.thinking.acquire(blocking=False):
            raise PlayError("an engine is thinking", cure="wait for its move")
        try:
            with self.lock:
                yield
        finally:
            self.thinking.release()

    def close(self) -> None:
        """Close the game's file."""
        self.is_closed = True
        self.saved.close()

    def training(self) -> TrainingGame:
        """Return the training game. Raises PlayError if it is of another mode."""
        if not isinstance(self.session, TrainingGame):
            raise PlayError("this is only possible in training games")
        return self.session

    def _wait_for_next_player(self) -> None:
        """Restart the clock; hold it where the next person has to come to the screen first."""
        if self.is_secret and self.seat is not None:
            self.hold_clock()
        else:
            super().start_clock()


class OpenGames:
    """The games that are open, by name. Safe to use from any thread."""

    def __init__(self, saved: SavedGames, lexica: WebLexica, max_open: int = MAX_OPEN_GAMES) -> None:
        self.saved = saved
        self._lexica = lexica
        self._max_open = max_open
        self.watchers = GameWatchers()
        self._lock = Lock()
        self._open: OrderedDict[str, OpenGame] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    def begin(self, setup: GameSetup) -> OpenGame:
        """Begin a game in a new file.

        Raises SavedGameError if there are too many, and what `begin_in_folder` raises.
        """
        if self.saved.count() >= MAX_SAVED_GAMES:
            raise SavedGameError(f"there are {MAX_SAVED_GAMES:,} saved games", cure="delete or move old ones")
        lexicon = self._lexica.load(setup.lexicon, setup.variant())
        with self._lock:
            saved = self.saved.begin(setup, lexicon)
            return self._add(saved.path.stem, saved)

    def open(self, name: str) -> OpenGame:
        """Return a saved game, opening it if need be. Raises UnknownNameError, SavedGameError."""
        with self._lock:
            if name in self._open:
                self._open.move_to_end(name)
                self._open[name].last_use = monotonic()
                self._close_unused()
                return self._open[name]
            return self._add(name, resume(self.saved.find(name)))

    def views(self) -> Iterator[SavedGameView]:
        """The most recently played games with their scores, newest first."""
        for view, file, played in self.saved.list():
            with self._lock:  # a game cannot be opened while its file is replayed
                found = self._open.get(view.name)
                if found is not None:
                    session = found.session
                    view.scores, view.over = list(session.scores), session.is_over
                else:
                    view.scores, view.over = self.saved.state(file, played)
            yield view

    def delete(self, name: str) -> None:
        """Delete a saved game, in which no engine thinks on. Raises UnknownNameError, SavedGameError."""
        with self._lock:
            self.saved.find(name)
            if name in self._open:
                with self._open[name].lock:
                    self._open.pop(name).close()
            self.saved.delete(name)
        self.watchers.wake(name)

    def close(self) -> None:
        """Close all files."""
        with self._lock:
            while self._open:
                self._open.popitem()[1].close()

    def _add(self, name: str, saved: SavedGame) -> OpenGame:
        game = self._open[name] = OpenGame(name, saved, partial(self.watchers.wake, name))
        self._close_unused()
        return game

    def _close_unused(self) -> None:
        """Close old games and those beyond the limit, oldest use first, except the last used one."""
        oldest = monotonic() - MAX_IDLE_SECONDS
        for name in list(self._open)[:-1]:
            if len(self._open) <= self._max_open and self._open[name].last_use > oldest:
                return
            with suppress(PlayError), self._open[name].paused():  # not while an engine thinks
                self._open.pop(name).close()
