"""The variant of a game record according to its pragmas."""

from collections.abc import Mapping

import msgspec

from movegen.configs import OTHER_NAMES, list_configs
from movegen.errors import quote
from movegen.lexicon import rules_of_tiles, tiles_of_name
from movegen.variant import BoardLayout, Rules, TileSet, Variant

VARIANT_PRAGMAS = ("rules", "game-type", "board-layout", "game-board", "tile-distribution")
"""The names, in lower case, of the pragmas that determine the variant."""


def find_variant(
    pragmas: Mapping[str, str], default: Variant | None = None
) -> tuple[Variant, dict[str, str]]:
    """Return the variant that pragmas name, and a warning for each unknown name.

    Our own pragma `#rules` names a variant, or its board and its tiles do; `#game-type` of other programs
    names the rules that are played with them. With either, a board or tiles that are named replace those of
    the rules. What they leave open is as in `default`, by default the standard game with the tiles of
    `#lexicon`.
    """
    warnings: dict[str, str] = {}
    usual = default or _lexicon_variant(pragmas.get("lexicon"))
    rules = _find_config("rules", "rules", pragmas, warnings)
    boards = [_find_config("boards", name, pragmas, warnings) for name in ("board-layout", "game-board")]
    tiles = _find_config("tiles", "tile-distribution", pragmas, warnings)
    board = next((board for board in boards if board), None)
    if rules:
        return _with_rules(rules, board, tiles), warnings
    game_type = _find_config("rules", "game-type", pragmas, warnings)
    if game_type not in (None, Variant.standard().name):
        return _with_rules(game_type, board, tiles), warnings
    if board is None and tiles is None:
        return usual, warnings
    return _with_parts(board or usual.layout.name, tiles or usual.tiles.name), warnings


def _lexicon_variant(lexicon: str | None) -> Variant:
    rules = lexicon and rules_of_tiles(tiles_of_name(lexicon))
    return Variant.standard() if rules in (None, "", Variant.standard().name) else Variant.load(rules)


def _find_config(kind: str, pragma: str, pragmas: Mapping[str, str], warnings: dict[str, str]) -> str | None:
    """Return the configuration that a pragma names, or None."""
    text = pragmas.get(pragma)
    if not text:
        return None
    name = text.lower()
    name = OTHER_NAMES[kind].get(name, name)
    known = list_configs(kind)
    if name in known:
        return name
    warnings[pragma] = (
        f"unknown {pragma} {quote(text)}; the standard is used unless --rules names a file of rules"
        f" (known: {', '.join(known)})"
    )
    return None


def _with_rules(name: str, board: str | None, tiles: str | None) -> Variant:
    """Return the variant of these rules, with another board and other tiles if they are named."""
    variant = Variant.load(name)
    rules = msgspec.structs.replace(
        variant.rules, board=board or variant.rules.board, tiles=tiles or variant.rules.tiles
    )
    return Variant(TileSet.load(rules.tiles), BoardLayout.load(rules.board), rules)


def _with_parts(board: str, tiles: str) -> Variant:
    """Return the variant whose rules name the board and the tiles, else the standard rules with them."""
    standard = Variant.standard()
    if (board, tiles) == (standard.layout.name, standard.tiles.name):
        return standard
    for name in list_configs("rules"):
        rules = Rules.load(name)
        if (rules.board, rules.tiles) == (board, tiles):
            return Variant.load(name)
    rules = msgspec.structs.replace(standard.rules, board=board, tiles=tiles)
    return Variant(TileSet.load(tiles), BoardLayout.load(board), rules)
