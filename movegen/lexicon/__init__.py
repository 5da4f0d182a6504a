"""Lexica: word graphs and their files, word lists, lanes, patterns, constraints and other queries."""

from movegen.lexicon.constraints import Constraints, ConstraintTables, GraphConstraints
from movegen.lexicon.graph_file import COMPILED_SUFFIX, read_graph_file, write_graph_file
from movegen.lexicon.lanes import Lane, LaneMatch
from movegen.lexicon.lexicon import Hooks, Lexicon, LexiconStatistics, check_lexicon
from movegen.lexicon.lexicon_names import is_same_lexicon, nearest_lexicon
from movegen.lexicon.lexicon_tiles import (
    ENGLISH,
    choose_rules,
    load_tiles,
    rules_of_lexicon,
    rules_of_tiles,
    tiles_of_lexicon,
    tiles_of_name,
    usual_tiles,
)
from movegen.lexicon.old_dawg import DAWG_SUFFIX, DawgLayout
from movegen.lexicon.sources import (
    EMBEDDED,
    ENGLISH_TILES,
    VOCABULARIES,
    companion_file,
    embedded_file,
    installed_file,
    installed_folder,
    is_embedded,
    is_known_lexicon,
    known_lexica,
    looks_like_path,
    read_word_list,
    suits_tiles,
)
from movegen.lexicon.word_text import MAX_WORD_LENGTH, encode_words, filter_lengths

__all__ = [
    "COMPILED_SUFFIX",
    "DAWG_SUFFIX",
    "EMBEDDED",
    "ENGLISH",
    "ENGLISH_TILES",
    "MAX_WORD_LENGTH",
    "VOCABULARIES",
    "ConstraintTables",
    "Constraints",
    "DawgLayout",
    "GraphConstraints",
    "Hooks",
    "Lane",
    "LaneMatch",
    "Lexicon",
    "LexiconStatistics",
    "check_lexicon",
    "choose_rules",
    "companion_file",
    "embedded_file",
    "encode_words",
    "filter_lengths",
    "installed_file",
    "installed_folder",
    "is_embedded",
    "is_known_lexicon",
    "is_same_lexicon",
    "known_lexica",
    "load_tiles",
    "looks_like_path",
    "nearest_lexicon",
    "read_graph_file",
    "read_word_list",
    "rules_of_lexicon",
    "rules_of_tiles",
    "suits_tiles",
    "tiles_of_lexicon",
    "tiles_of_name",
    "usual_tiles",
    "write_graph_file",
]
