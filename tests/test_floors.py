"""The house's floors: an import only ever points down, and only border modules know the compiled core."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("movegen", "strategy", "sims", "jackdaw")  # bottom up
BORDERS = {"movegen/native.py", "strategy/native.py", "sims/native.py"}
SOURCES = [path for room in FLOORS for path in sorted((ROOT / room).rglob("*.py"))]


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the floor"
            yield node.module or ""


def room(module: str) -> str:
    """The top-level package of a module."""
    return module.partition(".")[0]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    floor = FLOORS.index(path.relative_to(ROOT).parts[0])
    above = [module for module in imported(path) if room(module) in FLOORS[floor + 1 :]]
    assert not above
    if str(path.relative_to(ROOT)) not in BORDERS:
        assert "jackdaw_core" not in {room(module) for module in imported(path)}


def test_core_includes_point_down() -> None:
    for path in sorted(ROOT.glob("*/core/*.[hc]pp")):
        floor = FLOORS.index(path.relative_to(ROOT).parts[0])
        lines = path.read_text(encoding="utf-8").splitlines()
        includes = [line for line in lines if line.startswith('#include "')]
        for above in FLOORS[floor + 1 :]:
            assert not [line for line in includes if f'"{above}/' in line], path
