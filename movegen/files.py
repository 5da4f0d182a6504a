"""Writing files atomically: whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from movegen.errors import JackdawError


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
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
        else:
            target = path.resolve()
            if not target.parent.is_dir():
                raise error(
                    "its folder does not exist", where=str(path), cure="create it, or correct the name"
                )
            with _beside(target) as file:
                yield file
    except (
        OSError,
        RuntimeError,
        ValueError,
    ) as fault:  # links in a circle, characters that no name may have
        raise error(
            f"cannot be written ({getattr(fault, 'strerror', None) or fault})", where=str(path)
        ) from None


@contextmanager
def _beside(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file in the same folder and rename it to the path at the end."""
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


def check_writable(path: Path, *, error: type[JackdawError] = JackdawError) -> None:
    """Raise the error of `atomic_file` if it could not write to the path now. Nothing is written."""
    if path.exists() and not path.is_file() and not path.is_dir():
        return  # a device or a pipe, which would notice the attempt
    with suppress(_AbandonedError), atomic_file(path, error=error):
        raise _AbandonedError


class _AbandonedError(Exception):
    """Abandons a file that `check_writable` began only to test the path."""


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def make_folder(path: Path, *, error: type[JackdawError] = JackdawError) -> Path:
    """Create a folder of the program, with those above it, unless it exists, and return it.

    Raises `error` when it cannot be created.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise error(f"the folder cannot be created ({fault.strerror})", where=str(path)) from None
    return path
