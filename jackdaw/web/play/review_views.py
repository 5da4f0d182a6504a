"""Reviews of duplicate and training games as pages show them."""

import msgspec

from movegen.board import Move
from sims.play import DuplicateGame, ReviewedAnswer, ReviewedRound, Session, review_rounds

Squares = list[tuple[int, int, int]]


class ReviewedMoveView(msgspec.Struct):
    """A move in a round: its notation, points, what it lost, a remark, and its tiles."""

    move: str
    points: int
    lost: float | None
    note: str
    laid: Squares


class RoundView(msgspec.Struct):
    """A round: the board before it, the rack, the best move, the players' moves, and the position as CGP."""

    number: int
    rack: str
    squares: list[list[int]]
    best: ReviewedMoveView
    answers: list[ReviewedMoveView]
    cgp: str


class ReviewView(msgspec.Struct):
    """A review of rounds: the players, and the unit of what they lost."""

    players: list[str]
    unit: str
    rounds: list[RoundView]


def review_view(session: Session) -> ReviewView:
    """Return the review of a duplicate or training game. Raises PlayError for a free one."""
    unit = "points" if isinstance(session, DuplicateGame) else "equity"
    return ReviewView(list(session.names), unit, [_round_view(each) for each in review_rounds(session)])


def _round_view(each: ReviewedRound) -> RoundView:
    rack = each.position.rack
    return RoundView(
        each.number,
        str(rack),
        each.position.board.squares.tolist(),
        ReviewedMoveView(str(each.best), each.best.score, None, "", _squares(each.best)),
        [_answer_view(answer) for answer in each.answers],
        each.position.cgp(),
    )


def _answer_view(answer: ReviewedAnswer) -> ReviewedMoveView:
    note = "too late" if answer.is_late else ""
    if answer.phonies:
        note = f"{', '.join(answer.phonies)}: not a word"
    lost = None if answer.lost is None else round(answer.lost, 1)
    move = "no move" if answer.move is None else str(answer.move)
    return ReviewedMoveView(move, answer.points, lost, note, _squares(answer.move))


def _squares(move: Move | None) -> Squares:
    return [] if move is None else move.squares
