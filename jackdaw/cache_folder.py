"""Folders of cached entries, each in a file of its own.

Files are written atomically, so any number of processes can read and write at the same time. Entries carry a
checksum; a damaged one counts as missing. A folder stays below a size limit by removing the least recently
used entries.
"""

import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Generic, Self, TypeVar

import msgspec
import platformdirs

from movegen.errors import JackdawError
from movegen.files import MIB, InputKind, make_folder, read_bytes, write_atomic

T = TypeVar("T", bound=msgspec.Struct)

_ENTRY = InputKind(64 * MIB)


def user_cache(name: str) -> Path:
    """Return a folder in the user's cache."""
    return Path(platformdirs.user_cache_dir("jackdaw", appauthor=False)) / name


def pack_entry(entry: msgspec.Struct) -> bytes:
    """Encode an entry as the content of a file."""
    return zlib.compress(msgspec.msgpack.encode(entry))


def unpack_entry(data: bytes, type: type[T]) -> T | None:
    """Decode an entry; None if the data is damaged, as its checksum shows, or far too large."""
    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(data, _ENTRY.limit)
        return msgspec.msgpack.decode(content, type=type) if unpacker.eof else None
    except (zlib.error, msgspec.MsgspecError, ValueError, RecursionError):
        return None


class CacheFolder(Generic[T]):
    """A folder of entries by key."""

    def __init__(self, folder: Path, type: type[T], suffix: str, max_bytes: int) -> None:
        """Open a folder and make it if need be. Raises JackdawError."""
        self.folder = make_folder(folder)
        self._type = type
        self._suffix = suffix
        self._max_bytes = max_bytes

    @classmethod
    def open(cls, folder: Path, type: type[T], suffix: str, max_bytes: int) -> Self | None:
        """Open a folder; None if it cannot be made."""
        try:
            return cls(folder, type, suffix, max_bytes)
        except JackdawError:
            return None

    def read(self, key: str) -> T | None:
        """Return the entry of a key; None if it is missing or damaged."""
        path = self._path(key)
        try:
            found = unpack_entry(read_bytes(path, _ENTRY), self._type)
        except JackdawError:
            return None
        if found is not None:
            with suppress(OSError):  # another process may have removed it, or the folder may be read-only
                os.utime(path)
        return found

    def write(self, key: str, data: bytes) -> bool:
        """Write a packed entry. Return whether that succeeded."""
        try:
            write_atomic(self._path(key), data)
        except JackdawError:
            return False
        return True

    def trim(self) -> None:
        """Remove the least recently used entries until the rest fits the size limit."""
        total = 0
        for _, size, path in sorted(self._entries(), reverse=True):
            total += size
            if total > self._max_bytes:
                with suppress(OSError):
                    path.unlink()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{self._suffix}"

    def _entries(self) -> Iterable[tuple[int, int, Path]]:
        """Return the time of last use in nanoseconds, the size and the path of each entry."""
        for path in self.folder.glob(f"*{self._suffix}"):
            with suppress(OSError):
                found = path.stat()
                yield found.st_mtime_ns, found.st_size, path
