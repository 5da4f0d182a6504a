"""The JSON of requests: the base class, parts that several requests share, and their bounds."""

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from movegen.errors import JackdawError

MAX_BODY_BYTES = 1 << 18
"""The largest body of a request, far more than any game or position needs."""

Text = Annotated[str, Meta(max_length=1_000)]
Cgp = Annotated[str, Meta(max_length=5_000)]
Name = Annotated[str, Meta(max_length=200)]


class ApiRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base of all requests. `drawn` is the key of the board shapes that the page already has."""

    drawn: Name = ""


class LaidTile(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A tile on a square: row and column from 0, and the board byte."""

    row: Annotated[int, Meta(ge=0, le=30)]
    column: Annotated[int, Meta(ge=0, le=30)]
    byte: Annotated[int, Meta(ge=1, le=255)]


R = TypeVar("R", bound=ApiRequest)


def parse_request(body: bytes, kind: type[R]) -> R:
    """Parse a request from the JSON of a body. Raises JackdawError with a message of one line."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JackdawError(str(error) or "nested too deeply", where="the request") from None
