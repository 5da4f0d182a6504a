"""The tools of the documentation site: its links, its versions, its notebook."""

import importlib
import json
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SITE = Path(__file__).resolve().parents[2] / "docs/_site"
Tool = Any


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Tool:
    """Import a module of docs/_site."""
    monkeypatch.syspath_prepend(str(SITE))

    def load(name: str) -> ModuleType:
        return importlib.import_module(name)

    return load


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("b.html", None),
        ("b.html#there", None),
        ("#here", None),
        ("sub/", None),
        ("https://example.org/x", None),
        ("http://127.0.0.1:8537", None),
        ("mailto:a@example.org", None),
        ("c.html", "no such file"),
        ("b.html#nowhere", "no such anchor"),
        ("#nowhere", "no such anchor"),
        ("../outside.html", "leads out of the site"),
        ("/root.html", "leads out of the site"),
        ("http://example.org/x", "no https"),
        ("https://invented.example/x", "invented.example is not in external_hosts.txt"),
        ("//example.org/x", "no https"),
    ],
)
def test_links_are_checked(link: str, problem: str | None, tool: Tool, tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "sub").mkdir(parents=True)
    (tmp_path / "outside.html").touch()
    (site / "a.html").write_text(f'<p id="here"><a href="{link}">a link</a>', encoding="utf-8")
    (site / "b.html").write_text('<a name="there">there</a>', encoding="utf-8")
    (site / "sub/index.html").touch()
    found = list(tool("check_links").check_site(site, {"example.org"}))
    assert found == [] if problem is None else found[0].startswith(f"a.html: {link}: {problem}")


def make_version(site: Path, name: str, *pages: str) -> None:
    (site / name / "_modules").mkdir(parents=True)
    for page in ("objects.inv", "_modules/index.html", *(f"{page}.html" for page in pages)):
        (site / name / page).write_text(name, encoding="utf-8")


def test_the_lists_of_versions(tool: Tool, tmp_path: Path) -> None:
    pytest.importorskip("packaging")
    publish = tool("publish")
    make_version(tmp_path, "dev", "index", "new")
    publish.write_lists(tmp_path)
    assert 'url=dev/index.html"' in (tmp_path / "index.html").read_text(encoding="utf-8")
    make_version(tmp_path, "0.9.0", "index")
    make_version(tmp_path, "0.10.0", "index", "why")
    (tmp_path / "pictures").mkdir()
    publish.write_lists(tmp_path)
    text = (tmp_path / "versions.js").read_text(encoding="utf-8")
    lists = json.loads(text.removeprefix("window.documentationVersions = ").removesuffix(";\n"))
    assert lists["newest"] == "0.10.0"
    assert [each["name"] for each in lists["versions"]] == ["0.10.0", "0.9.0", "dev"]
    assert [each["pages"] for each in lists["versions"]] == [["index", "why"], ["index"], ["index", "new"]]
    assert (tmp_path / "latest/why.html").read_text(encoding="utf-8") == "0.10.0"
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 'url=latest/index.html"' in page and 'href="0.9.0/index.html"' in page


@pytest.mark.parametrize(
    ("version", "name"),
    [("0.1.0", "0.1.0"), ("1.2", "1.2"), ("0.2.0rc1", "dev"), ("0.1.1.dev5+g12ab", "dev"), ("1.0+x", "dev")],
)
def test_only_releases_have_folders_of_their_own(version: str, name: str, tool: Tool) -> None:
    pytest.importorskip("packaging")
    assert tool("publish").default_name(version) == name


def notebook(*cells: tuple[str, str]) -> str:
    return json.dumps(
        {"nbformat": 4, "cells": [{"cell_type": kind, "source": [text]} for kind, text in cells]}
    )


def test_a_notebook_becomes_a_page(tool: Tool) -> None:
    shown = "class Shown:\n    def _repr_html_(self):\n        return '<b>bold</b>\\n\\n'\n\n"
    shown += "print('hello')\nShown()"
    page = tool("notebook_cells").write_page(
        notebook(("markdown", "# Title"), ("code", "x = 2"), ("code", shown))
    )
    assert page.startswith("# Title\n\n```python\nx = 2\n```\n\n```python\nclass Shown")
    assert "````text\nhello\n````" in page and "<b>bold</b>\n</div>" in page
    assert "<pre>&lt;class &#x27;int&#x27;&gt;</pre>" in tool("notebook_cells").write_page(
        notebook(("code", "int"))
    )
    with pytest.raises(NameError):  # an error in a cell is one of the build
        tool("notebook_cells").write_page(notebook(("code", "unknown")))


def test_committed_notebooks_have_no_outputs(tool: Tool) -> None:
    for path in (SITE.parent).glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert not cell.get("outputs") and cell.get("execution_count") is None, cell


def test_the_page_on_installation_names_the_folders_of_each_system(monkeypatch: pytest.MonkeyPatch) -> None:
    from platformdirs.macos import MacOS
    from platformdirs.unix import Unix

    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    page = (SITE.parent / "installation.md").read_text(encoding="utf-8")
    for system in (Unix, MacOS):
        folders = system("jackdaw", appauthor=False)
        for folder in (folders.user_cache_dir, folders.user_data_dir):
            assert f"`{folder.replace(str(Path.home()), '~')}`" in page


def test_the_page_on_installation_has_every_extra() -> None:
    page = (SITE.parent / "installation.md").read_text(encoding="utf-8")
    project = tomllib.loads((SITE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {*project["optional-dependencies"]} - {"test"}  # what the tests of a wheel need
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == extras
