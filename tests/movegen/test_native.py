"""A missing or foreign compiled core is said in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def import_with(core: str) -> str:
    """The error of `import movegen` with something else in the place of its core."""
    program = f"import sys, types; core = {core}; sys.modules['jackdaw_core'] = core; import movegen"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    return done.stderr.strip().splitlines()[-1]


def test_a_missing_core() -> None:
    error = import_with("types.ModuleType('jackdaw_core')")
    assert error.startswith("movegen.errors.BuildError: the compiled core is missing")
    assert error.endswith("pip install . in its folder")


def test_a_core_of_another_version() -> None:
    core = "types.SimpleNamespace(__path__=[], movegen=types.SimpleNamespace(INTERFACE=-1))"
    assert "the compiled core is of another version (-1, not " in import_with(core)


@pytest.mark.parametrize("room", ["strategy", "sims"])
def test_the_cores_of_other_rooms(room: str) -> None:
    for fault, message in (
        (
            f"sys.modules['jackdaw_core.{room}'] = None; del jackdaw_core.{room}",
            "the compiled core is missing",
        ),
        (f"jackdaw_core.{room}.INTERFACE = -1", "the compiled core is of another version (-1, not "),
    ):
        program = f"import sys, jackdaw_core.{room}; {fault}; import {room}.native"
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert message in done.stderr.strip().splitlines()[-1]
