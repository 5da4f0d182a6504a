"""Moves in records of the core, as numbers and lists: for tables of millions of rows a `Move` is too slow."""

from movegen.variant import BLANK, BLANK_FLAG, TileSet

PLAY, EXCHANGE = 0, 1
"""Kinds of moves in the core's records."""


def used_tiles(kind: int, length: int, placed: int, tiles: list[int]) -> list[int]:
    """Return the tiles that a move takes from the rack, given the fields of its record."""
    if kind == PLAY:
        return [BLANK if tile & BLANK_FLAG else tile for tile in tiles[:length] if tile]
    return tiles[:placed] if kind == EXCHANGE else []


def rack_text(tile_set: TileSet, tiles: list[int]) -> str:
    """Format tile indices in ascending order as a rack, with blanks first."""
    blanks = tiles.count(BLANK)
    return "?" * blanks + tile_set.text(tiles[blanks:])
