"""Records of the compiled lexica that were checked, so that a file is checked once, not at every start.

A compiled lexicon is checked node by node, since its content may be hostile even where its checksum is right.
That takes most of the time of loading it. So an empty file in the user's cache notes what was checked: the
file's place on the disk, its size and times, and its checksum. The time of the last change (ctime) cannot be
set by programs, so a file that was written to or replaced is checked again. The checksum is compared at every
start, for damage of the disk.
"""

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

from movegen.native import INTERFACE

MAX_RECORDS = 64
"""The number of records from which old ones are removed."""

_TICK = 2_000_000_000  # nanoseconds: a file may change twice within the resolution of the file system's clock


def records_folder() -> Path:
    """Return the folder of the records."""
    return Path(platformdirs.user_cache_dir("jackdaw", appauthor=False)) / "checked"


def is_checked(file: os.stat_result, checksum: int) -> bool:
    """Return whether a file with this checksum was checked since it last changed, as far as can be read."""
    with suppress(OSError):
        return _is_reliable() and (records_folder() / _key(file, checksum)).is_file()
    return False


def note_checked(file: os.stat_result, checksum: int) -> None:
    """Note that the file was checked, unless it is so new that it may still change unnoticed.

    Where the record cannot be written the file is checked again next time.
    """
    if not _is_reliable() or time.time_ns() - max(file.st_ctime_ns, file.st_mtime_ns) < _TICK:
        return
    folder = records_folder()
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / _key(file, checksum)).touch()
        _remove_old(folder)


def _is_reliable() -> bool:
    """Return whether this system has a time of the last change; on Windows it is that of creation."""
    return os.name == "posix"


def _key(file: os.stat_result, checksum: int) -> str:
    known = (INTERFACE, file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns, file.st_ctime_ns, checksum)
    return hashlib.blake2b(repr(known).encode(), digest_size=16).hexdigest()


def _remove_old(folder: Path) -> None:
    """Leave only the newest records."""
    by_age = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    for path in by_age[:-MAX_RECORDS]:
        path.unlink(missing_ok=True)
