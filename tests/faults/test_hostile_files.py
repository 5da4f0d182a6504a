"""Damaged files of every format end in a JackdawError or in something that works; see `hostile_files`."""

from pathlib import Path

import pytest
from hostile_files import FORMATS, run_format
from repeats import repeats

pytestmark = pytest.mark.core

_MUTATIONS = {"review_cache": 30, "kwg": 60, "saved_game": 80, "batch_journal": 80, "match_journal": 80}
"""Fewer than the usual number, since each takes long."""


@pytest.mark.medium
@pytest.mark.parametrize("name", FORMATS)
def test_damaged_files(name: str, tmp_path: Path) -> None:
    numbers = range(repeats(min(120, _MUTATIONS.get(name, 120)), 5 * _MUTATIONS.get(name, 200)))
    findings, figures = run_format(name, numbers, 0, tmp_path)
    assert not findings, "\n".join(f"{found.number}: {found.what}" for found in findings[:5])
    assert figures.startswith(f"{len(numbers)} mutations")
