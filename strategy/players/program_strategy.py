"""Strategies of kind "program": an outside engine that is asked for its moves (docs/engines.md).

This is only the description of such a player; `sims.engines` runs the program.
"""

from dataclasses import dataclass
from typing import Literal

import msgspec

from movegen.configs import check_range
from movegen.errors import MAX_NAME, ConfigError, one_line

PROGRAM = "program"

MAX_SECONDS = 1_000_000.0
_MAX_ARGUMENTS = 1000


class ProgramConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table `[program]`: the command of an outside engine, and its limits.

    Attributes
    ----------
    command:       the program and its arguments, as a shell would split them.
    folder:        the folder it runs in; in a file, relative to that file, which is the default.
    start_seconds: time from its start to its `readyok`.
    seconds:       time for a move, sent with each question.
    game_seconds:  time for all moves of a game; what is left is sent too. None for no limit.
    grace:         seconds beyond these times after which a move counts as failed.
    on_failure:    "stop" to end the run when the program fails, "forfeit" to let it lose the game.

    Raises ConfigError when there is no command or a value is out of range.
    """

    command: tuple[str, ...]
    folder: str = "."
    start_seconds: float = 10.0
    seconds: float = 10.0
    game_seconds: float | None = None
    grace: float = 1.0
    on_failure: Literal["stop", "forfeit"] = "stop"

    def __post_init__(self) -> None:
        if not self.command or not self.command[0]:
            raise ConfigError(
                "no program", key="program.command", cure='give it as in command = ["python3", "engine.py"]'
            )
        check_range("program.command", len(self.command), 1, _MAX_ARGUMENTS)
        for key in ("start_seconds", "seconds", "game_seconds", "grace"):
            seconds = getattr(self, key)
            if seconds is not None and not 0 < seconds <= MAX_SECONDS:
                raise ConfigError(
                    f"{seconds} seconds",
                    key=f"program.{key}",
                    cure=f"give more than 0, at most {MAX_SECONDS:,.0f}",
                )


class ProgramStrategyConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The configuration of a strategy that an outside program plays."""

    name: str
    kind: Literal["program"]
    program: ProgramConfig


@dataclass(frozen=True)
class ProgramStrategy:
    """A strategy that an outside program plays; see `ProgramConfig`."""

    config: ProgramStrategyConfig

    def __repr__(self) -> str:
        return f"<ProgramStrategy {one_line(self.name, MAX_NAME)}>"

    @property
    def name(self) -> str:
        """The name of the configuration."""
        return self.config.name
