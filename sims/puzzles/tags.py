"""The tags of a puzzle: what kind of move its answer is, and what it does."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby, pairwise

from movegen.board import Board, Move, MoveKind
from movegen.position import Position
from movegen.variant import BLANK_FLAG, Direction
from sims.decisions import Phase, find_phase
from sims.explanation import FactKind, Quantity, explain
from sims.review import is_bingo
from strategy.analysis import PositionAnalysis

POWER_TILE_POINTS = 8
"""Points from which on a tile is a power tile: J, Q, X and Z in English."""
COMEBACK_DEFICIT = 30
"""Points behind from which on winning is a comeback."""
_EVEN = 0.5
_LEAST_GAIN = 3.0
"""Points of a reply or a next turn that make a move a block or a set-up."""


class Tag(StrEnum):
    """A tag. A bingo also has its length as a tag: `bingo-8`."""

    BINGO = "bingo"
    NON_BINGO = "non-bingo"
    """A play that lays fewer tiles although a bingo can be played."""
    BLANK = "blank"
    """A play that lays a blank."""
    POWER_TILE = "power-tile"
    """A play that lays a tile worth 8 points or more."""
    HOOK = "hook"
    """A play that adds a letter before or after a word on the board, across its own direction."""
    EXTENSION = "extension"
    """A play that lengthens a word of two letters or more in its own direction."""
    PARALLEL = "parallel"
    """A play along other tiles that forms two or more words beside its own with neighbouring tiles."""
    EXCHANGE = "exchange"
    PASS = "pass"
    BLOCK = "block"
    """Its main gain on the next best move is that the opponent's reply scores less."""
    SET_UP = "set-up"
    """Its main gain on the next best move is the player's next turn, and not by more bingos."""
    PRE_ENDGAME = "pre-endgame"
    ENDGAME = "endgame"
    OUT_PLAY = "out-play"
    """A play that lays the whole rack with an empty bag."""
    PHONY = "phony"
    """The opponent's last play is not valid, and a challenge is best."""
    COMEBACK = "comeback"
    """The player is at least 30 points behind, and wins more often than not with the answer alone."""


def find_tags(analysis: PositionAnalysis, answer: Move | None = None) -> tuple[str, ...]:
    """Return the tags of a position with its answer, by default the best move of the analysis."""
    position, answer = analysis.position, answer or analysis.evaluation.moves[0]
    return tuple(
        dict.fromkeys(
            [
                *_move_tags(position, answer, analysis),
                *_shape_tags(position.board, answer),
                *_reason_tags(analysis, answer),
                *_situation_tags(position, answer, analysis),
            ]
        )
    )


def _move_tags(position: Position, answer: Move, analysis: PositionAnalysis) -> Iterator[str]:
    if answer.kind is MoveKind.EXCHANGE:
        yield Tag.EXCHANGE
        return
    if answer.kind is MoveKind.PASS:
        yield Tag.PASS
        return
    if is_bingo(analysis, answer):
        yield Tag.BINGO
        yield f"{Tag.BINGO}-{len(answer.word)}"
    elif any(is_bingo(analysis, move) for move in analysis.candidates.moves):
        yield Tag.NON_BINGO
    laid = [byte for _, _, byte in answer.squares]
    if any(byte & BLANK_FLAG for byte in laid):
        yield Tag.BLANK
    points = position.variant.tiles.points
    if any(not byte & BLANK_FLAG and points[byte] >= POWER_TILE_POINTS for byte in laid):
        yield Tag.POWER_TILE


def _shape_tags(board: Board, answer: Move) -> Iterator[str]:
    """Yield the tags of the words that a play forms."""
    if answer.kind is not MoveKind.PLAY or board.is_empty:
        return
    crossed = [_cross_runs(board, answer, row, column) for row, column, _ in answer.squares]
    if any(_length_alone(before, after) >= 2 for before, after in crossed):
        yield Tag.HOOK
    if any(not placed and len(list(run)) >= 2 for placed, run in groupby(answer.placed)):
        yield Tag.EXTENSION
    forms = [before + after > 0 for before, after in crossed]
    places = [(row, column) for row, column, _ in answer.squares]
    if any(
        one and other and _are_neighbours(here, there)
        for (one, here), (other, there) in pairwise(zip(forms, places, strict=True))
    ):
        yield Tag.PARALLEL


def _length_alone(before: int, after: int) -> int:
    """Return the length of the word that a tile hooks: 0 if it joins two words, or touches none."""
    return 0 if before and after else before + after


def _cross_runs(board: Board, answer: Move, row: int, column: int) -> tuple[int, int]:
    """Return the numbers of tiles before and after a square, across the direction of a play."""
    down, right = (1, 0) if answer.direction is Direction.ACROSS else (0, 1)
    return _run(board, row, column, -down, -right), _run(board, row, column, down, right)


def _run(board: Board, row: int, column: int, down: int, right: int) -> int:
    """Return the number of tiles on the board from the square beside this one on."""
    length = 0
    while True:
        row, column = row + down, column + right
        inside = 0 <= row < board.layout.rows and 0 <= column < board.layout.columns
        if not inside or not board[row, column]:
            return length
        length += 1


def _are_neighbours(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _reason_tags(analysis: PositionAnalysis, answer: Move) -> Iterator[str]:
    """Yield the tags of what a simulated answer gains on the next best move."""
    explanation = explain(analysis, answer)
    if explanation is None:
        return
    gains = [fact for fact in explanation.facts if fact.gain is not None and fact.gain >= _LEAST_GAIN]
    if not gains:
        return
    main = max(gains, key=lambda fact: fact.gain or 0.0)
    if main.kind is FactKind.REPLY:
        yield Tag.BLOCK
    bingos = main.figure(Quantity.NEXT_BINGO)
    if main.kind is FactKind.NEXT_TURN and not (bingos and bingos.is_certain and bingos.difference > 0):
        yield Tag.SET_UP


def _situation_tags(position: Position, answer: Move, analysis: PositionAnalysis) -> Iterator[str]:
    phase = find_phase(position)
    if phase is Phase.PRE_ENDGAME:
        yield Tag.PRE_ENDGAME
    if phase is Phase.ENDGAME:
        yield Tag.ENDGAME
        if len(answer.tiles_used) == len(position.rack):
            yield Tag.OUT_PLAY
    win, moves = analysis.evaluation.win_chance(answer), analysis.evaluation.moves
    chances = [analysis.evaluation.win_chance(move) for move in moves if move != answer]
    is_alone = all(chance is not None and chance < _EVEN for chance in chances)
    if position.spread <= -COMEBACK_DEFICIT and win is not None and win > _EVEN and is_alone:
        yield Tag.COMEBACK
