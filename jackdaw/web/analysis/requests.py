"""The requests of the analysis page: each class is the JSON of one, with its bounds."""

from typing import Annotated

import msgspec
from msgspec import Meta

from jackdaw.options import EffortName
from jackdaw.web.http import MAX_BODY_BYTES, ApiRequest, Cgp, LaidTile, Name, Text
from strategy.players import RankBy

MAX_ITERATIONS = 1_000_000
MAX_SECONDS = 600
MAX_CANDIDATES = 60
MAX_PLIES = 30

BoardRow = Annotated[list[Annotated[int, Meta(ge=0, le=255)]], Meta(max_length=30)]
Score = Annotated[int, Meta(ge=-999_999, le=999_999)]


class PositionRequest(ApiRequest):
    """A position as CGP. `lexicon` is an installed one; if empty, the position's own or the default one."""

    cgp: Cgp
    lexicon: Name = ""


class SetupRequest(ApiRequest):
    """A position set up by hand: board bytes by rows; racks and scores, the player on turn first."""

    rules: Name
    squares: Annotated[list[BoardRow], Meta(max_length=30)]
    racks: Annotated[list[Text], Meta(min_length=1, max_length=4)]
    scores: Annotated[list[Score], Meta(min_length=1, max_length=4)]
    lexicon: Name = ""


class EmptyBoardRequest(ApiRequest):
    """An empty board, by the name of its rules."""

    rules: Name


class TryRequest(PositionRequest):
    """A play: tiles on squares, in any order, or text in any notation."""

    tiles: Annotated[list[LaidTile], Meta(max_length=30)] = msgspec.field(default_factory=list)
    text: Text = ""


class CandidatesRequest(PositionRequest):
    """A position to list the candidates of, and the move played there, if any, in GCG notation."""

    played: Text = ""
    withdrawn: bool = False
    most: Annotated[int, Meta(ge=1, le=500)] = 15


class AnalysisRequest(CandidatesRequest):
    """A position to simulate or to search.

    `plies` of None are two, and with few tiles in the bag all to the end of the game, whose endgame is then
    searched. `sure` stops a simulation at 99 % confidence; `seconds` is the time limit. `simulate` forces a
    simulation where the pre-endgame search would be used. `resume` goes on from a stopped simulation with the
    same settings, if it is still known; `iterations` are then further ones.
    """

    candidates: Annotated[int, Meta(ge=1, le=MAX_CANDIDATES)] = 15
    iterations: Annotated[int, Meta(ge=1, le=MAX_ITERATIONS)] = 20_000
    plies: Annotated[int, Meta(ge=0, le=MAX_PLIES)] | None = None
    seconds: Annotated[float, Meta(gt=0, le=MAX_SECONDS)] = 60
    sure: bool = True
    rank_by: RankBy = "utility"
    simulate: bool = False
    resume: bool = False


class ReviewRequest(ApiRequest):
    """A game to review, as GCG, with the effort of `analyze --effort`."""

    gcg: Annotated[str, Meta(max_length=MAX_BODY_BYTES)]
    lexicon: Name = ""
    effort: EffortName = "quick"
