"""List the sequences of symbols that are true equations (docs/internals/objects-in-a-grid.md).

python equations.py > equations.txt
"""

import sys
from collections import defaultdict
from collections.abc import Iterator

Symbols = tuple[str, ...]
Sides = dict[int, list[tuple[Symbols, int]]]
"""Sequences and their values, by number of symbols."""

DIGITS = "0123456789"
NUMBERS = [str(number) for number in range(10, 21)]
"""Single symbols: the piece 12 is not the pieces 1 and 2."""


def equations(longest: int = 7) -> Iterator[Symbols]:
    """Generate the true equations of at most `longest` symbols: one side, `=`, the other side."""
    by_value: dict[tuple[int, int], list[Symbols]] = defaultdict(list)
    for length, sides in sums(longest - 2).items():
        for symbols, value in sides:
            by_value[value, length].append(symbols)
    for (value, length), lefts in list(by_value.items()):
        for other_length in range(1, longest - length):
            for right in by_value.get((value, other_length), []):
                yield from ((*left, "=", *right) for left in lefts)


def sums(longest: int) -> Sides:
    """Add and subtract products from the left; nothing ever falls below zero."""
    factors = products(longest)
    found = {length: list(sides) for length, sides in factors.items()}
    for length in range(3, longest + 1):
        for first in range(1, length - 1):
            for symbols, value in found[first]:
                for more, other in factors[length - 1 - first]:
                    found[length].append(((*symbols, "+", *more), value + other))
                    if value >= other:
                        found[length].append(((*symbols, "−", *more), value - other))
    return found


def products(longest: int) -> Sides:
    """Multiply and divide numbers from the left; divisions leave no remainder."""
    found: Sides = {length: [] for length in range(1, longest + 1)}
    numbers = {1: [((symbol,), int(symbol)) for symbol in [*DIGITS, *NUMBERS]]}
    numbers[2] = [((tens, ones), int(tens + ones)) for tens in DIGITS[1:] for ones in DIGITS]
    for length in range(1, longest + 1):
        found[length] += numbers.get(length, [])
        for first in range(1, length - 1):
            for symbols, value in found[first]:
                for more, other in numbers.get(length - 1 - first, []):
                    found[length].append(((*symbols, "×", *more), value * other))
                    if other and value % other == 0:
                        found[length].append(((*symbols, "÷", *more), value // other))
    return found


def as_line(symbols: Symbols) -> str:
    """Format a sequence as a line of a word list: `[12][+][3][=][15]`."""
    return "".join(f"[{symbol}]" for symbol in symbols)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    print("\n".join(map(as_line, equations())))
