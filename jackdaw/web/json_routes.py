"""The routes of the JSON API: requests with one JSON response, run in threads."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from jackdaw.web.analysis import (
    CandidatesRequest,
    EmptyBoardRequest,
    PositionRequest,
    PositionView,
    SetupRequest,
    TryRequest,
    TryView,
    WebLexica,
    build_position,
    evaluate_move,
    load_variant,
    parse_position,
    parse_requested_move,
    parse_upload,
    position_after,
    position_view,
    rank_candidates,
    sample_game,
)
from jackdaw.web.app_state import AppState, client_of, page_id
from jackdaw.web.http import ApiRequest, json_response, parse_request, read_body
from jackdaw.web.lines import (
    LineApi,
    LineRequest,
    NamedLineRequest,
    PlayLineRequest,
    RecordRequest,
    SaveLineRequest,
)
from jackdaw.web.play import (
    GameApi,
    GameRequest,
    HintRequest,
    MoveRequest,
    NewGameRequest,
    RevisionRequest,
    StepRequest,
    TrainingRequest,
)
from jackdaw.web.puzzles import (
    NextPuzzleRequest,
    PuzzleApi,
    PuzzleHintRequest,
    PuzzleRequest,
    PuzzleStatsRequest,
    TryPuzzleRequest,
)
from movegen.position import Position

R = TypeVar("R", bound=ApiRequest)


# --- Requests with one JSON response


def json_routes(state: AppState, api: GameApi, puzzles: PuzzleApi, lines: LineApi) -> list[Route]:
    """Return the routes of all requests that are answered once."""
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
        state.jobs.stop(page_id(request))
        state.engines.stop(page_id(request))
        return json_response({})

    async def gcg(request: Request) -> Response:
        name = request.path_params["name"]
        text = await state.quick.submit(client_of(request), partial(api.gcg, name))
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


def _json_endpoint(
    state: AppState, kind: type[R], handler: Callable[[R], Any]
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that parses a request, runs the handler in a thread and responds with JSON."""

    async def respond(request: Request) -> Response:
        parsed = parse_request(await read_body(request), kind)
        return await _run_in_thread(state, request, partial(handler, parsed))

    return respond


async def _run_in_thread(state: AppState, request: Request, function: Callable[[], Any]) -> Response:
    return json_response(await state.quick.submit(client_of(request), function))
