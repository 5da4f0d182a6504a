"""The ASGI application: routes of the pages and of the JSON API, and what all requests share."""

from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from jackdaw.web.analysis import (
    AnalysisRequest,
    CandidatesRequest,
    EmptyBoardRequest,
    PositionRequest,
    PositionView,
    ReviewRequest,
    RolloutResources,
    SetupRequest,
    TryRequest,
    TryView,
    WebLexica,
    analyze,
    build_position,
    evaluate_move,
    load_variant,
    parse_position,
    parse_requested_move,
    parse_upload,
    position_after,
    position_view,
    rank_candidates,
    review,
    sample_game,
)
from jackdaw.web.http import (
    ApiRequest,
    Guard,
    Job,
    JobFunction,
    Jobs,
    WorkQueue,
    json_response,
    parse_request,
    read_body,
    respond_to_error,
    respond_to_http_error,
    respond_to_internal_error,
)
from jackdaw.web.lines import (
    LineApi,
    LineRequest,
    NamedLineRequest,
    PlayLineRequest,
    RecordRequest,
    SaveLineRequest,
)
from jackdaw.web.pages import page_routes
from jackdaw.web.play import (
    ENGINE_SECONDS,
    GameApi,
    GameRequest,
    HintRequest,
    MoveRequest,
    NewGameRequest,
    OfferedStrategies,
    OpenGames,
    RevisionRequest,
    SavedGames,
    StepRequest,
    TrainingRequest,
    watch_events,
)
from jackdaw.web.puzzles import (
    MakePuzzlesRequest,
    NextPuzzleRequest,
    PuzzleApi,
    PuzzleHintRequest,
    PuzzleRequest,
    PuzzleSets,
    PuzzleStatsRequest,
    TryPuzzleRequest,
)
from movegen.errors import JackdawError
from movegen.position import Position
from movegen.system import count_cores
from sims.engines import stop_engines

_REVIEW_SECONDS = {"quick": 300.0, "normal": 1200.0, "deep": 3600.0}
"""Time limits of reviews by effort, far above what a game takes; the turns left then stay static."""
_MAKING_SECONDS = 3600.0
"""The time limit of making puzzles of a game."""
_QUICK_THREADS = 4
_MAX_WAITING_REQUESTS = 100
_STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

R = TypeVar("R", bound=ApiRequest)
Endpoint = Callable[[Request], Awaitable[Response]]


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


@dataclass
class AppState:
    """The state that all requests share: lexica, open games, jobs, and threads."""

    lexica: WebLexica
    games: OpenGames
    jobs: Jobs = field(default_factory=Jobs)
    engines: Jobs = field(default_factory=Jobs)
    threads: int = field(default_factory=count_cores)
    quick: WorkQueue = field(init=False)
    rollouts: ThreadPoolExecutor = field(init=False)
    resources: RolloutResources = field(init=False)

    def __post_init__(self) -> None:
        self.quick = WorkQueue("quick", _QUICK_THREADS, _MAX_WAITING_REQUESTS)
        self.rollouts = ThreadPoolExecutor(self.threads, thread_name_prefix="rollouts")
        self.resources = RolloutResources(self.rollouts, self.threads)

    def stop_jobs(self) -> None:
        """Ask all jobs to end, and stop outside programs. Safe to call from any thread."""
        self.jobs.stop_all()
        self.engines.stop_all()
        stop_engines()

    def refuse_requests(self) -> None:
        """Answer requests that wait, and new ones, with an error. Called from the event loop."""
        self.quick.refuse()
        self.games.watchers.end()

    def close(self) -> None:
        """Stop everything and wait for it to end."""
        self.stop_jobs()
        self.jobs.close()
        self.engines.close()
        self.rollouts.shutdown(cancel_futures=True)
        self.quick.close()
        self.games.close()


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
            *_json_routes(state, api, puzzles, lines),
            *_stream_routes(state, api, sets),
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


# --- Requests with one JSON response


