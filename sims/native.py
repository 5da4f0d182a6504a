"""The binding of the compiled core of this package, `jackdaw_core.sims`; see `movegen.native`."""

from movegen.native import check_interface, missing_core_error

try:
    from jackdaw_core import sims as core
except ImportError as error:
    raise missing_core_error(error) from None

check_interface(core.INTERFACE)

__all__ = ["core"]
