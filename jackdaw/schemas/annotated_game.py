"""The record of a game with a note on each reviewed turn: the best move, and the loss of the played one."""

from collections.abc import Iterator
from dataclasses import replace

from jackdaw.text import METHODS, line_scores, phony_text, turn_remarks, turn_why
from movegen.errors import one_line
from movegen.game import Event, Game
from sims.review import GameReview, LineReview, TurnReview
from strategy.analysis import Mistake

MARK = "[Jackdaw]"
"""The start of the program's own notes, which are replaced when a record is annotated again."""

_CLASSES = {
    Mistake.NONE: "No mistake",
    Mistake.SMALL: "Small mistake",
    Mistake.MEDIUM: "Medium mistake",
    Mistake.LARGE: "Large mistake",
}


def annotate_game(review: GameReview) -> Game:
    """Return the game with a note of one line on each reviewed turn, before the other notes.

    Each line of the game is a note on the turn that it takes the place of, or on the last one if that is
    still to be played. Everything else in the record stays, notes by people included. Annotating the result
    again with the same review changes nothing.
    """
    game = review.game
    turns = iter(review.turns)
    found = Game(
        game.variant, game.players, pragmas=game.pragmas, encoding=game.encoding, warnings=game.warnings
    )
    upcoming, number = next(turns, None), 0
    for event in game.events:
        notes = tuple(_foreign_notes(event))
        if event.kind.is_turn:
            number += 1
            notes = (*_notes_on_lines(review, number), *notes)
            if upcoming is not None and upcoming.turn == number:
                notes = (note_on(upcoming), *notes)
                upcoming = next(turns, None)
        found.add(replace(event, notes=notes))
    found.add_note(*_notes_on_lines(review, len(game.turns) + 1))
    return found


def _notes_on_lines(review: GameReview, turn: int) -> list[str]:
    return [note_on_line(each) for each in review.lines if each.line.turn == turn]


def note_on_line(review: LineReview) -> str:
    """Return the note on a line, on one line: its name, its moves with their scores, and what they lost."""
    names, moves = review.line.game.first_names, []
    for turn in review.turns:
        played = turn.analysis.played
        assert played is not None
        lost = ""
        if turn.grade is not None and turn.grade.is_mistake:
            lost = f" ({_CLASSES[turn.grade.mistake].lower()})"
        moves.append(f"{names[turn.player]} {phony_text(played)} {played.move.score}{lost}")
    return f"{MARK} Line {one_line(review.line.name)}: {', '.join(moves)}. {line_scores(review.line)}"


def note_on(turn: TurnReview) -> str:
    """Return the note on a turn, on one line."""
    remarks = [f"{remark[0].upper()}{remark[1:]}." for remark in turn_remarks(turn)]
    sentences = [] if turn.grade is None and remarks else [_describe_loss(turn)]  # remarks say why
    if turn.has_missed_bingo:
        sentences.append("A bingo was missed.")
    sentences += remarks
    sentences += turn_why(turn)
    return f"{MARK} {' '.join(sentences)}"


def _describe_loss(turn: TurnReview) -> str:
    analysis, best, grade = turn.analysis, turn.best, turn.grade
    if grade is None or best is None:
        return "Not judged."
    assert analysis.played is not None
    how = METHODS[analysis.method]
    if turn.is_best:
        return f"The best move by {how}."
    chances = turn.chances.lost
    lost = "" if chances is None else f"{100 * chances:.1f} % of wins and "
    lost += f"{turn.points_lost:.1f} points"
    found = f"Best by {how}: {best.move} for {best.move.score}, worth {best.equity:.1f}."
    size = f"{_CLASSES[grade.mistake]}{', of spread only' if grade.costs_spread else ''}"
    return f"{size}: {phony_text(analysis.played)} lost {lost}. {found}"


def _foreign_notes(event: Event) -> Iterator[str]:
    """Yield the notes of an event without the program's own, but with lines that people added to those."""
    for note in event.notes:
        first, _, rest = note.partition("\n")
        if not first.startswith(MARK):
            yield note
        elif rest.strip():
            yield rest
