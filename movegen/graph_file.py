"""The file of a compiled lexicon: written once, then mapped into memory and shared by all who use it.

All numbers are little-endian:

- 8 bytes `JACKDAW` and a 0, then uint32s: version, length of the header, CRC-32 of header and graph
- the header, JSON: name, letters (their labels in order), words, root, dawg_root, graph_words, map_words
- zeros up to a multiple of 64 bytes; the graph, uint32 words as `movegen/core/word_graph.hpp` describes
- the word map, uint32 words as `movegen/core/word_map.hpp` describes
"""

import json
import mmap
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.errors import LexiconError
from movegen.files import write_whole
from movegen.native import core
from movegen.tiles import TileSet

MAGIC = b"JACKDAW\0"
VERSION = 3
SUFFIX = ".jackdaw"

_FIXED = struct.Struct("<8sIII")
_ALIGNMENT = 64
_LONGEST_HEADER = 1 << 16
_REBUILD = "build it again from its word list: jackdaw lexicon build"


@dataclass(frozen=True, slots=True)
class GraphData:
    """A lexicon in memory, and what the file says about it.

    `words` is the word graph, uint32, (graph words,), `word_map` the word map, uint32, (map words,); the
    roots are references to nodes as the core defines them.
    """

    name: str
    letters: tuple[str, ...]
    word_count: int
    root: int
    dawg_root: int
    words: npt.NDArray[np.uint32]
    word_map: npt.NDArray[np.uint32]

    def graph(self) -> core.WordGraph:
        """The core's view of it."""
        return core.WordGraph(self.words, self.root, self.dawg_root, len(self.letters))


def labels(tile_set: TileSet) -> tuple[str, ...]:
    """The labels of a tile set's letters, in order."""
    return tuple(tile.label for tile in tile_set.tiles[1:])


def write_graph_file(data: GraphData, path: Path) -> None:
    """Write the file whole or not at all. Raises LexiconError when it cannot be written."""
    header = json.dumps(
        {
            "name": data.name,
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
    write_whole(path, start + padding, graph.data, word_map.data, error=LexiconError)


def read_graph_file(path: Path) -> GraphData:
    """Map the file into memory and check it. Raises LexiconError when it is damaged or no such file."""
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise LexiconError(f"cannot be read ({error.strerror})", where=str(path)) from None
    except ValueError:
        raise LexiconError("the file is empty", where=str(path), cure=_REBUILD) from None
    data = _parse(mapped, path)
    fault = data.graph().fault() or core.word_map_fault(data.word_map, len(data.letters))
    if fault:
        raise _damaged(fault, path)
    return data


def _parse(mapped: mmap.mmap, path: Path) -> GraphData:
    if len(mapped) < _FIXED.size:
        raise _damaged("it is cut off", path)
    magic, version, header_length, checksum = _FIXED.unpack_from(mapped)
    if magic != MAGIC:
        raise LexiconError("is not a compiled lexicon", where=str(path), cure=_REBUILD)
    if version != VERSION:
        what = f"is a compiled lexicon of version {version}; this program reads version {VERSION}"
        raise LexiconError(what, where=str(path), cure=_REBUILD)
    end = _FIXED.size + header_length
    begin = end + -end % _ALIGNMENT
    if header_length > _LONGEST_HEADER or begin > len(mapped) or (len(mapped) - begin) % 4:
        raise _damaged("it is cut off", path)
    view = memoryview(mapped)
    if zlib.crc32(view[begin:], zlib.crc32(view[_FIXED.size : end])) != checksum:
        raise _damaged("its checksum is wrong", path)
    words = np.frombuffer(mapped, dtype="<u4", offset=begin)
    try:
        return _described(json.loads(bytes(view[_FIXED.size : end])), words)
    except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
        raise _damaged("its header is wrong", path) from None


def _described(header: dict[str, Any], words: npt.NDArray[np.uint32]) -> GraphData:
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
    return GraphData(str(header["name"]), letters, word_count, root, dawg_root, graph, word_map)


def _damaged(what: str, path: Path) -> LexiconError:
    return LexiconError(f"the compiled lexicon is damaged: {what}", where=str(path), cure=_REBUILD)
