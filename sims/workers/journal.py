"""The journal of a run: an append-only log of its finished parts, so that an interrupted run can be resumed.

It stands beside the output file. After any end of the run, a killed process or a full disk included, all
complete entries can be read again; an incomplete one at the end is dropped. So are entries that were damaged
since, up to a mebibyte in one place: those parts of the run are done again.

The format: the 8 bytes of `_MAGIC`, then frames. A frame is the length of its content and the content's
CRC-32, as little-endian uint32s, and the content. The first frame describes the run, as JSON. The others are
the entries, such as the batches of a match, as MessagePack, in the order in which they were finished.
"""

import os
import shlex
import stat
import struct
import zlib
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from io import FileIO
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from movegen.encoding import encode_json
from movegen.errors import JackdawError, one_line, quote
from movegen.files import MIB, format_size
from movegen.system import defer_interrupts, lock_file, open_for_update
from sims.workers.journal_index import JournalIndex

SUFFIX = ".journal"

_MAGIC = b"JACKRUN\1"
_FRAME = struct.Struct("<II")
_MAX_ENTRY = 256 * MIB
_MAX_GAP = MIB
_OPTIONS = "options"
"""The key of a description for the options of the user, which may differ: the other keys decide."""
_MAX_OPTIONS = 4
_INPUT = {"files", "positions"}  # no option decides these


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


class _Frame(NamedTuple):
    """An intact frame: its offset in the file, and its content."""

    begin: int
    content: bytes

    @property
    def end(self) -> int:
        return self.begin + _FRAME.size + len(self.content)


