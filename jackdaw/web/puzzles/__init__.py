"""The page of puzzles: its requests, and the responses to them."""

from jackdaw.web.puzzles.puzzle_api import PuzzleApi
from jackdaw.web.puzzles.puzzle_requests import (
    MakePuzzlesRequest,
    NextPuzzleRequest,
    PuzzleHintRequest,
    PuzzleRequest,
    PuzzleStatsRequest,
    TryPuzzleRequest,
)
from jackdaw.web.puzzles.puzzle_sets import PuzzleSets

__all__ = [
    "MakePuzzlesRequest",
    "NextPuzzleRequest",
    "PuzzleApi",
    "PuzzleHintRequest",
    "PuzzleRequest",
    "PuzzleSets",
    "PuzzleStatsRequest",
    "TryPuzzleRequest",
]
