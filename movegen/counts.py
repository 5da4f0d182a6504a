"""Numbers with their nouns."""


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun, whose plural ends in s unless it is given.

    >>> counted(1, "tile"), counted(0, "tile"), counted(1200, "tile"), counted(2, "ply", "plies")
    ('1 tile', '0 tiles', '1,200 tiles', '2 plies')
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
