"""Constraints: the letters that form a word before, behind or between words or letters.

They are the prefix, suffix and infix constraints of the slides on the Scrabble problem, D being the words
and Σ the letters: c_prefix(w) = {a: aw in D}, c_suffix(w) = {a: wa in D}, c_infix(w, w') = {a: waw' in D},
each w and w' of D or Σ. They give the cross-check of a square beside such runs of tiles.

`ConstraintTables` precomputes all of them, `GraphConstraints` looks them up in the word graph; they agree.

>>> from movegen import Lexicon
>>> constraints = GraphConstraints(Lexicon.load())
>>> constraints.c_suffix("bee"), constraints.c_infix("be", "ate")
(('F', 'N', 'P', 'R', 'S', 'T'), ('L', 'R'))
"""

import sys
from abc import ABC, abstractmethod
from functools import cached_property
from typing import NamedTuple

import numpy as np

from movegen.errors import LexiconError, quote
from movegen.lexicon.lexicon import Lexicon

_GAP = b"\0"  # between the two words of an infix constraint's key


class ConstraintSizes(NamedTuple):
    """The sizes of constraint tables: entries that are not empty, and the memory of all in bytes."""

    prefix: int
    suffix: int
    infix: int
    infix_of_words: int
    """entries of two words, neither of them a single letter"""
    bytes: int


class Constraints(ABC):
    """The constraints of a lexicon. Words are text in either case; results are in the alphabet's order.

    Arguments must be words or single letters. Otherwise LexiconError is raised, or NotationError for letters
    that no tile has.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def c_prefix(self, word: str) -> tuple[str, ...]:
        """Return the letters that form a word when put before the given one."""
        return self.lexicon.decode_letters(self._before(self._read(word)))

    def c_suffix(self, word: str) -> tuple[str, ...]:
        """Return the letters that form a word when put behind the given one."""
        return self.lexicon.decode_letters(self._behind(self._read(word)))

    def c_infix(self, word: str, other: str) -> tuple[str, ...]:
        """Return the letters that form a word when put between the two."""
        return self.lexicon.decode_letters(self._between(self._read(word), self._read(other)))

    def cross_check(self, before: bytes, behind: bytes) -> int:
        """Return the letters (bit i: letter i) that may be laid on a square between two runs of tiles.

        The runs are tile indices, each a word, a single letter, or empty. Raises LexiconError for other
        runs, such as phonies.
        """
        for run in (before, behind):
            if run:
                self._check(run)
        if before and behind:
            return self._between(before, behind)
        if before:
            return self._behind(before)
        return self._before(behind) if behind else self.lexicon.tile_set.all_letters

    def _read(self, word: str) -> bytes:
        return self._check(bytes(self.lexicon.tile_set.parse_word(word)))

    def _check(self, word: bytes) -> bytes:
        known = 1 <= word[0] <= self.lexicon.tile_set.letters if len(word) == 1 else self.lexicon.has(word)
        if not known:
            tiles = self.lexicon.tile_set.tiles
            text = "".join(tiles[letter].label if 0 < letter < len(tiles) else "?" for letter in word)
            problem = f"{quote(text)} is neither a word of {self.lexicon.name} nor a letter"
            raise LexiconError(problem, cure="use Lexicon.hooks or Lexicon.matching, which take any letters")
        return word

    @abstractmethod
    def _before(self, word: bytes) -> int: ...

    @abstractmethod
    def _behind(self, word: bytes) -> int: ...

    @abstractmethod
    def _between(self, word: bytes, other: bytes) -> int: ...


class GraphConstraints(Constraints):
    """Constraints looked up in the word graph each time."""

    def _before(self, word: bytes) -> int:
        return self.lexicon.graph.hooks(word)[0]

    def _behind(self, word: bytes) -> int:
        return self.lexicon.graph.hooks(word)[1]

    def _between(self, word: bytes, other: bytes) -> int:
        tile_set = self.lexicon.tile_set
        sets = [1 << letter for letter in word + other]
        sets.insert(len(word), tile_set.all_letters)
        found = self.lexicon.graph.matching(np.array(sets, dtype=np.uint64))
        mask = 0
        for at in range(len(word), len(found), len(sets) + 1):  # each word is closed by a 0
            mask |= 1 << found[at]
        return mask


class ConstraintTables(Constraints):
    """Precomputed constraints; only those that are not empty are stored.

    The keys are words as tile indices (of `infix` two words with a 0 between), the values sets of letters
    (bit i: letter i).

    >>> tables = ConstraintTables(Lexicon.from_words(["AT", "CAT", "CHAT"], TileSet.load("english")))
    >>> tables, tables.c_prefix("at")
    (<ConstraintTables of 2 prefixes, 1 suffixes, 2 infixes>, ('C',))
    """

    def __repr__(self) -> str:
        sizes = f"{len(self.prefix):,} prefixes, {len(self.suffix):,} suffixes, {len(self.infix):,} infixes"
        return f"<ConstraintTables of {sizes}>"

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon)
        self.prefix: dict[bytes, int] = {}
        self.suffix: dict[bytes, int] = {}
        self.infix: dict[bytes, int] = {}
        words = lexicon.graph.words().split(_GAP)[:-1]
        known = {*words, *(bytes([letter]) for letter in range(1, lexicon.tile_set.size))}
        for word in words:
            self._enter(word, known)

    @cached_property
    def sizes(self) -> ConstraintSizes:
        """The sizes of the tables."""
        tables = (self.prefix, self.suffix, self.infix)
        return ConstraintSizes(
            prefix=len(self.prefix),
            suffix=len(self.suffix),
            infix=len(self.infix),
            infix_of_words=sum(key[1] != 0 and key[-2] != 0 for key in self.infix),
            bytes=sum(
                sys.getsizeof(table)
                + sum(map(sys.getsizeof, table))
                + sum(map(sys.getsizeof, table.values()))
                for table in tables
            ),
        )

    def _enter(self, word: bytes, known: set[bytes]) -> None:
        """Enter a word under everything that it consists of beside one letter."""
        prefix, suffix, infix = self.prefix, self.suffix, self.infix
        if word[1:] in known:
            prefix[word[1:]] = prefix.get(word[1:], 0) | 1 << word[0]
        if word[:-1] in known:
            suffix[word[:-1]] = suffix.get(word[:-1], 0) | 1 << word[-1]
        for at in range(1, len(word) - 1):
            if word[:at] in known and word[at + 1 :] in known:
                key = word[:at] + _GAP + word[at + 1 :]
                infix[key] = infix.get(key, 0) | 1 << word[at]

    def _before(self, word: bytes) -> int:
        return self.prefix.get(word, 0)

    def _behind(self, word: bytes) -> int:
        return self.suffix.get(word, 0)

    def _between(self, word: bytes, other: bytes) -> int:
        return self.infix.get(word + _GAP + other, 0)
