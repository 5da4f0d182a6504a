"""The file of leaves that are being learned: all that is needed to go on, written whole or not at all.

It is an archive of NumPy arrays (`.npz`, whose parts carry checksums): the values, sums and counts by
leave, and a text in JSON with the rest.
"""

import io
import zipfile
import zlib
from pathlib import Path

import msgspec
import numpy as np

from movegen.errors import ConfigError, JackdawError
from movegen.files import write_whole
from movegen.rules import Variant
from sims.leave_sums import LeaveSums, most_tiles
from sims.leave_training import Generation, LeaveState, Training
from strategy.leave_keys import all_keys
from strategy.leave_table import LeaveTable

SUFFIX = ".state"

_LARGEST_FILE = 1 << 31
_ARRAYS = ("values", "deviations", "counts")


class _Rest(msgspec.Struct, forbid_unknown_fields=True):
    """What a file tells besides its arrays."""

    format: str
    training: Training
    lexicon_name: str
    lexicon_checksum: int
    racks: int
    equities: int
    squares: int
    generations: tuple[Generation, ...]


_FORMAT = "jackdaw leave training 1"


def write_leave_state(state: LeaveState, path: Path) -> None:
    """Write the state after a generation. Raises JackdawError when the file cannot be written."""
    sums = state.sums
    if sums is None:
        raise JackdawError("nothing was learned yet", where=str(path))
    rest = _Rest(
        _FORMAT,
        state.training,
        state.lexicon_name,
        state.lexicon_checksum,
        sums.racks,
        sums.equities,
        sums.squares,
        state.generations,
    )
    content = io.BytesIO()
    np.savez(
        content,
        rest=np.frombuffer(msgspec.json.encode(rest), dtype=np.uint8),
        values=state.table.points,
        deviations=sums.deviations,
        counts=sums.counts,
    )
    write_whole(path, content.getbuffer())


def read_leave_state(path: Path) -> LeaveState:
    """Read what `write_leave_state` wrote. Raises ConfigError when the file cannot be read or is damaged."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise ValueError("it is too large")
        with path.open("rb") as file, np.load(file, allow_pickle=False) as parts:
            rest = msgspec.json.decode(parts["rest"].tobytes(), type=_Rest)
            values, deviations, counts = (parts[name] for name in _ARRAYS)
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=path) from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, msgspec.MsgspecError) as error:
        raise _damaged(path, error) from None
    tile_set = Variant.load(rest.training.rules).tiles
    most = most_tiles(Variant.load(rest.training.rules), rest.training.longest)
    keys = all_keys(tile_set, most)
    for array in (values, deviations, counts):
        if array.dtype != np.int64 or array.shape != keys.shape:
            raise _damaged(path, f"it does not have the {len(keys):,} leaves of {tile_set.name}")
    if rest.format != _FORMAT or not rest.generations:
        raise _damaged(path, f"it is not {_FORMAT!r}")
    sums = LeaveSums(most, deviations, counts, rest.racks, rest.equities, rest.squares)
    table = LeaveTable(tile_set, "leaves", keys, values)
    return LeaveState(rest.training, rest.lexicon_name, rest.lexicon_checksum, table, sums, rest.generations)


def _damaged(path: Path, reason: object) -> ConfigError:
    cure = "begin anew, or take a copy that is whole"
    return ConfigError(f"is no state of training leaves ({reason})", file=path, cure=cure)
