"""A board as a self-contained SVG picture for notebooks, reports and web pages.

Everything is painted, including the background, so the picture is readable on light and dark pages. In a
viewer with a dark colour scheme, the colours around the tiles follow it.
"""

from typing import TYPE_CHECKING
from unicodedata import combining

from movegen.variant import BLANK_FLAG, Rack, TileSet, column_name

if TYPE_CHECKING:
    from movegen.board.board import Board
    from movegen.board.moves import Move
    from movegen.variant import BoardLayout

SIDE = 32
"""The side of a square, in units of the picture."""
MARGIN = 24
"""The width of the margin for the names of rows and columns."""
LIGHT = {
    "page": "#f4f1ea", "ink": "#3b3a37", "plain": "#ddd8cc", "tile": "#f5d896", "new": "#ffcf5c",
    "letter": "#2a2416", "blank": "#b3261e", "name": "#23211e", "DL": "#b9d8ee", "TL": "#5fa3d3",
    "QL": "#4a86c0", "DW": "#f3c1bd", "TW": "#e07a6d", "QW": "#c8607a", "blocked": "#57534a",
}  # fmt: skip
"""The colours by class; `DARK` has those that differ in a dark scheme."""
DARK = {
    "page": "#24262b", "ink": "#d5d3cd", "plain": "#383b42", "tile": "#e6cd93", "new": "#f6bd42",
    "name": "#f2f0ea", "DL": "#3f6178", "TL": "#2f76a8", "QL": "#27558c", "DW": "#7d4f50",
    "TW": "#a3473d", "QW": "#8c3350", "blocked": "#0f1013",
}  # fmt: skip

_SIZES = {1: 18, 2: 13, 3: 10}
"""Font sizes of the labels of tiles, by number of characters; longer ones shrink to fit."""

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
"""Those of `html.escape`, whose module takes long to load."""


def draw_board(
    board: "Board", *, move: "Move | None" = None, rack: Rack | None = None, title: str | None = None
) -> str:
    """Return the board as an SVG image.

    Tiles show their points as subscripts; a blank is a red lower-case letter without points. The tiles of
    `move`, a play that may be on the board already, are highlighted; `rack` is drawn below the board and
    `title` above it.

    >>> board = Board.empty(Variant.standard())
    >>> picture = draw_board(board, move=parse_move("8D WAREZ", board), title="An opening")
    >>> picture[:4], "<title>An opening</title>" in picture
    ('<svg', True)
    """
    layout = board.layout
    laid = {(row, column): byte for row, column, byte in move.squares} if move else {}
    top = MARGIN * (2 if title else 1)
    widest = max(layout.columns * SIDE, len(rack or ()) * SIDE, len(title or "") * 9)
    width = widest + 2 * MARGIN
    left = (width - layout.columns * SIDE) // 2
    height = top + layout.rows * SIDE + MARGIN + (SIDE + MARGIN if rack else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="jackdaw-board" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" text-anchor="middle">',
        f"<title>{_text(title or f'Board {layout.name}')}</title><style>{_style()}</style>",
        f'<rect width="{width}" height="{height}" rx="6" class="page"/>',
    ]
    if title:
        parts.append(_label(width // 2, MARGIN - 4, title, 15))
    parts += draw_coordinates(layout, left, top)
    for row in range(layout.rows):
        for column in range(layout.columns):
            x, y = left + column * SIDE, top + row * SIDE
            byte = laid.get((row, column)) or int(board.squares[row, column])
            if byte:
                parts.append(draw_tile(x, y, byte, board.tile_set, is_new=(row, column) in laid))
            else:
                parts.append(draw_square(x, y, layout, row, column))
    if rack:
        first = (width - len(rack) * SIDE) // 2
        y = height - MARGIN - SIDE
        parts += [draw_tile(first + index * SIDE, y, tile, board.tile_set) for index, tile in enumerate(rack)]
    return "".join([*parts, "</svg>"])


def draw_coordinates(layout: "BoardLayout", left: int, top: int) -> list[str]:
    """Draw the names of rows and columns around squares whose corner is at (left, top)."""
    middle, half = MARGIN // 2, SIDE // 2
    names = [
        _label(left + column * SIDE + half, top - middle, column_name(column), 11)
        for column in range(layout.columns)
    ]
    return names + [
        _label(left - middle, top + row * SIDE + half, str(row + 1), 11) for row in range(layout.rows)
    ]


def draw_square(x: int, y: int, layout: "BoardLayout", row: int, column: int) -> str:
    """Draw an empty square with its corner at (x, y)."""
    if layout.is_blocked(row, column):
        return _box(x, y, "blocked", 2)
    premium = layout.premium(row, column)
    box = _box(x, y, premium or "plain", 2)
    if (row, column) == layout.start:
        return box + _label(x + SIDE // 2, y + SIDE // 2, "★", 16, "name")
    return box + (_label(x + SIDE // 2, y + SIDE // 2, premium, 10, "name") if premium else "")


def draw_tile(x: int, y: int, byte: int, tile_set: TileSet, *, is_new: bool = False) -> str:
    """Draw a tile with its corner at (x, y); `byte` is a board byte, or 0 for a blank on a rack."""
    is_blank = not byte or bool(byte & BLANK_FLAG)
    tile = tile_set.tiles[byte & ~BLANK_FLAG]
    label = tile.blank_label if is_blank else tile.label
    characters = sum(not combining(character) for character in label)
    size = _SIZES.get(characters, SIDE // characters)
    box = _box(x, y, "new" if is_new else "tile", 4)
    middle = x + SIDE // 2 - (0 if is_blank else 2)
    letter = _label(middle, y + SIDE // 2, label, size, "blank" if is_blank else "letter")
    if is_blank:
        return box + letter
    return box + letter + _label(x + SIDE - 7, y + SIDE - 7, str(tile.points), 8, "letter")


def _box(x: int, y: int, kind: str, corner: int) -> str:
    side = SIDE - 2
    return f'<rect x="{x + 1}" y="{y + 1}" width="{side}" height="{side}" rx="{corner}" class="{kind}"/>'


def _label(x: int, y: int, text: str, size: int, kind: str = "ink") -> str:
    """Draw text centred at (x, y)."""
    return f'<text x="{x}" y="{y}" dy="0.35em" font-size="{size}" class="{kind}">{_text(text)}</text>'


def _style() -> str:
    def rules(colours: dict[str, str]) -> str:
        return "".join(f".jackdaw-board .{kind}{{fill:{colour}}}" for kind, colour in colours.items())

    return f"{rules(LIGHT)}@media(prefers-color-scheme:dark){{{rules(DARK)}}}"


def _text(text: str) -> str:
    """Escape text for XML, which allows no control characters or lone surrogates, escaped or not."""
    return "".join(
        _ESCAPES.get(character, character) if character.isprintable() else "\ufffd" for character in text
    )
