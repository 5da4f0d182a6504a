"""Reading files within a limit of size, and writing them atomically: whole or not at all.

Every reader of the program opens its input here. It takes regular files, pipes and standard input, at most so
many bytes of each, also after unpacking. Whatever is wrong with the file is the caller's error.
"""

import errno
import gzip
import io
import lzma
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, Any, Literal, NoReturn, TextIO

from movegen.errors import MAX_NAME, ConfigError, JackdawError, NotationError, one_line

STANDARD_INPUT = "-"
"""The argument that stands for standard input."""

MIB = 1 << 20

_BLOCK = MIB
_MAX_UNPACKER_MEMORY = 256 * MIB  # a header of XZ may ask for 4 GB; our own files need 65 MB
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\0"


@dataclass(frozen=True)
class InputKind:
    """A kind of files that a reader takes, with its limits.

    Attributes
    ----------
    limit:      the number of bytes, also after unpacking.
    error:      what is raised for a file that cannot be read.
    what:       the beginning of messages, such as "the lexicon".
    expected:   the contents, for the message on a file that is too large.
    max_line:   the number of characters of a line in `open_lines`.
    read_again: whether files are read more than once, so that a pipe is refused.
    """

    limit: int
    error: type[JackdawError] = JackdawError
    what: str = ""
    expected: str | None = None
    max_line: int = 1 << 20
    read_again: bool = False

    def unreadable(self, path: str | Path, fault: Exception | str) -> NoReturn:
        """Raise the error for a fault of the system, or for this reason."""
        reason = fault if isinstance(fault, str) else getattr(fault, "strerror", None) or str(fault)
        self.report(path, f"cannot be read ({reason})")

    def too_large(self, path: str | Path) -> NoReturn:
        """Raise the error for a file over the limit."""
        cure = None if self.expected is None else f"expected {self.expected}"
        self.report(path, f"is larger than {format_size(self.limit)}, the limit", cure)

    def report(self, path: str | Path, problem: str, cure: str | None = None, *, line: int = 0) -> NoReturn:
        """Raise the error."""
        name = "standard input" if path == STANDARD_INPUT else str(path)
        where = f"{name}, line {line}" if line else name
        problem = f"{self.what} {problem}" if self.what else problem
        if issubclass(self.error, ConfigError | NotationError):
            raise self.error(problem, file=where, cure=cure) from None
        raise self.error(problem, where=where, cure=cure) from None


