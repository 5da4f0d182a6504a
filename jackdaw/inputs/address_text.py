"""Arguments that are addresses of games. Options ask for them, so this imports nothing else."""

import re
from pathlib import Path

_ADDRESS = re.compile(r"https?://|[a-z][a-z0-9_-]+:[^*?\[\]/\\]*\Z", re.IGNORECASE)


def is_address(argument: str) -> bool:
    """Return whether an argument is a URL, or a site and an ID such as `woogles:ID`, and no file.

    One letter before the colon is a drive of Windows.
    """
    if not _ADDRESS.match(argument):
        return False
    try:
        return not Path(argument).exists()
    except (OSError, ValueError):  # too long for a name, or with characters that none has
        return True
