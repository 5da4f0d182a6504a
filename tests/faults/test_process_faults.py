"""A share of the process faults; see `process_faults`, and `process_campaign` for all of them."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from process_faults import FAULTS, RUNS, disturb, reference

pytestmark = [pytest.mark.core, pytest.mark.slow]

CASES = [
    ("pit", "interrupt twice", 0.6),
    ("pit", "kill workers three times", 0.5),
    ("tournament", "stop a worker and interrupt", 0.6),
    ("batch", "kill workers three times", 0.6),
    ("batch", "kill the parent", 0.7),
    ("judge", "interrupt", 0.6),
    ("leaves", "kill all workers", 0.6),
    ("winprob", "interrupt twice at once", 0.5),
    ("collection", "interrupt", 0.7),
    ("play", "kill the parent", 0.6),
    ("board", "interrupt twice", 0.6),
]
"""The commands, the faults, and the moments as a share of the run."""


Undisturbed = Callable[[str], tuple[dict[str, bytes], float]]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """Return the outputs of a run that nothing disturbs, and its seconds; each command runs once."""
    return cache(lambda name: reference(RUNS[name], tmp_path_factory.mktemp("reference") / "run"))


@pytest.mark.parametrize(("name", "fault", "share"), CASES)
def test_a_fault(name: str, fault: str, share: float, undisturbed: Undisturbed, tmp_path: Path) -> None:
    expected, seconds = undisturbed(name)
    outcome = disturb(name, fault, share * seconds, tmp_path / "case", expected)
    assert outcome.finding is None


def test_the_tables_are_covered() -> None:
    assert {name for name, _, _ in CASES} == RUNS.keys() - {"pit alone"}
    assert {fault for _, fault, _ in CASES} <= FAULTS.keys()
