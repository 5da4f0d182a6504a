"""The checkpoint of leave training: everything needed to resume it, written atomically.

The file is an archive of NumPy arrays (`.npz`, whose parts have checksums) with the values, sums and counts
by leave, and the rest as JSON.
"""

import io
import zipfile
import zlib
from pathlib import Path

import msgspec
import numpy as np

from movegen.errors import ConfigError, JackdawError
from movegen.files import write_atomic
from movegen.variant import Variant
from sims.training.leave_sums import LeaveSums, max_leave_tiles
from sims.training.leave_training import Generation, LeaveState, LeaveTraining
from strategy.leaves import LeaveTable, all_keys

SUFFIX = ".state"

_MAX_BYTES = 1 << 31
_ARRAYS = ("values", "deviations", "counts")


class _Rest(msgspec.Struct, forbid_unknown_fields=True):
    """The part of a file besides its arrays."""

    format: str
    training: LeaveTraining
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
        raise JackdawError("there is nothing to save before the first generation", where=str(path))
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
    write_atomic(path, content.getbuffer())


def read_leave_state(path: Path) -> LeaveState:
    """Read a state from a file. Raises ConfigError when the file cannot be read or is damaged."""
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise ValueError("it is too large")
        with path.open("rb") as file, np.load(file, allow_pickle=False) as parts:
            rest = msgspec.json.decode(parts["rest"].tobytes(), type=_Rest)
            values, deviations, counts = (parts[name] for name in _ARRAYS)
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=path) from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, msgspec.MsgspecError) as error:
        raise _damaged(path, error) from None
    tile_set = Variant.load(rest.training.rules).tiles
    most = max_leave_tiles(Variant.load(rest.training.rules), rest.training.longest)
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
    cure = "start again without it, or restore an intact copy"
    return ConfigError(f"is not a state of leave training ({reason})", file=path, cure=cure)
