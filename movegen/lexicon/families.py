"""Families of lexica: the lists whose names the field knows, their editions, and the tiles they are for."""

from functools import cache
from types import MappingProxyType

import msgspec

from movegen.configs import list_configs, load_config


class LexiconFamily(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Editions of one list of words, as in `configs/families/*.toml`.

    Attributes
    ----------
    names: the names of the list without the year, in capitals without spaces.
    tiles: the tile set whose letters its words are written in: a name in `configs/tiles`.
    years: the years of editions whose names have a number instead, such as OWL2.
    """

    name: str
    names: tuple[str, ...]
    tiles: str
    years: dict[str, int] = {}


@cache
def family_of_stem() -> MappingProxyType[str, LexiconFamily]:
    """Return the family of each name, without its year, that the configurations know. Raises ConfigError."""
    families = [load_config("families", name, LexiconFamily) for name in list_configs("families")]
    return MappingProxyType({stem: family for family in families for stem in family.names})
