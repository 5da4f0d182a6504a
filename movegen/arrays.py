"""Arrays that nothing can write to, and values made of them.

The compiled cores keep views of some arrays, and others decide where the cores look. Setting NumPy's flag
alone would not protect them: whoever owns the memory may set the flag back, and a base may still be written.
"""

from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Scalar = TypeVar("Scalar", bound=np.generic)


def freeze(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """Return an array with these values that cannot be written to, nor can any array below it.

    That is the array itself if it is contiguous and its memory is read-only (a file mapped for reading, say),
    otherwise a copy. Its writeable flag cannot be set again.

    >>> frozen = freeze(np.arange(3))
    >>> frozen.flags.writeable, is_frozen(frozen), freeze(frozen) is frozen
    (False, True, True)
    """
    if is_frozen(array):
        return array
    return np.ndarray(array.shape, array.dtype, buffer=array.tobytes())


def is_frozen(array: object) -> bool:
    """Return True for a contiguous array if neither it nor the owner of its memory can be written to."""
    if not isinstance(array, np.ndarray) or not array.flags.c_contiguous:
        return False
    below: Any = array
    while isinstance(below, np.ndarray):
        if below.flags.writeable:
            return False
        below = below.base
    if below is None:
        return False
    view = memoryview(below)
    return view.readonly and memoryview(view.obj).readonly  # a view may only seem so


class FrozenArrays:
    """A base of frozen dataclasses whose arrays are frozen: when made, copied and unpickled.

    Two of them are equal if they are of one class and all their fields are equal; arrays are equal if their
    types, shapes and values are. Declare the dataclass with `eq=False`.
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        for name, value in _values(self):
            if isinstance(value, np.ndarray):
                object.__setattr__(self, name, freeze(value))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(value for _, value in _values(self))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        return all(
            _is_equal(value, theirs)
            for (_, value), (_, theirs) in zip(_values(self), _values(other), strict=True)
        )

    def __hash__(self) -> int:  # of the sizes of arrays alone: quick, and tables of equal sizes are rare
        return hash(tuple(value.shape for _, value in _values(self) if isinstance(value, np.ndarray)))


def _values(value: object) -> list[tuple[str, Any]]:
    assert is_dataclass(value)
    return [(field.name, getattr(value, field.name)) for field in fields(value)]


def _is_equal(value: Any, other: Any) -> bool:
    if isinstance(value, np.ndarray) and isinstance(other, np.ndarray):
        return value.dtype == other.dtype and np.array_equal(value, other)
    return bool(value == other)
