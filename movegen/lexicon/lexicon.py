"""Lexica: the valid words of a game, and queries on them.

>>> from movegen import Lexicon
>>> lexicon = Lexicon.load()
>>> "QUIXOTRY" in lexicon, "qzx" in lexicon
(True, False)
>>> lexicon.anagrams("RETAINS")[:3]
['ANESTRI', 'ANTSIER', 'NASTIER']
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from movegen.counts import counted
from movegen.errors import MAX_NAME, LexiconError, NotationError, one_line
from movegen.files import write_atomic
from movegen.lexicon.graph_file import GraphData, build_graph, read_graph_file, write_graph_file
from movegen.lexicon.lanes import Lane, LaneMatch, check_rack, decode_matches
from movegen.lexicon.lexicon_tiles import load_tiles
from movegen.lexicon.old_dawg import DawgLayout, encode_old_dawg
from movegen.lexicon.patterns import parse_pattern
from movegen.lexicon.sources import companion_file, load_alphagrams, load_graph
from movegen.lexicon.word_text import EncodedWords, decode_words, encode_words, filter_lengths
from movegen.native import core
from movegen.numbers import check_whole, show_value
from movegen.showing import import_pandas
from movegen.variant import BLANK, BLANK_FLAG, Rack, TileSet, WordOrder, check_tile_set, core_counts

if TYPE_CHECKING:
    from pandas import DataFrame

DEFAULT_MAX_LENGTH = 15
"""The default limit of the letters of a word: longer ones do not fit on the standard board."""


class LexiconStatistics(NamedTuple):
    """Sizes of a lexicon's word graph (a minimized GADDAG, and the DAWG within it) and its word map.

    >>> statistics = Lexicon.load().statistics
    >>> statistics.words == len(Lexicon.load()), statistics.longest_word
    (True, 15)
    """

    words: int
    longest_word: int
    states: int
    arcs: int
    letter_sets: int
    """distinct letter sets"""
    bytes: int
    map_bytes: int
    """bytes of the word map"""
    dawg_states: int
    dawg_arcs: int


class Hooks(NamedTuple):
    """Letters that form a longer word at its front and at its back.

    >>> Lexicon.load().hooks("LATE")
    Hooks(front=('A', 'B', 'E', 'P', 'S'), back=('D', 'N', 'R', 'X'))
    """

    front: tuple[str, ...]
    back: tuple[str, ...]


class Lexicon:
    """A list of words as a word graph, in the letters of a tile set.

    Make one with `load`, `from_words` or `from_text`. `left_out` counts the words of the source that were too
    short and too long; it is (0, 0) if the lexicon was not compiled in this run. `is_substitute` says that it
    stands in for the lexicon of a game, which is not installed or not known; words that it lacks may be
    valid. A pickle names the file of a lexicon, which other processes map; it holds the words of one that was
    compiled in this run and not read from a file.

    >>> lexicon = Lexicon.load()
    >>> "QUIXOTRY" in lexicon, lexicon.anagrams("RETAINS")[:3]
    (True, ['ANESTRI', 'ANTSIER', 'NASTIER'])
    >>> lexicon.matching("Q{^U}?"), lexicon.hooks("QUID").back
    (['QAT', 'QIS'], ('S',))
    """

    is_substitute = False

    def __init__(self, data: GraphData, tile_set: TileSet) -> None:
        data.check_tiles(tile_set, cure="give its tiles (--tiles), or rules with them (--rules)")
        self.name = data.name
        self.tile_set = tile_set
        self.left_out = data.left_out
        self.data = data
        self.graph = data.graph
        self.word_map = data.map

    def as_substitute(self) -> "Lexicon":
        """Return the same lexicon as one that stands in for that of a game."""
        substitute = Lexicon.__new__(Lexicon)
        substitute.__dict__.update(self.__dict__)
        substitute.is_substitute = True
        return substitute

    def companion(self, suffix: str) -> Path | None:
        """Return the file of this suffix that lies beside an installed lexicon; None if there is none."""
        file = companion_file(self.data.file, suffix)
        return file if file is not None and file.exists() else None

    def check_tiles(self, tile_set: TileSet) -> None:
        """Raise LexiconError when the lexicon is for other letters than these tiles have."""
        self.data.check_tiles(tile_set, cure="name a lexicon for these tiles")

    @classmethod
    def load(
        cls,
        name_or_path: str | Path | None = None,
        tile_set: TileSet | None = None,
        *,
        longest: int = DEFAULT_MAX_LENGTH,
    ) -> "Lexicon":
        """Load the embedded lexicon (no name, or `SCOWL80`), one installed under a name, or that of a file.

        A file may be a word list (text, one word per line, also gzipped), a KWG, an old DAWG (`.dawg`), or a
        compiled lexicon. Compiled word lists are cached in the user's cache folder. `longest` limits the
        letters of words taken from a list. The default tile set is that of the
        lexicon (`movegen.lexicon.tiles_of_lexicon`), else the English one.

        Raises
        ------
        UnknownNameError: there is no such lexicon.
        LexiconError: the file cannot be read, is damaged, or has words in other letters.
        """
        if not isinstance(name_or_path, str | Path | None):
            raise LexiconError(
                f"{show_value(repr(name_or_path))} is not the name or file of a lexicon",
                cure="give a str or a Path; from_words compiles a list of words",
            )
        if tile_set is None:
            tile_set = load_tiles(name_or_path)
        check_tile_set(tile_set)
        return cls(load_graph(name_or_path, tile_set, longest), tile_set)

    @classmethod
    def from_words(
        cls,
        words: Iterable[str],
        tile_set: TileSet,
        name: str = "words",
        *,
        longest: int = DEFAULT_MAX_LENGTH,
    ) -> "Lexicon":
        """Compile these words, in either case. Raises LexiconError when one has other letters.

        Words of one letter or of more than `longest` are left out; `left_out` counts them.
        """
        if isinstance(words, str) or not isinstance(words, Iterable):
            raise LexiconError(f"{show_value(repr(words))} is not a list of words", cure="give a list")
        listed = list(words)
        for number, word in enumerate(listed, start=1):
            if not isinstance(word, str):
                raise LexiconError(
                    f"{show_value(repr(word))} is not a word", where=f"word {number}", cure="give a str"
                )
        return cls.from_text("\n".join(listed), tile_set, name, longest=longest)

    @classmethod
    def from_text(
        cls,
        text: str,
        tile_set: TileSet,
        name: str,
        *,
        longest: int = DEFAULT_MAX_LENGTH,
        file: str | Path | None = None,
    ) -> "Lexicon":
        """Compile a list with a word per line; `file` appears in error messages."""
        check_tile_set(tile_set)
        return cls.from_encoded(encode_words(text, tile_set, longest, file), tile_set, name)

    @classmethod
    def from_encoded(cls, encoded: EncodedWords, tile_set: TileSet, name: str) -> "Lexicon":
        """Compile encoded words. Raises LexiconError when they are too many."""
        return cls(build_graph(encoded, tile_set, name), tile_set)

    def __len__(self) -> int:
        return self.data.word_count

    def __iter__(self) -> Iterator[str]:
        return iter(decode_words(self.graph.words(), self.tile_set))

    def __contains__(self, word: object) -> bool:
        try:
            return isinstance(word, str) and self.has(self.tile_set.parse_word(word))
        except NotationError:
            return False

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {counted(len(self), 'word')}, {self.tile_set.name}>"

    def _repr_html_(self) -> str:
        name = escape(one_line(self.name, MAX_NAME))
        return f"<div><b>{name}</b>: {len(self):,} words, letters of {escape(self.tile_set.name)}</div>"

    def to_frame(self) -> "DataFrame":
        """Convert to a pandas frame: a row a word, with its length in tiles, in alphabetical order.

        Raises JackdawError if pandas is not installed.
        """
        words = list(self)
        lengths = [len(self.tile_set.parse_word(word)) for word in words]
        frame: DataFrame = import_pandas().DataFrame({"word": words, "length": lengths})
        return frame

    def __copy__(self) -> "Lexicon":
        return self  # nothing of it changes

    def __deepcopy__(self, _memo: dict[int, object]) -> "Lexicon":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        if self.data.file is None:
            return _restore, (self.data, self.tile_set, self.is_substitute)
        return _load_again, (self.data.file.absolute(), self.tile_set, self.checksum, self.is_substitute)

    def has(self, letters: Iterable[int], order: WordOrder = WordOrder.FIXED) -> bool:
        """Return True if these letters (tile indices) are a word or, in any order, an anagram of one."""
        word = tuple(letters if order is WordOrder.FIXED else sorted(letters))
        known = all(1 <= letter <= self.tile_set.letters for letter in word)  # the core does not check
        return known and self.graph_for(order).contains(bytes(word))

    def graph_for(self, order: WordOrder) -> core.WordGraph:
        """Return the core's graph for games with this order of letters, built on first use and cached.

        For any order it contains alphagrams: the letters of each word in the alphabet's order. Raises
        LexiconError when these are too many.
        """
        return self.graph if order is WordOrder.FIXED else self._alphagrams

    @cached_property
    def _alphagrams(self) -> core.WordGraph:
        data = load_alphagrams(self.data, self.tile_set)
        return core.WordGraph(
            data.words,
            data.root,
            data.dawg_root,
            self.tile_set.letters,
            data.word_count,
            any_order=True,
            is_checked=data.file is not None,  # by reading the file
        )

    def anagrams(self, rack: str | Rack, *, shortest: int | None = None) -> list[str]:
        """Return the words that use all tiles of a rack, `?` as any letter, in the alphabet's order.

        With `shortest`, also those of fewer tiles, down to that number of letters; none if the rack has
        fewer. Raises NotationError when the rack has other tiles, LexiconError for a length that is none.
        """
        tiles = rack if isinstance(rack, Rack) else self.tile_set.parse_rack(rack)
        longest = min(len(tiles), core.MAX_WORD_LENGTH)
        if shortest is not None:
            check_whole("words of {} letters", shortest, 0, error=LexiconError)
            if shortest > longest:
                return []
        found = self.graph.anagrams(
            core_counts(tiles.counts), longest if shortest is None else shortest, longest
        )
        return decode_words(found, self.tile_set) if len(tiles) else []

    def matching(self, pattern: str) -> list[str]:
        """Return the words that fit a pattern, in the alphabet's order.

        `?` is any letter, `*` any run of letters, `{AEI}` one of these letters, `{^AEI}` any other letter.

        Raises NotationError when the pattern is malformed.

        >>> Lexicon.load().matching("Q{^U}?")
        ['QAT', 'QIS']
        """
        return decode_words(self.graph.matching(parse_pattern(pattern, self.tile_set)), self.tile_set)

    def match(self, lane: Lane, rack: str | Rack) -> list[LaneMatch]:
        """Return the words that fit a lane with tiles of a rack, by first square, then the alphabet.

        A word agrees with the letters on its squares, lays a tile of the rack with a letter of the set on
        each other square, at least one in all, and has no letter before or behind it. It need not touch a
        tile on the board.

        Raises PositionError when the lane or the rack is for another tile set, NotationError when the text
        is not a rack.
        """
        tiles = check_rack(lane, rack, self.tile_set)
        return decode_matches(lane, tiles, self.match_records(lane, tiles))

    def match_records(self, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:
        """Return the same as records, uint8 of shape (matches, 1 + squares): first square, letters, zeros."""
        tiles = check_rack(lane, rack, self.tile_set)
        found = self.graph.match_lane(lane.letter_array, lane.set_array, core_counts(tiles.counts))
        return found.reshape(-1, 1 + len(lane))

    def hooks(self, word: str) -> Hooks:
        """Return the letters that form a word before and behind these letters. Raises NotationError.

        >>> Lexicon.load().hooks("QUID").back
        ('S',)
        """
        front, back = self.graph.hooks(bytes(self.tile_set.parse_word(word)))
        return Hooks(self.decode_letters(front), self.decode_letters(back))

    def mark_blanks(self, word: str, rack: str | Rack) -> str:
        """Return a word with the letters that take a blank of the rack in lower case."""
        tiles = rack if isinstance(rack, Rack) else self.tile_set.parse_rack(rack)
        left = list(tiles.counts)
        marked = []
        for letter in self.tile_set.parse_word(word):
            tile = letter if left[letter] else BLANK
            left[tile] -= 1
            marked.append(letter if tile else letter | BLANK_FLAG)
        return self.tile_set.spell(marked)

    @cached_property
    def checksum(self) -> int:
        """The CRC-32 of the word graph: lexica with the same words have the same one."""
        return zlib.crc32(self.data.words.data)

    @cached_property
    def statistics(self) -> LexiconStatistics:
        """The sizes of the word graph and the word map."""
        sizes = self.graph.measure()
        return LexiconStatistics(
            words=sizes.words,
            longest_word=sizes.longest_word,
            states=sizes.states,
            arcs=sizes.arcs,
            letter_sets=sizes.letter_sets,
            bytes=self.data.words.nbytes,
            map_bytes=self.data.word_map.nbytes,
            dawg_states=sizes.dawg_states,
            dawg_arcs=sizes.dawg_arcs,
        )

    def up_to(self, longest: int) -> "Lexicon":
        """Return the lexicon of the words of at most `longest` letters; itself if no word is longer.

        Raises LexiconError for a length that is none.
        """
        check_whole("words of up to {} letters", longest, 0, error=LexiconError)
        if self.statistics.longest_word <= longest:
            return self
        return self.from_encoded(filter_lengths(self.graph.words(), longest), self.tile_set, self.name)

    def save(self, path: str | Path) -> None:
        """Write the compiled lexicon as a file that `load` maps into memory. Raises LexiconError."""
        write_graph_file(replace(self.data, tiles=self.tile_set.name), Path(path))

    def write_text(self, path: str | Path) -> None:
        """Write the words, one per line, as UTF-8. Raises LexiconError."""
        write_atomic(Path(path), "".join(f"{word}\n" for word in self).encode(), error=LexiconError)

    def write_kwg(self, path: str | Path) -> None:
        """Write the words as a KWG, the word graph of wolges, macondo and MAGPIE. Raises LexiconError."""
        entries = self.graph.kwg()
        if not len(entries):
            raise LexiconError(f"{self.name} has too many words for the KWG format", where=str(path))
        write_atomic(Path(path), entries.astype("<u4", copy=False).data, error=LexiconError)

    def write_dawg(self, path: str | Path, layout: DawgLayout = DawgLayout.BITS_22) -> None:
        """Write the words as a DAWG of the 1990s (`movegen.lexicon.old_dawg`). Raises LexiconError.

        The letters must be A to Z, and the layout must be able to number all nodes.
        """
        entries = self.graph.kwg()
        try:
            if not len(entries):
                raise LexiconError("has too many words for a DAWG")
            content = encode_old_dawg(entries, self.tile_set, layout)
        except LexiconError as error:
            raise LexiconError(f"{self.name}: {error.problem}", where=str(path), cure=error.cure) from None
        write_atomic(Path(path), content, error=LexiconError)

    def decode_letters(self, mask: int) -> tuple[str, ...]:
        """Return the labels of a set of letters (bit i: letter i), in the alphabet's order."""
        tiles = self.tile_set.tiles
        return tuple(tiles[letter].label for letter in range(1, len(tiles)) if mask >> letter & 1)


def check_lexicon(lexicon: Lexicon, tile_set: TileSet | None = None) -> None:
    """Raise LexiconError unless this is a lexicon, and for the letters of these tiles."""
    if not isinstance(lexicon, Lexicon):
        raise LexiconError(
            f"{show_value(repr(lexicon))} is not a lexicon",
            cure="load it with Lexicon.load",
        )
    if tile_set is not None:
        lexicon.check_tiles(tile_set)


def _restore(data: GraphData, tile_set: TileSet, is_substitute: bool) -> Lexicon:
    lexicon = Lexicon(data, tile_set)
    return lexicon.as_substitute() if is_substitute else lexicon


@lru_cache(maxsize=4)  # a worker gets the same lexicon with each task
def _load_again(file: Path, tile_set: TileSet, checksum: int, is_substitute: bool) -> Lexicon:
    lexicon = _restore(read_graph_file(file), tile_set, is_substitute)
    if lexicon.checksum != checksum:
        raise LexiconError(
            f"the lexicon {lexicon.name} is not the one that was sent",
            where=str(file),
            cure="do not replace it while processes use it",
        )
    return lexicon
