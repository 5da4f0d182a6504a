"""The tiles that a lexicon is for, and the rules that are played with them.

>>> rules_of_lexicon("ODS8"), rules_of_lexicon("CSW24"), rules_of_lexicon("a list that nobody knows")
('french', 'standard', None)
"""

from functools import cache
from pathlib import Path

from movegen.configs import list_configs
from movegen.errors import JackdawError
from movegen.lexicon.graph_file import read_graph_tiles
from movegen.lexicon.lexicon_names import known_family
from movegen.lexicon.sources import installed_file, is_compiled, is_embedded, looks_like_path
from movegen.variant import Rules, TileSet

ENGLISH = "english"
STANDARD = "standard"


def tiles_of_lexicon(place: str | Path | None) -> str | None:
    """Return the name of the tile set that a lexicon, given by name or file, is for; None if nothing tells.

    A compiled lexicon says it. For other files, and for one that is not installed, the name does if
    `configs/families` knows it. None stands for the built-in lexicon.
    """
    if place is None or is_embedded(str(place)):
        return ENGLISH
    if not isinstance(place, Path) and not looks_like_path(place):
        return tiles_of_name(place)
    stem = Path(place).name.partition(".")[0]
    # A year or number is required: `file.txt` is no edition of the Spanish FILE.
    return _recorded_tiles(Path(place)) or (_family_tiles(stem) if stem[-1:].isdigit() else None)


def tiles_of_name(name: str) -> str | None:
    """Return the tile set of a lexicon that a record or a position names; None if nothing tells.

    Unlike `tiles_of_lexicon` this never takes the name for that of a file.
    """
    if is_embedded(name):
        return ENGLISH
    file = installed_file(name)
    return (file and _recorded_tiles(file)) or _family_tiles(name)


def usual_tiles(name: str | None) -> str:
    """Return the tile set of records and positions that name this lexicon, or none, but no tiles."""
    return (tiles_of_name(name) if name else None) or ENGLISH


def load_tiles(place: str | Path | None, tiles: str | Path | None = None) -> TileSet:
    """Load a tile set, without a name that of a lexicon, else the English one. Raises ConfigError."""
    return TileSet.load(tiles or tiles_of_lexicon(place) or ENGLISH)


def rules_of_lexicon(place: str | Path | None) -> str | None:
    """Return the name of the rules that are played with the tiles of a lexicon; None if nothing tells."""
    return rules_of_tiles(tiles_of_lexicon(place))


@cache
def rules_of_tiles(tiles: str | None) -> str | None:
    """Return the name of the rules that are played with a tile set; None if there are none. Cached."""
    if tiles is None:
        return None
    names = list_configs("rules")
    candidates = (name for name in (STANDARD, tiles, *names) if name in names)
    return next((name for name in candidates if Rules.load(name).tiles == tiles), None)


def choose_rules(rules: str | None, place: str | Path | None) -> str:
    """Return the rules asked for, else those of a lexicon, else the standard ones."""
    return rules or rules_of_lexicon(place) or STANDARD


def _family_tiles(name: str) -> str | None:
    family = known_family(name)
    return None if family is None else family.tiles


def _recorded_tiles(file: Path) -> str | None:
    """Return the tile set that a compiled lexicon names, else the only one with its letters."""
    try:
        if not is_compiled(file):
            return None
        name, letters = read_graph_tiles(file)
    except JackdawError:
        return None  # loading the lexicon reports it
    suited = _tiles_with(letters)
    if name in suited:
        return name
    return suited[0] if len(suited) == 1 else None


@cache
def _tiles_with(letters: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the tile sets with these letters. A thousand positions may name one lexicon."""
    return tuple(name for name in list_configs("tiles") if TileSet.load(name).labels == letters)
