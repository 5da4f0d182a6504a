"""The figures of words in self-play: sums over games, from which means and their errors follow."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

import msgspec

from strategy.leaves import MILLI


class Estimate(NamedTuple):
    """A mean and its standard error; the error is None if there is no telling it."""

    mean: float
    error: float | None


class WordFigures(msgspec.Struct, frozen=True, array_like=True):
    """Sums of a word over games, all of them whole numbers, so that parts add up in any order.

    A play forms a main word, along its tiles, and cross-words. Squares are of the sums of single games, but
    for the points.

    Attributes
    ----------
    plays, squared_plays:     plays with it as the main word.
    points, squared_points:   their points.
    bingos:                   those of them that were bingos.
    crosses, squared_crosses: plays with it as a cross-word.
    turns:                    turns whose best move forms it, either way.
    loss, squared_loss:       how much the best move of these turns that does not form it is worth less, in
                              milli-points.
    """

    plays: int = 0
    squared_plays: int = 0
    points: int = 0
    squared_points: int = 0
    bingos: int = 0
    crosses: int = 0
    squared_crosses: int = 0
    turns: int = 0
    loss: int = 0
    squared_loss: int = 0

    def __add__(self, other: "WordFigures") -> "WordFigures":
        return WordFigures(
            self.plays + other.plays,
            self.squared_plays + other.squared_plays,
            self.points + other.points,
            self.squared_points + other.squared_points,
            self.bingos + other.bingos,
            self.crosses + other.crosses,
            self.squared_crosses + other.squared_crosses,
            self.turns + other.turns,
            self.loss + other.loss,
            self.squared_loss + other.squared_loss,
        )

    def plays_per_game(self, games: int) -> Estimate:
        """Return the mean number of plays with it as the main word."""
        return _estimate(self.plays, self.squared_plays, games)

    def crosses_per_game(self, games: int) -> Estimate:
        """Return the mean number of plays with it as a cross-word."""
        return _estimate(self.crosses, self.squared_crosses, games)

    def points_per_play(self) -> Estimate | None:
        """Return the mean score of the plays with it as the main word; None if there are none."""
        return _estimate(self.points, self.squared_points, self.plays) if self.plays else None

    def loss_per_game(self, games: int) -> Estimate:
        """Return the mean loss of a player who does not know it, of both players together, in points."""
        mean, error = _estimate(self.loss, self.squared_loss, games)
        return Estimate(mean / MILLI, None if error is None else error / MILLI)


class PlayedWords(msgspec.Struct, frozen=True):
    """The words of some games: the number of the first, how many games and turns they are, and the words."""

    first: int
    games: int
    turns: int
    words: dict[str, WordFigures]


def add_words(parts: Iterable[PlayedWords]) -> PlayedWords:
    """Add up the words of different games. The sum does not depend on how they were divided."""
    first, games, turns, words = 0, 0, 0, dict[str, WordFigures]()
    for part in parts:
        games, turns = games + part.games, turns + part.turns
        for word, figures in part.words.items():
            words[word] = words[word] + figures if word in words else figures
    return PlayedWords(first, games, turns, words)


def _estimate(total: int, squares: int, count: int) -> Estimate:
    """Return the mean of a number of values with this sum and these squares, and its standard error.

    A single value does not tell its error, nor do values that are all 0, such as plays of a rare word.
    """
    mean = total / count
    if count < 2 or not squares:
        return Estimate(mean, None)
    variance = (squares * count - total * total) / (count * (count - 1))
    return Estimate(mean, sqrt(max(0.0, variance) / count))
