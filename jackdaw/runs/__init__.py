"""Runs of commands once their options are parsed: matches, searches, training, and building lexica."""

from jackdaw.runs.leaves_training import fit_leaves, run_leaves_training
from jackdaw.runs.lexicon_building import build_lexicon, list_lines, size_lines
from jackdaw.runs.match_runs import GameOutputs, check_outputs, play_and_report
from jackdaw.runs.results import Results, check_files
from jackdaw.runs.searches import find_lexicon, run_search
from jackdaw.runs.winprob_training import run_winprob_training

__all__ = [
    "GameOutputs",
    "Results",
    "build_lexicon",
    "check_files",
    "check_outputs",
    "find_lexicon",
    "fit_leaves",
    "list_lines",
    "play_and_report",
    "run_leaves_training",
    "run_search",
    "run_winprob_training",
    "size_lines",
]
