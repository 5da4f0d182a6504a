"""Pages that watch games: each learns of every change at once, at the cost of an open connection."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from jackdaw.web.http import TooBusyError, connection_limit, format_event
from jackdaw.web.play.game_requests import RevisionRequest
from movegen.errors import UnknownNameError

SILENCE = 30.0
"""Seconds until a comment is sent, which detects a lost connection."""
_COMMENT = b": watching\n\n"
_PAUSE = 1.0  # seconds until a busy server is asked again


class GameWatch:
    """A page that watches a game, to be woken when the game changes."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._has_news = asyncio.Event()
        self.is_ended = False

    async def wait(self, seconds: float) -> bool:
        """Wait for news; return False if there is none in this time."""
        try:
            await asyncio.wait_for(self._has_news.wait(), seconds)
        except TimeoutError:
            return False
        self._has_news.clear()
        return True

    def wake(self) -> None:
        """Tell the page. Safe to call from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._has_news.set)


class GameWatchers:
    """The pages that watch games, by the name of the game. A quarter of all connections are for them."""

    def __init__(self, most: int | None = None) -> None:
        self._most = connection_limit() // 4 if most is None else most
        self._watches: defaultdict[str, set[GameWatch]] = defaultdict(set)
        self._lock = Lock()

    def __len__(self) -> int:
        return sum(map(len, self._watches.values()))

    @contextmanager
    def watch(self, name: str) -> Iterator[GameWatch]:
        """Watch a game, which need not exist. Raises TooBusyError. Call this from the event loop."""
        own = GameWatch()
        with self._lock:
            if len(self) >= self._most:
                raise TooBusyError("too many pages watch games", cure="close some")
            self._watches[name].add(own)
        try:
            yield own
        finally:
            with self._lock:
                self._watches[name].discard(own)
                if not self._watches[name]:
                    del self._watches[name]

    def wake(self, name: str) -> None:
        """Tell the pages of a game that it has changed. Safe to call from any thread."""
        with self._lock:
            watches = list(self._watches.get(name, ()))
        for each in watches:
            each.wake()

    def end(self) -> None:
        """End all watches, because the server ends. Safe to call from any thread."""
        with self._lock:
            watches = [each for group in self._watches.values() for each in group]
        for each in watches:
            each.is_ended = True
            each.wake()


async def watch_events(
    watchers: GameWatchers, request: RevisionRequest, look: Callable[[], Awaitable[Any]]
) -> AsyncIterator[bytes]:
    """Yield `game` with each new state of a game, as server-sent events, and `gone` once it is deleted.

    The first state comes at once if it is a later one than that of the request, else a comment. `look`
    returns the state. Raises TooBusyError if too many watch, and what `look` raises the first time.
    """
    revision, running, is_first = request.revision, None, True
    with watchers.watch(request.name) as watch:
        while not watch.is_ended:
            try:
                view = await look()
            except UnknownNameError:
                yield format_event("gone", {"error": "this game was deleted"})
                return
            except TooBusyError:
                if is_first:
                    raise
                await asyncio.sleep(_PAUSE)
                continue
            if view.revision != revision or running not in (None, view.running):
                yield format_event("game", view)
            elif is_first:
                yield _COMMENT
            revision, running, is_first = view.revision, view.running, False
            while not await watch.wait(SILENCE):
                yield _COMMENT
