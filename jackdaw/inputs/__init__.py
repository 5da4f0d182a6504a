"""Inputs of commands: game records, their addresses, the position argument and its sources, and lexica.

A name is imported from its module when it is first used, so that a command loads no more than its inputs.
`movegen.lazy_names` would load the core, which `--help` does without.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jackdaw.inputs.address_text import is_address
    from jackdaw.inputs.cgp_text import is_cgp_text
    from jackdaw.inputs.game_lines import find_lines_file, read_saved_lines
    from jackdaw.inputs.position_argument import (
        GivenPosition,
        PositionRequest,
        read_endgame,
        read_position,
        read_preendgame,
    )
    from jackdaw.inputs.position_sources import (
        GAMES,
        Item,
        Sources,
        describe_error,
        find_files,
        standing_play,
    )
    from jackdaw.inputs.sources import (
        OWN_RULES,
        LexiconFinder,
        ReadingRules,
        Source,
        copy_notes,
        fetch_sources,
        parse_source,
        read_source,
        strategy_notes,
    )
    from jackdaw.inputs.worker_lexica import WorkerLexica

__all__ = [
    "GAMES",
    "OWN_RULES",
    "GivenPosition",
    "Item",
    "LexiconFinder",
    "PositionRequest",
    "ReadingRules",
    "Source",
    "Sources",
    "WorkerLexica",
    "copy_notes",
    "describe_error",
    "fetch_sources",
    "find_files",
    "find_lines_file",
    "is_address",
    "is_cgp_text",
    "parse_source",
    "read_endgame",
    "read_position",
    "read_preendgame",
    "read_saved_lines",
    "read_source",
    "standing_play",
    "strategy_notes",
]

_MODULES = {
    "GAMES": "jackdaw.inputs.position_sources",
    "GivenPosition": "jackdaw.inputs.position_argument",
    "Item": "jackdaw.inputs.position_sources",
    "LexiconFinder": "jackdaw.inputs.sources",
    "OWN_RULES": "jackdaw.inputs.sources",
    "PositionRequest": "jackdaw.inputs.position_argument",
    "ReadingRules": "jackdaw.inputs.sources",
    "Source": "jackdaw.inputs.sources",
    "Sources": "jackdaw.inputs.position_sources",
    "WorkerLexica": "jackdaw.inputs.worker_lexica",
    "copy_notes": "jackdaw.inputs.sources",
    "describe_error": "jackdaw.inputs.position_sources",
    "fetch_sources": "jackdaw.inputs.sources",
    "find_files": "jackdaw.inputs.position_sources",
    "find_lines_file": "jackdaw.inputs.game_lines",
    "is_address": "jackdaw.inputs.address_text",
    "is_cgp_text": "jackdaw.inputs.cgp_text",
    "parse_source": "jackdaw.inputs.sources",
    "read_endgame": "jackdaw.inputs.position_argument",
    "read_position": "jackdaw.inputs.position_argument",
    "read_preendgame": "jackdaw.inputs.position_argument",
    "read_saved_lines": "jackdaw.inputs.game_lines",
    "read_source": "jackdaw.inputs.sources",
    "standing_play": "jackdaw.inputs.position_sources",
    "strategy_notes": "jackdaw.inputs.sources",
}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
