"""Tiles, tile sets and racks.

A *tile index* is 0 for the blank and 1..n for the letters in the tile set's order. A *board byte* is
0 for an empty square, else a letter's index, with `BLANK_FLAG` added when a blank stands for it.
The label of a tile may have several characters, or be a digit or a sign; text then has it in brackets:
`[CH]`, `[7]`, `[=]`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.configs import check_range, load_config
from movegen.errors import ConfigError, NotationError, PositionError, one_line, quote
from movegen.variant.labels import (
    MAX_LABEL,
    bracketed,
    check_label,
    first_unit,
    is_symbol,
    nfc,
    usual_blank_label,
)

BLANK = 0
"""The tile index of the blank."""
BLANK_FLAG = 0x80
"""Added to a letter's index in a board byte when a blank stands for the letter."""
MAX_LETTERS = 62
"""The largest alphabet: with the blank, its tiles fit a set of 64 bits with one to spare."""
MAX_COUNT = 255
"""The largest number of copies of one tile: counts fit a byte."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile: its label, the number of copies and the points.

    `blank_label` denotes a blank that stands for this letter: the label in lower case, or with an apostrophe
    where there is no lower case.

    >>> TileSet.load("english").tiles[17]
    Tile(label='Q', blank_label='q', count=1, points=10, vowel=False)
    """

    label: str
    blank_label: str
    count: int
    points: int
    vowel: bool = False


class LetterConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A letter as in `configs/tiles/*.toml`."""

    label: str
    count: int
    points: int
    vowel: bool = False
    blank_label: str | None = None


class TileSetConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tile set as in `configs/tiles/*.toml`."""

    name: str
    blanks: int
    letters: list[LetterConfig]
    spellings: dict[str, list[str]] = {}

    def __post_init__(self) -> None:
        self.tile_set()  # report errors with the name of the file

    def tile_set(self) -> "TileSet":
        """Return the tile set, checked."""
        letters = []
        for letter in self.letters:
            label = nfc(letter.label)
            blank_label = usual_blank_label(label) if letter.blank_label is None else nfc(letter.blank_label)
            letters.append(Tile(label, blank_label, letter.count, letter.points, letter.vowel))
        spellings = [(nfc(text), nfc(tiles)) for tiles, texts in self.spellings.items() for text in texts]
        return TileSet.from_letters(self.name, letters, blanks=self.blanks, spellings=spellings)


