"""The output files of `analyze`: their options, the checks before any work, and the writing."""

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import click

from jackdaw.analysis.report import AnalysisReport
from jackdaw.console import STANDARD_OUTPUT, notify_written, open_page, write_bytes
from movegen.files import canonical_path, check_writable

_UNSAFE = re.compile(r'[\s:*?"<>|]')  # not in the names of files on every system


@dataclass(frozen=True)
class OutputFiles:
    """The requested files; `-` is standard output, None a file that is not requested.

    `opens` asks for the page to be opened in the browser.
    """

    json_file: str | None
    html_file: str | None
    gcg_file: str | None
    csv_file: str | None
    opens: bool = False

    @classmethod
    def of(cls, context: click.Context, source: str) -> Self:
        """Return the output files of a command that reads `source`. Raises UsageError."""
        params = context.params
        html_file, opens = params["html_file"], params["opens"]
        if opens and html_file == STANDARD_OUTPUT:
            raise click.UsageError("--open needs a file, but --html - writes to standard output.")
        if opens and html_file is None:
            name = _UNSAFE.sub("_", f"{Path(source).stem or 'game'}.html")
            html_file = str(Path(tempfile.mkdtemp(prefix="jackdaw-")) / name)
        return cls(params["json_file"], html_file, params["gcg_file"], params["csv_file"], opens)

    @property
    def _by_option(self) -> dict[str, str]:
        """The files by their options."""
        files = {
            "--json": self.json_file,
            "--open" if self.opens else "--html": self.html_file,
            "--gcg": self.gcg_file,
            "--csv": self.csv_file,
        }
        return {option: file for option, file in files.items() if file is not None}

    @property
    def need_review(self) -> bool:
        """Whether one of them shows the review of a game."""
        return bool(self._by_option.keys() - {"--json"})

    @property
    def take_standard_output(self) -> bool:
        """Whether one of them goes to standard output, so that nothing else may."""
        return STANDARD_OUTPUT in self._by_option.values()

    @property
    def verb(self) -> str:
        """The participle for what happens to the report."""
        if not self._by_option:
            return "shown"
        return "written" if self.take_standard_output else "shown and written"

    def check(self, source: str, *, is_game: bool) -> None:
        """Raise UsageError or JackdawError if the files do not suit the input, the file `source`."""
        for option in self._by_option:
            if option != "--json" and not is_game:
                raise click.UsageError(f"{option} is for games, but this is not a game record.")
        options: dict[Path | None, str] = {}
        for option, file in self._by_option.items():
            if file != STANDARD_OUTPUT:
                check_writable(Path(file))
                if Path(file).exists() and not Path(file).is_file():
                    continue  # a device or a pipe takes any number
            path = None if file == STANDARD_OUTPUT else canonical_path(file)
            if path in options:
                raise click.UsageError(f"{options[path]} and {option} both write {file}; name two files.")
            if path is not None and path == canonical_path(source):
                raise click.UsageError(f"{option} would overwrite the input, {file}; name another file.")
            options[path] = option

    def write(self, report: AnalysisReport, max_candidates: int) -> None:
        """Write all files, with this many best candidates of each position. Raises JackdawError."""
        if not self._by_option:
            return
        from jackdaw.analysis import file_formats  # slow, and most reports are only shown

        if self.json_file is not None:
            write_bytes(file_formats.report_json(report, max_candidates), self.json_file)
        if self.html_file is not None:
            write_bytes(file_formats.report_html(report, max_candidates), self.html_file)
        if self.gcg_file is not None:
            write_bytes(file_formats.report_gcg(report), self.gcg_file)
        if self.csv_file is not None:
            write_bytes(file_formats.report_csv(report), self.csv_file)

    def announce(self) -> None:
        """Name the files that were written, and open the page if that is asked for."""
        for file in self._by_option.values():
            notify_written(file)
        if self.opens and self.html_file is not None:
            open_page(self.html_file)
