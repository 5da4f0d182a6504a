"""Where lexica come from: the one inside, installed ones, files; and the cache of what was compiled."""

import gzip
import hashlib
import io
import logging
import lzma
import os
import zlib
from pathlib import Path

import numpy as np
import platformdirs

from movegen.configs import list_configs
from movegen.errors import JackdawError, LexiconError, UnknownNameError, shown
from movegen.files import make_folder
from movegen.graph_file import MAGIC, SUFFIX, VERSION, labels, read_graph_file
from movegen.lexicon import Lexicon
from movegen.native import core
from movegen.old_dawg import SUFFIX as DAWG_SUFFIX
from movegen.old_dawg import read_old_dawg
from movegen.tiles import TileSet
from movegen.word_text import LONGEST_POSSIBLE, encode_words, within_lengths

EMBEDDED = "SCOWL80"
"""The name of the lexicon inside."""

VOCABULARIES = ("SCOWL20", "SCOWL35")
"""The lists of its more common words, inside too: what weaker players know."""

ENGLISH_TILES = ("english", "super_english")
"""Of the tile sets inside those for English words."""

LARGEST_FILE = 1 << 28
"""Bytes of the largest file that is taken for a lexicon."""

_LONGEST_CACHED_NAME = 40  # a file's name has room for 255 bytes

_log = logging.getLogger(__name__)


def embedded_file(name: str = EMBEDDED) -> Path:
    """The compressed word list of the lexicon inside, or of one of the vocabularies."""
    return Path(__file__).resolve().parent / "data" / f"{name.lower()}.txt.xz"


def is_embedded(name: str) -> bool:
    """Whether it is the name, in either case, of a list inside."""
    return name.upper() in (EMBEDDED, *VOCABULARIES)


def cache_folder() -> Path:
    """Where compiled lexica are kept between runs."""
    return Path(platformdirs.user_cache_dir("jackdaw", appauthor=False)) / "lexica"


def installed_folder() -> Path:
    """Where lexica lie that were installed under a name."""
    return Path(platformdirs.user_data_dir("jackdaw", appauthor=False)) / "lexica"


def known_lexica() -> list[str]:
    """The names that `Lexicon.load` knows, sorted."""
    return sorted({EMBEDDED, *VOCABULARIES, *(path.stem for path in installed_folder().glob(f"*{SUFFIX}"))})


def is_known(name: str) -> bool:
    """Whether `Lexicon.load` knows the name, in either case."""
    return name.upper() in {known.upper() for known in known_lexica()}


def load_lexicon(name_or_path: str | Path | None, tile_set: TileSet, longest: int) -> Lexicon:
    """See `Lexicon.load`."""
    if name_or_path is None or is_embedded(str(name_or_path)):
        name = EMBEDDED if name_or_path is None else str(name_or_path).upper()
        _check_english(name, tile_set)
        return _from_list(_read_bytes(embedded_file(name)), embedded_file(name), name, tile_set, longest)
    if isinstance(name_or_path, str) and not looks_like_path(name_or_path):
        return Lexicon(read_graph_file(_installed_file(name_or_path)), tile_set)
    path = Path(name_or_path)
    content = _read_bytes(path, len(MAGIC))
    if content == MAGIC:
        return Lexicon(read_graph_file(path), tile_set)
    content = _read_bytes(path)
    if path.suffix.lower() == ".kwg":
        return _from_kwg(content, path, tile_set)
    if path.suffix.lower() == DAWG_SUFFIX:
        return _from_old_dawg(content, path, tile_set)
    return _from_list(content, path, path.name.split(".")[0], tile_set, longest)


def read_list(path: Path) -> str:
    """The text of a word list, unpacked. Raises LexiconError."""
    return _decoded(_unpacked(_read_bytes(path), path), path)


def looks_like_path(text: str) -> bool:
    """Whether a text that names a lexicon is the path of a file, not a name."""
    try:
        return os.sep in text or "/" in text or "." in text or Path(text).is_file()
    except OSError:  # longer than a file's name may be
        return False


def _check_english(name: str, tile_set: TileSet) -> None:
    """Refuse English words for the tiles of another language, be their letters the same, as in French."""
    if tile_set.name in ENGLISH_TILES or tile_set.name not in list_configs("tiles"):
        return
    if tile_set == TileSet.load(tile_set.name):
        raise LexiconError(
            f"{name} has English words, and the tiles are {tile_set.name}",
            cure=f"name a lexicon for them; jackdaw lexicon build WORDS --tiles {tile_set.name} makes one",
        )


