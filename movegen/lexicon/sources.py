"""The sources of lexica: the embedded one, installed ones and files; and the cache of compiled lexica."""

import hashlib
import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import platformdirs

from movegen.configs import list_configs
from movegen.errors import MAX_NAME, JackdawError, LexiconError, UnknownNameError, one_line, quote
from movegen.files import (
    MIB,
    InputKind,
    canonical_path,
    file_label,
    make_folder,
    open_input,
    read_bytes,
    unpack,
)
from movegen.lexicon.graph_file import (
    COMPILED_SUFFIX,
    MAGIC,
    MAX_GRAPH_WORDS,
    VERSION,
    GraphData,
    build_graph,
    read_graph_file,
    write_graph_file,
)
from movegen.lexicon.old_dawg import DAWG_SUFFIX, read_old_dawg
from movegen.lexicon.word_text import MAX_WORD_LENGTH, encode_words, filter_lengths, sort_letters
from movegen.native import core
from movegen.variant import TileSet

EMBEDDED = "SCOWL80"
"""The name of the embedded lexicon."""

VOCABULARIES = ("SCOWL20", "SCOWL35", "SCOWL60")
"""The embedded lists of its more common words: the vocabularies of weaker players."""

ENGLISH_TILES = ("english", "super_english", "crossplay")
"""The installed tile sets for English words."""

_KIND = InputKind(256 * MIB, LexiconError, "the lexicon", "a word list")
_MIN_CACHED_WORDS = 10_000
_MAX_CACHED_NAME = 40  # the name of a file may have 255 bytes

_log = logging.getLogger(__name__)


def embedded_file(name: str = EMBEDDED) -> Path:
    """Return the compressed word list of the embedded lexicon, or of one of the vocabularies."""
    return Path(__file__).resolve().parent.parent / "data" / f"{name.lower()}.txt.xz"


def is_embedded(name: str) -> bool:
    """Return True if this is the name, in either case, of an embedded list."""
    return name.upper() in (EMBEDDED, *VOCABULARIES)


def suits_tiles(name: str, tile_set: TileSet) -> bool:
    """Return False for an embedded list and the tiles of another language, even with English letters."""
    if not is_embedded(name) or tile_set.name in ENGLISH_TILES:
        return True
    return tile_set.name not in list_configs("tiles") or tile_set != TileSet.load(tile_set.name)


def cache_folder() -> Path:
    """Return the folder of the cache of compiled lexica."""
    return Path(platformdirs.user_cache_dir("jackdaw", appauthor=False)) / "lexica"


def installed_folder() -> Path:
    """Return the folder of the lexica that were installed under a name."""
    return Path(platformdirs.user_data_dir("jackdaw", appauthor=False)) / "lexica"


def known_lexica() -> list[str]:
    """Return the names that `Lexicon.load` knows, sorted."""
    return sorted(
        {EMBEDDED, *VOCABULARIES, *(path.stem for path in installed_folder().glob(f"*{COMPILED_SUFFIX}"))}
    )


def is_known_lexicon(name: str) -> bool:
    """Return True if `Lexicon.load` knows the name, in either case."""
    return name.upper() in {known.upper() for known in known_lexica()}


def load_graph(name_or_path: str | Path | None, tile_set: TileSet, longest: int) -> GraphData:
    """Load the data of a lexicon; see `Lexicon.load`. A compiled one may be for other letters."""
    if name_or_path is None or is_embedded(str(name_or_path)):
        name = EMBEDDED if name_or_path is None else str(name_or_path).upper()
        _check_english(name, tile_set)
        return _from_list(_read_bytes(embedded_file(name)), embedded_file(name), name, tile_set, longest)
    if isinstance(name_or_path, str) and not looks_like_path(name_or_path):
        file = installed_file(name_or_path)
        if file is None:
            cure = "install a word list with jackdaw lexicon build, or give the name of its file"
            raise UnknownNameError("lexicon", name_or_path, known_lexica(), cure=cure)
        return read_graph_file(file)
    path = Path(name_or_path)
    if is_compiled(path):
        return read_graph_file(path)
    content = _read_bytes(path)
    if path.suffix.lower() == ".kwg":
        return _from_kwg(content, path, tile_set)
    if path.suffix.lower() == DAWG_SUFFIX:
        return _from_old_dawg(content, path, tile_set)
    return _from_list(content, path, one_line(path.name.split(".")[0], MAX_NAME), tile_set, longest)


def read_word_list(path: Path) -> str:
    """Return the text of a word list, decompressed. Raises LexiconError."""
    return _decode(unpack(_read_bytes(path), path, _KIND), path)


def looks_like_path(text: str) -> bool:
    """Return True if a text that identifies a lexicon is the path of a file, not a name."""
    try:
        return os.sep in text or "/" in text or "." in text or Path(text).is_file()
    except OSError:  # too long for the name of a file
        return False


def installed_file(name: str) -> Path | None:
    """Return the file of the lexicon that is installed under a name, in either case."""
    files = installed_folder().glob(f"*{COMPILED_SUFFIX}")
    return next((path for path in files if path.stem.upper() == name.upper()), None)


def companion_file(compiled: Path | None, suffix: str) -> Path | None:
    """Return the file of this suffix beside the file of an installed lexicon, whether or not it exists.

    None for a lexicon that is not installed: files beside it belong to whoever put them there.
    """
    if compiled is None or not _is_same_folder(compiled.parent, installed_folder()):
        return None
    return compiled.with_name(f"{compiled.stem}{suffix}")


