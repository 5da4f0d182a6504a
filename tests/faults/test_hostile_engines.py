"""A few of the engines of `hostile_engines.py`."""

import pytest
from hostile_engines import run

pytestmark = pytest.mark.core


@pytest.mark.medium
def test_engines_with_random_scripts_end_in_moves_or_one_line() -> None:
    assert sum(run(25, seed=5).values()) == 25
