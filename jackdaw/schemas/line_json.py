"""The lines of a reviewed game as JSON; docs/json.md explains every field."""

import msgspec

from jackdaw.schemas.review_json import TurnReviewJson, turn_json
from sims.review import LineReview, TurnReview


class LineMoveJson(msgspec.Struct):
    """A move of a line."""

    turn: int
    player: int
    rack: str | None
    rack_known: str
    move: str
    ucgi: str
    score: int
    total: int
    method: str
    equity: float | None
    equity_lost: float | None
    phony: bool | None
    review: TurnReviewJson


class LineJson(msgspec.Struct):
    """A line of a game."""

    name: str
    turn: int
    moves: list[LineMoveJson]
    scores: list[int]
    finished: bool


def line_json(review: LineReview) -> LineJson:
    """Convert the review of a line."""
    line, game = review.line, review.line.game
    totals = [event.total for event in game.turns]
    moves = [_move(turn, totals[turn.turn - 1]) for turn in review.turns]
    return LineJson(line.name, line.turn, moves, list(game.scores), game.is_finished)


def _move(turn: TurnReview, total: int) -> LineMoveJson:
    analysis, played = turn.analysis, turn.analysis.played
    assert played is not None
    rack = analysis.position.racks[turn.player]
    return LineMoveJson(
        turn=turn.turn,
        player=turn.player,
        rack=None if rack is None else str(rack),
        rack_known=analysis.rack_knowledge.value,
        move=str(played.move),
        ucgi=played.move.ucgi,
        score=played.move.score,
        total=total,
        method=analysis.method.value,
        equity=played.equity,
        equity_lost=played.equity_lost,
        phony=None if played.may_be_phony else played.is_phony,
        review=turn_json(turn),
    )
