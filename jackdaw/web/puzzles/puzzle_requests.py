"""The JSON of the requests of the page of puzzles."""

from typing import Annotated

from msgspec import Meta

from jackdaw.web.http import MAX_BODY_BYTES, ApiRequest, LaidTile, Name, Text


class MakePuzzlesRequest(ApiRequest, forbid_unknown_fields=True, kw_only=True):
    """A game, as GCG, and the turns of which to make puzzles: the mistakes of a player."""

    gcg: Annotated[str, Meta(max_length=MAX_BODY_BYTES)]
    turns: Annotated[tuple[Annotated[int, Meta(ge=1, le=1_000)], ...], Meta(min_length=1, max_length=100)]
    lexicon: Name = ""


class PuzzleSetRequest(ApiRequest, forbid_unknown_fields=True, kw_only=True):
    """A request about puzzles: those of a set that was made of a game, else those of the server."""

    set: Name = ""


class PuzzleStatsRequest(PuzzleSetRequest, forbid_unknown_fields=True, kw_only=True):
    """A request for results; `filter` chooses the puzzles."""

    filter: Text = ""


class NextPuzzleRequest(PuzzleStatsRequest, forbid_unknown_fields=True, kw_only=True):
    """A request for the next puzzle. Others come before `seen`, the last ones shown, oldest first."""

    seen: Annotated[tuple[Name, ...], Meta(max_length=1_000)] = ()


class PuzzleRequest(PuzzleSetRequest, forbid_unknown_fields=True, kw_only=True):
    """A request for the answer of a puzzle. Only the first try counts, which is not `noted` yet."""

    id: Name
    noted: bool = False
    hints: Annotated[int, Meta(ge=0, le=100)] = 0


class TryPuzzleRequest(PuzzleRequest, forbid_unknown_fields=True, kw_only=True):
    """A move to judge: as text, or tiles on squares."""

    text: Text = ""
    tiles: Annotated[tuple[LaidTile, ...], Meta(max_length=63)] = ()


class PuzzleHintRequest(PuzzleSetRequest, forbid_unknown_fields=True, kw_only=True):
    """A request for a hint, from 0."""

    id: Name
    number: Annotated[int, Meta(ge=0, le=100)]
