"""Bodies of requests, answers in JSON, and errors, which are a line each."""

import asyncio
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from jackdaw.board.asked import MOST_BYTES
from jackdaw.board.jobs import TooBusyError

BODY_SECONDS = 20.0
"""For a body to come in: a client that dawdles does not hold a place for ever."""


async def read_body(request: Request) -> bytes:
    """The body of a request, counted as it comes in: what is declared may be wrong.

    Raises HTTPException where it is too large, too slow or not whole.
    """
    content = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                content += part
                if len(content) > MOST_BYTES:
                    raise HTTPException(413, f"more than {MOST_BYTES >> 10} KiB; no game takes so much")
    except TimeoutError:
        raise HTTPException(408, "the request came in too slowly") from None
    except ClientDisconnect:
        raise HTTPException(400, "the request was not whole") from None
    return bytes(content)


def json_answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """What a page asked for, as JSON that nobody keeps."""
    return Response(
        msgspec.json.encode(content),
        status,
        {"Cache-Control": "no-store", **(headers or {})},
        media_type="application/json",
    )


async def told(request: Request, error: Exception) -> Response:
    """A JackdawError in its line."""
    if isinstance(error, TooBusyError):
        return json_answer({"error": str(error)}, 503, {"Retry-After": "60"})
    return json_answer({"error": str(error)}, 400)


async def told_http(request: Request, error: Exception) -> Response:
    """What is not there, too large or too slow."""
    assert isinstance(error, HTTPException)
    return json_answer({"error": error.detail}, error.status_code, dict(error.headers or {}))


async def told_mistake(request: Request, error: Exception) -> Response:
    """A mistake of the program: its log has the traceback."""
    return json_answer({"error": "that has failed by a mistake of the program; its log tells more"}, 500)
