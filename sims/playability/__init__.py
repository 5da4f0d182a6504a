"""Playability: how often words are played in self-play, for how many points, and what they are worth."""

from sims.playability.played_words import (
    PlayabilitySetup,
    WordBatch,
    check_playability,
    count_words,
    cut_games,
)
from sims.playability.word_figures import Estimate, PlayedWords, WordFigures, add_words

__all__ = [
    "Estimate",
    "PlayabilitySetup",
    "PlayedWords",
    "WordBatch",
    "WordFigures",
    "add_words",
    "check_playability",
    "count_words",
    "cut_games",
]
