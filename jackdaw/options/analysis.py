"""Options of `analyze` for its inputs and outputs, and the checks that need nothing but their values."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from jackdaw.inputs import is_address, is_cgp_text

_WILDCARDS = "*?["
_FOR_SEVERAL = {"cache_folder": "--cache", "no_cache": "--no-cache"}
_FOR_ONE = {
    "turns": "--turn",
    "until": "--until",
    "plot": "--plot",
    "opp_rack": "--opp-rack",
    "gcg_file": "--gcg",
    "details": "--details",
}

_TURNS = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?", re.ASCII)


def parse_turns(text: str) -> tuple[int, ...]:
    """Parse turns such as `7`, `5-9` or `3,5-9`, in ascending order. Raises BadParameter."""
    turns: set[int] = set()
    for part in text.split(","):
        found = _TURNS.fullmatch(part.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last:
            raise click.BadParameter(f"{text[:40]!r} names no turns; give turns such as 7, 5-9 or 3,5-9.")
        turns.update(range(first, last + 1))
    return tuple(sorted(turns))


turns_option = click.option(
    "--turn", "turns", type=parse_turns, metavar="N|N-M,...",
    help="Show the position before turn N; several turns as in 5-9 or 3,5-9.",
)  # fmt: skip
grades_option = click.option(
    "--grades", metavar="NAME|FILE",
    help="Scheme that grades mistakes: standard (as most programs do), lenient, or a file (.toml)."
    "  [default: standard]",
)  # fmt: skip
output_options = (
    click.option(
        "--html", "html_file", metavar="FILE|DIR|-",
        help="Write a game as a web page: boards, chances to win, mistakes, luck. For several games, write a"
        " folder of pages.",
    ),
    click.option(
        "--gcg", "gcg_file", metavar="FILE|-",
        help="Write the game record with a note on each turn: the best move, and the loss.",
    ),
    click.option("--csv", "csv_file", metavar="FILE|-", help="Write games as a table with a row per turn."),
    click.option(
        "--open", "opens", is_flag=True,
        help="Open the page in the browser; without --html write it to a temporary folder.",
    ),
)  # fmt: skip
cache_options = (
    click.option(
        "--cache", "cache_folder", metavar="DIR",
        help="Folder that caches the reviews of several games, so that no game is analyzed twice."
        "  [default: the user's cache]",
    ),
    click.option("--no-cache", is_flag=True, help="Neither read nor write cached reviews."),
)  # fmt: skip


def has_several_files(files: Sequence[str]) -> bool:
    """Return whether arguments name several files: more than one, a folder, or a pattern that is no file."""
    if len(files) != 1:
        return True
    if is_address(files[0]) or is_cgp_text(files[0]):
        return False
    try:
        path = Path(files[0])
        return path.is_dir() or (any(sign in files[0] for sign in _WILDCARDS) and not path.exists())
    except (OSError, ValueError):  # too long for a name, or with characters that names cannot have
        return False


def check_refresh(files: Sequence[str], refresh: bool) -> None:
    """Raise UsageError if addresses are to be fetched again, but there is none."""
    if refresh and not any(map(is_address, files)):
        raise click.UsageError("--refresh fetches games from addresses, but no address is given.")


def check_options_for_one(context: click.Context) -> None:
    """Raise UsageError for an option that works only on several games."""
    _refuse(context, _FOR_SEVERAL, "is for several games, but this is a single file.")


def check_options_for_several(context: click.Context) -> None:
    """Raise UsageError for an option that works only on a single game or position."""
    _refuse(context, _FOR_ONE, "is for a single game or position, but these are several.")


def _refuse(context: click.Context, options: Mapping[str, str], reason: str) -> None:
    default = click.core.ParameterSource.DEFAULT
    for name, option in options.items():
        if context.get_parameter_source(name) not in (default, None):
            raise click.UsageError(f"{option} {reason}")
