"""What requests may say: each class is the JSON of one, with the bounds of every number and text."""

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from movegen.errors import JackdawError

MOST_BYTES = 1 << 18
"""Of the body of a request: far more than any game or position takes."""
MOST_ITERATIONS = 1_000_000
MOST_SECONDS = 600
MOST_CANDIDATES = 60
MOST_PLIES = 30

Text = Annotated[str, Meta(max_length=1_000)]
Cgp = Annotated[str, Meta(max_length=5_000)]
Name = Annotated[str, Meta(max_length=200)]
Row = Annotated[list[Annotated[int, Meta(ge=0, le=255)]], Meta(max_length=30)]
Score = Annotated[int, Meta(ge=-999_999, le=999_999)]


class Asked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request about a position. `drawn` is the key of the shapes that the page has already."""

    drawn: Name = ""


class OfPosition(Asked):
    """A position as CGP. `lexicon` is an installed one; if empty the position's own, or the usual one."""

    cgp: Cgp
    lexicon: Name = ""


class OfSetup(Asked):
    """A position that was set up: board bytes by rows; racks and scores, of the player on turn first."""

    rules: Name
    squares: Annotated[list[Row], Meta(max_length=30)]
    racks: Annotated[list[Text], Meta(min_length=1, max_length=4)]
    scores: Annotated[list[Score], Meta(min_length=1, max_length=4)]
    lexicon: Name = ""


class OfNew(Asked):
    """The empty board of some rules."""

    rules: Name


class Laid(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A tile on a square: row and column from 0, board byte."""

    row: Annotated[int, Meta(ge=0, le=30)]
    column: Annotated[int, Meta(ge=0, le=30)]
    byte: Annotated[int, Meta(ge=1, le=255)]


class OfTry(OfPosition):
    """A play: tiles on squares, in any order, or text in any notation."""

    tiles: Annotated[list[Laid], Meta(max_length=30)] = []
    text: Text = ""


class OfCandidates(OfPosition):
    """The candidates of a position, and the move that was made there, if any, as GCG writes it."""

    played: Text = ""
    withdrawn: bool = False
    most: Annotated[int, Meta(ge=1, le=500)] = 15


class OfAnalysis(OfCandidates):
    """The same, looked ahead in: simulated or searched.

    `sure` stops a simulation when it is 99 % sure; `seconds` is the longest that it may take.
    """

    candidates: Annotated[int, Meta(ge=1, le=MOST_CANDIDATES)] = 15
    iterations: Annotated[int, Meta(ge=1, le=MOST_ITERATIONS)] = 20_000
    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)] = 2
    seconds: Annotated[float, Meta(gt=0, le=MOST_SECONDS)] = 60
    sure: bool = True
    simulate: bool = False


class OfReview(Asked):
    """A whole game as GCG."""

    gcg: Annotated[str, Meta(max_length=MOST_BYTES)]
    lexicon: Name = ""


A = TypeVar("A", bound=Asked)


def read_asked(body: bytes, kind: type[A]) -> A:
    """The request that the JSON of a body says. Raises JackdawError in one line."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JackdawError(str(error) or "nested too deeply", where="the request") from None
