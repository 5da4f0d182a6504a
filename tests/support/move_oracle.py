"""A move generator simple enough to check by reading it: it tries every word at every position.

It shares only the game's numbers (multipliers and points of tiles) with the engine. Squares, words and racks
are lists of integers: 0 for empty, a letter, or a letter + 128 for a blank designated as that letter.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from movegen.variant import Variant

Letters = tuple[int, ...]
Square = tuple[int, int]
Word = list[tuple[Square, int]]
"""The squares of a word with their tiles."""
Squares = Sequence[Sequence[int]]
Play = frozenset[tuple[int, int, int]]
"""The tiles laid: (row, column, board byte)."""


class MoveOracle:
    """Generates the plays that words, tiles, board and rules allow."""

    def __init__(self, variant: Variant, words: Iterable[Letters]) -> None:
        self.words = set(words)
        self.by_length: dict[int, list[Letters]] = defaultdict(list)
        for word in sorted(self.words):
            self.by_length[len(word)].append(word)
        layout = variant.layout
        self.rows, self.columns, self.start = layout.rows, layout.columns, layout.start
        self.blocked = {
            (row, column)
            for row, symbols in enumerate(layout.symbols)
            for column, symbol in enumerate(symbols)
            if symbol == "#"
        }
        self.letter_times = layout.letter_multipliers.tolist()
        self.word_times = layout.word_multipliers.tolist()
        self.points = variant.tiles.points
        self.letters = variant.tiles.letters
        self.rules = variant.rules
        self._counts = {
            length: _count_letters(words, variant.tiles.size) for length, words in self.by_length.items()
        }

    def plays(self, squares: Squares, rack: Sequence[int]) -> dict[Play, int]:
        """Return every legal play with its score; `rack` counts each tile, blanks first."""
        found: dict[Play, int] = {}
        empty = not any(map(any, squares))
        for direction in (0, 1):
            for lane in range(self.columns if direction else self.rows):
                length = self.rows if direction else self.columns
                path = [(index, lane) if direction else (lane, index) for index in range(length)]
                joins = [self._joins(squares, square, empty) for square in path]
                for spots in self._placements(squares, path, joins, rack):
                    words = self._find_words(squares, dict(spots), direction)
                    if not all(tuple(byte & 127 for _, byte in word) in self.words for word in words):
                        continue
                    for play in _designations(spots, list(rack)):
                        score = self._score(words, dict(play))
                        key = frozenset((row, column, byte) for (row, column), byte in play)
                        assert (
                            found.setdefault(key, score) == score
                        )  # a single tile is found in both directions
        return found

    def _placements(
        self, squares: Squares, path: list[Square], joins: list[bool], rack: Sequence[int]
    ) -> Iterator[list[tuple[Square, int]]]:
        """Yield the letters to lay for each word that fits a path, with no letter next to its ends.

        One of them must be where a letter joins what lies there.
        """
        here = [squares[row][column] & 127 for row, column in path]
        for length, words in self.by_length.items():
            for word in self._possible(words, length, here, rack):
                for start in range(len(path) - length + 1):
                    if not any(joins[start : start + length]):
                        continue
                    if start > 0 and here[start - 1]:
                        continue
                    if start + length < len(path) and here[start + length]:
                        continue
                    if any(tile and tile != letter for tile, letter in zip(here[start:], word, strict=False)):
                        continue
                    spots = [(path[start + i], word[i]) for i in range(length) if not here[start + i]]
                    missing = Counter(letter for _, letter in spots)
                    blanks = sum(max(0, count - rack[letter]) for letter, count in missing.items())
                    if spots and blanks <= rack[0] and self.blocked.isdisjoint(square for square, _ in spots):
                        yield spots

    def _possible(
        self, words: list[Letters], length: int, here: list[int], rack: Sequence[int]
    ) -> Iterable[Letters]:
        """Return the words that rack and lane have the letters for; this only saves time."""
        if length > len(here):
            return ()
        at_hand = np.array(rack, dtype=np.int8)
        np.add.at(at_hand, [tile for tile in here if tile], 1)
        at_hand[0] = 0
        missing = np.maximum(self._counts[length] - at_hand, 0).sum(axis=1)
        return (words[i] for i in np.flatnonzero(missing <= rack[0]))

    def _joins(self, squares: Squares, square: Square, empty: bool) -> bool:
        """Return whether a letter may lie on a square by itself."""
        row, column = square
        if empty or squares[row][column]:
            return empty and square == self.start
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < self.rows and 0 <= c < self.columns and squares[r][c]:
                return True
        return False

    def _find_words(self, squares: Squares, laid: dict[Square, int], direction: int) -> list[Word]:
        words = [self._word(squares, laid, *min(laid), direction)]
        words += [self._word(squares, laid, *square, 1 - direction) for square in laid]
        return [word for word in words if len(word) > 1]

    def _score(self, words: list[Word], laid: dict[Square, int]) -> int:
        total = self.rules.bingo_bonus if len(laid) >= self.rules.bingo_tiles else 0
        for tiles, points in self.rules.bonuses:
            if len(laid) >= tiles:
                total = points
        for word in words:
            points, times = 0, 1
            for (row, column), byte in word:
                tile = laid.get((row, column), byte)
                value = 0 if tile > 127 else self.points[tile]
                if (row, column) in laid:
                    value *= self.letter_times[row][column]
                    times *= self.word_times[row][column]
                points += value
            total += points * times
        return total

    def _word(self, squares: Squares, laid: dict[Square, int], row: int, column: int, direction: int) -> Word:
        """Return the squares and tiles of the word through a square."""

        def tile(row: int, column: int) -> int:
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return 0
            return laid.get((row, column)) or squares[row][column]

        down, right = (1, 0) if direction else (0, 1)
        while tile(row - down, column - right):
            row, column = row - down, column - right
        word = []
        while tile(row, column):
            word.append(((row, column), tile(row, column)))
            row, column = row + down, column + right
        return word

    def cross_check(self, squares: Squares, row: int, column: int, direction: int) -> tuple[set[int], int]:
        """Return the letters allowed on an empty square for a word in a direction, and the adjacent points.

        Without a tile adjacent across the lane, every letter is allowed and the points are -1. On a blocked
        square no letter is allowed.
        """
        if (row, column) in self.blocked:
            return set(), -1
        beside = self._word(squares, {(row, column): 255}, row, column, 1 - direction)
        if len(beside) == 1:
            return set(range(1, self.letters + 1)), -1
        fits = {
            letter
            for letter in range(1, self.letters + 1)
            if tuple(letter if byte == 255 else byte & 127 for _, byte in beside) in self.words
        }
        return fits, sum(self.points[byte] for _, byte in beside if byte < 128)


def _count_letters(words: list[Letters], size: int) -> np.ndarray:
    counts = np.zeros((len(words), size), dtype=np.int8)
    for index, word in enumerate(words):
        for letter in word:
            counts[index, letter] += 1
    return counts


def _designations(
    spots: list[tuple[Square, int]], rack: list[int]
) -> Iterator[tuple[tuple[Square, int], ...]]:
    """Yield each way to lay letters from a rack: with the letter's own tile, or with a blank."""
    if not spots:
        yield ()
        return
    (square, letter), rest = spots[0], spots[1:]
    for tile, byte in ((letter, letter), (0, letter + 128)):
        if rack[tile]:
            rack[tile] -= 1
            yield from (((square, byte), *others) for others in _designations(rest, rack))
            rack[tile] += 1


def multisets(tiles: Sequence[int], longest: int) -> set[tuple[int, ...]]:
    """Return the distinct sub-racks of 1 to `longest` tiles, each sorted."""
    sets: set[tuple[int, ...]] = {()}
    for tile in sorted(tiles):
        sets |= {(*smaller, tile) for smaller in sets}
    return {chosen for chosen in sets if 1 <= len(chosen) <= longest and not Counter(chosen) - Counter(tiles)}
