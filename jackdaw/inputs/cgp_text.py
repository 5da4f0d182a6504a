"""Arguments that are positions themselves. Options ask for them, so this imports no more than these do."""

from pathlib import Path

from jackdaw.inputs.address_text import is_address


def is_cgp_text(argument: str) -> bool:
    """Return whether an argument is a position itself: it has rows and spaces, and no file has that name."""
    if argument.count("/") < 2 or " " not in argument.strip() or is_address(argument):
        return False
    try:
        return not Path(argument).exists()
    except (OSError, ValueError):  # too long for a name, or with characters that none has
        return True
