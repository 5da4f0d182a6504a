"""Strategies that outside programs of the tests play."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from strategy.players import ProgramStrategy
from strategy.players.program_strategy import ProgramConfig, ProgramStrategyConfig

ODD_ENGINE = Path(__file__).with_name("odd_engine.py")
SECONDS = 100.0
"""Limits of programs that are not meant to exceed them, also on a busy machine."""


def odd_program(mode: str, file: Path | None = None, **options: Any) -> ProgramStrategy:
    """The engine of `odd_engine.py` in a mode, by default without limits that matter."""
    arguments = (mode,) if file is None else (mode, str(file))
    return program(sys.executable, "-S", "-E", str(ODD_ENGINE), *arguments, name=mode, **options)


def program(*command: str, name: str = "program", **options: Any) -> ProgramStrategy:
    """A strategy that this command plays."""
    limits = {"start_seconds": SECONDS, "seconds": SECONDS} | options
    config = ProgramConfig(command=command, **limits)  # type: ignore[arg-type]
    return ProgramStrategy(ProgramStrategyConfig(name=name, kind="program", program=config))


def write_program(path: Path, *command: str, **options: Any) -> Path:
    """Write a strategy file of a program."""
    limits = {"start_seconds": SECONDS, "seconds": SECONDS} | options
    words = ", ".join(f"'{word}'" for word in command)
    keys = "".join(f"{key} = {value!r}\n" for key, value in limits.items())
    path.write_text(f'kind = "program"\n[program]\ncommand = [{words}]\n{keys}', encoding="utf-8")
    return path


def is_running(pid: int) -> bool:
    """Return whether a process exists and is no zombie."""
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        with suppress(OSError):
            return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    return False


def children_of(parent: int) -> list[int]:
    """Return the descendants of a process.

    They are read from /proc: `ps` hangs where a sanitizer is preloaded into all programs.
    """
    mothers = {int(path.name): _mother(path) for path in Path("/proc").glob("[0-9]*")}
    found = [parent]
    for pid in found:
        found += [child for child, mother in mothers.items() if mother == pid]
    return found[1:]


def _mother(folder: Path) -> int | None:
    try:
        return int((folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    except OSError:  # it has just ended
        return None
