"""Waiting for other processes."""

import time
from collections.abc import Callable
from pathlib import Path

SECONDS = 120
"""The limit after which a wait counts as failed."""


def file_size(path: Path) -> int:
    """Return a file's size in bytes, 0 if there is no file."""
    return path.stat().st_size if path.exists() else 0


def wait_until(holds: Callable[[], object]) -> None:
    """Poll a condition until it holds."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.005)
