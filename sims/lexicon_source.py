"""Where workers find the lexicon of a run."""

import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from movegen.errors import LexiconError
from movegen.lexicon import Lexicon
from movegen.rules import Variant
from movegen.tiles import TileSet


@dataclass(frozen=True)
class LexiconSource:
    """Where a worker finds the lexicon, and how it knows that it is the right one.

    `place` is a name or path as `Lexicon.load` takes it, None for the lexicon inside; `checksum` is the
    CRC-32 of the word graph.
    """

    place: str | None
    tile_set: TileSet
    longest: int
    name: str
    words: int
    checksum: int

    @classmethod
    def of(cls, name_or_path: str | Path | None, variant: Variant) -> "LexiconSource":
        """The lexicon of this name or path for games of a variant. Raises what `Lexicon.load` does."""
        place = None if name_or_path is None else str(name_or_path)
        if place is not None and Path(place).is_file():
            place = str(Path(place).resolve())
        longest = max(variant.layout.rows, variant.layout.columns)
        return cls._described(
            place, variant.tiles, longest, Lexicon.load(place, variant.tiles, longest=longest)
        )

    @classmethod
    def _described(
        cls, place: str | None, tile_set: TileSet, longest: int, found: Lexicon
    ) -> "LexiconSource":
        return cls(place, tile_set, longest, found.name, len(found), zlib.crc32(found.data.words.data))

    def load(self) -> Lexicon:
        """The lexicon, loaded once and kept. LexiconError if there is another one in its place here."""
        return _loaded(self)


@lru_cache(maxsize=2)
def _loaded(source: LexiconSource) -> Lexicon:
    found = Lexicon.load(source.place, source.tile_set, longest=source.longest)
    if LexiconSource._described(source.place, source.tile_set, source.longest, found) != source:
        raise LexiconError(
            f"the lexicon {source.name} of this worker is another one than that of the run",
            cure="give all machines the same file",
        )
    return found
