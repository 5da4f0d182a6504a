"""The record of a game with a note on each turn that was reviewed: the best move, and what was lost."""

from collections.abc import Iterator
from dataclasses import replace

from jackdaw.remarks import METHODS, phony_text, remarks_of_turn
from movegen.events import Event
from movegen.game import Game
from sims.game_review import GameReview, TurnReview
from strategy.mistakes import Mistake

MARK = "[Jackdaw]"
"""What notes of the program's own begin with. They are replaced when a record is annotated again."""

_CLASSES = {
    Mistake.NONE: "No mistake",
    Mistake.SMALL: "Small mistake",
    Mistake.MEDIUM: "Medium mistake",
    Mistake.LARGE: "Large mistake",
}


def annotated(review: GameReview) -> Game:
    """The game as it is in the record, with a note of a line on each turn, before other notes on it.

    All else of the record is kept, the notes of people among it. Annotating the result again with the same
    review gives the same.
    """
    game = review.game
    turns = iter(review.turns)
    found = Game(
        game.variant, game.players, pragmas=game.pragmas, encoding=game.encoding, warnings=game.warnings
    )
    upcoming, number = next(turns, None), 0
    for event in game.events:
        notes = tuple(_own_removed(event))
        if event.kind.is_turn:
            number += 1
            if upcoming is not None and upcoming.turn == number:
                notes = (note_on(upcoming), *notes)
                upcoming = next(turns, None)
        found.add(replace(event, notes=notes))
    return found


def note_on(turn: TurnReview) -> str:
    """What is said of a turn, on one line."""
    sentences = [_judged(turn)]
    if turn.has_missed_bingo:
        sentences.append("A bingo was missed.")
    sentences += [f"{remark[0].upper()}{remark[1:]}." for remark in remarks_of_turn(turn)]
    return f"{MARK} {' '.join(sentences)}"


def _judged(turn: TurnReview) -> str:
    analysis, best = turn.analysis, turn.analysis.best
    if turn.mistake is None or best is None:
        return "Not judged."
    assert analysis.played is not None
    how = METHODS[analysis.method]
    if analysis.played.rank == 1:
        return f"The best move by {how}."
    chances = turn.chances.lost
    lost = f"lost {turn.points_lost:.1f} points" + (
        "" if chances is None else f", {100 * chances:.1f} % of winning"
    )
    found = f"Best by {how}: {best.move} for {best.move.score}, worth {best.equity:.1f}."
    return f"{_CLASSES[turn.mistake]}: {phony_text(analysis.played)} {lost}. {found}"


def _own_removed(event: Event) -> Iterator[str]:
    """The notes of an event without the program's own; lines that were added to one of these stay."""
    for note in event.notes:
        first, _, rest = note.partition("\n")
        if not first.startswith(MARK):
            yield note
        elif rest.strip():
            yield rest
