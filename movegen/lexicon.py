"""Lexica: the words of a game, and questions about them.

>>> from movegen import Lexicon
>>> lexicon = Lexicon.load()
>>> "QUIXOTRY" in lexicon, "qzx" in lexicon
(True, False)
>>> lexicon.anagrams("RETAINS")[:3]
['ANESTRI', 'ANTSIER', 'NASTIER']
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_counts
from movegen.errors import LexiconError, NotationError
from movegen.files import write_whole
from movegen.graph_file import GraphData, labels, write_graph_file
from movegen.lanes import Lane, Placement, check_rack, placements
from movegen.native import core
from movegen.old_dawg import DawgLayout, old_dawg_bytes
from movegen.patterns import parse_pattern
from movegen.rules import WordOrder
from movegen.tiles import BLANK, BLANK_FLAG, Rack, TileSet
from movegen.word_text import EncodedWords, decode_words, encode_words, within_lengths

LARGEST_GRAPH = core.MAX_GRAPH_WORDS
"""The most 32-bit words of a word graph: 64 MB."""

LONGEST_WORD = 15
"""Words longer than this are left out unless asked for: no standard board has room for them."""


@dataclass(frozen=True, slots=True)
class LexiconStatistics:
    """Sizes of a lexicon's word graph (a minimized GADDAG, and the DAWG within it) and of its word map."""

    words: int
    longest_word: int
    states: int
    arcs: int
    letter_sets: int
    """distinct ones"""
    bytes: int
    map_bytes: int
    """of the word map"""
    dawg_states: int
    dawg_arcs: int


@dataclass(frozen=True, slots=True)
class Hooks:
    """Letters that make a longer word: put before it, put behind it."""

    front: tuple[str, ...]
    back: tuple[str, ...]


