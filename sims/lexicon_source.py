"""The source of a run's lexicon, for workers to load."""

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from movegen.errors import LexiconError
from movegen.files import canonical_path
from movegen.lexicon import Lexicon, installed_folder
from movegen.variant import TileSet, Variant
from strategy.players import installed_checksum


@dataclass(frozen=True)
class LexiconSource:
    """The place from which workers load a lexicon, and the facts to verify it by.

    `place` is a name or path as `Lexicon.load` takes it, None for the default lexicon; `checksum` is the
    CRC-32 of the word graph, `values` that of the leaves and the win table that are installed with it, 0
    without any. `is_substitute` is that of `Lexicon`.

    >>> source = LexiconSource.of(None, Variant.standard())
    >>> source.name, source.load() is source.load()
    ('SCOWL80', True)
    """

    place: str | None
    tile_set: TileSet
    longest: int
    name: str
    words: int
    checksum: int
    is_substitute: bool = False
    values: int = 0

    @classmethod
    def of(cls, lexicon: Lexicon | str | Path | None, variant: Variant) -> "LexiconSource":
        """Return the source of a lexicon, or of its name or file, for games of a variant.

        Raises what `Lexicon.load` raises, and LexiconError for a lexicon that has no file.
        """
        name_or_path = lexicon_file(lexicon) if isinstance(lexicon, Lexicon) else lexicon
        place = None if name_or_path is None else str(name_or_path)
        if place is not None and Path(place).is_file():
            place = str(canonical_path(place))
        longest = max(variant.layout.rows, variant.layout.columns)
        return cls._from_lexicon(
            place, variant.tiles, longest, Lexicon.load(place, variant.tiles, longest=longest)
        )

    @classmethod
    def _from_lexicon(
        cls, place: str | None, tile_set: TileSet, longest: int, found: Lexicon
    ) -> "LexiconSource":
        return cls(
            place, tile_set, longest, found.name, len(found), found.checksum, values=installed_checksum(found)
        )

    def load(self) -> Lexicon:
        """Load the lexicon, cached. Raises LexiconError when this machine has a different one there."""
        found = _load(replace(self, is_substitute=False, values=0), installed_folder())
        if installed_checksum(found) != self.values:  # a file may be replaced while games are played
            raise LexiconError(
                f"the leaves or the win table of {self.name} are not those of the run",
                cure="give all machines the same files, and do not train while a run uses them",
            )
        return found.as_substitute() if self.is_substitute else found


def lexicon_file(lexicon: Lexicon) -> Path:
    """Return the compiled file of a lexicon. Raises LexiconError if it has none."""
    if lexicon.data.file is None:
        raise LexiconError(
            f"the lexicon {lexicon.name} is only in the memory of this process",
            cure="save it with Lexicon.save, and give the name of the file",
        )
    return lexicon.data.file


@lru_cache(maxsize=2)
def _load(source: LexiconSource, folder: Path) -> Lexicon:
    """Load a lexicon; in another folder of installed lexica a name means another one."""
    del folder
    found = Lexicon.load(source.place, source.tile_set, longest=source.longest)
    loaded = LexiconSource._from_lexicon(source.place, source.tile_set, source.longest, found)
    if replace(loaded, values=0) != source:
        raise LexiconError(
            f"the lexicon {source.name} of this worker differs from that of the run",
            cure="give all machines the same file",
        )
    return found
