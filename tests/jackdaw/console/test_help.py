"""The help of `jackdaw` and its commands, which are imported only when they run."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from jackdaw.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[3]
SLOW = ("numpy", "rich", "movegen", "msgspec", "logging.config")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_of_commands_has_their_own_help(name: str) -> None:
    command = COMMANDS[name].load()
    assert command.name == name
    assert COMMANDS[name].help == ("" if command.hidden else command.get_short_help_str(limit=200))


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("jackdaw", ["--help"]),
        ("jackdaw", ["analyse"]),
        ("jackdaw", ["analyze", "--help"]),
        ("analyze", []),
        ("analyze", ["game.gcg", "--method", "static", "--plies", "3"]),
        ("analyze", ["game.gcg", "--cache", "folder"]),
        ("analyze", ["a.gcg", "b.gcg", "--turn", "3"]),
    ],
)
def test_help_and_errors_of_usage_load_click_alone(program: str, arguments: list[str]) -> None:
    code = (
        f"import sys; from jackdaw import cli; sys.argv[1:] = {arguments!r}\n"
        f"try: cli.{'main' if program == 'jackdaw' else 'analyze_main'}()\n"
        f"finally: print(sorted(set({SLOW!r}) & set(sys.modules)), file=sys.__stderr__)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", cwd=ROOT, check=False
    )
    assert shown.stderr.endswith("[]\n"), shown.stderr


@pytest.mark.parametrize(
    "name", ["", *(name for name in COMMANDS if isinstance(COMMANDS[name].load(), click.Group))]
)
def test_groups_without_arguments_show_their_help(name: str, run_jackdaw: Callable[..., Result]) -> None:
    names = [name] if name else []
    shown = run_jackdaw(*names)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == run_jackdaw(*names, "--help").stdout


@pytest.mark.parametrize("name", ["analyze", "batch", "board", "endgame", "moves", "preendgame"])
def test_every_option_stands_in_the_documentation(name: str) -> None:
    """In the command's own section, or in the table of options that all commands share."""
    sections = (ROOT / "docs/command-line.md").read_text(encoding="utf-8").split("\n## ")
    own = [each for each in sections if each.startswith((f"`jackdaw {name} ", f"`{name} ", "The grammar"))]
    options = [each for each in COMMANDS[name].load().params if isinstance(each, click.Option)]
    assert len(own) == 2
    missing = [each.opts for each in options if not any(f"`{name}" in "".join(own) for name in each.opts)]
    assert [names for names in missing if names != ["--version"]] == []


def test_every_option_has_help() -> None:
    for name, lazy in COMMANDS.items():
        command = lazy.load()
        commands = command.commands.values() if isinstance(command, click.Group) else [command]
        for each in commands:
            options = [parameter for parameter in each.params if isinstance(parameter, click.Option)]
            assert each.help, name
            assert all(option.help and option.help[0].isupper() for option in options), name
