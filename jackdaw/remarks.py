"""What needs saying about the moves that were made: phonies, plays taken back, tiles not known."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from strategy.analysis import Method, PositionAnalysis, RackKnowledge
from strategy.played_move import PlayedMove

if TYPE_CHECKING:
    from sims.game_review import TurnReview

METHODS = {
    Method.STATIC: "score and leave",
    Method.SIMULATION: "simulation",
    Method.PREENDGAME: "search of the pre-endgame",
    Method.ENDGAME: "search to the end",
}
"""What moves are valued by, in words."""

_PARTLY = "the rack is only partly known; moves are those of its known tiles"
_PARTLY_NOT_SIMULATED = f"{_PARTLY}, not simulated"
_FORFEIT = "a turn lost to a wrong challenge is recorded as a pass; if it was one, this is what it cost"
_UNKNOWN = "the rack is not known, so there is nothing to rank"


def remarks(analyses: Iterable[PositionAnalysis]) -> Iterator[str]:
    """A line for each phony and each play taken back, and one for each other thing to be said."""
    return _lines((analysis.turn or 0, remarks_of(analysis)) for analysis in analyses)


def review_remarks(reviewed: "Iterable[TurnReview]") -> Iterator[str]:
    """The same of turns that were reviewed."""
    return _lines((turn.turn, remarks_of_turn(turn)) for turn in reviewed)


def _lines(remarked: Iterable[tuple[int, Iterable[str]]]) -> Iterator[str]:
    """Remarks and the numbers of their turns, 0 for none, each remark once."""
    turns: dict[str, list[int]] = {}
    for number, said in remarked:
        for remark in said:
            turns.setdefault(remark, []).append(number)
    for remark, numbers in turns.items():
        yield f"{turns_named(numbers)}: {remark}." if numbers[0] else f"{remark[0].upper()}{remark[1:]}."


def phony_text(played: PlayedMove) -> str:
    """The move as in a list, with the star that marks a phony."""
    return f"{played.move}{'*' if played.is_phony else ''}"


def remarks_of(analysis: PositionAnalysis) -> Iterator[str]:
    """What is to be said of one turn, without its number and the full stop."""
    played = analysis.played
    knowledge = analysis.rack_knowledge
    if knowledge is RackKnowledge.UNKNOWN:
        yield _UNKNOWN
    if played is not None and (played.is_phony or played.is_withdrawn):
        yield _of_words(played, analysis.lexicon_name)
    if played is not None and played.remark and knowledge is not RackKnowledge.UNKNOWN:
        yield f"{played.move} has no rank: {played.remark}"
    if knowledge is RackKnowledge.PARTIAL:
        yield _PARTLY_NOT_SIMULATED if analysis.why_static and not analysis.is_endgame else _PARTLY
    elif analysis.why_static:
        yield f"not {'solved' if analysis.is_endgame else 'simulated'}: {analysis.why_static}"


def remarks_of_turn(turn: "TurnReview") -> Iterator[str]:
    """The same of a turn that was reviewed."""
    yield from remarks_of(turn.analysis)
    if turn.may_be_forfeit and turn.points_lost:
        yield _FORFEIT


def _of_words(played: PlayedMove, lexicon: str) -> str:
    words = played.invalid_words
    named = f"{', '.join(words[:-1])} and {words[-1]} are" if len(words) > 1 else f"{''.join(words)} is"
    if not played.is_withdrawn:
        return f"{named} not in {lexicon}"
    if not words:
        return f"{played.move} was taken back, though its words are in {lexicon}"
    return f"{named} not in {lexicon}; the play was taken back and counts as a pass"


def turns_named(turns: Iterable[int]) -> str:
    """`Turn 7`, `Turns 1-3, 5`."""
    turns = list(turns)
    runs: list[list[int]] = []
    for turn in turns:
        if runs and turn == runs[-1][-1] + 1:
            runs[-1][1:] = [turn]
        else:
            runs.append([turn])
    text = ", ".join("-".join(map(str, run)) for run in runs)
    return f"Turn{'s' * (len(turns) > 1)} {text}"
