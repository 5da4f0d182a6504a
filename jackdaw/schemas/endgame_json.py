"""A solved endgame as JSON; docs/json.md explains every field.

Each class is an object of the JSON, its attributes the fields in their order.
"""

import msgspec

from jackdaw.schemas.encoding import encode_json
from jackdaw.text import SolvedEndgame
from strategy.endgame import EndgameMove

ENDGAME_SCHEMA = "jackdaw.endgame/1"


class EndgameMoveJson(msgspec.Struct):
    """A move and its value."""

    move: str
    ucgi: str
    score: int
    value: int
    lower: int | None
    upper: int | None
    proven: bool


class EndgameJson(msgspec.Struct):
    """The result of `jackdaw endgame`."""

    schema: str
    cgp: str
    lexicon: str
    scoreless_turns: int | None
    proven: bool
    outcome: str | None
    value: int
    lower: int | None
    upper: int | None
    final_spread: int
    pv: list[str]
    stopped: str | None
    nodes: int
    seconds: float
    moves: list[EndgameMoveJson]


def endgame_json(found: SolvedEndgame) -> bytes:
    """Encode a solved endgame as `jackdaw.endgame/1`."""
    result = found.result
    return encode_json(
        EndgameJson(
            schema=ENDGAME_SCHEMA,
            cgp=found.position.cgp(strict=False),
            lexicon=found.lexicon_name,
            scoreless_turns=found.scoreless_turns,
            proven=result.is_proven,
            outcome=result.outcome,
            value=result.value,
            lower=result.lower,
            upper=result.upper,
            final_spread=result.final_spread,
            pv=[str(move) for move in result.variation],
            stopped=found.stopped,
            nodes=result.nodes,
            seconds=round(result.seconds, 3),
            moves=endgame_moves(found),
        )
    )


def endgame_moves(found: SolvedEndgame) -> list[EndgameMoveJson]:
    """Convert the moves of a solved endgame."""
    return [_move(move) for move in found.result.moves]


def _move(found: EndgameMove) -> EndgameMoveJson:
    move = found.move
    return EndgameMoveJson(
        str(move), move.ucgi, move.score, found.value, found.lower, found.upper, found.is_proven
    )
