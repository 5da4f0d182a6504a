"""The cache of reviews: no game is reviewed twice under the same conditions.

The key of a review is a hash of everything that it depends on: the bytes of the record, the rules, the words
and the strategy (their content, not their names), the settings, and the files of the program itself. When
one of these changes, old entries are simply no longer found.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec

from jackdaw.cache_folder import CacheFolder, pack_entry, unpack_entry, user_cache
from jackdaw.collection.game_facts import GameFacts
from jackdaw.review import ReviewSettings
from movegen.configs import config_folder
from movegen.encoding import encode_json
from movegen.errors import JackdawError
from movegen.files import MIB, InputKind, read_bytes
from movegen.variant import Variant
from sims.lexicon_source import LexiconSource
from strategy.analysis import GradingScheme
from strategy.players import StaticStrategy

SUFFIX = ".review"
MAX_BYTES = 256 << 20
"""The size limit of all entries together, about 6,000 games."""

_VALUES = InputKind(2048 * MIB, what="the values")
_PACKAGES = ("movegen", "strategy", "sims", "jackdaw")
_EXCLUDED = {"__pycache__", "core"}


class CachedReview(msgspec.Struct, frozen=True):
    """A cached review: the facts of a game, and its page, of the record `ANY_RECORD`."""

    facts: GameFacts
    page: str


def default_cache_folder() -> Path:
    """Return the default folder of the cache."""
    return user_cache("reviews")


def hash_review_inputs(
    content: bytes,
    variant: Variant,
    lexicon: LexiconSource,
    settings: ReviewSettings,
    *,
    strict: bool = False,
    options: Sequence[str] = (),
) -> str:
    """Return the cache key of a review. Reviews that would differ have different keys.

    The file's name is no part of it: copies are reviewed once. Of the `options` of the command line that
    chose lexicon and rules, files count by the names that pages show.
    """
    strategy = settings.strategy or StaticStrategy.default(variant.tiles)
    parts = (
        program_digest(),
        variant,
        (
            lexicon.name,
            lexicon.words,
            lexicon.checksum,
            lexicon.longest,
            lexicon.is_substitute,
            lexicon.values,
        ),
        strategy.config,
        _hash_file(strategy.config.leaves),
        _hash_file(strategy.config.win_table),
        (settings.plan, settings.max_candidates, settings.grading or GradingScheme.load()),
        strict,
        [Path(option).name for option in options],
        hashlib.sha256(content).hexdigest(),
    )
    return hashlib.sha256(encode_json(parts)).hexdigest()


def pack_review(review: CachedReview) -> bytes:
    """Encode a review as the content of a file."""
    return pack_entry(review)


def unpack_review(data: bytes) -> CachedReview | None:
    """Decode a review; None if the data is damaged, as its checksum shows, or far too large."""
    return unpack_entry(data, CachedReview)


class ReviewCache(CacheFolder[CachedReview]):
    """A folder of reviews by key."""

    def __init__(self, folder: Path | None = None, *, max_bytes: int = MAX_BYTES) -> None:
        """Open a folder and make it if need be; None for the default one. Raises JackdawError."""
        super().__init__(
            default_cache_folder() if folder is None else folder, CachedReview, SUFFIX, max_bytes
        )

    @classmethod
    def open_default(cls) -> "ReviewCache | None":
        """Open the default folder; None if it cannot be made: reviews do not need a cache."""
        try:
            return cls()
        except JackdawError:
            return None


@cache
def program_digest() -> str:
    """Hash the files of the program: code, compiled core, templates, tables.

    A version number would work for releases only, and someone would have to remember to change it.
    """
    found = hashlib.sha256()
    for root in _roots():
        for path in sorted(each for each in root.rglob("*") if each.is_file()):
            if _EXCLUDED.isdisjoint(path.relative_to(root).parts):
                found.update(path.relative_to(root).as_posix().encode() + b"\0")
                found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _roots() -> list[Path]:
    here = Path(__file__).resolve().parent.parent
    core = find_spec("jackdaw_core")
    compiled = [Path(folder) for folder in (core.submodule_search_locations or ())] if core else []
    return [*(here / name for name in _PACKAGES), config_folder(), *compiled]


def _hash_file(name: str | None) -> str | None:
    """Hash a file of leaves or a win table; None for built-in ones, which are part of the program."""
    if name is None or not Path(name).is_file():
        return None
    return hashlib.sha256(read_bytes(name, _VALUES)).hexdigest()