class Journal(Generic[Entry]):
    """The journal of a run, open for reading and appending. Only one process may have it open."""

    def __init__(
        self,
        path: Path,
        kind: type[Entry],
        description: Mapping[str, Any],
        *,
        resume: bool = False,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Create a journal with entries of this type, or open the existing one to resume the run.

        `description` holds all that determines the run's output, as JSON values. With `resume`, a missing
        journal is created. `options` are those given by a user, by which an error names what differs.

        Raises JournalError when the file cannot be opened or written, or another process has it open;
        without `resume`, when there is a journal; with it, when it is no journal or describes another run.
        """
        self.path = path
        self._kind = kind
        self._offsets = JournalIndex()  # of the entries' frames, by the entries' first numbers
        self._end = 0  # of the last complete frame
        with ExitStack() as closing:
            try:
                self._file = closing.enter_context(self._opened())
                given = {} if options is None else {_OPTIONS: options}
                self._begin(encode_json({**description, **given}), resume)
            except (OSError, ValueError) as fault:  # a ValueError for characters that no name may have
                raise self._unwritable(fault) from None
            closing.pop_all()

    def __contains__(self, first: int) -> bool:
        return first in self._offsets

    def __len__(self) -> int:
        return len(self._offsets)

    def append(self, entry: Entry) -> None:
        """Append an entry. Raises JournalError when it cannot be written; earlier entries stay intact."""
        offset, content = self._end, msgspec.msgpack.encode(entry)
        if len(content) > _MAX_ENTRY:
            raise JournalError(f"a part has more than {format_size(_MAX_ENTRY)}", where=str(self.path))
        try:
            with defer_interrupts():  # a finished part is not lost to Ctrl-C
                self._write(_frame(content))
                self._offsets[entry.first] = offset
        except OSError as fault:
            raise self._unwritable(fault) from None

    def read(self, first: int) -> Entry:
        """Return the entry with this first number.

        Raises KeyError if there is none, JournalError when it cannot be read any more.
        """
        try:
            frame = self._read_frame(self._offsets[first], self._end)
        except OSError as fault:
            raise JournalError(f"cannot be read ({fault.strerror or fault})", where=str(self.path)) from None
        return self._decode(frame.content if frame is not None else b"")

    def close(self) -> None:
        """Close the file and keep it."""
        self._file.close()

    def remove(self) -> None:
        """Close and delete the file, once the run's output is written."""
        self.path.unlink(missing_ok=True)
        self.close()

    def _opened(self) -> FileIO:
        return FileIO(open_for_update(self.path, os.O_CREAT), "r+")

    def _begin(self, description: bytes, resume: bool) -> None:
        """Read an existing journal, or write the start of a new one."""
        self._lock()
        found = os.fstat(self._file.fileno())
        if not stat.S_ISREG(found.st_mode):
            cure = "name another output"
            raise JournalError("cannot be used: it is no regular file", where=str(self.path), cure=cure)
        if found.st_size and not resume:
            cure = "resume it with --resume, or delete the file"
            raise JournalError("there is an unfinished run", where=str(self.path), cure=cure)
        self._end = self._read_all(msgspec.json.decode(description), found.st_size)
        self._file.truncate(self._end)
        if not self._end:
            self._write(_MAGIC + _frame(description))

    def _lock(self) -> None:
        try:
            lock_file(self._file)
        except BlockingIOError:
            raise JournalError("another run is using it", where=str(self.path)) from None

    def _read_all(self, description: Any, size: int) -> int:
        """Index the entries and return the end of the last intact frame, 0 if there is none."""
        head = self._file.read(len(_MAGIC))
        if head != _MAGIC[: len(head)]:
            raise JournalError("not a journal", where=str(self.path), cure="name another output")
        first = self._find_frame(len(_MAGIC), size)
        if first is None:
            return 0
        self._check(self._decode_description(first.content), description)
        end = first.end
        while (frame := self._find_frame(end, size)) is not None:
            self._offsets[self._decode(frame.content).first] = frame.begin
            end = frame.end
        return end

    def _find_frame(self, begin: int, size: int) -> _Frame | None:
        """Return the next intact frame of a file of this size, normally the one at `begin`.

        If that one is damaged, even in its length, the search goes on after it, but not for ever.
        """
        frame = self._read_frame(begin, size)
        if frame is not None or size - begin <= _FRAME.size:
            return frame
        self._file.seek(begin)
        window = self._file.read(_MAX_GAP)
        budget = _MAX_ENTRY  # bytes to compute checksums of
        for offset in range(1, len(window) - _FRAME.size):
            length, _ = _FRAME.unpack_from(window, offset)
            if 0 < length <= min(budget, size - begin - offset - _FRAME.size):
                budget -= length
                frame = self._read_frame(begin + offset, size)
                if frame is not None:
                    return frame
        return None

    def _read_frame(self, begin: int, size: int) -> _Frame | None:
        """Return the frame at `begin` of a file of this size; None if it is incomplete or damaged."""
        self._file.seek(begin)
        head = self._file.read(_FRAME.size)
        if len(head) < _FRAME.size:
            return None
        length, checksum = _FRAME.unpack(head)
        if not 0 < length <= min(_MAX_ENTRY, size - self._file.tell()):
            return None
        content = self._file.read(length)
        intact = len(content) == length and zlib.crc32(content) == checksum
        return _Frame(begin, content) if intact else None

    def _decode(self, content: bytes) -> Entry:
        try:
            entry = msgspec.msgpack.decode(content, type=self._kind)
        except (msgspec.MsgspecError, ValueError, RecursionError):  # ValueError: text that is not UTF-8
            raise self._foreign() from None
        if not -(1 << 63) <= entry.first < 1 << 63:
            raise self._foreign()
        return entry

    def _decode_description(self, content: bytes) -> dict[str, Any]:
        try:
            return msgspec.json.decode(content, type=dict[str, Any])
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise self._foreign() from None

    def _foreign(self) -> JournalError:
        cure = "resume the run with the version that began it, or name another output"
        return JournalError("has an entry that is not of this program", where=str(self.path), cure=cure)

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
        given = begun.pop(_OPTIONS, None), wanted.pop(_OPTIONS, None)
        for key in {**begun, **wanted}:
            if begun.get(key) != wanted.get(key):
                options = None if key in _INPUT else describe_options(*given)
                settings = f"with {key} {_format(begun.get(key))}, not {_format(wanted.get(key))}"
                raise JournalError(
                    f"the run was started {options or settings}",
                    where=str(self.path),
                    cure=f"resume with the same{' options' if options else ''}, or name another output",
                )

    def _unwritable(self, fault: OSError | ValueError) -> JournalError:
        parts, reason = len(self._offsets), getattr(fault, "strerror", None) or fault
        saved = f"; {parts} parts of the run are saved, resume with --resume" if parts else ""
        return JournalError(f"cannot be written ({reason}){saved}", where=str(self.path))


def _frame(content: bytes) -> bytes:
    return _FRAME.pack(len(content), zlib.crc32(content)) + content


def describe_options(before: Any, now: Any) -> str | None:
    """Return the options of a run that differ, such as `with --plies 2, without --infer`, if any.

    Each is a mapping of the options that a user gave, by name, or None if they are not known.
    """
    if not isinstance(before, dict) or not isinstance(now, dict):
        return None
    changed = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    return ", ".join(
        f"with {name} {shlex.quote(one_line(str(before[name]), 60)) if before[name] else ''}".rstrip()
        if name in before
        else f"without {name}"
        for name in changed[:_MAX_OPTIONS]
    )


def _format(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return quote(text, 60)
