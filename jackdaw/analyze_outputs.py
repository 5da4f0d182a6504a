"""The files that `analyze` writes: which are asked for, what speaks against them, and writing them."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from jackdaw.findings import Findings

output_options = (
    click.option(
        "--html", "html_file", metavar="FILE|DIR|-",
        help="Write a page about a game: boards, chances to win, mistakes, luck. Of several games: a"
        " folder of pages.",
    ),
    click.option(
        "--gcg", "gcg_file", metavar="FILE|-",
        help="Write the record of a game with a note on each turn: the best move, and what was lost.",
    ),
    click.option("--csv", "csv_file", metavar="FILE|-", help="Write a table of games, a row a turn."),
)  # fmt: skip
_STANDARD_OUTPUT = "-"


@dataclass(frozen=True)
class Outputs:
    """Files, or `-` for standard output; None for those that were not asked for."""

    json_file: str | None
    html_file: str | None
    gcg_file: str | None
    csv_file: str | None

    @classmethod
    def of(cls, context: click.Context) -> Self:
        """Those of a command."""
        return cls(**{field.name: context.params[field.name] for field in fields(cls)})

    @property
    def _named(self) -> dict[str, str]:
        """The files by their options."""
        named = {f"--{field.name.removesuffix('_file')}": getattr(self, field.name) for field in fields(self)}
        return {option: file for option, file in named.items() if file is not None}

    @property
    def take_standard_output(self) -> bool:
        """Whether one of them is written there, where nothing else is then."""
        return _STANDARD_OUTPUT in self._named.values()

    @property
    def told(self) -> str:
        """What becomes of the result, as the end of a sentence."""
        if not self._named:
            return "shown"
        return "written" if self.take_standard_output else "shown and written"

    def check(self, source: str, *, is_game: bool, turn: int | None) -> None:
        """Raise what speaks against them, before anything is analyzed. `source` is the file that is read."""
        from movegen.files import check_place

        for option in self._named:
            if option != "--json" and not is_game:
                raise click.UsageError(f"{option} is for games, and this is no game record.")
            if option != "--json" and turn is not None:
                raise click.UsageError(f"{option} is for a whole game; leave out --turn.")
        options: dict[Path | None, str] = {}
        for option, file in self._named.items():
            if file != _STANDARD_OUTPUT:
                check_place(Path(file))
                if Path(file).exists() and not Path(file).is_file():
                    continue  # a device or a pipe takes any number
            path = None if file == _STANDARD_OUTPUT else Path(file).resolve()
            if path in options:
                raise click.UsageError(f"{options[path]} and {option} both go to {file}; give one another.")
            if path is not None and path == Path(source).resolve():
                raise click.UsageError(f"{option} would overwrite what is read, {file}; name another file.")
            options[path] = option

    def write(self, findings: "Findings", most: int) -> None:
        """Write all of them, with the `most` best candidates of each position. Raises JackdawError."""
        from jackdaw.output import write_bytes

        if self.json_file is not None:
            write_bytes(findings.json(most), self.json_file)
        if self.html_file is not None:
            write_bytes(findings.page(most).encode(), self.html_file)
        if self.gcg_file is not None:
            write_bytes(findings.annotated(), self.gcg_file)
        if self.csv_file is not None:
            write_bytes(findings.table(), self.csv_file)
