"""The routes of requests that are answered by a stream of server-sent events."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from functools import partial
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from jackdaw.web.analysis import AnalysisRequest, ReviewRequest, analyze, parse_position, review
from jackdaw.web.app_state import AppState, client_of, page_id
from jackdaw.web.http import ApiRequest, Job, JobFunction, Jobs, parse_request, read_body
from jackdaw.web.play import ENGINE_SECONDS, GameApi, GameRequest, RevisionRequest, watch_events
from jackdaw.web.puzzles import MakePuzzlesRequest, PuzzleSets

_REVIEW_SECONDS = {"quick": 300.0, "normal": 1200.0, "deep": 3600.0}
"""Time limits of reviews by effort, far above what a game takes; the turns left then stay static."""
_MAKING_SECONDS = 3600.0
"""The time limit of making puzzles of a game."""
_STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

R = TypeVar("R", bound=ApiRequest)


# --- Requests with a stream of events


def stream_routes(state: AppState, api: GameApi, sets: PuzzleSets) -> list[Route]:
    """Return the routes of all requests that are answered by events."""

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
        client, game = client_of(request), GameRequest(name=parsed.name, drawn=parsed.drawn)
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


def _stream_endpoint(
    jobs: Jobs, kind: type[R], plan: Callable[[R], tuple[float, JobFunction]]
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that responds with server-sent events. A disconnect cancels the job.

    `plan` gives the time limit of a request in seconds and the function that serves it.
    """

    async def stream(request: Request) -> Response:
        parsed = parse_request(await read_body(request), kind)
        job = jobs.start(page_id(request), client_of(request), *plan(parsed))
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
