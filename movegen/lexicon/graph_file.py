"""Compiled lexica: the word graph and the word map of a word list, and their file.

The word graph is a minimized GADDAG (Gordon 1994) with the DAWG (Appel and Jacobson 1988) within it. A file
is written once, then mapped into memory and shared by all processes. All numbers are little-endian:

- 8 bytes `JACKDAW` and a 0, then uint32s: version, length of the header, CRC-32 of header and graph
- the header, JSON: name, tiles (the name of the tile set; older files lack it), letters (their labels in
  order), words, root, dawg_root, graph_words, map_words
- zeros up to a multiple of 64 bytes; the graph, uint32 words as in `movegen/core/lexicon/word_graph.hpp`
- the word map, uint32 words as in `movegen/core/lexicon/word_map.hpp`
"""

import json
import mmap
import os
import struct
import zlib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.arrays import FrozenArrays
from movegen.errors import MAX_NAME, ArgumentError, LexiconError, one_line
from movegen.files import MIB, InputKind, open_input, write_atomic
from movegen.lexicon.checked_files import is_checked, note_checked
from movegen.lexicon.word_text import EncodedWords
from movegen.native import core
from movegen.variant import TileSet

MAX_GRAPH_WORDS = core.MAX_GRAPH_WORDS
"""The largest number of 32-bit words of a word graph: 64 MB."""

MAGIC = b"JACKDAW\0"
VERSION = 4
COMPILED_SUFFIX = ".jackdaw"

_FIXED = struct.Struct("<8sIII")
_ALIGNMENT = 64
_MAX_HEADER_SIZE = 1 << 16
_KIND = InputKind(512 * MIB, LexiconError, read_again=True)
_REBUILD = "build it again from its word list: jackdaw lexicon build"


@dataclass(frozen=True, eq=False)
class GraphData(FrozenArrays):
    """A compiled lexicon in memory.

    `words` is the word graph, uint32, (graph words,), `word_map` the word map, uint32, (map words,); the
    roots are references to nodes as the core defines them. `left_out` counts the words that were too short
    and too long, when the graph was built in this run. `tiles` is the name of the tile set, empty if unknown.
    `file` is the file that is mapped; None for a graph that was built in this run. `is_checked` is True for
    memory that is known to be a valid graph and map.
    """

    name: str
    letters: tuple[str, ...]
    word_count: int
    root: int
    dawg_root: int
    words: npt.NDArray[np.uint32]
    word_map: npt.NDArray[np.uint32]
    left_out: tuple[int, int] = (0, 0)
    tiles: str = ""
    file: Path | None = None
    is_checked: bool = False

    @cached_property
    def graph(self) -> core.WordGraph:
        """The core's view of the word graph. Raises ArgumentError if it is damaged."""
        return core.WordGraph(
            self.words,
            self.root,
            self.dawg_root,
            len(self.letters),
            self.word_count,
            is_checked=self.is_checked,
        )

    @cached_property
    def map(self) -> core.WordMap:
        """The core's view of the word map. Raises ArgumentError if it is damaged."""
        return core.WordMap(self.word_map, len(self.letters), self.is_checked)

    def check_tiles(self, tile_set: TileSet, *, cure: str) -> None:
        """Raise LexiconError when the lexicon is for other letters than these tiles have."""
        if self.letters != tile_set.labels:
            problem = f"the lexicon {self.name} has other letters than the tile set {tile_set.name}"
            raise LexiconError(problem, cure=cure)


def build_graph(encoded: EncodedWords, tile_set: TileSet, name: str) -> GraphData:
    """Build the word graph and the word map of encoded words.

    Raises LexiconError when they are too many for a word graph.
    """
    words, root, dawg_root, count = core.build_word_graph(encoded.text, tile_set.letters, MAX_GRAPH_WORDS)
    if not len(words) or count > core.MAX_WORDS:
        raise LexiconError(f"{name} has too many words for a word graph", cure="leave out long words")
    graph = core.WordGraph(words, root, dawg_root, tile_set.letters, count)
    word_map = core.build_word_map(graph.words())
    left_out = encoded.too_short, encoded.too_long
    return GraphData(name, tile_set.labels, count, root, dawg_root, words, word_map, left_out, tile_set.name)


