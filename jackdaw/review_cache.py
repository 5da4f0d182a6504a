"""Reviews of games, kept between runs: what has been found once is not looked for again.

A review is kept under a key, a hash of all that it depends on: the bytes of the record, the rules, the
words and the strategy (their content, not their names), the settings, and the files that the program
itself consists of. So nothing has to be thrown away when one of these changes: it is just not found.

Every entry is a file of its own that appears whole or not at all, so any number of processes can read and
write at the same time. Entries carry a checksum; one that is damaged is not there. The folder is kept
below a bound by forgetting what was not used for longest.
"""

import hashlib
import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec
import platformdirs

from jackdaw.game_facts import GameFacts
from jackdaw.game_work import ReviewSettings
from movegen.configs import config_folder
from movegen.errors import JackdawError
from movegen.files import make_folder, write_whole
from movegen.rules import Variant
from sims.lexicon_source import LexiconSource
from strategy.static import StaticStrategy

SUFFIX = ".review"
MOST_BYTES = 256 << 20
"""Of all entries together: some 6,000 games."""

_PACKAGES = ("movegen", "strategy", "sims", "jackdaw")
_NO_PART = {"__pycache__", "core"}


class KeptReview(msgspec.Struct, frozen=True):
    """What is kept of a game: facts to count, and its page."""

    facts: GameFacts
    page: str


def default_folder() -> Path:
    """Where reviews are kept unless somebody says otherwise."""
    return Path(platformdirs.user_cache_dir("jackdaw", appauthor=False)) / "reviews"


def review_key(
    content: bytes,
    variant: Variant,
    lexicon: LexiconSource,
    settings: ReviewSettings,
    *,
    strict: bool = False,
) -> str:
    """What a review goes by. Two that would differ have different keys."""
    strategy = settings.strategy or StaticStrategy.default(variant.tiles)
    parts = (
        program_digest(),
        variant,
        (lexicon.name, lexicon.words, lexicon.checksum, lexicon.longest),
        strategy.config,
        _content_of(strategy.config.leaves),
        (settings.methods, settings.candidates),
        strict,
        hashlib.sha256(content).hexdigest(),
    )
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def packed(review: KeptReview) -> bytes:
    """A review as the content of a file."""
    return zlib.compress(msgspec.msgpack.encode(review))


def unpacked(data: bytes) -> KeptReview | None:
    """The review of such a file; None if it is none, or not whole, which its checksum tells."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(data), type=KeptReview)
    except (zlib.error, msgspec.MsgspecError):
        return None


class ReviewCache:
    """A folder of reviews, by their keys."""

    def __init__(self, folder: Path | None = None, *, most_bytes: int = MOST_BYTES) -> None:
        """Those of a folder, which is made if need be; None for the program's own. Raises JackdawError."""
        self.folder = make_folder(default_folder() if folder is None else folder)
        self._most_bytes = most_bytes

    def read(self, key: str) -> KeptReview | None:
        """The review of a key, if there is one that is whole."""
        path = self._path(key)
        try:
            found = unpacked(path.read_bytes())
        except OSError:
            return None
        if found is not None:
            with suppress(OSError):  # others may have forgotten it by now, or the folder be read only
                os.utime(path)
        return found

    def write(self, key: str, data: bytes) -> bool:
        """Keep a review, as `packed` gives it. Returns whether that could be done."""
        try:
            write_whole(self._path(key), data)
        except JackdawError:
            return False
        return True

    def trim(self) -> None:
        """Forget what was not used for longest, until the rest is within the bound."""
        entries = sorted(self._entries(), reverse=True)
        total = 0
        for _, size, path in entries:
            total += size
            if total > self._most_bytes:
                with suppress(OSError):
                    path.unlink()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{SUFFIX}"

    def _entries(self) -> Iterable[tuple[int, int, Path]]:
        """When each was used last, in nanoseconds, how large it is, and where."""
        for path in self.folder.glob(f"*{SUFFIX}"):
            with suppress(OSError):
                found = path.stat()
                yield found.st_mtime_ns, found.st_size, path


@cache
def program_digest() -> str:
    """A hash of the files that the program consists of: code, compiled core, templates, tables.

    A number of the version would do for releases alone, and would have to be thought of at each change.
    """
    found = hashlib.sha256()
    for root in _roots():
        for path in sorted(each for each in root.rglob("*") if each.is_file()):
            if _NO_PART.isdisjoint(path.relative_to(root).parts):
                found.update(path.relative_to(root).as_posix().encode() + b"\0")
                found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _roots() -> list[Path]:
    here = Path(__file__).resolve().parent.parent
    core = find_spec("jackdaw_core")
    compiled = [Path(folder) for folder in (core.submodule_search_locations or ())] if core else []
    return [*(here / name for name in _PACKAGES), config_folder(), *compiled]


def _content_of(leaves: str | None) -> str | None:
    """A hash of a file of leaves; None for leaves inside, which are part of the program."""
    if leaves is None or not Path(leaves).is_file():
        return None
    return hashlib.sha256(Path(leaves).read_bytes()).hexdigest()
