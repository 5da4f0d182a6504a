"""The routes of the board: pages, their files, and what they ask for."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from jackdaw.board.analysis import analyze, candidates_of, review, strategy_of
from jackdaw.board.asked import (
    Asked,
    OfAnalysis,
    OfCandidates,
    OfNew,
    OfPosition,
    OfReview,
    OfSetup,
    OfTry,
    read_asked,
)
from jackdaw.board.asked_games import OfBeginning, OfGame, OfGameNow, OfHint, OfMove, OfStep, OfTraining
from jackdaw.board.bodies import json_answer, read_body, told, told_http, told_mistake
from jackdaw.board.jobs import Job, Jobs, Work
from jackdaw.board.kept_games import KeptGames
from jackdaw.board.lexica import BoardLexica
from jackdaw.board.pages import page_routes
from jackdaw.board.play_routes import MACHINE_SECONDS, PlayDesk
from jackdaw.board.plays import TryView, made, move_of, tried
from jackdaw.board.security import Guard
from jackdaw.board.tables import Tables
from jackdaw.board.views import (
    PositionView,
    position_of,
    position_view,
    read_brought,
    set_up,
    variant_named,
)
from jackdaw.simulation_options import cores
from movegen.errors import JackdawError
from movegen.position import Position

_REVIEW_SECONDS = 300.0
_QUICK_THREADS = 4

A = TypeVar("A", bound=Asked)
Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Settings:
    """How a board is served.

    `names` are hosts that may be asked for; `lexicon` is a name or a file; `games` the folder of saved games,
    None for the usual one.
    """

    lexicon: str | None = None
    names: tuple[str, ...] = ()
    any_address: bool = False
    games: Path | None = None


@dataclass
class Desk:
    """What all requests share: lexica, threads for what is quick, jobs for what is not."""

    lexica: BoardLexica
    tables: Tables
    jobs: Jobs = field(default_factory=Jobs)
    threads: int = field(default_factory=cores)
    quick: ThreadPoolExecutor = field(init=False)
    rollouts: ThreadPoolExecutor = field(init=False)

    def __post_init__(self) -> None:
        self.quick = ThreadPoolExecutor(_QUICK_THREADS, thread_name_prefix="quick")
        self.rollouts = ThreadPoolExecutor(self.threads, thread_name_prefix="rollouts")

    def close(self) -> None:
        """Stop all and wait for it."""
        self.jobs.close()
        self.rollouts.shutdown(cancel_futures=True)
        self.quick.shutdown(cancel_futures=True)
        self.tables.close()


def board_application(settings: Settings | None = None) -> Starlette:
    """The board as an ASGI application. Raises LexiconError where the lexicon cannot be loaded."""
    settings = settings or Settings()
    lexica = BoardLexica(settings.lexicon)
    desk = Desk(lexica, Tables(KeptGames(settings.games), lexica))
    playing = PlayDesk(desk.tables, lexica)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        desk.close()

    app = Starlette(
        routes=[*page_routes(lexica), *_answers(desk, playing), *_streams(desk, playing)],
        middleware=[Middleware(Guard, names=settings.names, any_address=settings.any_address)],
        exception_handlers={JackdawError: told, HTTPException: told_http, Exception: told_mistake},
        lifespan=lifespan,
    )
    app.state.desk = desk
    return app


# --- what is answered at once


def _answers(desk: Desk, playing: PlayDesk) -> list[Route]:
    def view(asked: OfPosition) -> PositionView:
        return position_view(position_of(asked.cgp), asked.drawn)

    def new(asked: OfNew) -> PositionView:
        return position_view(Position.initial(variant_named(asked.rules)), asked.drawn)

    def setup(asked: OfSetup) -> PositionView:
        return position_view(set_up(asked), asked.drawn)

    def play(asked: OfTry) -> TryView:
        position = position_of(asked.cgp)
        lexicon, _ = desk.lexica.find(position, asked.lexicon)
        return tried(asked, position, lexicon, strategy_of(position))

    def make(asked: OfTry) -> PositionView:
        position = position_of(asked.cgp)
        return position_view(made(move_of(asked, position), position), asked.drawn)

    def candidates(asked: OfCandidates) -> Any:
        return candidates_of(asked, desk.lexica)

    works: list[tuple[str, type[Any], Callable[[Any], Any]]] = [
        ("position", OfPosition, view),
        ("new", OfNew, new),
        ("setup", OfSetup, setup),
        ("try", OfTry, play),
        ("make", OfTry, make),
        ("candidates", OfCandidates, candidates),
        ("games", Asked, playing.games),
        ("games/begin", OfBeginning, playing.begin),
        ("games/game", OfGame, playing.game),
        ("games/move", OfMove, playing.move),
        ("games/step", OfStep, playing.step),
        ("games/train", OfTraining, playing.train),
        ("games/try", OfMove, playing.tentative),
        ("games/hint", OfHint, playing.hint),
        ("games/kibitz", OfGame, playing.kibitz),
    ]
    routes = [
        Route(f"/api/{name}", _answering(desk, kind, work), methods=["POST"]) for name, kind, work in works
    ]

    async def read(request: Request) -> Response:
        body = await read_body(request)
        return await _in_thread(desk, partial(read_brought, body))

    async def stop(request: Request) -> Response:
        desk.jobs.stop(_page_of(request))
        return json_answer({})

    async def gcg(request: Request) -> Response:
        name = request.path_params["name"]
        loop = asyncio.get_running_loop()
        text = await loop.run_in_executor(desk.quick, playing.gcg, name)
        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="game.gcg"'}
        return Response(text, media_type="text/plain", headers=headers)

    return [
        *routes,
        Route("/api/games/gcg/{name}", gcg, methods=["GET"]),
        Route("/api/read", read, methods=["POST"]),
        Route("/api/stop", stop, methods=["POST"]),
    ]


def _answering(desk: Desk, kind: type[A], work: Callable[[A], Any]) -> Endpoint:
    """A route that reads a request, does the work in a thread and answers with JSON."""

    async def answer(request: Request) -> Response:
        asked = read_asked(await read_body(request), kind)
        return await _in_thread(desk, partial(work, asked))

    return answer


async def _in_thread(desk: Desk, work: Callable[[], Any]) -> Response:
    loop = asyncio.get_running_loop()
    return json_answer(await loop.run_in_executor(desk.quick, work))


# --- what is told as it goes on


def _streams(desk: Desk, playing: PlayDesk) -> list[Route]:
    def analysis(asked: OfAnalysis) -> tuple[float, Work]:
        position_of(asked.cgp)  # so that what is none is refused at once
        return asked.seconds, lambda tell, is_stopped: analyze(
            asked, desk.lexica, desk.rollouts, desk.threads, tell, is_stopped
        )

    def reviewing(asked: OfReview) -> tuple[float, Work]:
        return _REVIEW_SECONDS, lambda tell, is_stopped: review(asked, desk.lexica, tell, is_stopped)

    def machines(asked: OfGameNow) -> tuple[float, Work]:
        return MACHINE_SECONDS, lambda tell, is_stopped: playing.machines(asked, tell, is_stopped)

    return [
        Route("/api/analyze", _streaming(desk, OfAnalysis, analysis), methods=["POST"]),
        Route("/api/review", _streaming(desk, OfReview, reviewing), methods=["POST"]),
        Route("/api/games/machines", _streaming(desk, OfGameNow, machines), methods=["POST"]),
    ]


def _streaming(desk: Desk, kind: type[A], work: Callable[[A], tuple[float, Work]]) -> Endpoint:
    """A route that answers with server-sent events. Who goes away, stops the work."""

    async def stream(request: Request) -> Response:
        asked = read_asked(await read_body(request), kind)
        return _Events(desk.jobs.start(_page_of(request), *work(asked)))

    return stream


class _Events(StreamingResponse):
    """What a job tells, until it is over; when nobody listens any more, or never did, it is stopped."""

    def __init__(self, job: Job) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(job.events(), media_type="text/event-stream", headers=headers)
        self._job = job

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._job.stop()


def _page_of(request: Request) -> str:
    """What tells pages apart: each has a name of its own."""
    return request.headers.get("x-page", "")[:64]