def write_graph_file(data: GraphData, path: Path) -> None:
    """Write the file atomically. Raises LexiconError when it cannot be written."""
    header = json.dumps(
        {
            "name": data.name,
            "tiles": data.tiles,
            "letters": data.letters,
            "words": data.word_count,
            "root": data.root,
            "dawg_root": data.dawg_root,
            "graph_words": len(data.words),
            "map_words": len(data.word_map),
        },
    ).encode()
    graph, word_map = (words.astype("<u4", copy=False) for words in (data.words, data.word_map))
    checksum = zlib.crc32(word_map.data, zlib.crc32(graph.data, zlib.crc32(header)))
    start = _FIXED.pack(MAGIC, VERSION, len(header), checksum) + header
    padding = bytes(-len(start) % _ALIGNMENT)
    write_atomic(path, start + padding, graph.data, word_map.data, error=LexiconError)


def read_graph_file(path: Path) -> GraphData:
    """Map the file into memory and check it. Raises LexiconError when it is damaged.

    The checksum is compared every time, the content once, until the file changes (`checked_files`).
    """
    try:
        with open_input(path, _KIND) as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            found = os.fstat(file.fileno())
    except OSError as error:
        raise LexiconError(f"cannot be read ({error.strerror})", where=str(path)) from None
    except ValueError:
        raise LexiconError("the file is empty", where=str(path), cure=_REBUILD) from None
    data = _parse(mapped, path)
    _, checksum = _unpack(mapped, path)
    data = replace(data, is_checked=is_checked(found, checksum))
    try:
        _ = data.graph, data.map
    except ArgumentError as error:
        raise _damaged(error.problem, path) from None
    if not data.is_checked:
        note_checked(found, checksum)
    return data


def read_graph_tiles(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the name of the tile set, empty if unknown, and the letters, from the start of the file.

    The rest is not read, nor is the checksum. Raises LexiconError.
    """
    with open_input(path, _KIND) as file:
        start = file.read(_FIXED.size)
        header_length, _ = _unpack(start, path)
        header = file.read(min(header_length, _MAX_HEADER_SIZE))
    try:
        table = json.loads(header)
        return _label(table.get("tiles", "")), tuple(str(label) for label in table["letters"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _damaged("its header is wrong", path) from None


def _unpack(start: bytes | mmap.mmap, path: Path) -> tuple[int, int]:
    """Return the length of the header and the checksum. Raises LexiconError."""
    if len(start) < _FIXED.size:
        raise _damaged("it is cut off", path)
    magic, version, header_length, checksum = _FIXED.unpack_from(start)
    if magic != MAGIC:
        raise LexiconError("is not a compiled lexicon", where=str(path), cure=_REBUILD)
    if version != VERSION:
        problem = f"is a compiled lexicon of version {version}; this program reads version {VERSION}"
        raise LexiconError(problem, where=str(path), cure=_REBUILD)
    return header_length, checksum


def _parse(mapped: mmap.mmap, path: Path) -> GraphData:
    header_length, checksum = _unpack(mapped, path)
    end = _FIXED.size + header_length
    begin = end + -end % _ALIGNMENT
    if header_length > _MAX_HEADER_SIZE or begin > len(mapped) or (len(mapped) - begin) % 4:
        raise _damaged("it is cut off", path)
    view = memoryview(mapped)
    if zlib.crc32(view[begin:], zlib.crc32(view[_FIXED.size : end])) != checksum:
        raise _damaged("its checksum is wrong", path)
    words = np.frombuffer(mapped, dtype="<u4", offset=begin)
    try:
        return replace(_decode(json.loads(bytes(view[_FIXED.size : end])), words), file=path)
    except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
        raise _damaged("its header is wrong", path) from None


def _decode(header: dict[str, Any], words: npt.NDArray[np.uint32]) -> GraphData:
    letters = tuple(str(label) for label in header["letters"])
    graph_words, map_words = int(header["graph_words"]), int(header["map_words"])
    if min(graph_words, map_words) < 0 or graph_words + map_words != len(words):
        raise ValueError
    if not 1 <= len(letters) < core.MAX_LETTERS:
        raise ValueError
    root, dawg_root, word_count = (int(header[key]) for key in ("root", "dawg_root", "words"))
    if not all(0 <= number < 1 << 32 for number in (root, dawg_root, word_count)):
        raise ValueError
    graph, word_map = words[:graph_words], words[graph_words:]
    name, tiles = _label(header["name"]), _label(header.get("tiles", ""))
    return GraphData(name, letters, word_count, root, dawg_root, graph, word_map, tiles=tiles)


def _label(text: object) -> str:
    return one_line(str(text), MAX_NAME)


def _damaged(problem: str, path: Path) -> LexiconError:
    return LexiconError(f"the compiled lexicon is damaged: {problem}", where=str(path), cure=_REBUILD)
