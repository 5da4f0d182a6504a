"""The results of a command: text, and files beside it or instead of it."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from jackdaw.console import STANDARD_OUTPUT, Line, notify_written, show, write_bytes
from movegen.errors import JackdawError
from movegen.files import canonical_path, check_writable


@dataclass(frozen=True)
class Results:
    """What a command has found.

    Attributes
    ----------
    view:  the text.
    files: the files that were asked for, None for the others, each with the function that encodes it.
    """

    view: Iterable[Line]
    files: tuple[tuple[str | None, Callable[[], bytes]], ...]

    def write(self) -> None:
        """Write the files and show the text, unless one of them goes to standard output.

        A file that cannot be written keeps back neither the others nor the text: all that was found may have
        taken hours. Raises the JackdawError of the first one afterwards.
        """
        wanted = [(file, encode) for file, encode in self.files if file is not None]
        failures: dict[str, JackdawError] = {}
        for file, encode in wanted:
            try:
                write_bytes(encode(), file)
            except JackdawError as error:
                failures[file] = error
        if all(file != STANDARD_OUTPUT for file, _ in wanted):
            show(self.view)
        for file, _ in wanted:
            if file not in failures:
                notify_written(file)
        for failure in failures.values():
            raise failure


def check_files(files: Iterable[tuple[str, str | None]], *, folders: Collection[str] = ()) -> None:
    """Raise JackdawError unless all files can be written, each to its own place.

    `files` are the names of options with their files, None for those that were not asked for; `folders` are
    the options that name folders.
    """
    places: dict[Path | str, str] = {}
    for option, file in files:
        if file is None:
            continue
        is_output = file == STANDARD_OUTPUT
        place = file if is_output else canonical_path(file)
        if place in places:
            what = "standard output" if is_output else "the same file"
            cure = "write one of them to a file" if is_output else "name two files"
            raise JackdawError(
                f"{places[place]} and {option} name {what}", where=None if is_output else file, cure=cure
            )
        places[place] = option
        if not is_output and option not in folders:
            check_writable(Path(file))
