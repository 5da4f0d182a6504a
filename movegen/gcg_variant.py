"""Which variant a game record was played with, as far as its pragmas tell."""

from collections.abc import Mapping

import msgspec

from movegen.configs import list_configs
from movegen.errors import shown
from movegen.layouts import BoardLayout
from movegen.rules import Rules, Variant
from movegen.tiles import TileSet

VARIANT_PRAGMAS = ("rules", "board-layout", "game-board", "tile-distribution")
"""The pragmas that tell the variant, by their names in lower case."""

_OTHER_NAMES = {
    "crosswordgame": "standard15",
    "supercrosswordgame": "super21",
    "english_super": "super_english",
}
"""What other programs call the boards and tile sets that we know under another name."""


def find_variant(pragmas: Mapping[str, str]) -> tuple[Variant, dict[str, str]]:
    """The variant that pragmas name, and for each that names none a warning; the standard is used for it.

    A variant is named by our own pragma `#rules`, or by its board and its tiles.
    """
    warnings: dict[str, str] = {}
    standard = Variant.standard()
    rules = _known("rules", "rules", pragmas, warnings)
    boards = [_known("boards", name, pragmas, warnings) for name in ("board-layout", "game-board")]
    tiles = _known("tiles", "tile-distribution", pragmas, warnings)
    if rules:
        return Variant.load(rules), warnings
    board = next((board for board in boards if board), standard.layout.name)
    return _with_parts(board, tiles or standard.tiles.name), warnings


def _known(kind: str, pragma: str, pragmas: Mapping[str, str], warnings: dict[str, str]) -> str | None:
    """The configuration that a pragma names, or None."""
    text = pragmas.get(pragma)
    if not text:
        return None
    name = text.lower()
    name = _OTHER_NAMES.get(name, name)
    known = list_configs(kind)
    if name in known:
        return name
    warnings[pragma] = f"unknown {pragma} {shown(text)}; the standard is used (known: {', '.join(known)})"
    return None


def _with_parts(board: str, tiles: str) -> Variant:
    """The variant of a board and a tile set: one whose rules name both, else the standard rules with them."""
    standard = Variant.standard()
    if (board, tiles) == (standard.layout.name, standard.tiles.name):
        return standard
    for name in list_configs("rules"):
        rules = Rules.load(name)
        if (rules.board, rules.tiles) == (board, tiles):
            return Variant.load(name)
    rules = msgspec.structs.replace(standard.rules, board=board, tiles=tiles)
    return Variant(TileSet.load(tiles), BoardLayout.load(board), rules)
