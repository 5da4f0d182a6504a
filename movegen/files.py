"""Writing files whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from movegen.errors import JackdawError


def write_whole(path: Path, *parts: bytes | memoryview, error: type[JackdawError] = JackdawError) -> None:
    """Write a file so that nobody ever sees a part of it; see `whole_file`."""
    with whole_file(path, error=error) as file:
        for part in parts:
            file.write(part)


@contextmanager
def whole_file(path: Path, *, error: type[JackdawError] = JackdawError) -> Iterator[IO[bytes]]:
    """A file to write that appears once all is written; if something is raised, what was there before stays.

    Its folder must be there: one that is not is more likely mistyped than meant. A device or a pipe is
    written to as it is; a link stays a link. Raises `error`, which takes the arguments of a JackdawError,
    when the file cannot be written.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
        else:
            target = path.resolve()
            if not target.parent.is_dir():
                raise error("its folder does not exist", where=str(path), cure="make it, or correct the name")
            with _beside(target) as file:
                yield file
    except (OSError, RuntimeError, ValueError) as fault:  # links in a circle, characters no name may have
        raise error(
            f"cannot be written ({getattr(fault, 'strerror', None) or fault})", where=str(path)
        ) from None


@contextmanager
def _beside(path: Path) -> Iterator[IO[bytes]]:
    """A file under another name in the same folder, which then takes the name over."""
    import tempfile  # only wanted when there is something to write

    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        partial = Path(file.name)
        try:
            yield file.file
            file.close()
            partial.chmod(0o666 & ~_umask())  # a temporary file is the owner's alone
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


def check_place(path: Path, *, error: type[JackdawError] = JackdawError) -> None:
    """Raise what `whole_file` would, were it to write there now. Nothing is written."""
    if path.exists() and not path.is_file() and not path.is_dir():
        return  # a device or a pipe, which would notice
    with suppress(_AbandonedError), whole_file(path, error=error):
        raise _AbandonedError


class _AbandonedError(Exception):
    """Ends the writing of a file that is not wanted after all."""


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def make_folder(path: Path, *, error: type[JackdawError] = JackdawError) -> Path:
    """Make a folder of the program's own, and those above it, unless it is there; returns it.

    Raises `error` when it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise error(f"the folder cannot be made ({fault.strerror})", where=str(path)) from None
    return path