@dataclass(frozen=True, repr=False)
class TileSet:
    """The tiles of a game, in the order of its alphabet. `tiles[0]` is the blank.

    `spellings` are pairs of a text with a character that no tile has, such as É or ß, and the tiles to lay
    for it, as text.

    Raises ConfigError when the tiles contradict each other.

    >>> english = TileSet.load("english")
    >>> english.letters, english.total, english.tiles[1].label
    (26, 100, 'A')
    """

    name: str
    tiles: tuple[Tile, ...]
    spellings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def load(cls, name_or_path: str | Path) -> "TileSet":
        """The tile set `configs/tiles/<name>.toml`, or that of a path ending in `.toml`."""
        return load_config("tiles", name_or_path, TileSetConfig).tile_set()

    @classmethod
    def from_letters(
        cls, name: str, letters: Iterable[Tile], *, blanks: int, spellings: Iterable[tuple[str, str]] = ()
    ) -> "TileSet":
        """Make a tile set of these letters and a number of blanks."""
        return cls(name, (Tile("?", "?", blanks, 0), *letters), tuple(spellings))

    def __post_init__(self) -> None:
        check_range("blanks", self.tiles[BLANK].count, 0, MAX_COUNT)
        if not 1 <= self.letters <= MAX_LETTERS:
            raise ConfigError(f"{self.letters} letters", key="letters", cure=f"expected 1 to {MAX_LETTERS}")
        taken: set[str] = set()
        for index, tile in enumerate(self.tiles[1:]):
            key = f"letters[{index}]"
            check_range(f"{key}.count", tile.count, 0, MAX_COUNT)
            check_range(f"{key}.points", tile.points, 0, 100)
            check_label(f"{key}.label", tile.label, taken)
            check_label(f"{key}.blank_label", tile.blank_label, taken)
        if not self.total:
            raise ConfigError("there are no tiles", key="letters", cure="give at least one letter a count")
        for text, tiles in self.spellings:
            self._check_spelling(text, tiles)

    def __hash__(self) -> int:  # racks and positions include it, so it has to be quick
        return hash((self.name, len(self.tiles)))

    def __reduce__(self) -> tuple[type["TileSet"], tuple[object, ...]]:
        return TileSet, (self.name, self.tiles, self.spellings)  # without the cached properties

    def __repr__(self) -> str:
        return f"<TileSet {self.name}: {self.letters} letters, {self.total} tiles>"

    @property
    def letters(self) -> int:
        """The number of letters of the alphabet; their tile indices are 1 to this number."""
        return len(self.tiles) - 1

    @property
    def size(self) -> int:
        """The number of kinds of tile: the letters and the blank."""
        return len(self.tiles)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels of the letters, without the blank, in the alphabet's order."""
        return tuple(tile.label for tile in self.tiles[1:])

    @property
    def all_letters(self) -> int:
        """The set of all letters (bit i: letter i), without the blank."""
        return (1 << self.size) - 2

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The points of each tile, by tile index."""
        return tuple(tile.points for tile in self.tiles)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of copies of each tile, by tile index."""
        return tuple(tile.count for tile in self.tiles)

    @cached_property
    def vowels(self) -> tuple[bool, ...]:
        """For each tile index, True if the tile is a vowel."""
        return tuple(tile.vowel for tile in self.tiles)

    @cached_property
    def total(self) -> int:
        """The number of tiles in all."""
        return sum(tile.count for tile in self.tiles)

    def board_text(self, byte: int) -> str:
        """Return the text of a board byte: `A`, a blank `a`, `[CH]`, `[ch]`; `.` for an empty square."""
        return self._board_texts[byte]

    def rack_text(self, tile: int) -> str:
        """Return the text of a tile index: `A`, `[CH]`, the blank `?`."""
        return bracketed(self.tiles[tile].label)

    def text(self, board_bytes: Iterable[int]) -> str:
        """Return tiles side by side as text that `parse_board_tiles` reads back."""
        return self._joined([self._board_texts[byte] for byte in board_bytes])

    def spell(self, board_bytes: Iterable[int]) -> str:
        """Return a word as in a word list: without brackets, unless it would then be read as other tiles.

        >>> letters = [Tile("C", "c", 4, 3), Tile("CH", "ch", 1, 5), Tile("H", "h", 2, 4)]
        >>> tiles = TileSet.from_letters("few", letters, blanks=0)
        >>> tiles.spell([2, 3]), tiles.spell([1, 3, 2])
        ('CHH', '[C]HCH')
        """
        text = ""
        for byte in reversed(tuple(board_bytes)):
            label = self._board_texts[byte].strip("[]")
            is_read = self._read(label + text, 0, self._word_forms) == (byte & ~BLANK_FLAG, len(label))
            text = (label if is_read else f"[{label}]") + text
        return text

    def respell(self, text: str) -> str:
        """Return a text in Unicode's form NFC, with letters that no tile has replaced by those laid for them.

        >>> TileSet.load("german").respell("Straße"), TileSet.load("french").respell("ÉTÉ")
        ('StraSSe', 'ETE')
        """
        text = nfc(text)
        if not text.isascii():
            for spelled, tiles in self._respelled:
                text = text.replace(spelled, tiles)
        return text

    def has_bracketed(self, text: str) -> bool:
        """Return True if a tile of several characters stands in brackets in a text, as in `CA[RR]O`."""
        return "[" in text and any(f"[{form}]" in text for form in self._long_forms)

    def bracket_single(self, text: str) -> str:
        """Return a text with brackets around single tiles that would be read as one of several characters.

        For texts in which every tile of several characters has brackets, as other programs write them.

        >>> TileSet.load("spanish").bracket_single("A[CH]LLOQ")
        'A[CH][L]LOQ'
        """
        if not self._divisible_forms:
            return text
        parts = []
        inside = False
        for index, character in enumerate(text):
            inside = character == "[" or (inside and character != "]")
            joins = not inside and text.startswith(self._divisible_forms, index)
            parts.append(f"[{character}]" if joins else character)
        return "".join(parts)

    def parse_rack(self, text: str) -> "Rack":
        """Read a rack: letters of either case and blanks `?` in any order.

        A tile of several characters may be in brackets; without them the longest tile that fits is taken.

        Raises
        ------
        NotationError: with the column, in the text that `respell` returns, of the first error.

        >>> str(TileSet.load("english").parse_rack("s?reina"))
        '?AEINRS'
        """
        counts = [0] * self.size
        for tile in self._parse(text, self._rack_forms):
            counts[tile] += 1
        if max(counts) > MAX_COUNT:
            raise NotationError(f"more than {MAX_COUNT} copies of one tile")
        return Rack(self, tuple(counts))

    def parse_word(self, text: str) -> tuple[int, ...]:
        """Read a word, in either case and without blanks, as the tile indices of its letters.

        Raises NotationError as `parse_rack` does.
        """
        return tuple(self._parse(text, self._word_forms))

    def parse_board_tiles(self, text: str) -> list[int]:
        """Read tiles on a board, blanks in lower case, as board bytes.

        Raises NotationError as `parse_rack` does.
        """
        return self._parse(text, self._board_forms)

    def read_board_tile(self, text: str, position: int) -> tuple[int, int]:
        """Read the board tile that begins at a position of `text`, which must come from `respell` or `nfc`.

        Returns its board byte and the position after it. Raises NotationError with the column.
        """
        return self._read(text, position, self._board_forms)

    @cached_property
    def _board_forms(self) -> dict[str, int]:
        forms = {}
        for letter, tile in enumerate(self.tiles[1:], start=1):
            forms[tile.label] = letter
            forms[tile.blank_label] = letter | BLANK_FLAG
        return forms

    @cached_property
    def _word_forms(self) -> dict[str, int]:
        forms = {form: byte & ~BLANK_FLAG for form, byte in self._board_forms.items()}
        for letter, tile in enumerate(self.tiles[1:], start=1):
            forms.setdefault(tile.label[0] + tile.blank_label[1:], letter)  # such as Ch
        return forms

    @cached_property
    def _rack_forms(self) -> dict[str, int]:
        return {"?": BLANK, **self._word_forms}

    @cached_property
    def _board_texts(self) -> dict[int, str]:
        return {0: "."} | {byte: bracketed(form) for form, byte in self._board_forms.items()}

    @cached_property
    def _long_forms(self) -> tuple[str, ...]:
        return tuple(form for form in self._word_forms if len(form) > 1)

    @cached_property
    def _divisible_forms(self) -> tuple[str, ...]:
        """The tiles of several characters each of which is a tile by itself: LL, but not L·L."""
        forms = self._word_forms
        return tuple(form for form in self._long_forms if all(part in forms for part in form))

    def _joined(self, texts: Sequence[str]) -> str:
        """Join the texts of tiles, with brackets around one that would be read as part of a longer tile."""
        if not self._long_forms:
            return "".join(texts)
        parts = []
        for index, text in enumerate(texts):
            ahead = "".join(texts[index : index + MAX_LABEL])
            parts.append(f"[{text}]" if ahead.startswith(self._long_forms) else text)
        return "".join(parts)

    @cached_property
    def _respelled(self) -> tuple[tuple[str, str], ...]:
        """Pairs of a text and its replacement, in either case: lower case stands for blanks, as elsewhere."""
        found = {}
        for text, tiles in self.spellings:
            found[text] = self.spell(self._tiles_in(tiles, self._word_forms))
        for text, tiles in self.spellings:
            lower = nfc(text.lower())
            letters = self._tiles_in(tiles, self._word_forms)
            found.setdefault(lower, self.spell(letter | BLANK_FLAG for letter in letters))
            found.setdefault(text[0] + lower[1:], found[text])  # such as Ŀl
        return tuple(found.items())

    def _check_spelling(self, text: str, tiles: str) -> None:
        key = f"spellings.{tiles}"
        on_tiles = {character for form in self._board_forms for character in form}
        if not all(is_symbol(each, inside=True) for each in text) or on_tiles.issuperset(text):
            raise ConfigError(
                f"{quote(text)} is not a spelling",
                key=key,
                cure="expected letters, at least one of which no tile has",
            )
        try:
            self._tiles_in(tiles, self._word_forms)
        except NotationError as error:
            raise ConfigError(error.problem, key=key, cure="give the tiles to lay") from None

    def _parse(self, text: str, forms: Mapping[str, int]) -> list[int]:
        return self._tiles_in(self.respell(text), forms)

    def _tiles_in(self, text: str, forms: Mapping[str, int]) -> list[int]:
        values = []
        position = 0
        while position < len(text):
            value, position = self._read(text, position, forms)
            values.append(value)
        return values

    def _read(self, text: str, position: int, forms: Mapping[str, int]) -> tuple[int, int]:
        if text[position] == "[":
            end = text.find("]", position, position + MAX_LABEL + 2)
            value = forms.get(text[position + 1 : end]) if end > 0 else None
            if value is not None:
                return value, end + 1
        else:
            for length in range(MAX_LABEL if self._long_forms else 1, 0, -1):
                value = forms.get(text[position : position + length])
                if value is not None:
                    return value, min(position + length, len(text))
        raise NotationError(
            f"{quote(first_unit(text, position))} is not a tile of {self.name}",
            column=position + 1,
            expected="a letter or ?" if "?" in forms else "a letter",
        )


