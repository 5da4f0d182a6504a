"""Runs of commands once their options are parsed: matches, searches, training, and building lexica.

A name is imported from its module when it is first used, so that no command loads the runs of the others.
"""

from typing import TYPE_CHECKING

from movegen.lazy_names import lazy_names

if TYPE_CHECKING:
    from jackdaw.runs.installed_lexica import (
        lexica_json,
        lexica_view,
        list_lexica,
        remove_lexicon,
        rename_lexicon,
    )
    from jackdaw.runs.leaves_training import fit_leaves, run_leaves_training
    from jackdaw.runs.lexicon_building import build_lexicon, size_lines
    from jackdaw.runs.lexicon_comparison import compare_lexica, comparison_json, comparison_view
    from jackdaw.runs.match_runs import GameOutputs, journaled_output, play_and_report, prepare_files
    from jackdaw.runs.results import Results, check_files
    from jackdaw.runs.searches import find_lexicon, run_search
    from jackdaw.runs.winprob_training import run_winprob_training

__all__ = [
    "GameOutputs",
    "Results",
    "build_lexicon",
    "check_files",
    "compare_lexica",
    "comparison_json",
    "comparison_view",
    "find_lexicon",
    "fit_leaves",
    "journaled_output",
    "lexica_json",
    "lexica_view",
    "list_lexica",
    "play_and_report",
    "prepare_files",
    "remove_lexicon",
    "rename_lexicon",
    "run_leaves_training",
    "run_search",
    "run_winprob_training",
    "size_lines",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "jackdaw.runs.installed_lexica": "lexica_json lexica_view list_lexica remove_lexicon rename_lexicon",
        "jackdaw.runs.leaves_training": "fit_leaves run_leaves_training",
        "jackdaw.runs.lexicon_building": "build_lexicon size_lines",
        "jackdaw.runs.lexicon_comparison": "compare_lexica comparison_json comparison_view",
        "jackdaw.runs.match_runs": "GameOutputs journaled_output play_and_report prepare_files",
        "jackdaw.runs.results": "Results check_files",
        "jackdaw.runs.searches": "find_lexicon run_search",
        "jackdaw.runs.winprob_training": "run_winprob_training",
    },
)