class InputFile(io.RawIOBase):
    """A file that is open for reading and raises the error of its kind when it is faulty or too large."""

    def __init__(self, stream: IO[bytes] | io.FileIO, path: str | Path, kind: InputKind) -> None:
        self._stream = stream
        self._read = getattr(stream, "read1", stream.read)  # from a terminal or pipe what there is, not more
        self._path = path
        self._kind = kind
        self._left = kind.limit

    def readable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the descriptor of the file, such as for mapping it into memory."""
        return self._stream.fileno()

    def readinto(self, buffer: Any) -> int:
        """Read into the buffer and return the number of bytes, 0 at the end."""
        view = memoryview(buffer)
        try:
            block = self._read(min(len(view), self._left + 1)) or b""
        except (OSError, ValueError) as fault:
            self._kind.unreadable(self._path, fault)
        if len(block) > self._left:
            self._kind.too_large(self._path)
        self._left -= len(block)
        view[: len(block)] = block
        return len(block)

    def close(self) -> None:
        """Close the file, unless it is standard input."""
        if self._stream is not _standard_input():
            self._stream.close()
        super().close()


@contextmanager
def open_input(path: str | Path, kind: InputKind) -> Iterator[IO[bytes]]:
    """Open a file for reading, or standard input for "-".

    A regular file, a pipe, and what standard input is can be read. Raises the error of the kind, here or
    while reading: there is no such file, its name is impossible, it cannot be read, or it is too large.
    """
    try:
        stream = _open(path, kind)
    except (OSError, ValueError) as fault:  # a ValueError for characters that no name may have
        kind.unreadable(path, fault)
    with io.BufferedReader(InputFile(stream, path, kind), _BLOCK) as reader:
        yield reader


def read_bytes(path: str | Path, kind: InputKind) -> bytes:
    """Return the content of a file, or of standard input for "-". Raises what `open_input` raises."""
    with open_input(path, kind) as file:
        blocks = list(iter(lambda: file.read(_BLOCK), b""))
    return blocks[0] if len(blocks) == 1 else b"".join(blocks)


@contextmanager
def open_text(
    path: str | Path,
    kind: InputKind,
    *,
    errors: Literal["strict", "replace"] = "strict",
    newline: Literal["", None] = None,
) -> Iterator[TextIO]:
    """Open a text in UTF-8. Raises what `open_input` raises, and UnicodeDecodeError while reading.

    The latter not if `errors` is "replace".
    """
    with (
        open_input(path, kind) as file,
        io.TextIOWrapper(file, encoding="utf-8-sig", errors=errors, newline=newline) as text,
    ):
        yield text


@contextmanager
def open_lines(
    path: str | Path, kind: InputKind, *, errors: Literal["strict", "replace"] = "strict"
) -> Iterator[Iterator[str]]:
    """Open a text in UTF-8 for reading its lines, with their ends as they are.

    Raises what `open_text` raises, and the error of the kind for a line that is too long.
    """
    with open_text(path, kind, errors=errors, newline="") as text:
        yield _lines(text, path, kind)


def _lines(text: IO[str], path: str | Path, kind: InputKind) -> Iterator[str]:
    for number in count(1):
        line = text.readline(kind.max_line + 1)
        if len(line) > kind.max_line:
            kind.report(path, f"has more than {kind.max_line:,} characters, the limit", line=number)
        if not line:
            return
        yield line


def read_packed(path: str | Path, kind: InputKind) -> bytes:
    """Return the content of a file, unpacked if it is gzip or XZ. Raises what `open_input` raises."""
    return unpack(read_bytes(path, kind), path, kind)


def unpack(content: bytes, path: str | Path, kind: InputKind) -> bytes:
    """Unpack the content of a file if it is gzip or XZ.

    Raises the error of the kind if it is damaged or too large unpacked.
    """
    try:
        if content.startswith(_GZIP):
            content = _unpack_gzip(content, kind.limit)
        elif content.startswith(_XZ):
            content = _unpack_xz(content, kind.limit)
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as fault:
        kind.report(path, f"cannot be unpacked ({fault})", "copy the file again")
    if len(content) > kind.limit:
        kind.too_large(path)
    return content


def _unpack_gzip(content: bytes, limit: int) -> bytes:
    """Unpack gzip, at most a block more than `limit` bytes."""
    parts: list[bytes] = []
    size = 0
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
        while size <= limit and (block := packed.read(_BLOCK)):
            parts.append(block)
            size += len(block)
    return b"".join(parts)


def _unpack_xz(content: bytes, limit: int) -> bytes:
    """Unpack one stream of XZ or several, at most one byte more than `limit`."""
    parts: list[bytes] = []
    left = limit + 1
    while content and left:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MAX_UNPACKER_MEMORY)
        parts.append(unpacker.decompress(content, max_length=left))
        left -= len(parts[-1])
        if left and not unpacker.eof:
            raise EOFError("it is cut off")
        content = unpacker.unused_data.lstrip(b"\0") if unpacker.eof else b""
    return b"".join(parts)


def format_size(size: int) -> str:
    """Write a number of bytes: "16 MiB", "1,000 bytes"."""
    return f"{size // MIB:,} MiB" if size >= MIB and size % MIB == 0 else f"{size:,} bytes"


def file_label(path: str | Path) -> str:
    """Return the name of what a file holds: the file's, without folder and suffix, as it may be shown."""
    return one_line(Path(path).stem, MAX_NAME)


def file_stamp(path: str | Path) -> tuple[int, int] | None:
    """Return what changes when a file is replaced: its time and size; None if there is no such file."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def canonical_path(path: str | Path) -> Path:
    """Return the absolute path without links, as `Path.resolve` does, but of a loop of links itself."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):  # characters that no name may have
        return Path(path)