def _installed_file(name: str) -> Path:
    for path in installed_folder().glob(f"*{SUFFIX}"):
        if path.stem.upper() == name.upper():
            return path
    raise UnknownNameError("lexicon", name, known_lexica())


def _read_bytes(path: Path, most: int = LARGEST_FILE + 1) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(most)
    except (OSError, ValueError) as error:  # a ValueError when the name holds a zero byte
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise LexiconError(f"the lexicon cannot be read ({reason})", where=str(path)) from None
    if len(content) > LARGEST_FILE:
        raise _too_large(path)
    if not content:
        raise LexiconError("the file is empty", where=str(path), cure="name a list with a word a line")
    return content


def _from_kwg(content: bytes, path: Path, tile_set: TileSet) -> Lexicon:
    if len(content) % 4:
        raise LexiconError(
            "is no KWG: its size is not a multiple of 4 bytes", where=str(path), cure="copy the file again"
        )
    encoded, fault = core.kwg_words(np.frombuffer(content, dtype="<u4"), tile_set.letters)
    if fault:
        cure = "copy the file again, or name the tile set that its words are for"
        raise LexiconError(f"is no KWG for {tile_set.name}: {fault}", where=str(path), cure=cure)
    return _from_graph(encoded, path, tile_set)


def _from_old_dawg(content: bytes, path: Path, tile_set: TileSet) -> Lexicon:
    try:
        encoded = read_old_dawg(content, tile_set)
    except LexiconError as error:
        raise LexiconError(error.what, where=str(path), cure=error.cure) from None
    return _from_graph(encoded, path, tile_set)


def _from_graph(encoded: bytes, path: Path, tile_set: TileSet) -> Lexicon:
    """The lexicon of the words that another program's graph holds."""
    lexicon = Lexicon.from_encoded(within_lengths(encoded, LONGEST_POSSIBLE), tile_set, path.stem)
    if not len(lexicon):
        raise LexiconError("holds no words", where=str(path), cure="copy the file again")
    return lexicon


def _from_list(content: bytes, path: Path, name: str, tile_set: TileSet, longest: int) -> Lexicon:
    """The lexicon of a word list; compiled once, then taken from the cache.

    The cache's key is the content: a changed list, tile set or format makes a new file.
    """
    key = hashlib.blake2b(digest_size=12)
    for part in (content, repr((VERSION, name, labels(tile_set), tile_set.spellings, longest)).encode()):
        key.update(part)
    kept = cache_folder() / f"{name[:_LONGEST_CACHED_NAME]}-{key.hexdigest()}{SUFFIX}"
    if os.access(kept, os.R_OK):
        try:
            return Lexicon(read_graph_file(kept), tile_set)
        except JackdawError as error:
            _log.warning("compiling %s again: %s", name, error)
    encoded = encode_words(_decoded(_unpacked(content, path), path), tile_set, longest, path)
    lexicon = Lexicon.from_encoded(encoded, tile_set, name)
    if not len(lexicon):
        raise LexiconError("holds no words", where=str(path), cure="name a list with a word a line")
    try:
        make_folder(kept.parent, error=LexiconError)
        lexicon.save(kept)
    except LexiconError as error:
        _log.info("the compiled lexicon is not kept: %s", error)
    return lexicon


def _unpacked(content: bytes, path: Path) -> bytes:
    try:
        with _unpacker(content) as packed:
            unpacked = packed.read(LARGEST_FILE + 1)  # a small file may unpack to any size
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise LexiconError(
            f"cannot be unpacked ({error})", where=str(path), cure="copy the file again"
        ) from None
    if len(unpacked) > LARGEST_FILE:
        raise _too_large(path)
    return unpacked


def _unpacker(content: bytes) -> io.BufferedIOBase:
    file = io.BytesIO(content)
    if content.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=file)
    return lzma.LZMAFile(file) if content.startswith(b"\xfd7zXZ") else file


def _too_large(path: Path) -> LexiconError:
    return LexiconError(f"is larger than {LARGEST_FILE >> 20} MiB", where=str(path), cure="name a word list")


def _decoded(content: bytes, path: Path) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        read = error.object  # without a byte order mark, which `start` does not count
        line = read.count(b"\n", 0, error.start) + 1
        what = f"byte {shown(read[error.start : error.start + 1].hex())} is not UTF-8"
        raise LexiconError(what, where=f"{path}, line {line}", cure="save the list as UTF-8") from None
