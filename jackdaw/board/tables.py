"""Tables: games that are being played, each open in its file, for pages to sit down at.

A page may be closed at any time and the server be killed: what was done is in the file, and the table is laid
again from it. So tables that nobody has used for longest are cleared when there are too many.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, RLock
from time import monotonic

from jackdaw.board.kept_games import KeptGames
from jackdaw.board.lexica import BoardLexica
from movegen.errors import JackdawError
from sims.play import (
    Action,
    Mode,
    PlayError,
    SavedGame,
    SavedGameError,
    Session,
    Setting,
    TrainingGame,
    begin_saved,
    resume,
)
from sims.play.setting import MOST_SECONDS

MOST_OPEN = 32
"""Games open at once."""


class GameMovedOnError(JackdawError):
    """What is asked for was meant for a game as it was before."""


class Table:
    """A game and who sits at it.

    Attributes
    ----------
    name:     of the saved game.
    warning:  why the last action could not be saved; empty if it was.
    thinking: is held by whoever has the engines think.
    lock:     is held by whoever looks at the game or changes it.
    is_cleared: whether the game is not open here any more.
    """

    def __init__(self, name: str, saved: SavedGame) -> None:
        self.name = name
        self.saved = saved
        self.warning = ""
        self.thinking = Lock()
        self.lock = RLock()
        self.is_cleared = False
        self._begun: float | None = monotonic()
        self.hold_clock()

    @property
    def session(self) -> Session:
        """The game."""
        return self.saved.session

    @property
    def revision(self) -> int:
        """How much was done: it tells whether a page shows the game as it is."""
        return len(self.session.actions)

    @property
    def seat(self) -> int | None:
        """The person who has to act; None while only engines do, or when the game is over."""
        return self.session.person

    @property
    def engine(self) -> int | None:
        """The engine that has to act. In a round of a duplicate game they do after the people."""
        return self.session.engine

    @property
    def is_secret(self) -> bool:
        """Whether a rack must not be seen by all who sit at the screen."""
        return self.session.people > 1 and self.session.mode is Mode.FREE

    def start_clock(self) -> None:
        """The person who has to act is there, and thinks."""
        if self._begun is None:
            self._begun = monotonic()

    def hold_clock(self) -> None:
        """No time passes until `start_clock` where the next person has to come first."""
        self._begun = None if self.is_secret and self.seat is not None else monotonic()

    @property
    def is_clock_running(self) -> bool:
        """Whether whoever has to act is thinking."""
        return self._begun is not None and not self.session.is_over

    @property
    def seconds(self) -> float:
        """How long whoever has to act has been thinking."""
        return 0.0 if self._begun is None else min(round(monotonic() - self._begun, 3), MOST_SECONDS)

    def do(self, action: Action, revision: int) -> None:
        """Do something in the game as a page has seen it; the game goes on where it cannot be saved.

        Raises GameMovedOnError when it is another one by now, and what `Session.do` does.
        """
        with self.lock:
            if revision != self.revision or self.is_cleared:
                raise GameMovedOnError("the game has gone on meanwhile", cure="look at it again")
            try:
                self.session.do(action)
                self.warning = ""
            except SavedGameError as error:
                self.warning = str(error)
            self.hold_clock()

    def act(self) -> bool:
        """Let the engine that has to act do so; whether there was one. Who calls holds `thinking`."""
        with self.lock:
            engine, revision = self.engine, self.revision
        if engine is None:
            return False
        action = self.session.machine_action(engine)
        self.do(action, revision)
        return True

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """The table while no engine thinks at it, nor anybody else. Raises PlayError where one does."""
        if not self.thinking.acquire(blocking=False):
            raise PlayError("an engine is thinking", cure="wait for its move")
        try:
            with self.lock:
                yield
        finally:
            self.thinking.release()

    def clear(self) -> None:
        """Let go of the game's file."""
        self.is_cleared = True
        self.saved.close()

    def person(self) -> int:
        """The person who has to act. Raises PlayError."""
        if self.seat is None:
            raise PlayError("the game is over" if self.session.is_over else "an engine is to act first")
        return self.seat

    def training(self) -> TrainingGame:
        """The game as a training game. Raises PlayError."""
        if not isinstance(self.session, TrainingGame):
            raise PlayError("that is for training games")
        return self.session


class Tables:
    """The tables that are laid. Any thread may ask."""

    def __init__(self, kept: KeptGames, lexica: BoardLexica, most: int = MOST_OPEN) -> None:
        self.kept = kept
        self._lexica = lexica
        self._most = most
        self._lock = Lock()
        self._open: OrderedDict[str, Table] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    def begin(self, setting: Setting) -> Table:
        """A new game. Raises what `begin_saved` does."""
        lexicon = self._lexica.load(setting.lexicon, setting.variant())
        with self._lock:
            path = self.kept.new(setting.mode)
            saved = begin_saved(path, setting, lexicon)
            return self._kept_open(Table(path.stem, saved))

    def sit_down(self, name: str) -> Table:
        """The table of a saved game, laid again if need be. Raises UnknownNameError, SavedGameError."""
        with self._lock:
            if name in self._open:
                self._open.move_to_end(name)
                return self._open[name]
            return self._kept_open(Table(name, resume(self.kept.find(name))))

    def close(self) -> None:
        """Let go of all files."""
        with self._lock:
            while self._open:
                self._open.popitem()[1].clear()

    def _kept_open(self, table: Table) -> Table:
        self._open[table.name] = table
        for name in list(self._open)[: len(self._open) - self._most]:
            with suppress(PlayError), self._open[name].at_rest():
                self._open.pop(name).clear()
        return table
