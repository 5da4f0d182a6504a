"""HTTP helpers: bodies of requests, JSON responses, and errors as one line each."""

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from jackdaw.web.http.requests import MAX_BODY_BYTES
from jackdaw.web.http.work_queue import TooBusyError
from movegen.encoding import encode_json

BUSY_SECONDS = 2.0
"""How long a client waits for a refusal, so that refused ones who try again at once do not fill the time."""


async def read_body(request: Request) -> bytes:
    """Read the body of a request and count its bytes on the way: the declared length may be wrong.

    Raises HTTPException if it is too large or incomplete. `LimitedProtocol` limits the time it takes.
    """
    too_large = HTTPException(413, f"more than {MAX_BODY_BYTES >> 10} KiB; no game is that large")
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and (len(declared) > 15 or int(declared) > MAX_BODY_BYTES):
        raise too_large
    content = bytearray()
    try:
        async for part in request.stream():
            content += part
            if len(content) > MAX_BODY_BYTES:
                raise too_large
    except ClientDisconnect:
        raise HTTPException(400, "the request was incomplete") from None
    return bytes(content)


def json_response(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Respond with JSON that is not to be cached."""
    return Response(
        encode_json(content),
        status,
        {"Cache-Control": "no-store", **(headers or {})},
        media_type="application/json",
    )


async def respond_to_error(_request: Request, error: Exception) -> Response:
    """Respond with the one line of a JackdawError."""
    if isinstance(error, TooBusyError):
        await asyncio.sleep(BUSY_SECONDS)
        return json_response({"error": str(error)}, 503, {"Retry-After": "60"})
    return json_response({"error": str(error)}, 400)


async def respond_to_http_error(_request: Request, error: Exception) -> Response:
    """Respond to a request that is unknown or too large."""
    assert isinstance(error, HTTPException)
    return json_response({"error": error.detail}, error.status_code, dict(error.headers or {}))


async def respond_to_internal_error(_request: Request, _error: Exception) -> Response:
    """Respond to an unexpected exception. The server log has the traceback."""
    return json_response({"error": "internal error; see the server log"}, 500)
