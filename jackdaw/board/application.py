"""The routes of the board: pages, their files, and what they ask for."""

import asyncio
import hashlib
import mimetypes
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from jackdaw.board.analysis import analyze, candidates_of, review, strategy_of
from jackdaw.board.asked import (
    MOST_BYTES,
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
from jackdaw.board.jobs import Jobs, TooBusyError, Work
from jackdaw.board.kept_games import KeptGames
from jackdaw.board.lexica import BoardLexica
from jackdaw.board.play_routes import MACHINE_SECONDS, PlayDesk, strategies
from jackdaw.board.plays import TryView, made, move_of, tried
from jackdaw.board.security import Guard
from jackdaw.board.tables import Tables
from jackdaw.board.views import (
    GameView,
    PositionView,
    game_view,
    known_rules,
    position_of,
    position_view,
    read_game,
    set_up,
    variant_named,
)
from jackdaw.inputs import Source, parse_source
from jackdaw.page_boards import colours
from jackdaw.simulation_options import cores
from movegen.errors import JackdawError
from movegen.game import Game
from movegen.position import Position

_HERE = Path(__file__).parent
_PAGE_TEMPLATES = _HERE.parent / "templates"
_BODY_SECONDS = 20.0  # for a body to come in: a client that dawdles does not hold a place for ever
_REVIEW_SECONDS = 300.0
_QUICK_THREADS = 4

PAGES = (("/", "Analysis"), ("/play", "Play"))
"""What there is to go to: address and name."""

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
        routes=[*_pages(desk), *_answers(desk, playing), *_streams(desk, playing)],
        middleware=[Middleware(Guard, names=settings.names, any_address=settings.any_address)],
        exception_handlers={JackdawError: _told, HTTPException: _told_http, Exception: _told_mistake},
        lifespan=lifespan,
    )
    app.state.desk = desk
    return app


# --- pages and files: all of them are read when the server starts, no name from a request is ever opened


def _pages(desk: Desk) -> list[Route]:
    loader = FileSystemLoader([_HERE / "templates", _PAGE_TEMPLATES])
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    light, dark = colours()
    files = {path.name: path.read_bytes() for path in sorted((_HERE / "static").iterdir()) if path.is_file()}
    files["board.css"] = environment.get_template("board.css").render(light=light, dark=dark).encode()
    version = hashlib.blake2b(b"".join(files.values()), digest_size=8).hexdigest()

    async def static(request: Request) -> Response:
        content = files.get(request.path_params["name"])
        if content is None:
            raise HTTPException(404)
        headers = {"Cache-Control": "no-cache", "ETag": f'"{version}"'}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        kind = mimetypes.guess_type(request.path_params["name"])[0]
        return Response(content, media_type=kind, headers=headers)

    def page(template: str) -> Endpoint:
        async def show(request: Request) -> Response:
            text = environment.get_template(template).render(
                page=secrets.token_urlsafe(16),
                pages=PAGES,
                here=request.url.path,
                lexica=desk.lexica.names,
                rules=known_rules(),
                strategies=strategies(),
            )
            headers = {"Cache-Control": "no-store"}
            return Response(text, media_type="text/html", headers=headers)

        return show

    return [
        Route("/", page("analysis.html"), methods=["GET"]),
        Route("/play", page("play.html"), methods=["GET"]),
        Route("/static/{name}", static, methods=["GET"]),
    ]


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
        body = await _body(request)
        return await _in_thread(desk, partial(_read, body))

    async def stop(request: Request) -> Response:
        desk.jobs.stop(_page_of(request))
        return _json({})

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


def _read(content: bytes) -> dict[str, GameView | list[PositionView]]:
    """The game or the positions that somebody brings. Raises JackdawError, which tells where it is wrong."""
    if not content.strip():
        raise JackdawError("nothing in it", cure="bring a game record (GCG) or a position (CGP)")
    parsed = parse_source(Source("the text", content))
    if isinstance(parsed, Game):
        return {"game": game_view(read_game(content, "the text"))}
    if len(parsed) > _MOST_POSITIONS:
        raise JackdawError(f"{len(parsed):,} positions", cure=f"bring at most {_MOST_POSITIONS}")
    first, *others = parsed
    return {"positions": [position_view(first), *(position_view(each) for each in others)]}


_MOST_POSITIONS = 100


def _answering(desk: Desk, kind: type[A], work: Callable[[A], Any]) -> Endpoint:
    """A route that reads a request, does the work in a thread and answers with JSON."""

    async def answer(request: Request) -> Response:
        asked = read_asked(await _body(request), kind)
        return await _in_thread(desk, partial(work, asked))

    return answer


async def _in_thread(desk: Desk, work: Callable[[], Any]) -> Response:
    loop = asyncio.get_running_loop()
    return _json(await loop.run_in_executor(desk.quick, work))


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
        asked = read_asked(await _body(request), kind)
        job = desk.jobs.start(_page_of(request), *work(asked))

        async def events() -> AsyncIterator[bytes]:
            try:
                async for event in job.events():
                    yield event
            finally:
                job.stop()

        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(events(), media_type="text/event-stream", headers=headers)

    return stream


def _page_of(request: Request) -> str:
    """What tells pages apart: each has a name of its own."""
    return request.headers.get("x-page", "")[:64]


# --- bodies and errors


async def _body(request: Request) -> bytes:
    """The body of a request, counted as it comes in: what is declared may be wrong."""
    content = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for part in request.stream():
                content += part
                if len(content) > MOST_BYTES:
                    raise HTTPException(413, f"more than {MOST_BYTES >> 10} KiB; no game takes so much")
    except TimeoutError:
        raise HTTPException(408, "the request came in too slowly") from None
    except ClientDisconnect:
        raise HTTPException(400, "the request was not whole") from None
    return bytes(content)


def _json(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(
        msgspec.json.encode(content),
        status,
        {"Cache-Control": "no-store", **(headers or {})},
        media_type="application/json",
    )


async def _told(request: Request, error: Exception) -> Response:
    if isinstance(error, TooBusyError):
        return _json({"error": str(error)}, 503, {"Retry-After": "60"})
    return _json({"error": str(error)}, 400)


async def _told_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _json({"error": error.detail}, error.status_code, dict(error.headers or {}))


async def _told_mistake(request: Request, error: Exception) -> Response:
    return _json({"error": "that has failed by a mistake of the program; its log tells more"}, 500)
