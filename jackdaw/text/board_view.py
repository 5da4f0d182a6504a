"""The board, and the panel of scores and racks beside it, for a terminal."""

import re
import shutil
import textwrap
from collections.abc import Sequence
from itertools import groupby

from jackdaw.console import EMPTY, Line, Span, beside, block_width, styled, text_width
from movegen.board import Board
from movegen.position import Position
from movegen.variant import Rack

_SQUARES = {
    "=": "red", "-": "magenta", '"': "bright_blue", "'": "cyan", "~": "bold red", "^": "bold blue",
    "#": "dim",
}  # fmt: skip
_CELL = re.compile(r"\[[^]]*\]|[. ]+|.")
_PANEL_WIDTH = 42
_GAP = 3
_MAX_WIDTH = 80  # columns; nearly all terminals have them


def board_lines(board: Board) -> list[Line]:
    """Draw the board: premiums in colour, tiles bold, blanks in a colour of their own."""
    heading, *rows = str(board).split("\n")
    return [
        styled(heading, "dim"),
        *((Span(row[:3], "dim"), *map(_cell_span, _CELL.findall(row[3:]))) for row in rows),
    ]


def position_lines(position: Position, names: Sequence[str]) -> list[Line]:
    """Draw the board and, beside it or below, scores, racks, the bag and the unseen tiles."""
    board, panel = board_lines(position.board), _panel(position, names)
    if block_width(board) + _GAP + block_width(panel) > _width():
        return [*board, EMPTY, *panel]
    return beside(board, [EMPTY, *panel], gap=_GAP)


def group_tiles(rack: Rack) -> str:
    """Format tiles with a space between different ones: `?? AAA B`."""
    return " ".join("".join(map(rack.tile_set.rack_text, run)) for _, run in groupby(rack))


def _panel(position: Position, names: Sequence[str]) -> list[Line]:
    width = max(map(text_width, names))
    digits = max(len(str(score)) for score in position.scores)
    lines = []
    for player, (name, score) in enumerate(zip(names, position.scores, strict=True)):
        on_turn = player == position.on_turn
        padded = name + " " * (width - text_width(name))
        text = f"{'>' if on_turn else ' '} {padded}  {score:{digits}}  {_rack_text(position, player)}"
        lines.append(styled(text, "bold" if on_turn else ""))
    unseen, bag = position.unseen, position.bag_count
    lines += [EMPTY, styled(f"{len(unseen)} unseen, {bag or 'none'} of them in the bag")]
    return lines + [styled(line) for line in textwrap.wrap(group_tiles(unseen), _PANEL_WIDTH)]


def _width() -> int:
    return min(_MAX_WIDTH, shutil.get_terminal_size().columns)


def _rack_text(position: Position, player: int) -> str:
    rack = position.racks[player]
    if rack is None:
        return "rack unknown"
    missing = position.rules.rack_size - len(rack) if position.bag_count else 0
    return f"{rack} and {missing} unknown" if missing else str(rack) or "no tiles"


def _cell_span(cell: str) -> Span:
    if cell in _SQUARES:
        return Span(cell, _SQUARES[cell])
    if cell[0] in ". ":
        return Span(cell, "dim")
    return Span(cell, "bold" if cell == cell.upper() else "bold yellow")
