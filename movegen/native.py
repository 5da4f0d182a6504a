"""The binding of this package to its compiled core, `jackdaw_core.movegen`.

The compiled cores live in a package of their own: in the root of a clone the source folder `movegen` hides
an installed one. Source files and core can therefore differ in age, which `check_interface` detects.
"""

import sysconfig

from movegen.distribution import install_command
from movegen.errors import BuildError

INTERFACE = 33
"""The version of the compiled cores that these Python modules need; CMakeLists.txt has the same number."""


def check_python() -> None:
    """Raise BuildError on a free-threaded Python: the locks of this package rely on the GIL."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise BuildError(
            "free-threaded Python is not supported", cure="install Jackdaw with an ordinary build of Python"
        )


def missing_core_error(error: ImportError) -> BuildError:
    """Return the error to raise when a compiled module cannot be imported."""
    return BuildError(f"the compiled core is missing ({error})", cure=_cure())


def _cure() -> str:
    return f"install Jackdaw again: {install_command()} --force-reinstall --no-deps"


def check_interface(found: int) -> None:
    """Raise BuildError unless `found`, the number of a compiled module, is `INTERFACE`."""
    if found != INTERFACE:
        raise BuildError(f"the compiled core is of another version ({found}, not {INTERFACE})", cure=_cure())


check_python()
try:
    from jackdaw_core import movegen as core
except ImportError as error:
    raise missing_core_error(error) from None

check_interface(core.INTERFACE)


def describe_core() -> str:
    """Return the compiler of the core, and the instructions that it may use: `GCC 12.2.0, x86-64-v2`."""
    return f"{core.COMPILER.strip()}, {core.INSTRUCTIONS}"


__all__ = ["INTERFACE", "check_interface", "check_python", "core", "describe_core", "missing_core_error"]
