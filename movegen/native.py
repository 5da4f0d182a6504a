"""The border to the compiled core of this room, `jackdaw_core.movegen`.

The core lives in a package of its own, since in a clone's root the source folder `movegen` shadows an
installed one. So source files and core may be of different ages, and that is checked here.
"""

from movegen.errors import BuildError

INTERFACE = 3
"""What these Python modules expect of the compiled ones; raised together with that in CMakeLists.txt."""

_CURE = "install Jackdaw again: pip install . in its folder"

try:
    from jackdaw_core import movegen as core
except ImportError as error:
    raise BuildError(f"the compiled core is missing ({error})", cure=_CURE) from None

if core.INTERFACE != INTERFACE:
    raise BuildError(
        f"the compiled core is of another version ({core.INTERFACE}, not {INTERFACE})", cure=_CURE
    )

__all__ = ["INTERFACE", "core"]
