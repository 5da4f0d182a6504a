"""The levels of engines as a table."""

import textwrap
from collections.abc import Iterator

from jackdaw.console import Column, Line, page_width, styled, table
from jackdaw.text import RATING_OF_STATIC, levels

_COLUMNS = Column("Level", "left"), Column("Rating", "right"), Column("", "left")


def levels_table() -> Iterator[Line]:
    """List the levels from weak to strong: name, rating, and a sentence in as many lines as it needs."""
    known = levels()
    width = max(len(level.name) for level in known)
    available = page_width() - width - len("Rating") - 4
    rows = []
    for level in known:
        first, *others = textwrap.wrap(level.words, available)
        rows.append(((level.name, str(level.rating), first), ""))
        rows += [(("", "", line), "") for line in others]
    yield from table(_COLUMNS, rows)
    yield styled("")
    text = (
        f"Ratings are Elo among these levels in English, with {RATING_OF_STATIC} for static. "
        "In other languages club knows all words and misjudges moves by a few points. "
        "Choose one with --engine."
    )
    yield from map(styled, textwrap.wrap(text, page_width()))
