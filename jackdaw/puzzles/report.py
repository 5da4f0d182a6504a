"""The report of `jackdaw puzzles`: how many there are of each kind, and the first ones."""

from collections import Counter
from collections.abc import Iterator, Sequence

from jackdaw.console import EMPTY, Column, Line, styled, table
from movegen.counts import counted
from movegen.errors import MAX_NAME, one_line
from sims.decisions import Phase
from sims.puzzles import Puzzle, PuzzleMove, Tag

_SHOWN = 10
_KINDS = (Column("", "left"), Column("Puzzles", "right"))
_LIST = (
    Column("#", "right"), Column("Phase", "left"), Column("Rack", "left"), Column("Margin", "right"),
    Column("Difficulty", "right"), Column("Tags", "left"), Column("From", "left"),
)  # fmt: skip


def puzzles_view(puzzles: Sequence[Puzzle], positions: int) -> Iterator[Line]:
    """Lay out the numbers of puzzles by phase and tag, and the first ones without their answers."""
    yield styled(f"{counted(len(puzzles), 'puzzle')} in {counted(positions, 'position')}", "bold")
    if not puzzles:
        return
    yield EMPTY
    yield from _counts(puzzles)
    yield EMPTY
    rows = [(_row(number, puzzle), "") for number, puzzle in enumerate(puzzles[:_SHOWN], start=1)]
    yield from table(_LIST, rows)
    if len(puzzles) > _SHOWN:
        yield styled(f"... and {len(puzzles) - _SHOWN:,} more", "dim")


def margin_text(margin: PuzzleMove) -> str:
    """Format what the second best move loses, with its standard error: `4.1 ± 0.3 %` or `12 points`.

    Wins are shown where they differ, else points; of an unknown loss the least that it can be.
    """
    if margin.win_lost:
        error = f" ± {100 * margin.win_error:.1f}" if margin.win_error else ""
        return f"{100 * margin.win_lost:.1f}{error} %"
    if margin.points_lost is None:
        return _least_text(margin)
    error = f" ± {margin.points_error:.1f}" if margin.points_error else ""
    return f"{margin.points_lost:.1f}{error} points" if error else _points_text(margin.points_lost)


def _points_text(points: float) -> str:
    return f"{points:.0f} point{'s' * (round(points) != 1)}"


def _least_text(margin: PuzzleMove) -> str:
    if margin.least_win_lost:
        return f"at least {100 * margin.least_win_lost:.1f} %"
    if margin.least_points_lost:
        return f"at least {_points_text(margin.least_points_lost)}"
    return "unknown"


def _counts(puzzles: Sequence[Puzzle]) -> Iterator[Line]:
    phases = Counter(puzzle.phase for puzzle in puzzles)
    tags = Counter(tag for puzzle in puzzles for tag in puzzle.tags)
    known = [tag for tag in Tag if tag not in (Tag.PRE_ENDGAME, Tag.ENDGAME)]
    rows = [((phase.value, f"{phases[phase]:,}"), "") for phase in Phase if phases[phase]]
    rows += [((tag.value, f"{tags[tag]:,}"), "") for tag in known if tags[tag]]
    yield from table(_KINDS, rows)


def _row(number: int, puzzle: Puzzle) -> tuple[str, ...]:
    origin = puzzle.origin
    place = one_line(origin.source, MAX_NAME) + (f", turn {origin.turn}" if origin.turn else "")
    return (
        str(number),
        puzzle.phase,
        str(puzzle.position.rack),
        margin_text(puzzle.margin),
        "" if puzzle.difficulty is None else str(puzzle.difficulty.value),
        ", ".join(puzzle.tags),
        place,
    )
