"""The boards and racks of a page: small SVG pictures that refer to shapes defined once, at its beginning.

A page has a board for each turn. Thanks to the references 25 boards take no more bytes than three complete
ones.
"""

from collections.abc import Iterable
from unicodedata import combining

from markupsafe import Markup, escape

from movegen.board import DARK, LIGHT, MARGIN, SIDE, Board, Move, draw_coordinates, draw_square
from movegen.variant import BLANK, BLANK_FLAG, BoardLayout, Rack, TileSet, Variant

_LIGHT = LIGHT | {
    "page": "#f3eee3", "plain": "#e2dccd", "tile": "#f7dfa6", "edge": "#cfa75a", "new": "#ffc94a",
    "ring": "#8a5a10", "DL": "#b5d9f0", "TL": "#4d9bd0", "DW": "#f6c0b9", "TW": "#dd6a5b",
}  # fmt: skip
_DARK = LIGHT | DARK | {
    "page": "#22252b", "plain": "#343841", "tile": "#ead49c", "edge": "#a58245", "new": "#f7bf45",
    "ring": "#7a4e0c", "DL": "#3a6480", "TL": "#2b78b0", "DW": "#86504f", "TW": "#b04a3e",
}  # fmt: skip
_SIZES = {1: 19, 2: 14, 3: 11}
"""Font sizes of the labels of tiles, by number of characters; longer ones shrink to fit."""


def shapes(variant: Variant) -> Markup:
    """Draw the empty board and all tiles, designated blanks included, for the other pictures to use."""
    tiles = variant.tiles
    letters = range(1, tiles.letters + 1)
    blanks = [letter | BLANK_FLAG for letter in letters] if tiles.counts[BLANK] else []
    drawn = (f'<g id="t{byte}">{_tile(byte, tiles)}</g>' for byte in (BLANK, *letters, *blanks))
    return Markup(  # labels are escaped
        '<svg class="jackdaw-board shapes" width="0" height="0" aria-hidden="true"><defs>'
        f'<g id="empty-board">{_empty_board(variant.layout)}</g>{"".join(drawn)}</defs></svg>'
    )


def colours() -> tuple[dict[str, str], dict[str, str]]:
    """Return the colours of the classes of shapes, for the light and for the dark theme."""
    return _LIGHT, _DARK


def _tile(byte: int, tiles: TileSet) -> str:
    """Draw a tile with a shaded edge; a blank is the capital it stands for in a ring, without points."""
    is_blank = not byte or bool(byte & BLANK_FLAG)
    tile = tiles.tiles[byte & ~BLANK_FLAG]
    label = tile.label if byte else ""
    size = _SIZES.get(sum(not combining(character) for character in label), SIDE // max(1, len(label)))
    face = (
        '<rect x="1" y="1.5" width="30" height="29.5" rx="4" class="edge"/>'
        '<rect x="1" y="1" width="30" height="27.5" rx="4" class="tile"/>'
    )
    if is_blank:
        return f'{face}<circle cx="16" cy="14.8" r="11.2" fill="none" stroke-width="1.8" class="ring"/>' + (
            _label(16, 14.8, label, min(size, 16), "blank") if label else ""
        )
    points = str(tile.points)
    right = 25.6 if len(points) == 1 else 24
    letter = _label(14.6, 14.6, label, size, "letter")
    return f"{face}{letter}{_label(right, 23.4, points, 8, 'letter tile-points')}"


def _label(x: float, y: float, text: str, size: float, kind: str) -> str:
    shown = "".join(character if character.isprintable() else "\ufffd" for character in text)
    return f'<text x="{x:g}" y="{y:g}" dy="0.355em" font-size="{size}" class="{kind}">{escape(shown)}</text>'


def board_picture(board: Board, move: Move | None, title: str) -> Markup:
    """Draw a board; the tiles of a play that is not on it yet are in a group of their own."""
    return line_picture(board, () if move is None else (move,), title)


def line_picture(board: Board, moves: Iterable[Move], title: str) -> Markup:
    """Draw a board; the tiles of plays that are not on it yet are in a group of their own."""
    width, height = _size(board.layout)
    tiles = (
        (int(column), int(row), int(board.squares[row, column]))
        for row, column in zip(*board.squares.nonzero(), strict=True)
    )
    laid = (tile for move in moves for tile in _laid(move))
    return Markup(
        f'<svg class="jackdaw-board" role="img" viewBox="0 0 {width} {height}"><title>{escape(title)}</title>'
        f'<use href="#empty-board"/>{_uses(tiles)}<g class="laid">{_uses(laid)}</g></svg>'
    )


def rack_picture(rack: Rack, title: str) -> Markup:
    """Draw the tiles of a rack in a row."""
    tiles = [(column, 0, byte) for column, byte in enumerate(rack)]
    return Markup(
        f'<svg class="jackdaw-board rack" role="img" viewBox="0 0 {len(tiles) * SIDE} {SIDE}" '
        f'width="{len(tiles) * SIDE}"><title>{escape(title)}</title>{_uses(tiles, margin=0)}</svg>'
    )


def encode_placement(move: Move) -> str:
    """Encode the tiles of a play for the script that shows candidates: `x y shape, ...`."""
    return ",".join(f"{_at(column)} {_at(row)} t{byte}" for column, row, byte in _laid(move))


def _laid(move: Move) -> list[tuple[int, int, int]]:
    return [(column, row, byte) for row, column, byte in move.squares]


def _uses(tiles: Iterable[tuple[int, int, int]], margin: int = MARGIN) -> str:
    return "".join(
        f'<use href="#t{byte}" x="{_at(column, margin)}" y="{_at(row, margin)}"/>'
        for column, row, byte in tiles
    )


def _at(index: int, margin: int = MARGIN) -> int:
    return margin + index * SIDE


def _size(layout: BoardLayout) -> tuple[int, int]:
    return layout.columns * SIDE + 2 * MARGIN, layout.rows * SIDE + 2 * MARGIN


def _empty_board(layout: BoardLayout) -> str:
    width, height = _size(layout)
    squares = (
        draw_square(_at(column), _at(row), layout, row, column)
        for row in range(layout.rows)
        for column in range(layout.columns)
    )
    names = "".join(draw_coordinates(layout, MARGIN, MARGIN))
    return f'<rect width="{width}" height="{height}" rx="6" class="page"/>{names}{"".join(squares)}'
