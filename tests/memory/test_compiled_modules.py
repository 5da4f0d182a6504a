"""The compiled modules called directly with arrays and numbers that do not fit: never a crash."""

import subprocess
import sys
from pathlib import Path

import pytest
from repeats import repeats

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("seed", "calls"), [(0, 5000), pytest.param(1_000_000, repeats(60_000, 400_000), marks=pytest.mark.slow)]
)
def test_hostile_calls_are_answered(seed: int, calls: int) -> None:
    command = [sys.executable, "-X", "faulthandler", "tests/memory/hostile_calls.py"]
    done = subprocess.run(
        [*command, "--seed", str(seed), "--calls", str(calls)],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert "ArgumentError" in done.stdout and "returned" in done.stdout
