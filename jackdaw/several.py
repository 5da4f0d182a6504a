"""Whether something is asked of one file or of several."""

from collections.abc import Sequence
from pathlib import Path

_OF_PATTERNS = "*?["


def is_several(files: Sequence[str]) -> bool:
    """Whether arguments name several files: more than one, a folder, or a pattern that is no file's name."""
    if len(files) != 1:
        return True
    try:
        path = Path(files[0])
        return path.is_dir() or (any(sign in files[0] for sign in _OF_PATTERNS) and not path.exists())
    except (OSError, ValueError):  # too long for a name, or with characters that none has
        return False
