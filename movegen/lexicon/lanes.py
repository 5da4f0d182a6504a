"""Lanes: rows and columns of a board as sequences of letters and sets of letters.

A *lane* has for each square either the letter on it or its cross-check, the set of letters that form valid
words crosswise. That is all one needs of the board to find the words that fit, apart from their scores.
`docs/internals/constraint-model.md` describes the model and its source.

>>> from movegen import Lexicon, TileSet
>>> lane = Lane.parse("({e,y}, n, {d,v}, Σ)", TileSet.load("english"))
>>> [str(placement) for placement in Lexicon.load().match(lane, "DEVY")]
['0 EN (E)', '0 END (DE)', '0 ENVY (EVY)']
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from movegen.arrays import freeze
from movegen.errors import NotationError, PositionError, quote
from movegen.variant import BLANK, Rack, Tile, TileSet, nfc

MAX_LANE = 63
"""The largest number of squares of a lane, equal to that of the letters of a word in a word graph."""

EVERY, NONE = "Σ", "∅"
"""The notations of the set of all letters and of the empty set."""

_TOKEN = re.compile(r"\s*(\{[^{}]*\}|[^{},]*?)\s*(,|$)")


@dataclass(frozen=True, repr=False)
class Lane:
    """A line of squares, each with a letter on it or a set of letters that may be laid there.

    `letters` has for each square the tile index of the letter on it (blank or not), 0 if it is empty; `sets`
    has for each square the letters that may be laid there (bit i: letter i), 0 if it is taken. A set may be
    empty: nothing may be laid there, but words may end beside it.

    Raises PositionError when there are no squares or more than `MAX_LANE`, when a letter or a set is not of
    the tile set, or when a square has both.

    >>> Lane.parse("(Σ, a, {t,x})", TileSet.load("english"))
    <Lane (Σ, a, {t,x})>
    """

    tile_set: TileSet
    letters: tuple[int, ...]
    sets: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.letters) != len(self.sets) or not 1 <= len(self.letters) <= MAX_LANE:
            problem = f"a lane of {len(self.letters)} letters and {len(self.sets)} sets"
            raise PositionError(problem, cure=f"give one of each for 1 to {MAX_LANE} squares")
        every = self.tile_set.all_letters
        for square, (letter, mask) in enumerate(zip(self.letters, self.sets, strict=True)):
            if not 0 <= letter <= self.tile_set.letters or mask & ~every:
                raise PositionError(f"square {square} of the lane has no letters of {self.tile_set.name}")
            if letter and mask:
                raise PositionError(f"square {square} of the lane has both a letter and a set")

    @classmethod
    def parse(cls, text: str, tile_set: TileSet) -> "Lane":
        """Read a lane in the notation of `str`: `(Σ, b, {a,i,o}, ∅)`, letters in either case.

        Σ is every letter (write the Greek letter small, or in braces), ∅ or `{}` none.

        Raises NotationError.
        """
        text = nfc(text).strip()
        if not (text.startswith("(") and text.endswith(")")):
            raise NotationError(f"{quote(text)} is not a lane", expected="one like (Σ, b, {a,i,o}, ∅)")
        squares = [_parse_square(token, tile_set) for token in _tokens(text[1:-1])]
        return cls(tile_set, tuple(letter for letter, _ in squares), tuple(mask for _, mask in squares))

    def __len__(self) -> int:
        return len(self.letters)

    def __str__(self) -> str:
        pairs = zip(self.letters, self.sets, strict=True)
        return "(" + ", ".join(self._square_text(letter, mask) for letter, mask in pairs) + ")"

    def __repr__(self) -> str:
        return f"<Lane {self}>"

    def _square_text(self, letter: int, mask: int) -> str:
        tiles = self.tile_set.tiles
        if letter:
            return _small(tiles[letter])
        if mask in (0, self.tile_set.all_letters):
            return EVERY if mask else NONE
        return "{" + ",".join(_small(tiles[i]) for i in range(1, len(tiles)) if mask >> i & 1) + "}"

    @cached_property
    def letter_array(self) -> npt.NDArray[np.uint8]:
        """`letters` as uint8, shape (squares,)."""
        return freeze(np.array(self.letters, dtype=np.uint8))

    @cached_property
    def set_array(self) -> npt.NDArray[np.uint64]:
        """`sets` as uint64, shape (squares,)."""
        return freeze(np.array(self.sets, dtype=np.uint64))

    def windows(self) -> Iterator["LaneWindow"]:
        """Yield the ranges where a word fits: no letter next to either end, at least one square empty.

        Words that begin on the same square and cover the same letters share one window.
        """
        size = len(self)
        for start in range(size):
            if start and self.letters[start - 1]:
                continue
            shortest = 0  # of the open window
            for length in range(1, size - start + 1):
                end = start + length
                ends_here = end == size or not self.letters[end]
                if not shortest and ends_here and not all(self.letters[start:end]):
                    shortest = length
                if shortest and (end == size or self.letters[end]):
                    # A word of `length` letters would run into the letter behind it.
                    longest = length if ends_here else length - 1
                    if longest >= shortest:
                        yield LaneWindow(start, shortest, longest)
                    shortest = 0


class LaneWindow(NamedTuple):
    """The start and the possible lengths, `shortest` to `longest`, of words in a lane."""

    start: int
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True)
class LaneMatch:
    """A word that fits a lane: its first square, counted from 0, and the tiles of the rack that it takes.

    A blank is taken only for a letter whose own tiles do not suffice; it may stand for any of several equal
    letters.

    >>> lane = Lane.parse("(Σ, a, {t,x})", TileSet.load("english"))
    >>> [(match.start, match.word, match.tiles) for match in Lexicon.load().match(lane, "FT")]
    [(0, 'FA', <Rack F>), (0, 'FAT', <Rack FT>), (0, 'TA', <Rack T>), (1, 'AT', <Rack T>)]
    """

    start: int
    word: str
    tiles: Rack

    def __str__(self) -> str:
        return f"{self.start} {self.word} ({self.tiles})"


def _small(tile: Tile) -> str:
    """Return a letter in lower case, where there is one."""
    return tile.blank_label if tile.label != tile.label.lower() else tile.label


def decode_matches(lane: Lane, rack: Rack, records: npt.NDArray[np.uint8]) -> list[LaneMatch]:
    """Return the matches from records, uint8 of shape (count, 1 + squares).

    A record is the first square, the letters of the word (tile indices) and zeros.
    """
    fixed, found = lane.letters, []
    for start, *letters in records.tolist():
        counts = [0] * lane.tile_set.size
        for square, letter in enumerate(letters, start=start):
            if not letter:
                break
            if not fixed[square]:
                counts[letter if counts[letter] < rack.counts[letter] else BLANK] += 1
        word = lane.tile_set.spell(filter(None, letters))
        found.append(LaneMatch(start, word, Rack(lane.tile_set, tuple(counts))))
    return found


def check_rack(lane: Lane, rack: str | Rack, tile_set: TileSet) -> Rack:
    """Return the rack, parsed if it is text.

    Raises PositionError when lane, rack and lexicon are for different tile sets, NotationError when the text
    is not a rack.
    """
    tiles = rack if isinstance(rack, Rack) else tile_set.parse_rack(rack)
    for name, other in (("lane", lane.tile_set), ("rack", tiles.tile_set)):
        if other is not tile_set and other != tile_set:
            raise PositionError(f"the {name} is for the tiles {other.name}, the words for {tile_set.name}")
    return tiles


def letter_mask(letters: Iterable[int]) -> int:
    """Return the set of these letters (bit i: letter i)."""
    mask = 0
    for letter in letters:
        mask |= 1 << letter
    return mask


def _tokens(text: str) -> Iterator[str]:
    position = 0
    while True:
        match = _TOKEN.match(text, position)
        if not match or not match[1]:
            raise NotationError(
                f"{quote(text[position:].strip())} does not begin with a square",
                column=position + 2,  # behind the bracket
                expected="a letter, a set like {a,i,o}, Σ or ∅ and a comma",
            )
        yield match[1]
        position = match.end()
        if not match[2]:
            return


def _parse_square(token: str, tile_set: TileSet) -> tuple[int, int]:
    if token in (EVERY, NONE):
        return 0, tile_set.all_letters if token == EVERY else 0
    if token.startswith("{"):
        inside = token[1:-1].strip()
        parts = inside.split(",") if inside else []
        return 0, letter_mask(_parse_letter(part.strip(), tile_set) for part in parts)
    return _parse_letter(token, tile_set), 0


def _parse_letter(text: str, tile_set: TileSet) -> int:
    letters = tile_set.parse_word(text)
    if len(letters) != 1:
        raise NotationError(f"{quote(text)} is not one letter of {tile_set.name}")
    return letters[0]
