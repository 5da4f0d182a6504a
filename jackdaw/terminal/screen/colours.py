"""The board and racks as coloured text, for dark and light terminals."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from jackdaw.console import text_width
from movegen.board import DARK, LIGHT, Board, Move
from movegen.variant import BLANK, BLANK_FLAG, TileSet, column_name

_ALSO_LIGHT = {"tentative": "#9ed69a", "good": "#1b6e1b", "bad": "#b3261e"}
_ALSO_DARK = {"good": "#8fd18a", "bad": "#ff8a80"}
_MARGIN = 3  # columns for the row's number

Palette = dict[str, str]


def palette(is_dark: bool) -> Palette:
    """Return the colours of board pictures, and those of tentative tiles and of messages."""
    light = LIGHT | _ALSO_LIGHT
    return light | DARK | _ALSO_DARK if is_dark else light


def cell_width(tiles: TileSet) -> int:
    """Return the columns that a square needs: two, unless a tile's label is longer."""
    return max(2, *(text_width(tile.label) for tile in tiles.tiles))


def board_width(board: Board, cell: int) -> int:
    """Return the columns that the board takes."""
    return _MARGIN + cell * board.layout.columns


def board_text(
    board: Board, colours: Palette, cell: int, *, last: Move | None = None, tentative: Move | None = None
) -> Text:
    """Draw the board, squares `cell` columns wide. The last play and a tentative one stand out."""
    new = set() if last is None else {(row, column) for row, column, _ in last.squares}
    new_tiles = {} if tentative is None else {(row, column): byte for row, column, byte in tentative.squares}
    layout = board.layout
    names = "".join(_centred(column_name(column), cell) for column in range(layout.columns))
    text = Text(no_wrap=True).append(" " * _MARGIN + names, Style(dim=True))
    for row in range(layout.rows):
        text.append(f"\n{row + 1:2} ", Style(dim=True))
        for column in range(layout.columns):
            square = row, column
            byte = new_tiles.get(square) or int(board.squares[square])
            if byte:
                ground = "tentative" if square in new_tiles else "new" if square in new else "tile"
                text.append_text(
                    _tile(board.tile_set.board_text(byte), bool(byte & BLANK_FLAG), colours, ground, cell)
                )
            else:
                text.append_text(_empty(board, square, colours, cell))
    return text


def rack_text(tiles: TileSet, rack: Sequence[int], used: Sequence[int], colours: Palette, width: int) -> Text:
    """Draw the tiles of a rack in this order, as wide as `width` columns allow.

    Tiles used by a tentative play are dim.
    """
    left, labels = list(used), [_label(tiles.rack_text(tile)) for tile in rack]
    edge = " " if sum(text_width(label) + 3 for label in labels) <= width else ""
    text = Text(no_wrap=True)
    for tile, label in zip(rack, labels, strict=True):
        shown = f"{edge}{label}{edge}"
        if tile in left:
            left.remove(tile)
            text.append(shown, Style(dim=True))
        else:
            text.append_text(_tile(shown, tile == BLANK, colours, "tile", 0))
        text.append(" ")
    return text


def _tile(label: str, is_blank: bool, colours: Palette, ground: str, cell: int) -> Text:
    colour = colours["blank" if is_blank else "letter"]
    return Text(_centred(_label(label), cell), Style(color=colour, bgcolor=colours[ground], bold=True))


def _empty(board: Board, square: tuple[int, int], colours: Palette, cell: int) -> Text:
    symbol = board.layout.symbols[square[0]][square[1]]
    kind = "blocked" if board.layout.is_blocked(*square) else board.layout.premium(*square)
    is_start = square == board.layout.start and board.is_empty
    shown = "*" if is_start else symbol if symbol != " " else "·"
    style = Style(
        color=colours["name" if kind or is_start else "ink"],
        bgcolor=colours[kind or "plain"],
        dim=not is_start,
    )
    return Text(_centred(shown, cell), style)


def _label(text: str) -> str:
    """Return a tile's text without the brackets that plain boards put around long ones."""
    return text.replace("[", "").replace("]", "")


def _centred(text: str, cell: int) -> str:
    spare = max(0, cell - text_width(text))
    return " " * (spare // 2) + text + " " * (spare - spare // 2)
