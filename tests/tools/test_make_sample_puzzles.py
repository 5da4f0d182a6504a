"""The choice of the sample puzzles, and the sample itself."""

from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jackdaw.puzzles import read_puzzles, sample_puzzles

TOOL = Path(__file__).resolve().parents[2] / "tools" / "make_sample_puzzles.py"


@pytest.fixture(scope="module", name="choose")
def choose_evenly() -> Callable[..., list[bytes]]:
    spec = spec_from_file_location("make_sample_puzzles", TOOL)
    assert spec is not None and spec.loader is not None
    module: Any = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[..., list[bytes]] = module.choose_evenly
    return found


@given(sizes=st.lists(st.integers(1, 30), max_size=40), limit=st.integers(0, 400))
def test_as_many_as_fit_at_equal_distances(
    choose: Callable[..., list[bytes]], sizes: list[int], limit: int
) -> None:
    """The lines keep their order; no larger number at equal distances would fit."""
    lines = [b"%d," % number + b"x" * size for number, size in enumerate(sizes)]
    chosen = choose(lines, limit)
    places = [lines.index(line) for line in chosen]
    assert places == sorted(set(places)) and sum(map(len, chosen)) <= limit
    gaps = [later - earlier for earlier, later in pairwise(places)]
    assert not gaps or max(gaps) - min(gaps) <= 1
    if len(chosen) < len(lines):
        count = len(chosen) + 1
        assert sum(len(lines[index * len(lines) // count]) for index in range(count)) > limit


def test_the_sample_is_small_and_has_no_puzzle_twice() -> None:
    puzzles = read_puzzles(sample_puzzles())
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) >= 50
    assert Path(sample_puzzles()).stat().st_size <= 300_000
