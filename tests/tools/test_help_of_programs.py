"""The programs of bench/ and tools/ explain themselves, and --help does nothing else."""

import runpy
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
def test_help(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """In this process, which has imported most of what they need."""
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend((ROOT / name).parent)
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    modules = set(sys.modules)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / name), run_name="__main__")
    for module in sys.modules.keys() - modules:
        if (ROOT / name).with_name(f"{module}.py").exists():  # its neighbours
            del sys.modules[module]
    shown = capsys.readouterr()
    assert ended.value.code in (0, None), shown.err
    assert shown.out.startswith("usage: ") and not shown.err
    assert len(shown.out) > 120  # more than the options


@pytest.mark.parametrize("name", INTERNAL)
def test_internal_programs_are_started_by_another(name: str) -> None:
    assert Path(name).stem in (ROOT / "bench" / INTERNAL[name]).read_text(encoding="utf-8")
