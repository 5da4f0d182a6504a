"""Loading leaves by name or path, and writing tables, in any format."""

from pathlib import Path

from movegen.configs import list_configs
from movegen.errors import ConfigError, UnknownNameError
from movegen.variant import TileSet, Variant, check_tile_set
from strategy.leaves import klv2, leave_csv, packed_leaves
from strategy.leaves.leave_table import TABLE_RACK, LeaveTable
from strategy.leaves.leaves import Leaves

_READERS = {
    packed_leaves.LEAVES_SUFFIX: packed_leaves.read_packed_leaves,
    klv2.SUFFIX: klv2.read_klv2,
    leave_csv.SUFFIX: leave_csv.read_leave_csv,
}
TABLE_SUFFIXES = tuple(_READERS)
"""The suffixes of files with tables of leaves."""
DEFAULT_LEAVES = "inside"
"""The name of the best embedded leaves for the tiles of a game; see `default_leaves_name`."""


def load_leaves(name_or_path: str | Path, tile_set: TileSet) -> Leaves | LeaveTable:
    """Load leaves by name (see `list_leaves`) or path: a heuristic (`.toml`) or a table (`TABLE_SUFFIXES`).

    The name `inside` means the best embedded leaves for the tiles; see `default_leaves_name`.

    Raises
    ------
    UnknownNameError: no leaves have this name.
    ConfigError: the file cannot be read, or its leaves are for other tiles.

    >>> load_leaves("scowl80", Variant.standard().tiles)
    <LeaveTable scowl80: 914,624 leaves, english>
    """
    check_tile_set(tile_set)
    name = str(name_or_path)
    if name == DEFAULT_LEAVES:
        name = default_leaves_name(tile_set)
    if name.lower().endswith(".toml"):
        return Leaves.load(name, tile_set)
    if name.lower().endswith(TABLE_SUFFIXES):
        return read_table(name, tile_set)
    if name in _list_embedded():
        return read_table(_folder() / f"{name}{packed_leaves.LEAVES_SUFFIX}", tile_set)
    if name in list_configs("leaves"):
        return Leaves.load(name, tile_set)
    raise UnknownNameError("leaves", name, list_leaves())


def list_leaves() -> list[str]:
    """Return the names that `load_leaves` accepts, sorted.

    >>> "scowl80" in list_leaves(), "rackh3" in list_leaves()
    (True, True)
    """
    return sorted([DEFAULT_LEAVES, *_list_embedded(), *list_configs("leaves")])


def default_leaves_name(tile_set: TileSet, rack_size: int = TABLE_RACK) -> str:
    """Return the name of the best embedded leaves for these tiles and racks of this size.

    These are leaves trained for exactly these tiles: a table, or the heuristic named like the tiles. Other
    tiles with the English letters get `rackh3`, as do larger racks than those of the table, which has no
    leaves of seven tiles. All others get `general`, which names no letters.

    >>> names = ("english", "super_english", "crossplay", "swedish", "slovene")
    >>> [default_leaves_name(TileSet.load(name)) for name in names]
    ['scowl80', 'rackh3', 'rackh3', 'swedish', 'general']
    >>> default_leaves_name(TileSet.load("english"), rack_size=8)
    'rackh3'
    """
    english = Variant.standard().tiles
    is_english = (tile_set.labels, tile_set.counts) == (english.labels, english.counts)
    if is_english and rack_size <= TABLE_RACK:
        return "scowl80"
    has_own = tile_set.name in list_configs("tiles") and tile_set.name in list_configs("leaves")
    if has_own and tile_set == TileSet.load(tile_set.name):
        return tile_set.name
    return "rackh3" if tile_set.labels == english.labels else "general"


def read_table(path: str | Path, tile_set: TileSet) -> LeaveTable:
    """Read a table in the format of its suffix. Raises ConfigError."""
    return _READERS[_suffix(path)](path, tile_set)


def write_table(table: LeaveTable, path: str | Path, made: str = "") -> None:
    """Write a table in the format of the suffix; a `.leaves` file also stores `made`, its origin in words.

    Raises ConfigError or JackdawError.
    """
    suffix = _suffix(path)
    if suffix == packed_leaves.LEAVES_SUFFIX:
        packed_leaves.write_packed_leaves(table, path, made)
    elif suffix == klv2.SUFFIX:
        klv2.write_klv2(table, path)
    else:
        leave_csv.write_leave_csv(table, path)


def check_suffix(path: str | Path) -> None:
    """Raise ConfigError unless the path has the suffix of a table."""
    _suffix(path)


def _suffix(path: str | Path) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in _READERS:
        raise ConfigError(
            "is not named as a table of leaves", file=path, cure=f"expected {', '.join(TABLE_SUFFIXES)}"
        )
    return suffix


def _folder() -> Path:
    return Path(__file__).resolve().parent.parent / "data"


def _list_embedded() -> list[str]:
    return [path.stem for path in _folder().glob(f"*{packed_leaves.LEAVES_SUFFIX}")]
