"""A solved pre-endgame as JSON; docs/json.md explains every field.

Each class is an object of the JSON, its attributes the fields in their order.
"""

import msgspec

from jackdaw.schemas.encoding import encode_json
from movegen.position import Position
from strategy.endgame import PreendgameMove, PreendgameOutcome, PreendgameResult, SimulatedEnd

PREENDGAME_SCHEMA = "jackdaw.preendgame/2"


class OutcomeJson(msgspec.Struct):
    """The outcome of a move for one arrangement of the unseen tiles."""

    drawn: str
    bag: str
    weight: int
    result: str | None
    lower: int | None
    upper: int | None


class SimulatedJson(msgspec.Struct):
    """What rollouts to the end of the game show of a move."""

    win: float
    win_error: float
    spread: float
    spread_error: float
    rollouts: int


class PreendgameMoveJson(msgspec.Struct):
    """A move and its share of wins."""

    move: str
    ucgi: str
    score: int
    win: float | None
    win_source: str | None
    least_win: float
    most_win: float
    win_error: float | None
    proven: bool
    spread: float | None
    spread_source: str | None
    spread_error: float | None
    spread_settled: bool
    simulated: SimulatedJson | None
    outcomes: list[OutcomeJson]


class PreendgameJson(msgspec.Struct):
    """The result of `jackdaw preendgame`."""

    schema: str
    cgp: str
    lexicon: str
    opponent: str
    bag: int
    arrangements: int
    samples: int | None
    proven: bool
    stopped: str | None
    nodes: int
    seconds: float
    moves: list[PreendgameMoveJson]


def preendgame_json(
    position: Position, lexicon_name: str, result: PreendgameResult, stopped: str | None
) -> bytes:
    """`jackdaw.preendgame/2`."""
    return encode_json(
        PreendgameJson(
            schema=PREENDGAME_SCHEMA,
            cgp=position.cgp(strict=False),
            lexicon=lexicon_name,
            opponent=result.opponent,
            bag=result.bag_count,
            arrangements=result.arrangements,
            samples=result.samples,
            proven=result.is_proven,
            stopped=stopped,
            nodes=result.nodes,
            seconds=round(result.seconds, 3),
            moves=preendgame_moves(result),
        )
    )


def preendgame_moves(result: PreendgameResult) -> list[PreendgameMoveJson]:
    """Convert the moves of a pre-endgame."""
    return [_move(move) for move in result.moves]


def _move(found: PreendgameMove) -> PreendgameMoveJson:
    move = found.move
    return PreendgameMoveJson(
        str(move),
        move.ucgi,
        move.score,
        None if found.win_source is None else round(found.win, 6),
        found.win_source,
        round(found.least_win, 6),
        round(found.most_win, 6),
        None if found.win_source is None else _rounded(found.win_error),
        found.is_proven,
        None if found.spread_source is None else round(found.spread, 3),
        found.spread_source,
        None if found.spread_source is None else _rounded(found.spread_error),
        found.spread_is_settled,
        None if found.simulated is None else _simulated(found.simulated),
        [outcome_json(outcome) for outcome in found.outcomes],
    )


def _simulated(found: SimulatedEnd) -> SimulatedJson:
    return SimulatedJson(
        round(found.win, 6),
        round(found.win_error, 6),
        round(found.spread, 3),
        round(found.spread_error, 3),
        found.rollouts,
    )


def outcome_json(found: PreendgameOutcome) -> OutcomeJson:
    """Convert the outcome of a move for one arrangement of the unseen tiles."""
    return OutcomeJson(str(found.drawn), found.bag, found.weight, found.result, found.lower, found.upper)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
