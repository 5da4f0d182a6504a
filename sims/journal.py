"""The journal of a run: every part of it that is done, so that an interrupted run loses none of them.

It lies beside the file that it will become and is only ever appended to. However a run ends, a killed process
and a full disk included, what was appended whole is read again; an incomplete entry at the end is dropped.

The file: the 8 bytes of `_MAGIC`, then frames. A frame is the length of its content and the CRC-32 of it, as
little-endian uint32s, and the content. That of the first frame is JSON and describes the run; the others are
the entries, such as the batches of games of a match, as MessagePack, in the order in which they were done.
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

from movegen.errors import JackdawError, shown

SUFFIX = ".journal"

_MAGIC = b"JACKRUN\1"
_FRAME = struct.Struct("<II")


class Numbered(Protocol):
    """A part of a run, a msgspec structure that goes by the first of its numbers."""

    @property
    def first(self) -> int:
        """Of the games or positions that it is about, the number of the first."""


Entry = TypeVar("Entry", bound=Numbered)


class JournalError(JackdawError):
    """A journal that cannot be written or read, or is that of another run."""


def journal_path(log: Path) -> Path:
    """Where the journal of a run with this log lies."""
    return log.with_name(log.name + SUFFIX)


class Journal(Generic[Entry]):
    """The journal of a run, open for reading and appending; no other process may have it open too."""

    def __init__(
        self, path: Path, kind: type[Entry], description: Mapping[str, Any], *, resume: bool = False
    ) -> None:
        """Begin a journal of such entries, or open the one that is there to go on with the run.

        `description` is what decides the run, as JSON has it. With `resume`, a run that has no journal yet is
        begun.

        Raises JournalError when the file cannot be opened or written; without `resume`, when there is a
        journal; with it, when the journal is that of another run, is none, or is in use.
        """
        self.path = path
        self._kind = kind
        self._places: dict[int, int] = {}  # where the frame of an entry begins, by its first number
        self._end = 0  # of the last whole frame
        with ExitStack() as closing:
            try:
                self._file = closing.enter_context(self._opened())
                self._begin(msgspec.json.encode(description), resume)
            except OSError as fault:
                raise self._unwritable(fault) from None
            closing.pop_all()

    def __contains__(self, first: int) -> bool:
        return first in self._places

    def __len__(self) -> int:
        return len(self._places)

    def append(self, entry: Entry) -> None:
        """Keep an entry. Raises JournalError when it cannot be written; all before it are kept."""
        place = self._end
        try:
            self._write(_framed(msgspec.msgpack.encode(entry)))
        except OSError as fault:
            raise self._unwritable(fault) from None
        self._places[entry.first] = place

    def read(self, first: int) -> Entry:
        """The entry that begins with this number; KeyError if it is not there."""
        self._file.seek(self._places[first])
        return msgspec.msgpack.decode(self._frame() or b"", type=self._kind)

    def close(self) -> None:
        """Let go of the file, which stays."""
        self._file.close()

    def remove(self) -> None:
        """Close and delete it: the run is over and its output written."""
        self.path.unlink(missing_ok=True)
        self.close()

    def _opened(self) -> FileIO:
        return FileIO(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666), "r+")

    def _begin(self, description: bytes, resume: bool) -> None:
        """Find what is there, or write what a journal begins with."""
        self._lock()
        size = os.fstat(self._file.fileno()).st_size
        if size and not resume:
            cure = "add --resume to go on with it, or remove the file"
            raise JournalError("an unfinished run is here", where=str(self.path), cure=cure)
        self._end = self._read_all(msgspec.json.decode(description))
        self._file.truncate(self._end)
        if not self._end:
            self._write(_MAGIC + _framed(description))

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError("another run is writing it", where=str(self.path)) from None

    def _read_all(self, description: Any) -> int:
        """Find the entries; returns where the last whole frame ends, 0 if not even the first is whole."""
        head = self._file.read(len(_MAGIC))
        if head != _MAGIC[: len(head)]:
            raise JournalError("is not a journal", where=str(self.path), cure="name another output")
        first = self._frame()
        if first is None:
            return 0
        self._check(msgspec.json.decode(first), description)
        end = self._file.tell()
        while (content := self._frame()) is not None:
            self._places[msgspec.msgpack.decode(content, type=self._kind).first] = end
            end = self._file.tell()
        return end

    def _frame(self) -> bytes | None:
        """The content of the frame at the place where the file is read; None if it is not whole."""
        head = self._file.read(_FRAME.size)
        if len(head) < _FRAME.size:
            return None
        length, checksum = _FRAME.unpack(head)
        content = self._file.read(length)
        return content if len(content) == length and zlib.crc32(content) == checksum else None

    def _write(self, data: bytes) -> None:
        """Append all of it or, so far as the disk lets us, nothing."""
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
                raise JournalError(
                    f"the run was begun with {key} {_told(begun.get(key))}, not {_told(wanted.get(key))}",
                    where=str(self.path),
                    cure="go on with the same, or begin another output",
                )

    def _unwritable(self, fault: OSError) -> JournalError:
        kept = f"; {len(self._places)} parts of the run are kept, go on with --resume" if self._places else ""
        return JournalError(f"cannot be written ({fault.strerror or fault}){kept}", where=str(self.path))


def _framed(content: bytes) -> bytes:
    return _FRAME.pack(len(content), zlib.crc32(content)) + content


def _told(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return shown(text, 60)
