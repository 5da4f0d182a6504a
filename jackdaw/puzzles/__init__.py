"""Puzzles on the command line: making them from games, their files, and practice."""

from jackdaw.puzzles.making_run import (
    FilePositions,
    PuzzleRun,
    PuzzleSource,
    SelfPlayPositions,
    is_mistake_of,
    make_puzzles,
    select_puzzles,
)
from jackdaw.puzzles.plans import puzzle_plans
from jackdaw.puzzles.practice import Practice, TagResults, hints_for, total_results
from jackdaw.puzzles.practice_lines import HELP, practise, results_view, verdict_view
from jackdaw.puzzles.progress_file import Progress, ProgressError, default_progress_file
from jackdaw.puzzles.puzzle_file import PuzzleFileError, encode_puzzles, read_puzzles, sample_puzzles
from jackdaw.puzzles.report import margin_text, puzzles_view
from jackdaw.puzzles.verdict_text import verdict_sentences
from jackdaw.puzzles.verdicts import PuzzleJudge, Verdict

__all__ = [
    "HELP",
    "FilePositions",
    "Practice",
    "Progress",
    "ProgressError",
    "PuzzleFileError",
    "PuzzleJudge",
    "PuzzleRun",
    "PuzzleSource",
    "SelfPlayPositions",
    "TagResults",
    "Verdict",
    "default_progress_file",
    "encode_puzzles",
    "hints_for",
    "is_mistake_of",
    "make_puzzles",
    "margin_text",
    "practise",
    "puzzle_plans",
    "puzzles_view",
    "read_puzzles",
    "results_view",
    "sample_puzzles",
    "select_puzzles",
    "total_results",
    "verdict_sentences",
    "verdict_view",
]
