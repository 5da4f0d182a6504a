"""Puzzles: positions with one clearly best move, made from games, with tags and a difficulty."""

from sims.puzzles.difficulty import LEVELS, Difficulty
from sims.puzzles.filters import FIELDS, FilterError, PuzzleFilter
from sims.puzzles.making import Discovery, PuzzlePlan, PuzzleTask, make_puzzle, report_failure
from sims.puzzles.margins import Lead, find_leads
from sims.puzzles.puzzle import CHALLENGE, SCHEMA, Origin, Puzzle, PuzzleMove
from sims.puzzles.tags import Tag, find_tags

__all__ = [
    "CHALLENGE",
    "FIELDS",
    "LEVELS",
    "SCHEMA",
    "Difficulty",
    "Discovery",
    "FilterError",
    "Lead",
    "Origin",
    "Puzzle",
    "PuzzleFilter",
    "PuzzleMove",
    "PuzzlePlan",
    "PuzzleTask",
    "Tag",
    "find_leads",
    "find_tags",
    "make_puzzle",
    "report_failure",
]
