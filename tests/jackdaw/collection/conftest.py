"""A folder of short games, and a cache of reviews."""

from pathlib import Path

import pytest
from short_records import write_records

from jackdaw.collection import (
    ReviewCache,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write some short records, two of them broken."""
    return write_records(tmp_path / "games")


@pytest.fixture
def cache(tmp_path: Path) -> ReviewCache:
    """Return an empty cache."""
    return ReviewCache(tmp_path / "cache")
