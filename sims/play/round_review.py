"""Reviews of duplicate and training games: what each move lost against the best one of its round.

>>> from sims.play import GameSetup, Lay, Mode, Seat, SetRack, begin
>>> game = begin(GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Ann"),)))
>>> game.do(SetRack("AEINRST"))
>>> game.do(Lay("8D ANISE"))
>>> (round_,) = review_rounds(game)
>>> str(round_.best), round_.best.score, round_.answers[0].lost > 40
('8B ANESTRI', 66, True)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from movegen.board import Board, Move
from movegen.position import MoveGenerator, Position
from movegen.variant import Rack
from sims.play.duplicate import DuplicateGame
from sims.play.session import PlayError, Session
from sims.play.training import TrainingGame, TrainingStep
from strategy.analysis import find_move
from strategy.players import static_strategy_for


@dataclass(frozen=True, slots=True)
class ReviewedAnswer:
    """A player's move in a round.

    Attributes
    ----------
    move:    None for no move.
    points:  its score; 0 for no move, a phony of a duplicate game and a late answer.
    lost:    against the best move: points in a duplicate game, equity in training. None for a phony in
             training, which has no equity.
    phonies: its words that are not in the lexicon.
    is_late: the clock had run out.
    """

    move: Move | None
    points: int
    lost: float | None
    phonies: tuple[str, ...] = ()
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class ReviewedRound:
    """A round: its number from 1, the position before it, the best move, and the answers by player."""

    number: int
    position: Position
    best: Move
    answers: tuple[ReviewedAnswer, ...]


def review_rounds(session: Session) -> list[ReviewedRound]:
    """Return the rounds so far of a duplicate game, or the plays of a training game from a known rack.

    The best move is the top in a duplicate game, the play with the highest static equity in training. Plays
    that were taken back are left out. Raises PlayError for a free game, whose record is reviewed.
    """
    if isinstance(session, DuplicateGame):
        return list(_duplicate_rounds(session))
    if isinstance(session, TrainingGame):
        return list(_training_rounds(session))
    raise PlayError("a free game has no rounds", cure="review its record")


def _duplicate_rounds(game: DuplicateGame) -> Iterator[ReviewedRound]:
    board = Board.empty(game.variant)
    for each in game.rounds:
        answers = (
            ReviewedAnswer(
                answer.move, answer.points, each.top.score - answer.points, answer.phonies, answer.is_late
            )
            for answer in each.answers
        )
        yield ReviewedRound(each.number, _position(game, board, each.rack), each.top, tuple(answers))
        board = board.place(each.top)


def _training_rounds(game: TrainingGame) -> Iterator[ReviewedRound]:
    steps = game.steps[: game.step_index + 1]
    plays = [(before, step) for before, step in pairwise(steps) if step.move is not None]
    for number, (before, step) in enumerate(plays, start=1):
        if len(before.rack):
            yield _training_round(game, number, before, step)


def _training_round(
    game: TrainingGame, number: int, before: TrainingStep, step: TrainingStep
) -> ReviewedRound:
    position = _position(game, before.board, before.rack)
    judge = static_strategy_for(game.lexicon, game.variant)
    generator = MoveGenerator(game.variant, game.lexicon, before.board)
    listed = judge.best(generator, before.rack, position.bag_count, position.unseen, count=None)
    best = next((each for each in listed if each.move.word), None)
    assert step.move is not None
    index = find_move(listed, step.move)
    lost = None
    if index is not None and best is not None and not step.phonies:
        lost = max(0.0, best.equity - listed[index].equity)
    answer = ReviewedAnswer(step.move, step.move.score, lost, step.phonies)
    return ReviewedRound(number, position, step.move if best is None else best.move, (answer,))


def _position(session: Session, board: Board, rack: Rack) -> Position:
    """Return a position of a game of two in which nobody has points: only the rack and the board matter."""
    players = max(2, session.variant.rules.players_min)
    racks = (rack, *(None,) * (players - 1))
    return Position(session.variant, board, racks, (0,) * players, lexicon_name=session.lexicon.name)
