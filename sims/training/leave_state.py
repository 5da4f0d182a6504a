"""The checkpoint of leave training: everything needed to resume it, written atomically.

The file is an archive of NumPy arrays (`.npz`, whose parts have checksums) with the values, sums and counts
by leave, and the rest as JSON.
"""

import io
import re
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.encoding import encode_json
from movegen.errors import ConfigError, JackdawError
from movegen.files import MIB, InputKind, read_bytes, write_atomic
from movegen.variant import Variant
from sims.training.leave_sums import LeaveSums, max_leave_tiles
from sims.training.leave_training import Generation, LeaveState, LeaveTraining, check_rules
from sims.workers import describe_options
from strategy.leaves import MILLI, LeaveTable, all_keys

SUFFIX = ".state"

_KIND = InputKind(512 * MIB, ConfigError)
_MAX_POINTS = 1_000_000 * MILLI
_ENCRYPTED = 1  # a flag of a part
_ARCHIVE_FAULTS = (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, OverflowError, struct.error)
_ARRAY_HEADER = re.compile(
    rb"\x93NUMPY\x01\0..\{'descr': '(?P<type><i8|\|u1)', 'fortran_order': False, "
    rb"'shape': \((?P<length>\d{1,9}),\), \} *\n",
    re.DOTALL,
)
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
    rules_checksum: int | None = None
    options: dict[str, str] | None = None


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
        state.rules_checksum,
        None if state.options is None else dict(state.options),
    )
    content = io.BytesIO()
    np.savez(
        content,
        rest=np.frombuffer(encode_json(rest), dtype=np.uint8),
        values=state.table.points,
        deviations=sums.deviations,
        counts=sums.counts,
    )
    # not its buffer: a reference to it in a traceback crashes Python 3.12.1 in garbage collection (gh-111049)
    write_atomic(path, content.getvalue())


def read_leave_state(
    path: Path, rules: str | None = None, options: Mapping[str, str] | None = None
) -> LeaveState:
    """Read a state from a file.

    `rules` are the name or file of the rules, if they no longer are where they were when training began;
    `options` those of the user, by which an error names what differs.

    Raises ConfigError when the file cannot be read or is damaged, or the rules are others than those of the
    training.
    """
    parts = _read_parts(path, read_bytes(path, _KIND))
    try:
        rest = msgspec.json.decode(parts["rest"].tobytes(), type=_Rest)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _damaged(path, error) from None
    if rest.format != _FORMAT or not rest.generations:
        raise _damaged(path, f"it is not {_FORMAT!r}")
    has_checksum = rest.rules_checksum is not None  # without one, only names can be compared
    variant = Variant.load(rules if rules and has_checksum else rest.training.rules)
    changed = describe_options(rest.options, options)
    check_rules(rest.training, rest.rules_checksum, variant, changed)
    most = max_leave_tiles(variant, rest.training.longest)
    keys = all_keys(variant.tiles, most)
    for name in _ARRAYS:
        if parts[name].dtype != np.int64 or parts[name].shape != keys.shape:
            raise _damaged(path, f"it does not have the {len(keys):,} leaves of {variant.tiles.name}")
    values, deviations, counts = (parts[name] for name in _ARRAYS)
    _check_figures(path, rest, values, counts)
    sums = LeaveSums(most, deviations, counts, rest.racks, rest.equities, rest.squares)
    table = LeaveTable(variant.tiles, "leaves", keys, values)
    return LeaveState(
        rest.training,
        rest.lexicon_name,
        rest.lexicon_checksum,
        table,
        sums,
        rest.generations,
        rest.rules_checksum,
        rest.options,
    )


def _read_parts(path: Path, content: bytes) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of an archive, whose parts must be stored unpacked, as NumPy does."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            infos = [archive.getinfo(f"{name}.npy") for name in ("rest", *_ARRAYS)]
            for info in infos:
                if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & _ENCRYPTED:
                    raise ValueError(f"its part {info.filename} is packed")
            return {info.filename.removesuffix(".npy"): _read_array(archive.read(info)) for info in infos}
    except (*_ARCHIVE_FAULTS, KeyError, ValueError) as error:
        raise _damaged(path, error) from None


def _read_array(content: bytes) -> npt.NDArray[Any]:
    """Return an array of one dimension from the content of an `.npy` file. Raises ValueError.

    NumPy's own reader evaluates the header as Python, and allocates what it asks for.
    """
    found = _ARRAY_HEADER.match(content)
    if found is None:
        raise ValueError("a part is not an array of one dimension")
    array = np.frombuffer(content, dtype=found["type"].decode(), offset=found.end())
    if len(array) != int(found["length"]):
        raise ValueError("a part has another length than its header says")
    return array.astype(array.dtype.newbyteorder("="))


def _check_figures(
    path: Path, rest: _Rest, values: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]
) -> None:
    """Raise ConfigError for figures that no training has."""
    if [generation.number for generation in rest.generations] != [*range(1, len(rest.generations) + 1)]:
        raise _damaged(path, "its generations are not in order")
    numbers = [rest.racks, rest.squares, abs(rest.equities), rest.lexicon_checksum]
    numbers += [number for each in rest.generations for number in (each.games, each.racks)]
    if not all(0 <= number < 1 << 63 for number in numbers):
        raise _damaged(path, "its numbers are out of range")
    if not ((values >= -_MAX_POINTS) & (values <= _MAX_POINTS)).all() or counts.min(initial=0) < 0:
        raise _damaged(path, "its values are out of range")


def _damaged(path: Path, reason: object) -> ConfigError:
    cure = "start again without it, or restore an intact copy"
    return ConfigError(f"is not a state of leave training ({reason})", file=path, cure=cure)
