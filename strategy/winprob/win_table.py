"""Win probabilities of the player on turn, by spread and number of unseen tiles."""

import lzma
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.arrays import freeze
from movegen.encoding import encode_json
from movegen.errors import ConfigError, PositionError, UnknownNameError
from movegen.files import MIB, InputKind, file_stamp, read_packed, write_atomic
from movegen.variant import Variant
from strategy.trained_for import TrainedFor

WIN_TABLE_SUFFIX = ".winprob"
DEFAULT = "scowl80"
"""The name of the embedded table."""

ONE = 65534
"""The integer for a probability of 1; even, so that one half is exact."""

MILLION = 1_000_000
"""The integer for a probability of 1 in the unit of `WinModel`."""

_FORMAT = "jackdaw win table 1"
_KIND = InputKind(64 * MIB, ConfigError, "the win table")
_CURE = "copy the file again, or train one (jackdaw winprob train)"


class WinModel(Protocol):
    """Estimates win probabilities of the player on turn.

    >>> def leader_wins(spreads, unseen):
    ...     return np.where(spreads > 0, 1_000_000, 0)
    >>> leader_wins(np.array([-5_000, 30_000]), np.array([40, 40])).tolist()
    [0, 1000000]
    """

    def __call__(
        self, spreads: npt.NDArray[np.int64], unseen: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return win probabilities in millionths, a draw counting half.

        They are integers, so that sums do not depend on their order. `spreads` are the leads of the player on
        turn in milli-points, including the difference of the leaves. `unseen` are the numbers of tiles in the
        bag and on the opponent's rack. Both have the shape of the result. Each entry of the result must
        depend only on its own spread and number of tiles.
        """
        ...


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The header of a file; see `WinTable` for `made` and `trained`."""

    format: str
    rows: int
    max_spread: int = msgspec.field(name="most_spread")
    made: str
    trained: TrainedFor | None = None


class WinTable:
    """The probability that the player on turn wins a game of two, a draw counting half.

    `shares` is a read-only uint16 array, (max_unseen + 1, 2 * max_spread + 1), in units of 1 / `ONE`. It has
    a row for each number of unseen tiles (bag and opponent's rack) from 0, and a column for each spread
    (the player's points less the opponent's) from -max_spread. No row decreases. `made` describes the origin
    of the probabilities in words; `trained` is the lexicon and game they were trained for, None if unknown.

    With the spread seen from the player who is *not* on turn, that player's probability is
    `1 - win_probability(-spread, unseen)`.

    >>> table = WinTable.load()
    >>> round(float(table.win_probability(30, 40)), 2)
    0.77
    """

    def __init__(
        self, shares: npt.NDArray[np.uint16], made: str = "", trained: TrainedFor | None = None
    ) -> None:
        self.shares = freeze(shares)
        self.made = made
        self.trained = trained

    def __reduce__(self) -> tuple[type["WinTable"], tuple[object, ...]]:
        return WinTable, (self.shares, self.made, self.trained)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WinTable):
            return NotImplemented
        same_origin = (self.made, self.trained) == (other.made, other.trained)
        return same_origin and np.array_equal(self.shares, other.shares)

    def __hash__(self) -> int:
        return hash((self.made, self.shares.shape))

    @classmethod
    def load(cls, name_or_path: str | Path = DEFAULT) -> "WinTable":
        """Load the embedded table, or that of a path ending in `.winprob`. Loaded tables are cached.

        Raises
        ------
        UnknownNameError: no table has this name.
        ConfigError: the file cannot be read or is damaged.

        >>> table = WinTable.load()
        >>> bool(table.win_probability(30, 40) > table.win_probability(0, 40) > 0.5)
        True
        """
        if isinstance(name_or_path, Path) or name_or_path.lower().endswith(WIN_TABLE_SUFFIX):
            return _read(Path(name_or_path), file_stamp(name_or_path))
        folder = Path(__file__).resolve().parent.parent / "data"
        names = [path.stem for path in folder.glob(f"*{WIN_TABLE_SUFFIX}")]
        if name_or_path not in names:
            raise UnknownNameError("win table", name_or_path, names)
        return _read(folder / f"{name_or_path}{WIN_TABLE_SUFFIX}", None)

    @property
    def max_unseen(self) -> int:
        """The largest number of unseen tiles that has a row."""
        return len(self.shares) - 1

    @property
    def max_spread(self) -> int:
        """The largest spread that has a column."""
        return int(self.shares.shape[1]) // 2

    def covers(self, variant: Variant) -> bool:
        """Return True if there is a row for each number of unseen tiles of the variant's games."""
        return variant.tiles.total - variant.rules.rack_size <= self.max_unseen

    def win_probability(self, spread: npt.ArrayLike, unseen: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return the probabilities for spreads and numbers of unseen tiles: float64, of their common shape.

        Beyond the table, the nearest entry applies. Raises PositionError for negative numbers of tiles,
        numbers that are not whole, and arrays that have no common shape.
        """
        tiles, spreads = _whole(unseen), _whole(spread)
        try:
            np.broadcast_shapes(tiles.shape, spreads.shape)
        except ValueError:
            raise PositionError(
                f"spreads of shape {spreads.shape} and numbers of tiles of shape {tiles.shape}",
                cure="give arrays of one shape",
            ) from None
        if tiles.min(initial=0) < 0:
            raise PositionError(f"{int(tiles.min())} unseen tiles", cure="expected 0 or more")
        limit = self.max_spread
        column = np.clip(spreads, -limit, limit) + limit
        return self.shares[np.minimum(tiles, self.max_unseen), column] / ONE

    def save(self, path: str | Path) -> None:
        """Write the table. Raises JackdawError if the file cannot be written."""
        header = encode_json(Header(_FORMAT, len(self.shares), self.max_spread, self.made, self.trained))
        steps = np.diff(
            self.shares.astype("<u2"), axis=1, prepend=np.uint16(0)
        )  # differences compress better
        content = header + b"\n" + steps.astype("<u2").tobytes()
        write_atomic(
            Path(path), lzma.compress(content, preset=9 | lzma.PRESET_EXTREME, check=lzma.CHECK_CRC64)
        )

    def __repr__(self) -> str:
        return f"<WinTable up to {self.max_unseen} unseen tiles, spreads up to {self.max_spread}>"


def _whole(values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return whole numbers as int64. Raises PositionError for others."""
    with suppress(TypeError, ValueError, OverflowError), np.errstate(invalid="ignore"):
        given = np.asarray(values)
        numbers = given.astype(np.int64)
        if (given == numbers).all():
            return numbers
    raise PositionError(
        "spreads or numbers of tiles are no whole numbers of 64 bits", cure="give such numbers"
    )


def default_win_table(variant: Variant) -> str | None:
    """Return the name of the embedded table; None if it has too few rows for games of the variant.

    >>> default_win_table(Variant.standard())
    'scowl80'
    """
    return DEFAULT if WinTable.load().covers(variant) else None


@lru_cache(maxsize=4)
def _read(path: Path, stamp: object) -> WinTable:
    """Read a file; a changed one has another stamp, so that it is read again."""
    del stamp
    packed = read_packed(path, _KIND)
    line, _, content = packed.partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=Header)
        if header.format != _FORMAT or header.rows < 1 or header.max_spread < 0:
            raise ValueError("its header has another format")
        steps = np.frombuffer(content, dtype="<u2").reshape(header.rows, 2 * header.max_spread + 1)
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise ConfigError(f"is not a win table: {error}", file=path, cure=_CURE) from None
    shares = np.cumsum(steps, axis=1, dtype=np.int64)
    if shares.max() > ONE:
        raise ConfigError("is not a win table: it has probabilities above 1", file=path, cure=_CURE)
    return WinTable(shares.astype(np.uint16), header.made, header.trained)
