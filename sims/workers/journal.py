"""The journal of a run: an append-only log of its finished parts, so that an interrupted run can be resumed.

It stands beside the output file. After any end of the run, a killed process or a full disk included, all
complete entries can be read again; an incomplete one at the end is dropped.

The format: the 8 bytes of `_MAGIC`, then frames. A frame is the length of its content and the content's
CRC-32, as little-endian uint32s, and the content. The first frame describes the run, as JSON. The others are
the entries, such as the batches of a match, as MessagePack, in the order in which they were finished.
"""

import fcntl
import os
import struct
import zlib
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from io import FileIO
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from movegen.errors import JackdawError, quote

SUFFIX = ".journal"

_MAGIC = b"JACKRUN\1"
_FRAME = struct.Struct("<II")


class Numbered(Protocol):
    """A part of a run: a msgspec structure identified by the first of its numbers."""

    @property
    def first(self) -> int:
        """The number of its first game or position."""


Entry = TypeVar("Entry", bound=Numbered)


class JournalError(JackdawError):
    """A journal that cannot be read or written, or that belongs to another run."""


def journal_path(log: Path) -> Path:
    """Return the path of the journal of a run with this log."""
    return log.with_name(log.name + SUFFIX)


class Journal(Generic[Entry]):
    """The journal of a run, open for reading and appending. Only one process may have it open."""

    def __init__(
        self, path: Path, kind: type[Entry], description: Mapping[str, Any], *, resume: bool = False
    ) -> None:
        """Create a journal with entries of this type, or open the existing one to resume the run.

        `description` holds all that determines the run's output, as JSON values. With `resume`, a missing
        journal is created.

        Raises JournalError when the file cannot be opened or written, or another process has it open;
        without `resume`, when there is a journal; with it, when it is no journal or describes another run.
        """
        self.path = path
        self._kind = kind
        self._offsets: dict[int, int] = {}  # offset of an entry's frame, by the entry's first number
        self._end = 0  # of the last complete frame
        with ExitStack() as closing:
            try:
                self._file = closing.enter_context(self._opened())
                self._begin(msgspec.json.encode(description), resume)
            except OSError as fault:
                raise self._unwritable(fault) from None
            closing.pop_all()

    def __contains__(self, first: int) -> bool:
        return first in self._offsets

    def __len__(self) -> int:
        return len(self._offsets)

    def append(self, entry: Entry) -> None:
        """Append an entry. Raises JournalError when it cannot be written; earlier entries stay intact."""
        offset = self._end
        try:
            self._write(_frame(msgspec.msgpack.encode(entry)))
        except OSError as fault:
            raise self._unwritable(fault) from None
        self._offsets[entry.first] = offset

    def read(self, first: int) -> Entry:
        """Return the entry with this first number. Raises KeyError if there is none."""
        self._file.seek(self._offsets[first])
        return msgspec.msgpack.decode(self._read_frame() or b"", type=self._kind)

    def close(self) -> None:
        """Close the file and keep it."""
        self._file.close()

    def remove(self) -> None:
        """Close and delete the file, once the run's output is written."""
        self.path.unlink(missing_ok=True)
        self.close()

    def _opened(self) -> FileIO:
        return FileIO(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666), "r+")

    def _begin(self, description: bytes, resume: bool) -> None:
        """Read an existing journal, or write the start of a new one."""
        self._lock()
        size = os.fstat(self._file.fileno()).st_size
        if size and not resume:
            cure = "resume it with --resume, or delete the file"
            raise JournalError("there is an unfinished run", where=str(self.path), cure=cure)
        self._end = self._read_all(msgspec.json.decode(description))
        self._file.truncate(self._end)
        if not self._end:
            self._write(_MAGIC + _frame(description))

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError("another run is using it", where=str(self.path)) from None

    def _read_all(self, description: Any) -> int:
        """Index the entries and return the end of the last complete frame, 0 if there is none."""
        head = self._file.read(len(_MAGIC))
        if head != _MAGIC[: len(head)]:
            raise JournalError("not a journal", where=str(self.path), cure="name another output")
        first = self._read_frame()
        if first is None:
            return 0
        self._check(msgspec.json.decode(first), description)
        end = self._file.tell()
        while (content := self._read_frame()) is not None:
            self._offsets[msgspec.msgpack.decode(content, type=self._kind).first] = end
            end = self._file.tell()
        return end

    def _read_frame(self) -> bytes | None:
        """Read the content of the next frame; None if it is incomplete."""
        head = self._file.read(_FRAME.size)
        if len(head) < _FRAME.size:
            return None
        length, checksum = _FRAME.unpack(head)
        content = self._file.read(length)
        return content if len(content) == length and zlib.crc32(content) == checksum else None

    def _write(self, data: bytes) -> None:
        """Append all of the data or, if the disk allows it, nothing."""
        self._file.seek(self._end)
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except BaseException:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._end += len(data)

    def _check(self, begun: dict[str, Any], wanted: dict[str, Any]) -> None:
        """Raise unless both describe the same run."""
        for key in {**begun, **wanted}:
            if begun.get(key) != wanted.get(key):
                before, now = _format(begun.get(key)), _format(wanted.get(key))
                raise JournalError(
                    f"the run was started with {key} {before}, not {now}",
                    where=str(self.path),
                    cure="resume with the same, or name another output",
                )

    def _unwritable(self, fault: OSError) -> JournalError:
        parts = len(self._offsets)
        saved = f"; {parts} parts of the run are saved, resume with --resume" if parts else ""
        return JournalError(f"cannot be written ({fault.strerror or fault}){saved}", where=str(self.path))


def _frame(content: bytes) -> bytes:
    return _FRAME.pack(len(content), zlib.crc32(content)) + content


def _format(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return quote(text, 60)
