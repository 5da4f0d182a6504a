"""Remarks on the moves played: phonies, plays taken back, unknown tiles."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from movegen.configs import list_configs
from movegen.errors import MAX_NAME, one_line
from strategy.analysis import Method, PlayedMove, PositionAnalysis, RackKnowledge
from strategy.winprob import WIN_TABLE_SUFFIX

if TYPE_CHECKING:
    from sims.review import TurnReview

METHODS = {
    Method.STATIC: "score and leave",
    Method.SIMULATION: "simulation",
    Method.PREENDGAME: "pre-endgame search",
    Method.ENDGAME: "endgame search",
}
"""How moves are evaluated, in words."""
EVALUATED = {
    Method.SIMULATION: "simulated",
    Method.PREENDGAME: "searched as pre-endgame",
    Method.ENDGAME: "solved",
}
"""The participles for turns that were evaluated more deeply, in the order of the report."""
UNKNOWN = "\N{EN DASH}"
"""What stands for a figure that is not known."""

_PARTLY = "the rack is only partly known; moves use its known tiles"
_PARTLY_NOT_SIMULATED = f"{_PARTLY}, not simulated"
_FORFEIT = "this pass may be a turn lost to a wrong challenge; the loss is what it cost"
_NO_RACK = "the rack is not known, so there is nothing to rank"
_NOT_JUDGED = {
    RackKnowledge.UNKNOWN: "the rack is not known, so the move is not judged",
    RackKnowledge.PARTIAL: "the rack is only partly known, so the move is not judged",
}


def remarks(analyses: Iterable[PositionAnalysis]) -> Iterator[str]:
    """Return a line for each phony, each play taken back, and each other remark."""
    return _lines((analysis.turn or 0, position_remarks(analysis)) for analysis in analyses)


def review_remarks(reviewed: "Iterable[TurnReview]") -> Iterator[str]:
    """Return the remarks on reviewed turns, a line each."""
    return _lines((turn.turn, turn_remarks(turn)) for turn in reviewed)


def _lines(remarked: Iterable[tuple[int, Iterable[str]]]) -> Iterator[str]:
    """Join equal remarks into one line that names their turns; 0 is no turn."""
    turns: dict[str, list[int]] = {}
    for number, said in remarked:
        for remark in said:
            turns.setdefault(remark, []).append(number)
    for remark, numbers in turns.items():
        yield f"{name_turns(numbers)}: {remark}." if numbers[0] else f"{remark[0].upper()}{remark[1:]}."


def phony_text(played: PlayedMove) -> str:
    """Return the move, with a star if it is a phony."""
    return f"{played.move}{'*' if played.is_phony else ''}"


def position_remarks(analysis: PositionAnalysis) -> Iterator[str]:
    """Return the remarks on one position, without turn number and full stop."""
    played = analysis.played
    knowledge = analysis.rack_knowledge
    if knowledge is RackKnowledge.UNKNOWN:
        yield _NO_RACK
    yield from _word_remarks(analysis)
    if played is not None and played.remark and knowledge is not RackKnowledge.UNKNOWN:
        yield f"{played.move} has no rank: {played.remark}"
    if knowledge is RackKnowledge.PARTIAL:
        yield _PARTLY_NOT_SIMULATED if analysis.why_static and not analysis.is_endgame else _PARTLY
    elif analysis.why_static:
        yield f"not {'solved' if analysis.is_endgame else 'simulated'}: {analysis.why_static}"


def turn_remarks(turn: "TurnReview") -> Iterator[str]:
    """Return the remarks on a reviewed turn."""
    knowledge = turn.analysis.rack_knowledge
    if knowledge is RackKnowledge.FULL:
        yield from position_remarks(turn.analysis)
    else:
        yield _NOT_JUDGED[knowledge]
        yield from _word_remarks(turn.analysis)
    if turn.may_be_forfeit and turn.points_lost:
        yield _FORFEIT
    if turn.has_estimated_loss and turn.win_error is not None:
        yield f"the wins lost are estimated, ±{100 * turn.win_error:.1f} %, and graded by what exceeds that"


def _word_remarks(analysis: PositionAnalysis) -> Iterator[str]:
    """Return the remark on a phony or a play taken back."""
    played = analysis.played
    if played is not None and (played.invalid_words or played.is_withdrawn):
        yield _describe_words(played, analysis.lexicon_name)


def _describe_words(played: PlayedMove, lexicon: str) -> str:
    words = played.invalid_words
    named = f"{', '.join(words[:-1])} and {words[-1]} are" if len(words) > 1 else f"{''.join(words)} is"
    if not played.is_withdrawn:
        return f"{named} not in {lexicon}"
    if not words:
        return f"{played.move} was taken back, though its words are in {lexicon}"
    return f"{named} not in {lexicon}; the play was taken back and counts as a pass"


def describe_lexicon(analysis: PositionAnalysis) -> str:
    """Return the name of the lexicon, and the one in whose place it is used."""
    if not analysis.has_substitute_lexicon:
        return analysis.lexicon_name
    own = analysis.position.lexicon_name
    reason = f"{one_line(own, MAX_NAME)} is not installed" if own else "not that of the record"
    return f"{analysis.lexicon_name} ({reason})"


def describe_values(analysis: PositionAnalysis, *, with_win_table: bool = False) -> str:
    """Return the names of the leaves that value the moves, and of the table that gives chances to win.

    By rules of one's own, where points are worth more or less, the built-in table is only a rough guide.
    """
    parts = ["no leaves" if analysis.leaves_name is None else f"leaves {analysis.leaves_name}"]
    if with_win_table:
        name = analysis.win_table_name
        model = "normal win model" if name is None else f"win table {name}"
        is_own = name is not None and name.endswith(WIN_TABLE_SUFFIX)
        if not is_own and analysis.position.variant.name not in list_configs("rules"):
            model += " (learned from standard games)"
        parts.append(model)
    return ", ".join(parts)


def static_note(reviewed: "Sequence[TurnReview]") -> str | None:
    """Return the sentence on turns that a deeper review would simulate or search; None if there is none."""
    quick = sum(
        turn.analysis.method is Method.STATIC
        and not turn.analysis.why_static
        and not turn.analysis.obstacle
        and len(turn.analysis.candidates) > 0
        for turn in reviewed
    )
    if not quick:
        return None
    turns = "all" if quick == len(reviewed) else f"{quick} of {len(reviewed)}"
    return f"Quick review: {turns} turns by score and leave only"


def name_turns(turns: Iterable[int]) -> str:
    """Return text such as `Turn 7` or `Turns 1-3, 5`."""
    turns = list(turns)
    runs: list[list[int]] = []
    for turn in turns:
        if runs and turn == runs[-1][-1] + 1:
            runs[-1][1:] = [turn]
        else:
            runs.append([turn])
    text = ", ".join("-".join(map(str, run)) for run in runs)
    return f"Turn{'s' * (len(turns) > 1)} {text}"
