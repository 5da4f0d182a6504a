"""What the commands of matches and tournaments answer."""

import json
from collections.abc import Callable
from typing import Any

from click.testing import Result

Run = Callable[..., Result]


def error_of(result: Result) -> str:
    """The one line on standard error of a command that has failed as it should."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1
    return result.stderr.removeprefix("Error: ").rstrip("\n")


def found(run: Run, *options: Any) -> dict[str, Any]:
    """The JSON of a command, without what depends on the machine."""
    result = run(*options, "--json", "-")
    assert (result.exit_code, result.stderr) == (0, "")
    return without_rates(result.stdout)


def without_rates(text: str) -> dict[str, Any]:
    """The JSON of a match, without what depends on the machine."""
    match: dict[str, Any] = json.loads(text)
    assert match.pop("games_per_second") > 0
    for player in match.get("players", ()):
        assert 0 < player.pop("seconds_per_move") < 60
    return match
