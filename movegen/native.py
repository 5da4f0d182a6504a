"""The border to the compiled core of this room, `jackdaw_core.movegen`; other rooms have one of their own.

The core lives in a package of its own, since in a clone's root the source folder `movegen` shadows an
installed one. So source files and core may be of different ages, and that is checked here.
"""

from movegen.errors import BuildError

INTERFACE = 19
"""What these Python modules expect of the compiled ones; raised together with that in CMakeLists.txt."""

_CURE = "install Jackdaw again: pip install . in its folder"


def missing(error: ImportError) -> BuildError:
    """What to raise when a compiled module cannot be imported."""
    return BuildError(f"the compiled core is missing ({error})", cure=_CURE)


def check_interface(found: int) -> None:
    """Raise BuildError unless a compiled module, whose number is `found`, is of the same version."""
    if found != INTERFACE:
        raise BuildError(f"the compiled core is of another version ({found}, not {INTERFACE})", cure=_CURE)


try:
    from jackdaw_core import movegen as core
except ImportError as error:
    raise missing(error) from None

check_interface(core.INTERFACE)

__all__ = ["INTERFACE", "check_interface", "core", "missing"]
