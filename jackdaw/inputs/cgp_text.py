"""Arguments that are positions themselves. Options ask for them, so this imports nothing else."""

from pathlib import Path


def is_cgp_text(argument: str) -> bool:
    """Return whether an argument is a position itself: it has rows and spaces, and no file has that name."""
    if argument.count("/") < 2 or " " not in argument.strip():
        return False
    try:
        return not Path(argument).exists()
    except (OSError, ValueError):  # too long for a name, or with characters that none has
        return True