def check_tile_set(tile_set: object) -> None:
    """Raise ConfigError for anything but a tile set, such as its name."""
    if not isinstance(tile_set, TileSet):
        raise ConfigError(
            f"{one_line(repr(tile_set), 60)} is not a tile set",
            cure='give one, such as TileSet.load("english") or the tiles of a variant',
        )


@dataclass(frozen=True, slots=True, repr=False)
class Rack:
    """Any number of tiles in no order. `counts` holds the number of each, by tile index.

    Iteration gives tile indices, blanks first; `len` is the number of tiles. `in` takes an index, or tiles
    as text.
    Raises PositionError when a count is negative or above `MAX_COUNT`.

    >>> rack = TileSet.load("english").parse_rack("zebra?")
    >>> len(rack), rack - rack.tile_set.parse_rack("bar"), "Z" in rack
    (6, <Rack ?EZ>, True)
    """

    tile_set: TileSet
    counts: tuple[int, ...]

    @classmethod
    def from_text(cls, tile_set: TileSet, text: str) -> "Rack":
        """Parse a rack; see `TileSet.parse_rack`."""
        return tile_set.parse_rack(text)

    @classmethod
    def from_tiles(cls, tile_set: TileSet, tiles: Iterable[int]) -> "Rack":
        """Return the rack of these tile indices. Raises PositionError if one is none."""
        counts = [0] * tile_set.size
        for tile in tiles:
            if isinstance(tile, str) or not 0 <= tile < tile_set.size:
                raise PositionError(
                    f"{tile!r} is not the index of a tile",
                    cure=f"give 0 to {tile_set.size - 1}; parse_rack reads a text",
                )
            counts[tile] += 1
        return cls(tile_set, tuple(counts))

    @classmethod
    def empty(cls, tile_set: TileSet) -> "Rack":
        """Return an empty rack."""
        return cls(tile_set, (0,) * tile_set.size)

    def __post_init__(self) -> None:
        if type(self.counts) is not tuple:  # an array or a list has no hash
            object.__setattr__(self, "counts", tuple(map(int, self.counts)))
        if len(self.counts) != self.tile_set.size:
            raise PositionError(
                f"{len(self.counts)} counts for the {self.tile_set.size} tiles of {self.tile_set.name}"
            )
        if min(self.counts) < 0 or max(self.counts) > MAX_COUNT:
            raise PositionError(f"a rack with fewer than 0 or more than {MAX_COUNT} copies of a tile")

    @property
    def array(self) -> npt.NDArray[np.uint8]:
        """A new uint8 array of shape (size,): the number of each tile, by tile index."""
        return np.array(self.counts, dtype=np.uint8)

    @property
    def points(self) -> int:
        """The points of all tiles together."""
        return sum(count * points for count, points in zip(self.counts, self.tile_set.points, strict=True))

    def contains(self, other: "Rack") -> bool:
        """Return True if all tiles of `other` are in this rack, counted with their copies."""
        self._check_same_set(other)
        return all(mine >= theirs for mine, theirs in zip(self.counts, other.counts, strict=True))

    def __len__(self) -> int:
        return sum(self.counts)

    def __contains__(self, tile: object) -> bool:
        if isinstance(tile, str):
            try:
                return self.contains(self.tile_set.parse_rack(tile)) and bool(tile)
            except NotationError:
                return False
        return any(tile == each for each in self)

    def __iter__(self) -> Iterator[int]:
        for tile, count in enumerate(self.counts):
            if count:  # skip the many tiles that are not on the rack
                yield from repeat(tile, count)

    def __add__(self, other: "Rack") -> "Rack":
        self._check_same_set(other)
        return Rack(self.tile_set, tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def __sub__(self, other: "Rack") -> "Rack":
        """Return the tiles left without those of `other`; raises PositionError when some are not there."""
        if not self.contains(other):
            raise PositionError(
                f"{other} is not all in {self}" if len(self) else f"{other} is not in an empty rack"
            )
        return Rack(self.tile_set, tuple(a - b for a, b in zip(self.counts, other.counts, strict=True)))

    def __str__(self) -> str:
        return self.tile_set._joined([self.tile_set.rack_text(tile) for tile in self])

    def __repr__(self) -> str:
        return f"<Rack {str(self) or 'empty'}>"

    def _check_same_set(self, other: "Rack") -> None:
        if self.tile_set is not other.tile_set and self.tile_set != other.tile_set:
            raise PositionError(f"tiles of {self.tile_set.name} and of {other.tile_set.name} do not mix")
