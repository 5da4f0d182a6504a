"""Win probability: how often the player on turn wins, by the spread and the tiles that are unseen."""

import lzma
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError, PositionError, UnknownNameError
from movegen.files import write_whole

SUFFIX = ".winprob"
DEFAULT = "scowl80"
"""The table inside."""

ONE = 65534
"""What stands for a probability of 1: an even number, so that one half has its own."""

_FORMAT = "jackdaw win table 1"
_LARGEST = 1 << 26  # bytes
_CURE = "copy the file again, or train one (jackdaw winprob train)"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file tells besides the probabilities. `made`: where they come from, in words."""

    format: str
    rows: int
    most_spread: int
    made: str


class WinTable:
    """The probability that the player on turn wins, a draw counting half, in a game of two.

    `shares` is a read-only uint16 array, (unseen + 1, 2 * most_spread + 1), in units of 1 / `ONE`: a row
    for each number of unseen tiles, those of the bag and of the opponent's rack, from 0; a column for
    each spread, the player's points less the opponent's, from -most_spread. Rows do not descend.

    The player who is *not* on turn wins with `1 - win_probability(-spread, unseen)`, the spread being theirs.
    """

    def __init__(self, shares: npt.NDArray[np.uint16], made: str = "") -> None:
        self.shares = shares
        self.shares.flags.writeable = False
        self.made = made

    @classmethod
    def load(cls, name_or_path: str | Path = DEFAULT) -> "WinTable":
        """The table inside, or that of a file that ends in `.winprob`. Read once and kept.

        Raises
        ------
        UnknownNameError: no table goes by the name.
        ConfigError: the file cannot be read or is damaged.

        >>> table = WinTable.load()
        >>> bool(table.win_probability(30, 40) > table.win_probability(0, 40) > 0.5)
        True
        """
        if isinstance(name_or_path, Path) or name_or_path.lower().endswith(SUFFIX):
            return _read(Path(name_or_path))
        folder = Path(__file__).resolve().parent / "data"
        names = [path.stem for path in folder.glob(f"*{SUFFIX}")]
        if name_or_path not in names:
            raise UnknownNameError("win table", name_or_path, names)
        return _read(folder / f"{name_or_path}{SUFFIX}")

    @property
    def most_unseen(self) -> int:
        """The most unseen tiles of a row."""
        return len(self.shares) - 1

    @property
    def most_spread(self) -> int:
        """The largest spread of a column."""
        return int(self.shares.shape[1]) // 2

    def win_probability(self, spread: npt.ArrayLike, unseen: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The probabilities for whole spreads and numbers of unseen tiles: float64, of their common shape.

        Beyond the table the nearest entry holds: for larger spreads that of the largest, for more unseen
        tiles that of the most. Raises PositionError for fewer unseen tiles than none.
        """
        tiles = np.asarray(unseen, dtype=np.int64)
        if tiles.min(initial=0) < 0:
            raise PositionError(f"{int(tiles.min())} unseen tiles", cure="expected 0 or more")
        most = self.most_spread
        column = np.clip(np.asarray(spread, dtype=np.int64), -most, most) + most
        return self.shares[np.minimum(tiles, self.most_unseen), column] / ONE

    def save(self, path: str | Path) -> None:
        """Write the table. Raises JackdawError when the file cannot be written."""
        header = msgspec.json.encode(Header(_FORMAT, len(self.shares), self.most_spread, self.made))
        steps = np.diff(self.shares.astype("<u2"), axis=1, prepend=np.uint16(0))  # they compress better
        content = header + b"\n" + steps.astype("<u2").tobytes()
        write_whole(
            Path(path), lzma.compress(content, preset=9 | lzma.PRESET_EXTREME, check=lzma.CHECK_CRC64)
        )

    def __repr__(self) -> str:
        return f"<WinTable up to {self.most_unseen} unseen tiles, spreads up to {self.most_spread}>"


@lru_cache(maxsize=4)
def _read(path: Path) -> WinTable:
    try:
        with lzma.open(path, "rb") as file:
            line, _, content = file.read(_LARGEST).partition(b"\n")
        header = msgspec.json.decode(line, type=Header)
        if header.format != _FORMAT or header.rows < 1 or header.most_spread < 0:
            raise ValueError("its header is of another format")
        steps = np.frombuffer(content, dtype="<u2").reshape(header.rows, 2 * header.most_spread + 1)
    except OSError as error:
        raise ConfigError(f"the win table cannot be read ({error.strerror or error})", file=path) from None
    except (EOFError, lzma.LZMAError, ValueError, msgspec.MsgspecError) as error:
        raise ConfigError(f"is no win table: {error}", file=path, cure=_CURE) from None
    shares = np.cumsum(steps, axis=1, dtype=np.int64)
    if shares.max() > ONE:
        raise ConfigError("is no win table: it has probabilities above 1", file=path, cure=_CURE)
    return WinTable(shares.astype(np.uint16), header.made)
