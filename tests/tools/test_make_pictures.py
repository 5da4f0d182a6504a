"""The pictures in the documentation are those that the program draws now."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    pytest.importorskip("matplotlib")
    pytest.importorskip("textual")
    spec = importlib.util.spec_from_file_location("make_pictures", ROOT / "tools/make_pictures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_texts(svg: Path) -> list[str]:
    """Return the text in a picture; the rest depends on the versions of matplotlib and Textual."""
    written = re.findall(r"<text[^>]*>([^<]*)</text>", svg.read_text(encoding="utf-8"))
    return "".join(written).replace("&#160;", " ").split() if svg.name == "terminal.svg" else written


def test_drawings_are_current(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    tool.make(tmp_path)
    names = ["board.svg", "simulation.svg", "strength.svg", "terminal.svg"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    for drawn in tmp_path.iterdir():
        assert len(read_texts(drawn)) > 10
        assert read_texts(drawn) == read_texts(tool.PICTURES / drawn.name), "run tools/make_pictures.py"
    assert (tmp_path / "board.svg").read_bytes() == (tool.PICTURES / "board.svg").read_bytes()


def test_the_strength_is_that_of_the_page(tool: ModuleType) -> None:
    assert [name for name, *_ in tool.ratings()] == ["rackh1", "rackh3", "static"]
