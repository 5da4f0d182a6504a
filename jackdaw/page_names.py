"""Names for the pages of a collection: safe on every system, each there once."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

_SUFFIX = ".html"
_MOST_CHARACTERS = 80
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_RESERVED = re.compile(r"index|con|prn|aux|nul|com\d|lpt\d", re.I)
"""The index, and what Windows takes for devices whatever follows."""


def page_names(files: Iterable[str]) -> dict[str, str]:
    """A name for the page of each file: that of the file, in plain letters, numbered where it is taken.

    Upper and lower case are the same, as they are to some systems.

    >>> page_names(["a/Round 1.gcg", "b/round_1.gcg", "b/round 1.GCG", "Übung (2).gcg", "index.gcg"]).values()
    dict_values(['Round-1.html', 'round_1.html', 'round-1-2.html', 'Ubung-2.html', 'game-index.html'])
    """
    taken: set[str] = set()
    names = {}
    for file in files:
        plain = _plain(Path(file).stem)
        name, number = plain, 1
        while name.casefold() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.casefold())
        names[file] = name + _SUFFIX
    return names


def _plain(stem: str) -> str:
    letters = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    name = _UNSAFE.sub("-", letters)[:_MOST_CHARACTERS].strip("-")
    return f"game-{name}".rstrip("-") if not name or _RESERVED.fullmatch(name) else name
