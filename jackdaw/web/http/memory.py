"""Memory that much work at once has used is given back when it is done, as far as glibc lets us.

glibc keeps freed memory, and it gives threads heaps of their own, where a few blocks in use keep much more
from being returned.
"""

import ctypes
from contextlib import suppress

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h
_HEAPS = 2


def limit_heaps() -> None:
    """Let all threads of this process share two heaps. Call it before there are threads."""
    with suppress(OSError, AttributeError, TypeError):  # not glibc
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _HEAPS)


def release_memory() -> None:
    """Return freed memory to the system, which takes some milliseconds."""
    with suppress(OSError, AttributeError, TypeError):  # not glibc
        ctypes.CDLL(None).malloc_trim(0)
