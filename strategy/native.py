"""The border to the compiled core of this room, `jackdaw_core.strategy`; see `movegen.native`."""

from movegen.native import check_interface, missing

try:
    from jackdaw_core import strategy as core
except ImportError as error:
    raise missing(error) from None

check_interface(core.INTERFACE)

__all__ = ["core"]
