"""Leaves by name or file, whatever the form: heuristics, the tables inside, files of tables."""

from pathlib import Path

from movegen.configs import list_configs
from movegen.errors import ConfigError, UnknownNameError
from movegen.graph_file import labels
from movegen.tiles import TileSet
from strategy import klv2, leave_csv, packed_leaves
from strategy.leave_table import LeaveTable
from strategy.leaves import Leaves

_READERS = {
    packed_leaves.SUFFIX: packed_leaves.read_packed_leaves,
    klv2.SUFFIX: klv2.read_klv2,
    leave_csv.SUFFIX: leave_csv.read_leave_csv,
}
TABLE_SUFFIXES = tuple(_READERS)
"""How files of tables end."""
INSIDE = "inside"
"""Names the best leaves that are inside for the tiles of a game; see `name_inside`."""


def load_leaves(name_or_path: str | Path, tile_set: TileSet) -> Leaves | LeaveTable:
    """The leaves of a name (see `list_leaves`), or those of a file: of a heuristic, `.toml`, or a table.

    The name `inside` stands for the best ones that there are for the tiles, as `name_inside` tells.

    Raises
    ------
    UnknownNameError: no leaves go by the name.
    ConfigError: the file cannot be read, or its leaves are for other tiles.
    """
    name = str(name_or_path)
    if name == INSIDE:
        name = name_inside(tile_set)
    if name.lower().endswith(".toml"):
        return Leaves.load(name, tile_set)
    if name.lower().endswith(TABLE_SUFFIXES):
        return read_table(name, tile_set)
    if name in _inside():
        return read_table(_folder() / f"{name}{packed_leaves.SUFFIX}", tile_set)
    if name in list_configs("leaves"):
        return Leaves.load(name, tile_set)
    raise UnknownNameError("leaves", name, list_leaves())


def list_leaves() -> list[str]:
    """The names that `load_leaves` knows, sorted."""
    return sorted([INSIDE, *_inside(), *list_configs("leaves")])


def name_inside(tile_set: TileSet) -> str:
    """The name of the best leaves that are inside for these tiles.

    Those that were learned for them: a table, or a heuristic that goes by their name; where the letters and
    their points are the English ones `rackh3`; for all other tiles `general`, which names no letters.

    >>> [name_inside(TileSet.load(name)) for name in ("english", "super_english", "swedish", "slovene")]
    ['scowl80', 'rackh3', 'swedish', 'general']
    """
    english = TileSet.load("english")
    if (labels(tile_set), tile_set.counts) == (labels(english), english.counts):
        return "scowl80"
    known = tile_set.name in list_configs("tiles") and tile_set.name in list_configs("leaves")
    if known and tile_set == TileSet.load(tile_set.name):
        return tile_set.name
    is_english = (labels(tile_set), tile_set.points) == (labels(english), english.points)
    return "rackh3" if is_english else "general"


def read_table(path: str | Path, tile_set: TileSet) -> LeaveTable:
    """The table of a file, whose suffix tells its form. Raises ConfigError."""
    return _READERS[_suffix(path)](path, tile_set)


def write_table(table: LeaveTable, path: str | Path, made: str = "") -> None:
    """Write a table in the form that the suffix asks for; `.leaves` also tell how they were made.

    Raises ConfigError or JackdawError.
    """
    suffix = _suffix(path)
    if suffix == packed_leaves.SUFFIX:
        packed_leaves.write_packed_leaves(table, path, made)
    elif suffix == klv2.SUFFIX:
        klv2.write_klv2(table, path)
    else:
        leave_csv.write_leave_csv(table, path)


def check_suffix(path: str | Path) -> None:
    """Raise ConfigError unless the suffix is that of a table."""
    _suffix(path)


def _suffix(path: str | Path) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in _READERS:
        raise ConfigError(
            "is no table of leaves by its name", file=path, cure=f"expected {', '.join(TABLE_SUFFIXES)}"
        )
    return suffix


def _folder() -> Path:
    return Path(__file__).resolve().parent / "data"


def _inside() -> list[str]:
    return [path.stem for path in _folder().glob(f"*{packed_leaves.SUFFIX}")]
