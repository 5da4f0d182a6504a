"""The analysis of a position as text: the board and the candidates."""

from collections.abc import Iterator, Sequence
from functools import singledispatch

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.text.board_view import position_lines
from jackdaw.text.remarks import UNKNOWN, describe_values, phony_text, remarks
from jackdaw.text.why_view import position_why
from movegen.counts import counted
from strategy.analysis import Evaluation, PlayedMove, PositionAnalysis, StaticEvaluation
from strategy.players import Candidate, CandidateList

_CANDIDATE_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Leave value", "right"), Column("Equity", "right"), Column("", "left"),
)  # fmt: skip


def position_view(
    analysis: PositionAnalysis, heading: str, names: Sequence[str], count: int
) -> Iterator[Line]:
    """Show the board with racks, scores and unseen tiles, and the `count` best candidates."""
    yield styled(heading, "bold")
    yield EMPTY
    yield from position_lines(analysis.position, names)
    yield EMPTY
    yield from evaluation_view(analysis.evaluation, analysis, names, count)
    yield from map(styled, remarks([analysis]))
    yield from position_why(analysis)


@singledispatch
def evaluation_view(
    evaluation: Evaluation, analysis: PositionAnalysis, names: Sequence[str], count: int
) -> Iterator[Line]:
    """Show the `count` best moves of an evaluation, the played one, and facts about the method.

    Each method registers its view, here or in the module of its report.
    """
    raise NotImplementedError(f"no view of {evaluation!r}")


@evaluation_view.register
def _(
    evaluation: StaticEvaluation, analysis: PositionAnalysis, names: Sequence[str], count: int
) -> Iterator[Line]:
    del evaluation, names  # the candidates have all its figures
    if len(analysis.candidates):
        yield from table(_CANDIDATE_COLUMNS, list(_candidate_rows(analysis, count)))
        yield EMPTY
        yield from _summary(analysis, min(count, len(analysis.candidates)))


def moves_view(
    analysis: PositionAnalysis, listed: CandidateList, *, ranked_by: str = "equity"
) -> Iterator[Line]:
    """Show moves of a position in the given order, numbered from 1."""
    if not len(listed):
        return
    rows = [(_candidate_cells(number, candidate), "") for number, candidate in enumerate(listed, start=1)]
    yield from table(_CANDIDATE_COLUMNS[:-1], rows)
    yield EMPTY
    yield from _summary(analysis, len(listed), ranked_by)


def _candidate_rows(analysis: PositionAnalysis, count: int) -> Iterator[tuple[Sequence[str], str]]:
    """Return the `count` best candidates and the played move, whatever its rank, with their styles."""
    played = analysis.played
    index = None if played is None else played.index
    for number, candidate in enumerate(analysis.candidates[:count]):
        cells = _candidate_cells(analysis.rank_candidate(number), candidate)
        if played is not None and number == index:
            yield (*cells, _played_mark(played, candidate)), "bold"
        else:
            yield cells, ""
    if played is None or (index is not None and index < count):
        return
    if count < len(analysis.candidates):
        yield ("", "..."), ""
    if index is None:
        yield _unlisted_cells(played), "bold"
    else:
        candidate = analysis.candidates[index]
        cells = _candidate_cells(analysis.rank_candidate(index), candidate)
        yield (*cells, _played_mark(played, candidate)), "bold"


def _candidate_cells(rank: int, candidate: Candidate) -> tuple[str, ...]:
    return (
        str(rank),
        str(candidate.move),
        str(candidate.score),
        str(candidate.leave),
        f"{candidate.leave_value:+.1f}",
        f"{candidate.equity:.1f}",
    )


def _played_mark(played: PlayedMove, listed: Candidate) -> str:
    return "played" if str(played.move) == str(listed.move) else f"played as {played.move}"


def _unlisted_cells(played: PlayedMove) -> tuple[str, ...]:
    equity = UNKNOWN if played.equity is None else f"{played.equity:.1f}"
    mark = "played, taken back" if played.is_withdrawn else "played"
    return "", phony_text(played), str(played.move.score), "", UNKNOWN, equity, mark


def _summary(analysis: PositionAnalysis, listed: int, ranked_by: str = "equity") -> Iterator[Line]:
    """Describe the number of moves listed, how they were ranked, and what values them."""
    how = f"lexicon {analysis.lexicon_name}, strategy {analysis.strategy_name}"
    yield styled(f"{listed:,} of {counted(len(analysis.candidates), 'move')}, ranked by {ranked_by}; {how}")
    yield styled(f"Values: {describe_values(analysis)}")