def _json_routes(state: AppState, api: GameApi, puzzles: PuzzleApi, lines: LineApi) -> list[Route]:
    handlers: list[tuple[str, type[Any], Callable[[Any], Any]]] = [
        *_position_handlers(state.lexica),
        ("games", ApiRequest, api.games),
        ("games/begin", NewGameRequest, api.begin),
        ("games/game", GameRequest, api.game),
        ("games/rematch", GameRequest, api.rematch),
        ("games/delete", GameRequest, api.delete),
        ("games/move", MoveRequest, api.move),
        ("games/step", StepRequest, api.step),
        ("games/hurry", RevisionRequest, api.hurry),
        ("games/train", TrainingRequest, api.train),
        ("games/try", MoveRequest, api.tentative),
        ("games/hint", HintRequest, api.hint),
        ("games/kibitz", GameRequest, api.kibitz),
        ("games/review", GameRequest, api.review),
        ("lines/show", LineRequest, lines.show),
        ("lines/play", PlayLineRequest, lines.play),
        ("lines/saved", RecordRequest, lines.saved),
        ("lines/save", SaveLineRequest, lines.save),
        ("lines/remove", NamedLineRequest, lines.remove),
        ("lines/file", RecordRequest, lines.file),
        ("puzzles/next", NextPuzzleRequest, puzzles.next),
        ("puzzles/try", TryPuzzleRequest, puzzles.try_move),
        ("puzzles/hint", PuzzleHintRequest, puzzles.hint),
        ("puzzles/show", PuzzleRequest, puzzles.show),
        ("puzzles/stats", PuzzleStatsRequest, puzzles.stats),
    ]
    routes = [
        Route(f"/api/{name}", _json_endpoint(state, kind, handler), methods=["POST"])
        for name, kind, handler in handlers
    ]

    async def read(request: Request) -> Response:
        body = await read_body(request)
        return await _run_in_thread(state, request, partial(parse_upload, body))

    async def stop(request: Request) -> Response:
        state.jobs.stop(_page_id(request))
        state.engines.stop(_page_id(request))
        return json_response({})

    async def gcg(request: Request) -> Response:
        name = request.path_params["name"]
        text = await state.quick.submit(_client_of(request), partial(api.gcg, name))
        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="game.gcg"'}
        return Response(text, media_type="text/plain", headers=headers)

    return [
        *routes,
        Route("/api/games/gcg/{name}", gcg, methods=["GET"]),
        Route("/api/read", read, methods=["POST"]),
        Route("/api/stop", stop, methods=["POST"]),
    ]


def _position_handlers(lexica: WebLexica) -> list[tuple[str, type[Any], Callable[[Any], Any]]]:
    """The handlers of the analysis page: path, kind of request, function."""

    def view(request: PositionRequest) -> PositionView:
        return position_view(parse_position(request.cgp), request.drawn)

    def new(request: EmptyBoardRequest) -> PositionView:
        return position_view(Position.initial(load_variant(request.rules)), request.drawn)

    def setup(request: SetupRequest) -> PositionView:
        return position_view(build_position(request), request.drawn)

    def evaluate(request: TryRequest) -> TryView:
        position = parse_position(request.cgp)
        lexicon, _ = lexica.find(position, request.lexicon)
        return evaluate_move(request, position, lexicon)

    def make(request: TryRequest) -> PositionView:
        position = parse_position(request.cgp)
        move = parse_requested_move(request, position)
        return position_view(position_after(move, position), request.drawn)

    def candidates(request: CandidatesRequest) -> Any:
        return rank_candidates(request, lexica)

    def sample(_: ApiRequest) -> Any:
        return parse_upload(sample_game())

    return [
        ("position", PositionRequest, view),
        ("new", EmptyBoardRequest, new),
        ("setup", SetupRequest, setup),
        ("try", TryRequest, evaluate),
        ("make", TryRequest, make),
        ("candidates", CandidatesRequest, candidates),
        ("sample", ApiRequest, sample),
    ]


def _json_endpoint(state: AppState, kind: type[R], handler: Callable[[R], Any]) -> Endpoint:
    """Return an endpoint that parses a request, runs the handler in a thread and responds with JSON."""

    async def respond(request: Request) -> Response:
        parsed = parse_request(await read_body(request), kind)
        return await _run_in_thread(state, request, partial(handler, parsed))

    return respond


