"""A missing or incompatible compiled core is reported in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

from movegen.distribution import install_command

ROOT = Path(__file__).resolve().parents[2]


def import_with(core: str) -> str:
    """Import movegen with something else as its core and return the error."""
    program = f"import sys, types; core = {core}; sys.modules['jackdaw_core'] = core; import movegen"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode != 0
    return done.stderr.strip().splitlines()[-1]


def test_a_missing_core() -> None:
    error = import_with("types.ModuleType('jackdaw_core')")
    assert error.startswith("movegen.errors.BuildError: the compiled core is missing")
    assert error.endswith(f"{install_command()} --force-reinstall --no-deps")


def test_a_core_of_another_version() -> None:
    core = "types.SimpleNamespace(__path__=[], movegen=types.SimpleNamespace(INTERFACE=-1))"
    assert "the compiled core is of another version (-1, not " in import_with(core)


def test_a_free_threaded_python() -> None:
    program = "import sysconfig; sysconfig.get_config_vars()['Py_GIL_DISABLED'] = 1; import movegen"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.stderr.strip().splitlines()[-1] == (
        "movegen.errors.BuildError: free-threaded Python is not supported; "
        "install Jackdaw with an ordinary build of Python"
    )


@pytest.mark.parametrize("package", ["strategy", "sims"])
def test_the_cores_of_other_packages(package: str) -> None:
    for fault, message in (
        (
            f"sys.modules['jackdaw_core.{package}'] = None; del jackdaw_core.{package}",
            "the compiled core is missing",
        ),
        (f"jackdaw_core.{package}.INTERFACE = -1", "the compiled core is of another version (-1, not "),
    ):
        program = f"import sys, jackdaw_core.{package}; {fault}; import {package}.native"
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
        )
        assert message in done.stderr.strip().splitlines()[-1]
