"""The JSON of the requests about lines. Each has the record of the game, since the server keeps none."""

from typing import Annotated

import msgspec
from msgspec import Meta

from jackdaw.web.http import MAX_BODY_BYTES, ApiRequest, LaidTile, Name, Text
from movegen.lines import MAX_MOVES

Rack = Annotated[str, Meta(max_length=60)]


class LineMoveField(msgspec.Struct, forbid_unknown_fields=True):
    """A move in GCG notation, and the known tiles of its rack; null if none are known."""

    move: Text
    rack: Rack | None = None


class RecordRequest(ApiRequest, forbid_unknown_fields=True, kw_only=True):
    """A request about the lines of a game."""

    gcg: Annotated[str, Meta(max_length=MAX_BODY_BYTES)]


class NamedLineRequest(RecordRequest, forbid_unknown_fields=True, kw_only=True):
    """A request about one saved line."""

    name: Name


class LineRequest(RecordRequest, forbid_unknown_fields=True, kw_only=True):
    """A line, given by its moves.

    `rack` is that of the player to make the next move; null for the usual one. With `draw` it is completed
    by tiles drawn at random.
    """

    turn: Annotated[int, Meta(ge=1, le=1_000)]
    moves: Annotated[tuple[LineMoveField, ...], Meta(max_length=MAX_MOVES)] = ()
    rack: Rack | None = None
    draw: bool = False


class PlayLineRequest(LineRequest, forbid_unknown_fields=True, kw_only=True):
    """One more move of a line: as text, or tiles on squares."""

    text: Text = ""
    tiles: Annotated[tuple[LaidTile, ...], Meta(max_length=63)] = ()


class SaveLineRequest(LineRequest, forbid_unknown_fields=True, kw_only=True):
    """A line to save under a name, instead of the line that has it."""

    name: Name
