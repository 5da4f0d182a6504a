"""The ASGI application: the routes of pages, of the JSON API and of streams, within the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from jackdaw.web.analysis import WebLexica
from jackdaw.web.app_state import AppState
from jackdaw.web.http import Guard, respond_to_error, respond_to_http_error, respond_to_internal_error
from jackdaw.web.json_routes import json_routes
from jackdaw.web.lines import LineApi
from jackdaw.web.pages import page_routes
from jackdaw.web.play import GameApi, OfferedStrategies, OpenGames, SavedGames
from jackdaw.web.puzzles import PuzzleApi, PuzzleSets
from jackdaw.web.stream_routes import stream_routes
from movegen.errors import JackdawError


@dataclass(frozen=True)
class Settings:
    """The settings of the server.

    Attributes
    ----------
    lexicon:     the default lexicon, a name or a file.
    names:       host names that requests may use besides localhost.
    any_address: whether requests may use any numeric address, not only this machine's.
    games:       the folder of saved games; None for the default one.
    engines:     files of strategies that pages can choose besides the installed ones.
    puzzles:     the file of puzzles; None for those included.
    progress:    the file of what was practised; None for the default one.
    data:        the folder with the folders of lines and of puzzles made of games; None for the user's data.
    """

    lexicon: str | None = None
    names: tuple[str, ...] = ()
    any_address: bool = False
    games: Path | None = None
    engines: tuple[str, ...] = ()
    puzzles: str | None = None
    progress: Path | None = None
    data: Path | None = None


def web_application(settings: Settings | None = None) -> Starlette:
    """Build the ASGI application.

    Raises LexiconError if the lexicon cannot be loaded, and what `OfferedStrategies` raises.
    """
    settings = settings or Settings()
    lexica = WebLexica(settings.lexicon)
    state = AppState(lexica, OpenGames(SavedGames(settings.games), lexica))
    strategies = OfferedStrategies(settings.engines)
    api = GameApi(state.games, lexica, strategies)
    data = settings.data
    sets = PuzzleSets(None if data is None else data / "puzzles")
    puzzles = PuzzleApi(lexica, settings.puzzles, settings.progress, sets)
    lines = LineApi(None if data is None else data / "lines")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        state.close()

    app = _GuardedApplication(
        settings,
        routes=[
            *page_routes(lexica, strategies),
            *json_routes(state, api, puzzles, lines),
            *stream_routes(state, api, sets),
        ],
        exception_handlers={
            JackdawError: respond_to_error,
            HTTPException: respond_to_http_error,
            Exception: respond_to_internal_error,
        },
        lifespan=lifespan,
    )
    app.state.shared = state
    return app


class _GuardedApplication(Starlette):
    """Starlette within the `Guard`. Its own middleware would not see the responses to internal errors."""

    def __init__(self, settings: Settings, **options: Any) -> None:
        super().__init__(**options)
        self._settings = settings

    def build_middleware_stack(self) -> ASGIApp:
        """Put the guard outermost."""
        names, any_address = self._settings.names, self._settings.any_address
        return Guard(super().build_middleware_stack(), names=names, any_address=any_address)
