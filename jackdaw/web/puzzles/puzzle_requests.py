"""The JSON of the requests of the page of puzzles."""

from typing import Annotated

from msgspec import Meta

from jackdaw.web.http import ApiRequest, LaidTile, Name, Text


class PuzzleStatsRequest(ApiRequest, forbid_unknown_fields=True, kw_only=True):
    """A request for results; `filter` chooses the puzzles."""

    filter: Text = ""


class NextPuzzleRequest(PuzzleStatsRequest, forbid_unknown_fields=True, kw_only=True):
    """A request for the next puzzle. Others come before `seen`, the last ones shown, oldest first."""

    seen: Annotated[tuple[Name, ...], Meta(max_length=1_000)] = ()


class PuzzleRequest(ApiRequest, forbid_unknown_fields=True, kw_only=True):
    """A request for the answer of a puzzle. Only the first try counts, which is not `noted` yet."""

    id: Name
    noted: bool = False
    hints: Annotated[int, Meta(ge=0, le=100)] = 0


class TryPuzzleRequest(PuzzleRequest, forbid_unknown_fields=True, kw_only=True):
    """A move to judge: as text, or tiles on squares."""

    text: Text = ""
    tiles: Annotated[tuple[LaidTile, ...], Meta(max_length=63)] = ()


class PuzzleHintRequest(ApiRequest, forbid_unknown_fields=True, kw_only=True):
    """A request for a hint, from 0."""

    id: Name
    number: Annotated[int, Meta(ge=0, le=100)]
