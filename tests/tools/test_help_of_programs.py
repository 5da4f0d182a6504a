"""The programs of bench/ and tools/ explain themselves, and --help does nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INTERNAL = {  # started by others
    "bench/counted_work.py": "instruction_counts.py",
    "bench/simulated_work.py": "cluster_scale.py",
}
UNCHECKED = {
    "tools/make_pictures.py",  # needs playwright, and takes no options
}
PROGRAMS = [
    name
    for folder in ("bench", "tools")
    for path in sorted((ROOT / folder).glob("*.py"))
    if (name := f"{folder}/{path.name}") not in INTERNAL.keys() | UNCHECKED
    and '__name__ == "__main__"' in path.read_text(encoding="utf-8")
]


@pytest.mark.core
@pytest.mark.parametrize("name", PROGRAMS)
def test_help(name: str) -> None:
    shown = subprocess.run(
        [sys.executable, "-B", ROOT / name, "--help"],
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests" / "support")},
        timeout=60,
        check=False,
    )
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("usage: ") and not shown.stderr
    assert len(shown.stdout) > 120  # more than the options


@pytest.mark.parametrize("name", INTERNAL)
def test_internal_programs_are_started_by_another(name: str) -> None:
    assert Path(name).stem in (ROOT / "bench" / INTERNAL[name]).read_text(encoding="utf-8")