def _standard_input() -> IO[bytes] | None:
    return getattr(sys.stdin, "buffer", None)


def _open(path: str | Path, kind: InputKind) -> IO[bytes] | io.FileIO:
    if path == STANDARD_INPUT:
        return _standard_input() or io.BytesIO()
    _check(path, Path(path).stat(), kind)  # opening a device may have consequences
    file = io.FileIO(os.fspath(path), "rb")
    try:
        _check(path, os.fstat(file.fileno()), kind)
    except BaseException:
        file.close()
        raise
    return file


def _check(path: str | Path, found: os.stat_result, kind: InputKind) -> None:
    """Raise the error of the kind for a file that is too large or cannot be read as one."""
    if stat.S_ISREG(found.st_mode):
        if found.st_size > kind.limit:
            kind.too_large(path)
        return
    if stat.S_ISDIR(found.st_mode):
        kind.unreadable(path, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    if kind.read_again:
        kind.unreadable(path, "it is no regular file; copy its contents into one")
    if not stat.S_ISFIFO(found.st_mode) and not _is_standard_input(found):
        kind.unreadable(path, "it is neither a regular file nor a pipe")


def _is_standard_input(found: os.stat_result) -> bool:
    """Return True for the terminal or socket that standard input is, under whatever name."""
    try:
        return os.path.samestat(found, os.fstat(0))
    except OSError:
        return False


def write_atomic(path: Path, *parts: bytes | memoryview, error: type[JackdawError] = JackdawError) -> None:
    """Write a file so that no reader ever sees a part of it; see `atomic_file`."""
    with atomic_file(path, error=error) as file:
        for part in parts:
            file.write(part)


@contextmanager
def atomic_file(path: Path, *, error: type[JackdawError] = JackdawError) -> Iterator[IO[bytes]]:
    """Open a file that appears once it is complete; after an exception the previous file is unchanged.

    The folder must exist: a missing one is more likely a typing error than intended. A device or a pipe is
    written directly; a link stays a link. Raises `error`, which takes the arguments of a JackdawError, when
    the file cannot be written.
    """
    try:
        if not stat.S_ISREG(_mode(path)):
            with path.open("wb") as file:
                yield file
        else:
            target = path.resolve()
            if target.is_symlink():  # Python 3.13 and later do not raise here
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
            if not target.parent.is_dir():
                raise error(
                    "its folder does not exist", where=str(path), cure="create it, or correct the name"
                )
            with _beside(target) as file:
                yield file
    except (OSError, RuntimeError, ValueError) as fault:  # links in a circle, characters no name may have
        raise error(
            f"cannot be written ({getattr(fault, 'strerror', None) or fault})", where=str(path)
        ) from None


@contextmanager
def _beside(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file in the same folder and rename it to the path at the end.

    Its name begins with a dot, so that readers of all files of the folder leave it out.
    """
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        partial = Path(file.name)
        try:
            yield file.file
            file.close()
            partial.chmod(0o666 & ~_umask())  # a temporary file is the owner's alone
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


def check_writable(path: Path, *, error: type[JackdawError] = JackdawError) -> None:
    """Raise the error of `atomic_file` if it could not write to the path now. Nothing is written."""
    mode = _mode(path)
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        return  # a device or a pipe, which would notice the attempt
    with suppress(_AbandonedError), atomic_file(path, error=error):
        raise _AbandonedError


class _AbandonedError(Exception):
    """Abandons a file that `check_writable` began only to test the path."""


def _mode(path: Path) -> int:
    """Return the kind of a file, that of a regular one if there is none or it cannot be seen."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return stat.S_IFREG


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def make_folder(path: Path, *, error: type[JackdawError] = JackdawError, cure: str | None = None) -> Path:
    """Create a folder of the program, with those above it, unless it exists, and return it.

    Raises `error`, with `cure`, when it cannot be created.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        problem = f"the folder cannot be created ({fault.strerror})"
        raise error(problem, where=str(path), cure=cure) from None
    return path
