"""The board, and the panel of scores and racks beside it, for a terminal."""

import os
import re
import textwrap
from collections.abc import Mapping, Sequence
from itertools import groupby

from jackdaw.console import EMPTY, Line, Span, beside, block_width, page_width, styled, text_width
from movegen.board import DARK, LIGHT, Board
from movegen.position import Position
from movegen.variant import Rack

_SQUARES = {"=": "TW", "-": "DW", '"': "TL", "'": "DL", "~": "QW", "^": "QL", "#": "blocked"}
_CELL = re.compile(r"(?:\[[^]]*\]|.) ?")
_PANEL_WIDTH = 42
_GAP = 2  # after the last column, which is two wide


def board_lines(board: Board) -> list[Line]:
    """Draw the board in the colours of its pictures, as `jackdaw play` does; without colours it is plain."""
    heading, *rows = str(board).split("\n")
    width = text_width(heading)
    colours = _colours()
    return [
        styled(heading, "dim"),
        *(
            (
                Span(row[:3], "dim"),
                *(_cell_span(cell, colours) for cell in _CELL.findall(row[3:].ljust(width - 2))),
            )
            for row in rows
        ),
    ]


def _colours() -> Mapping[str, str]:
    """Return the colours for the ground that the terminal declares in COLORFGBG, by default a dark one."""
    ground = os.environ.get("COLORFGBG", "").split(";")[-1]
    is_light = ground.isdigit() and (int(ground) == 7 or int(ground) > 8)
    return LIGHT if is_light else LIGHT | DARK


def position_lines(position: Position, names: Sequence[str]) -> list[Line]:
    """Draw the board and, beside it or below, scores, racks, the bag and the unseen tiles."""
    board, panel = board_lines(position.board), _panel(position, names)
    if block_width(board) + _GAP + block_width(panel) > page_width():
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


def _rack_text(position: Position, player: int) -> str:
    """Format a rack; with an empty bag say where it is taken for whole, and the rest for the other one."""
    rack, size = position.racks[player], position.rules.rack_size
    is_deduced = (
        position.players == 2
        and not position.bag_count
        and len(position.rack) > 0
        and None in position.racks
        and len(position.unseen) <= size
    )
    if rack is None:
        return f"{position.unseen}, all that is unseen" if is_deduced else "rack unknown"
    if is_deduced and len(rack) < size:
        return f"{rack}, taken for the whole rack"
    missing = position.rules.rack_size - len(rack) if position.bag_count else 0
    return f"{rack} and {missing} unknown" if missing else str(rack) or "no tiles"


def _cell_span(cell: str, colours: Mapping[str, str]) -> Span:
    text = cell.strip()
    if text in _SQUARES:
        return Span(cell, f"{colours['name']} on {colours[_SQUARES[text]]}")
    if text in ("", ".", "*"):
        return Span(cell, f"{colours['ink']} on {colours['plain']}")
    letter = colours["letter" if text == text.upper() else "blank"]
    return Span(cell, f"bold {letter} on {colours['tile']}")