class Lexicon:
    """A list of words as a word graph, in the letters of a tile set.

    Make one with `load`, `from_words` or `from_text`. `left_out` counts the words of its source that were
    too short or too long to take, when it was built just now.
    """

    def __init__(self, data: GraphData, tile_set: TileSet, *, left_out: tuple[int, int] = (0, 0)) -> None:
        if data.letters != labels(tile_set):
            raise LexiconError(
                f"the lexicon {data.name} has other letters than the tile set {tile_set.name}",
                cure="name the tile set that its words are for",
            )
        self.name = data.name
        self.tile_set = tile_set
        self.left_out = left_out
        self.data = data
        self.graph = data.graph()
        self.word_map = core.WordMap(data.word_map)

    def check_tiles(self, tile_set: TileSet) -> None:
        """Raise LexiconError when it is for other letters than these tiles have."""
        if self.data.letters != labels(tile_set):
            raise LexiconError(
                f"the lexicon {self.name} has other letters than the tile set {tile_set.name}",
                cure="name a lexicon for these tiles",
            )

    @classmethod
    def load(
        cls,
        name_or_path: str | Path | None = None,
        tile_set: TileSet | None = None,
        *,
        longest: int = LONGEST_WORD,
    ) -> "Lexicon":
        """The lexicon inside (no name, or `SCOWL80`), one installed under a name, or that of a file.

        A file may be a word list (text, one word a line, also gzipped), a KWG, an old DAWG (`.dawg`), or a
        compiled lexicon.
        What was compiled from a word list is kept in the user's cache folder. `longest` is the most letters
        of words taken from a list. The tile set is the English one unless given.

        Raises
        ------
        UnknownNameError: nothing goes by the name.
        LexiconError: the file cannot be read, is damaged, or has words in other letters.
        """
        from movegen.lexicon_sources import load_lexicon

        return load_lexicon(name_or_path, tile_set or TileSet.load("english"), longest)

    @classmethod
    def from_words(
        cls, words: Iterable[str], tile_set: TileSet, name: str = "words", *, longest: int = LONGEST_WORD
    ) -> "Lexicon":
        """The lexicon of these words, in either case. Raises LexiconError when one has other letters."""
        return cls.from_text("\n".join(words), tile_set, name, longest=longest)

    @classmethod
    def from_text(
        cls,
        text: str,
        tile_set: TileSet,
        name: str,
        *,
        longest: int = LONGEST_WORD,
        file: str | Path | None = None,
    ) -> "Lexicon":
        """The lexicon of a list with a word a line; `file` is named in errors."""
        return cls.from_encoded(encode_words(text, tile_set, longest, file), tile_set, name)

    @classmethod
    def from_encoded(cls, encoded: EncodedWords, tile_set: TileSet, name: str) -> "Lexicon":
        """The lexicon of words that were read already. Raises LexiconError when they are too many."""
        words, root, dawg_root, count = core.build_word_graph(encoded.text, tile_set.letters, LARGEST_GRAPH)
        if not len(words):
            raise LexiconError(f"{name} has too many words for a word graph", cure="leave out long words")
        graph = core.WordGraph(words, root, dawg_root, tile_set.letters)
        word_map = core.build_word_map(graph.words())
        data = GraphData(name, labels(tile_set), count, root, dawg_root, words, word_map)
        return cls(data, tile_set, left_out=(encoded.too_short, encoded.too_long))

    def __len__(self) -> int:
        return self.data.word_count

    def __iter__(self) -> Iterator[str]:
        return iter(decode_words(self.graph.words(), self.tile_set))

    def __contains__(self, word: str) -> bool:
        try:
            return self.has(self.tile_set.parse_word(word))
        except NotationError:
            return False

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {len(self):,} words, {self.tile_set.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Lexicon is not sent between processes: send its name and load it there")

    def has(self, letters: Iterable[int], order: WordOrder = WordOrder.FIXED) -> bool:
        """Whether these letters (tile indices) are a word; in any order, whether an anagram of them is."""
        word = tuple(letters if order is WordOrder.FIXED else sorted(letters))
        known = all(1 <= letter <= self.tile_set.letters for letter in word)  # the core takes it for granted
        return known and self.graph_for(order).contains(bytes(word))

    def graph_for(self, order: WordOrder) -> core.WordGraph:
        """The core's graph for a game in which letters are words in this order; made when first asked for.

        For any order it is one of alphagrams: the letters of each word in the alphabet's order. Raises
        LexiconError when these are too many.
        """
        return self.graph if order is WordOrder.FIXED else self._alphagrams

    @cached_property
    def _alphagrams(self) -> core.WordGraph:
        distinct = {bytes(sorted(word)) for word in self.graph.words().split(b"\0")[:-1]}
        text = b"".join(word + b"\0" for word in sorted(distinct))
        letters = self.tile_set.letters
        words, root, dawg_root, _ = core.build_word_graph(text, letters, LARGEST_GRAPH)
        if not len(words):
            raise LexiconError(
                f"the alphagrams of {self.name} are too many for a word graph", cure="leave out long words"
            )
        return core.WordGraph(words, root, dawg_root, letters, any_order=True)

    def anagrams(self, rack: str | Rack, *, shortest: int | None = None) -> list[str]:
        """Words made of all the tiles of a rack, `?` standing for any letter, in the alphabet's order.

        With `shortest`, also those of fewer tiles down to that number of letters.
        Raises NotationError when the rack has other tiles.
        """
        tiles = rack if isinstance(rack, Rack) else self.tile_set.parse_rack(rack)
        longest = min(len(tiles), core.MAX_WORD_LENGTH)
        found = self.graph.anagrams(
            core_counts(tiles.counts), longest if shortest is None else shortest, longest
        )
        return decode_words(found, self.tile_set) if len(tiles) else []

    def matching(self, pattern: str) -> list[str]:
        """Words that fit a pattern, in the alphabet's order.

        `?` is any letter, `*` any run of letters, `{AEI}` one of these letters, `{^AEI}` any other letter.

        Raises NotationError when the pattern is malformed.

        >>> Lexicon.load().matching("Q{^U}?")
        ['QAT', 'QIS']
        """
        return decode_words(self.graph.matching(parse_pattern(pattern, self.tile_set)), self.tile_set)

    def match(self, lane: Lane, rack: str | Rack) -> list[Placement]:
        """Words that can be laid on a lane with tiles of a rack, by their first square, then the alphabet.

        A word stands on squares of the lane, and no letter lies before or behind it; the letters that lie
        on its squares are its own, each other square takes a letter of its set with a tile of the rack, and
        at least one tile is laid. Nothing asks that the word touches a tile on the board.

        Raises PositionError when the lane or the rack is for another tile set, NotationError when the text
        is no rack.
        """
        tiles = check_rack(lane, rack, self.tile_set)
        return placements(lane, tiles, self.match_records(lane, tiles))

    def match_records(self, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:
        """The same as records, uint8 of shape (placements, 1 + squares): first square, letters, zeros."""
        tiles = check_rack(lane, rack, self.tile_set)
        found = self.graph.match_lane(lane.letter_array, lane.set_array, core_counts(tiles.counts))
        return found.reshape(-1, 1 + len(lane))

    def hooks(self, word: str) -> Hooks:
        """The letters that can be put before and behind a word (or any letters). Raises NotationError.

        >>> Lexicon.load().hooks("QUID").back
        ('S',)
        """
        front, back = self.graph.hooks(bytes(self.tile_set.parse_word(word)))
        return Hooks(self.letters_of(front), self.letters_of(back))

    def blanks_used(self, word: str, rack: str | Rack) -> str:
        """A word with the letters that take a blank of the rack in lower case."""
        tiles = rack if isinstance(rack, Rack) else self.tile_set.parse_rack(rack)
        left = list(tiles.counts)
        shown = []
        for letter in self.tile_set.parse_word(word):
            tile = letter if left[letter] else BLANK
            left[tile] -= 1
            shown.append(letter if tile else letter | BLANK_FLAG)
        return self.tile_set.spelled(shown)

    @cached_property
    def statistics(self) -> LexiconStatistics:
        """Sizes of the word graph."""
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
        """The lexicon of those of its words that have at most so many letters; itself if that is all."""
        if self.statistics.longest_word <= longest:
            return self
        return self.from_encoded(within_lengths(self.graph.words(), longest), self.tile_set, self.name)

    def save(self, path: str | Path) -> None:
        """Write the compiled lexicon, which `load` maps into memory. Raises LexiconError."""
        write_graph_file(self.data, Path(path))

    def write_text(self, path: str | Path) -> None:
        """Write the words, one a line, as UTF-8. Raises LexiconError."""
        write_whole(Path(path), "".join(f"{word}\n" for word in self).encode(), error=LexiconError)

    def write_kwg(self, path: str | Path) -> None:
        """Write the words as a KWG, a graph that other programs read. Raises LexiconError."""
        entries = self.graph.kwg()
        if not len(entries):
            raise LexiconError(f"{self.name} has too many words for the KWG format", where=str(path))
        write_whole(Path(path), entries.astype("<u4", copy=False).data, error=LexiconError)

    def write_dawg(self, path: str | Path, layout: DawgLayout = DawgLayout.BITS_22) -> None:
        """Write the words as a DAWG of the 1990s (`movegen.old_dawg`). Raises LexiconError.

        The letters must be A to Z, and the layout must have room for the nodes.
        """
        entries = self.graph.kwg()
        try:
            if not len(entries):
                raise LexiconError("has too many words for a DAWG")
            content = old_dawg_bytes(entries, self.tile_set, layout)
        except LexiconError as error:
            raise LexiconError(f"{self.name}: {error.what}", where=str(path), cure=error.cure) from None
        write_whole(Path(path), content, error=LexiconError)

    def letters_of(self, mask: int) -> tuple[str, ...]:
        """The labels of a set of letters (bit i: letter i), in the alphabet's order."""
        tiles = self.tile_set.tiles
        return tuple(tiles[letter].label for letter in range(1, len(tiles)) if mask >> letter & 1)
