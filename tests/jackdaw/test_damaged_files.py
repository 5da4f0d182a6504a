"""Whatever happened to a journal, a state of training or a saved game, reading it ends in a JackdawError.

`tests/support/damaged_files.py` runs larger campaigns by hand.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from damaged_files import (
    read_batch_journals,
    read_leave_states,
    read_match_journals,
    read_saved_games,
)


@pytest.mark.parametrize(
    ("read", "count"),
    [
        (read_match_journals, 400),
        (read_batch_journals, 300),
        (read_leave_states, 300),
        (read_saved_games, 300),
    ],
)
def test_damaged_files(tmp_path: Path, read: Callable[[Path, int, int], tuple[int, int]], count: int) -> None:
    done, refused = read(tmp_path, count, 1)
    assert done + refused == count
    assert done and refused  # the mutations are neither harmless nor hopeless