async def _run_in_thread(state: AppState, request: Request, function: Callable[[], Any]) -> Response:
    return json_response(await state.quick.submit(_client_of(request), function))


# --- Requests with a stream of events


def _stream_routes(state: AppState, api: GameApi, sets: PuzzleSets) -> list[Route]:
    def analysis(request: AnalysisRequest) -> tuple[float, JobFunction]:
        parse_position(request.cgp)  # reject an invalid CGP immediately
        return request.seconds, lambda emit, should_stop: analyze(
            request, state.lexica, state.resources, emit, should_stop
        )

    def reviewing(request: ReviewRequest) -> tuple[float, JobFunction]:
        return _REVIEW_SECONDS[request.effort], lambda emit, should_stop: review(
            request, state.lexica, emit, should_stop
        )

    def engines(request: RevisionRequest) -> tuple[float, JobFunction]:
        return ENGINE_SECONDS, lambda emit, should_stop: api.let_engines_act(request, emit, should_stop)

    def making(request: MakePuzzlesRequest) -> tuple[float, JobFunction]:
        return _MAKING_SECONDS, lambda emit, should_stop: sets.make(
            request, state.lexica, state.threads, emit, should_stop
        )

    async def watch(request: Request) -> Response:
        parsed = parse_request(await read_body(request), RevisionRequest)
        client, game = _client_of(request), GameRequest(name=parsed.name, drawn=parsed.drawn)
        events = watch_events(
            state.games.watchers, parsed, lambda: state.quick.submit(client, partial(api.game, game))
        )
        first = await anext(events)  # an error is not a stream yet
        return StreamingResponse(
            _chain(first, events), media_type="text/event-stream", headers=_STREAM_HEADERS
        )

    return [
        Route("/api/games/watch", watch, methods=["POST"]),
        Route("/api/analyze", _stream_endpoint(state.jobs, AnalysisRequest, analysis), methods=["POST"]),
        Route(
            "/api/puzzles/make", _stream_endpoint(state.jobs, MakePuzzlesRequest, making), methods=["POST"]
        ),
        Route("/api/review", _stream_endpoint(state.jobs, ReviewRequest, reviewing), methods=["POST"]),
        Route(
            "/api/games/machines", _stream_endpoint(state.engines, RevisionRequest, engines), methods=["POST"]
        ),
    ]


def _stream_endpoint(jobs: Jobs, kind: type[R], plan: Callable[[R], tuple[float, JobFunction]]) -> Endpoint:
    """Return an endpoint that responds with server-sent events. A disconnect cancels the job.

    `plan` gives the time limit of a request in seconds and the function that serves it.
    """

    async def stream(request: Request) -> Response:
        parsed = parse_request(await read_body(request), kind)
        job = jobs.start(_page_id(request), _client_of(request), *plan(parsed))
        return _EventStream(job, jobs)

    return stream


class _EventStream(StreamingResponse):
    """The events of a job until it ends. The job is cancelled when the client disconnects."""

    def __init__(self, job: Job, jobs: Jobs) -> None:
        super().__init__(job.events(), media_type="text/event-stream", headers=_STREAM_HEADERS)
        self._job = job
        self._jobs = jobs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond."""
        # From ASGI 2.4 on only a failed send would show a disconnect; a job without news sends nothing.
        listening = {**scope, "asgi": {**scope.get("asgi", {}), "spec_version": "2.3"}}
        try:
            await super().__call__(listening, receive, send)
        finally:
            self._jobs.cancel(self._job)


async def _chain(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    async with aclosing(rest) as events:  # type: ignore[type-var]
        yield first
        async for event in events:
            yield event


def _client_of(request: Request) -> str:
    """Return the address that a request comes from: addresses take turns."""
    return request.client.host if request.client else ""


def _page_id(request: Request) -> str:
    """Return the identifier of the page that sends a request; every loaded page has its own."""
    return request.headers.get("x-page", "")[:64]
