"""Completion in the shell: names of files, and the names that come with Jackdaw.

click completes commands, options and choices. Values that may be files are texts to it, since `-` and names
are allowed, too; so the metavar of a parameter tells what it takes.
"""

import re

import click
from click.shell_completion import CompletionItem

_FILES = re.compile(r"\b(FILE|DIR|FOLDER|POSITIONS?|OUT|IN|STATE|WORDS)\b|^A B")
_FOLDERS = re.compile(r"^(DIR|FOLDER)$")
_KINDS = {
    "strategy": "strategies",
    "strategies": "strategies",
    "tournament_file": "tournaments",
    "players": "tournaments",
    "rules": "rules",
    "tiles": "tiles",
    "grades": "grades",
}
"""The kinds of names that parameters take besides files, by the names of the parameters."""


class FileOrName(click.types.StringParamType):
    """A text that the shell completes as a name of a kind, or as a file or folder."""

    def __init__(self, kind: str | None, *, is_folder: bool) -> None:
        self._kind = kind
        self._is_folder = is_folder

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin so, and ask the shell for files."""
        del ctx, param
        names = [name for name in self._names() if name.startswith(incomplete)]
        files = CompletionItem(incomplete, type="dir" if self._is_folder else "file")
        return [*map(CompletionItem, names), files]

    def _names(self) -> list[str]:
        if self._kind is None:
            return []
        if self._kind == "lexica":
            from movegen.lexicon import known_lexica  # slow: NumPy and the engine

            return sorted(known_lexica())
        from movegen.configs import list_configs  # likewise

        return list_configs(self._kind)


def complete_files(parameter: click.Parameter) -> None:
    """Let the shell complete a parameter whose metavar names a file or a folder."""
    metavar = parameter.metavar or ""
    if not _FILES.search(metavar) or not isinstance(parameter.type, click.types.StringParamType):
        return
    kind = "lexica" if parameter.name == "lexicon" else _KINDS.get(parameter.name or "")
    parameter.type = FileOrName(kind, is_folder=_FOLDERS.search(metavar) is not None)
