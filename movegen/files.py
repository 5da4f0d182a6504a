"""Writing files whole or not at all."""

import os
from pathlib import Path

from movegen.errors import JackdawError


def write_whole(path: Path, *parts: bytes | memoryview, error: type[JackdawError] = JackdawError) -> None:
    """Write a file so that nobody ever sees a part of it.

    Its folder must be there: one that is not is more likely mistyped than meant. A device or a pipe is
    written to as it is; a link stays a link. Raises `error`, which takes the arguments of a JackdawError,
    when the file cannot be written.
    """
    try:
        if path.exists() and not path.is_file():
            _write_directly(path, parts)
        else:
            target = path.resolve()
            if not target.parent.is_dir():
                raise error("its folder does not exist", where=str(path), cure="make it, or correct the name")
            _write_beside(target, parts)
    except (OSError, RuntimeError, ValueError) as fault:  # links in a circle, characters no name may have
        raise error(
            f"cannot be written ({getattr(fault, 'strerror', None) or fault})", where=str(path)
        ) from None


def _write_directly(path: Path, parts: tuple[bytes | memoryview, ...]) -> None:
    with path.open("wb") as file:
        for part in parts:
            file.write(part)


def _write_beside(path: Path, parts: tuple[bytes | memoryview, ...]) -> None:
    """Write under another name in the same folder, then take the name over."""
    import tempfile  # only wanted when there is something to write

    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        partial = Path(file.name)
        try:
            for part in parts:
                file.write(part)
            file.close()
            partial.chmod(0o666 & ~_umask())  # a temporary file is the owner's alone
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


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
