"""The page of puzzles: its requests, and the responses to them."""

from jackdaw.web.puzzles.puzzle_api import PuzzleApi
from jackdaw.web.puzzles.puzzle_requests import (
    NextPuzzleRequest,
    PuzzleHintRequest,
    PuzzleRequest,
    PuzzleStatsRequest,
    TryPuzzleRequest,
)

__all__ = [
    "NextPuzzleRequest",
    "PuzzleApi",
    "PuzzleHintRequest",
    "PuzzleRequest",
    "PuzzleStatsRequest",
    "TryPuzzleRequest",
]
