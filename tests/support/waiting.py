"""Waiting for what other processes do."""

import time
from collections.abc import Callable
from pathlib import Path

SECONDS = 120
"""After so many something has gone wrong."""


def size_of(path: Path) -> int:
    """Bytes; of no file none."""
    return path.stat().st_size if path.exists() else 0


def wait_until(holds: Callable[[], object]) -> None:
    """Look again and again."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.005)
