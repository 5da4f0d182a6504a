"""The lock of a run: no two runs write the same output at the same time."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from movegen.errors import JackdawError
from movegen.system import lock_file, open_for_update

LOCK_SUFFIX = ".lock"


@contextmanager
def lock_run(output: Path) -> Iterator[None]:
    """Hold the lock of the run with this output, which is a file beside it and is deleted at the end.

    The system releases the lock of a killed run; its file does no harm. Raises JackdawError if another run
    holds the lock, or the file cannot be created.
    """
    path = output.with_name(output.name + LOCK_SUFFIX)
    try:
        file = _lock_file(path)
    except BlockingIOError:
        raise JackdawError("another run is using it", where=str(output), cure="wait until it ends") from None
    except OSError as fault:
        raise JackdawError(f"cannot be written ({fault.strerror or fault})", where=str(path)) from None
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(file)


def _lock_file(path: Path) -> int:
    """Open and lock the file. Raises BlockingIOError if it is locked."""
    while True:
        file = open_for_update(path, os.O_CREAT)
        try:
            lock_file(file)
            if path.exists() and os.path.samestat(os.fstat(file), path.stat()):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # the run that held it has just deleted it
