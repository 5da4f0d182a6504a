"""Inputs of commands: game records, the position argument and its sources, and the lexica for them."""

from jackdaw.inputs.position_argument import GivenPosition, is_cgp_text, read_endgame, read_preendgame
from jackdaw.inputs.position_sources import GAMES, Item, Sources, describe_error, find_files
from jackdaw.inputs.sources import (
    STANDARD_INPUT,
    LexiconChoice,
    LexiconFinder,
    Source,
    parse_source,
    read_source,
    strategy_notes,
)

__all__ = [
    "GAMES",
    "STANDARD_INPUT",
    "GivenPosition",
    "Item",
    "LexiconChoice",
    "LexiconFinder",
    "Source",
    "Sources",
    "describe_error",
    "find_files",
    "is_cgp_text",
    "parse_source",
    "read_endgame",
    "read_preendgame",
    "read_source",
    "strategy_notes",
]