@lru_cache(maxsize=16)
def _is_same_folder(folder: Path, other: Path) -> bool:
    """Return whether two paths lead to the same folder, links followed. Cached: each analysis asks again."""
    return canonical_path(folder) == canonical_path(other)


def is_compiled(path: Path) -> bool:
    """Return whether a file, which must be one that can be read again, holds a compiled lexicon.

    Raises LexiconError.
    """
    with open_input(path, replace(_KIND, read_again=True)) as file:
        return file.read(len(MAGIC)) == MAGIC


def _check_english(name: str, tile_set: TileSet) -> None:
    if not suits_tiles(name, tile_set):
        raise LexiconError(
            f"{name} has English words, and the tiles are {tile_set.name}",
            cure=f"name a lexicon for them; jackdaw lexicon build WORDS --tiles {tile_set.name} makes one",
        )


def _read_bytes(path: Path) -> bytes:
    content = read_bytes(path, _KIND)
    if not content:
        raise LexiconError("the file is empty", where=str(path), cure="name a list with a word per line")
    return content


def _from_kwg(content: bytes, path: Path, tile_set: TileSet) -> GraphData:
    if len(content) % 4:
        raise LexiconError(
            "is not a KWG: its size is not a multiple of 4 bytes", where=str(path), cure="copy the file again"
        )
    encoded, fault = core.kwg_words(np.frombuffer(content, dtype="<u4"), tile_set.letters)
    if fault:
        cure = "copy the file again, or name the tile set that its words are for"
        raise LexiconError(f"is not a KWG for {tile_set.name}: {fault}", where=str(path), cure=cure)
    return _from_graph(encoded, path, tile_set)


def _from_old_dawg(content: bytes, path: Path, tile_set: TileSet) -> GraphData:
    try:
        encoded = read_old_dawg(content, tile_set)
    except LexiconError as error:
        raise LexiconError(error.problem, where=str(path), cure=error.cure) from None
    return _from_graph(encoded, path, tile_set)


def _from_graph(encoded: bytes, path: Path, tile_set: TileSet) -> GraphData:
    """Compile the words of another program's graph."""
    data = build_graph(filter_lengths(encoded, MAX_WORD_LENGTH), tile_set, file_label(path))
    if not data.word_count:
        raise LexiconError("holds no words", where=str(path), cure="copy the file again")
    return data


def _from_list(content: bytes, path: Path, name: str, tile_set: TileSet, longest: int) -> GraphData:
    """Compile a word list, or take it from the cache if it was compiled before.

    The key of the cache is the content, so a changed list, tile set or format makes a new file.
    """

    def compile_list() -> GraphData:
        encoded = encode_words(_decode(unpack(content, path, _KIND), path), tile_set, longest, path)
        data = build_graph(encoded, tile_set, name)
        if not data.word_count:
            raise LexiconError("holds no words", where=str(path), cure="name a list with a word per line")
        return data

    settings = VERSION, name, tile_set.labels, tile_set.spellings, longest
    return _from_cache(name, (content, repr(settings).encode()), tile_set, compile_list)


def load_alphagrams(data: GraphData, tile_set: TileSet) -> GraphData:
    """Return the alphagrams of a lexicon's words as a word graph, without a word map.

    An alphagram has the letters of a word in the alphabet's order. Those of larger lexica are cached like
    compiled lists; small ones are built faster than read. Raises LexiconError when they are too many.
    """

    def compile_alphagrams() -> GraphData:
        text = sort_letters(data.graph.words())
        words, root, dawg_root, count = core.build_word_graph(text, tile_set.letters, MAX_GRAPH_WORDS)
        if not len(words):
            problem = f"the alphagrams of {data.name} are too many for a word graph"
            raise LexiconError(problem, cure="leave out long words")
        no_map = core.build_word_map(b"")
        return GraphData(
            data.name, tile_set.labels, count, root, dawg_root, words, no_map, tiles=tile_set.name
        )

    if data.word_count < _MIN_CACHED_WORDS:
        return compile_alphagrams()
    settings = VERSION, "alphagrams", data.name, tile_set.labels
    parts = data.words.tobytes(), repr(settings).encode()
    return _from_cache(data.name, parts, tile_set, compile_alphagrams)


def _from_cache(
    name: str, parts: Iterable[bytes], tile_set: TileSet, compile_data: Callable[[], GraphData]
) -> GraphData:
    """Return compiled data from the cache, or compile and cache it; the parts are the key."""
    key = hashlib.blake2b(digest_size=12)
    for part in parts:
        key.update(part)
    cached = cache_folder() / f"{name[:_MAX_CACHED_NAME]}-{key.hexdigest()}{COMPILED_SUFFIX}"
    if os.access(cached, os.R_OK):
        try:
            data = read_graph_file(cached)
            data.check_tiles(tile_set, cure="remove the file from the cache")
            return data
        except JackdawError as error:
            _log.warning("compiling %s again: %s", name, error)
    data = compile_data()
    try:
        make_folder(cached.parent, error=LexiconError)
        write_graph_file(data, cached)
    except LexiconError as error:
        _log.info("the compiled lexicon is not cached: %s", error)
    return data


def _decode(content: bytes, path: Path) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        read = error.object  # without a byte order mark, which `start` does not count
        line = read.count(b"\n", 0, error.start) + 1
        problem = f"byte {quote(read[error.start : error.start + 1].hex())} is not UTF-8"
        raise LexiconError(problem, where=f"{path}, line {line}", cure="save the list as UTF-8") from None
