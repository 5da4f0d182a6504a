"""Reading what callgrind writes: instructions by object file."""

import re
from collections import Counter
from collections.abc import Iterable

_OBJECT = re.compile(r"c?ob=\((?P<number>\d+)\)(?: (?P<path>.+))?")


def instructions_by_object(lines: Iterable[str]) -> Counter[str]:
    """Return the instructions that each object file executed itself, calls excluded.

    `ob=` begins the costs of an object, whose path is written once; the line after `calls=` is the cost of
    the called function and counts there.
    """
    paths: dict[str, str] = {}
    totals: Counter[str] = Counter()
    current = ""
    is_of_call = False
    for line in lines:
        match = _OBJECT.match(line)
        if match:
            if match["path"]:
                paths[match["number"]] = match["path"].strip()
            if not line.startswith("c"):
                current = match["number"]
        elif line.startswith("calls="):
            is_of_call = True
        elif line[:1].isdigit() or line[:1] in ("+", "-", "*"):
            if not is_of_call:
                totals[current] += int(line.split()[1])
            is_of_call = False
    return Counter({paths.get(number, ""): total for number, total in totals.items()})
