"""Calls of resources that fail one at a time, and runs resumed after them; see `resource_faults`."""

import os
from pathlib import Path

import pytest
from resource_faults import KINDS, SCENARIOS, build_library, start

pytestmark = pytest.mark.core

# Any allocation may fail in a library, too: msgspec crashes when it cannot enlarge what it encodes.
_OURS = [kind for kind in KINDS if kind != "allocation"]
_QUICK = {"pit": ["write", "rename"], "batch": ["write", "open"], "play": ["sync"]}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library to preload."""
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("calls fail by a library that is preloaded, as AddressSanitizer's must be")
    found = build_library(tmp_path_factory.mktemp("library"))
    if found is None:
        pytest.skip("there is no C compiler, or no library can be preloaded here")
    return found


def explore(library: Path, folder: Path, scenario: str, kinds: list[str], most: int) -> None:
    """Let calls fail and expect no finding."""
    lines = start(library, folder, [scenario], kinds, most).splitlines()
    findings = [line for line in lines if line.startswith("{")]
    assert not findings, "\n".join(findings)
    assert len(lines) == len(kinds), "a line of figures for each kind"


@pytest.mark.medium
@pytest.mark.parametrize("scenario", _QUICK)
def test_a_call_fails(library: Path, scenario: str, tmp_path: Path) -> None:
    explore(library, tmp_path, scenario, _QUICK[scenario], 3)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_calls_of_each_kind_fail(library: Path, scenario: str, tmp_path: Path) -> None:
    kinds = [kind for kind in _OURS if kind not in _QUICK.get(scenario, [])]
    explore(library, tmp_path, scenario, kinds, 2)
