"""Writing a position as a line of CGP that `read_cgp` reads back."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from movegen.errors import CgpError, quote
from movegen.lexicon import usual_tiles
from movegen.variant import Rules, TileSet, nfc

if TYPE_CHECKING:
    from movegen.position.position import Position

POSITION_OPERATIONS = ("lex", "ld", "bdn", "var", "mcnz", "last")
"""The operations that fields of a `Position` hold; `Position.operations` has the others."""
KEPT_OPERATIONS = ("tmr", "gid")
"""The operations that a `Position` keeps without using them: times left, and the name of the game."""


def write_cgp(position: "Position") -> str:
    """Return the position as a line that `read_cgp` reads back, with the player on turn first.

    A variant whose tiles, board and rules are not among the configurations must be given to `read_cgp`.
    Raises CgpError when an operation or the name of the lexicon has text that could not be read back.

    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(1)
    >>> write_cgp(position)
    '15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 EELNNOP/ 0/0 0 lex SCOWL80;'
    """
    order = [(position.on_turn + turn) % position.players for turn in range(position.players)]
    racks = "/".join(str(position.racks[player] or "") for player in order)
    scores = "/".join(str(position.scores[player]) for player in order)
    rows = "/".join(_row_text(row, position.board.tile_set) for row in position.board.squares.tolist())
    operations = "".join(f" {f'{name} {value}'.rstrip()};" for name, value in _operations(position))
    return f"{rows} {racks} {scores} {position.scoreless_turns}{operations}"


def _row_text(row: list[int], tile_set: TileSet) -> str:
    parts = []
    for is_empty, run in groupby(row, key=lambda byte: byte == 0):
        squares = list(run)
        parts.append(str(len(squares)) if is_empty else tile_set.text(squares))
    return "".join(parts)


def _operations(position: "Position") -> Iterator[tuple[str, str]]:
    """Yield the operations, as (name, value)."""
    standard, variant = Rules(), position.variant
    if position.lexicon_name is not None:
        yield "lex", _check("lex", position.lexicon_name)
    if variant.name != standard.name:
        yield "var", _check("var", variant.name)
    if {variant.tiles.name, usual_tiles(position.lexicon_name)} != {standard.tiles}:
        yield "ld", _check("ld", variant.tiles.name)
    if variant.layout.name != standard.board:
        yield "bdn", _check("bdn", variant.layout.name)
    turns = variant.rules.scoreless_turns
    if (variant.name, turns) != (standard.name, standard.scoreless_turns):
        yield "mcnz", str(turns)
    if position.last_turns is not None:
        yield "last", str(position.last_turns)
    for name, value in position.operations:
        if name in POSITION_OPERATIONS or not name or re.search(r"[;\s]", name):
            raise CgpError(f"operations: {quote(name)} cannot be the name of an operation")
        yield name, value and _check(name, value)


def _check(name: str, value: str) -> str:
    """Return the value of an operation if it can be read back. Raises CgpError."""
    if not value or value != nfc(value).strip() or ";" in value or "\n" in value or "\r" in value:
        raise CgpError(f"{name}: {quote(value)} cannot be written", expected="text without line breaks or ;")
    return value
