"""The built documentation, opened as files: search, versions, sources, and phones."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

for needed in ("sphinx", "furo", "myst_parser"):
    pytest.importorskip(needed, reason="needs the group `docs`")

pytestmark = pytest.mark.slow
PUBLISH = Path(__file__).resolve().parents[3] / "docs/_site/publish.py"
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with this version as a release, an older one that lacks a page, and one being developed."""
    site = tmp_path_factory.mktemp("pages")
    subprocess.run([sys.executable, PUBLISH, site, "--name", "1.1.0"], check=True, timeout=900)
    pages = (path for path in (site / "1.1.0").rglob("*") if path.suffix in {".html", ".inv", ".js", ".css"})
    for path in list(pages):
        for name in ("1.0.0", "dev"):
            copy = site / name / path.relative_to(site / "1.1.0")
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_bytes().replace(b'data-version="1.1.0"', f'data-version="{name}"'.encode())
            copy.write_bytes(text)
    (site / "1.0.0/why.html").unlink()
    code = "import pathlib, publish, sys; publish.write_lists(pathlib.Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", code, site], check=True, cwd=PUBLISH.parent)
    return site


@pytest.fixture
def open_page(browser: Any) -> Iterator[Open]:
    """Open an address in a tab of its own."""
    contexts = []

    def open_address(address: str, width: int = 1280) -> Any:
        contexts.append(browser.new_context(viewport={"width": width, "height": 844}))
        tab = contexts[-1].new_page()
        tab.goto(address)
        return tab

    yield open_address
    for context in contexts:
        context.close()


def test_search_works_without_a_server(site: Path, open_page: Open) -> None:
    tab = open_page((site / "latest/search.html").as_uri() + "?q=endgame")
    tab.wait_for_selector("#search-results li", timeout=60_000)
    assert any("endgame" in text.lower() for text in tab.locator("#search-results li a").all_inner_texts())


def test_the_list_of_versions_leads_to_the_same_page(site: Path, open_page: Open) -> None:
    tab = open_page((site / "1.1.0/why.html").as_uri())
    choice = tab.locator(".version-box select")
    choice.wait_for(timeout=60_000)
    assert choice.locator("option").all_inner_texts() == ["1.1.0", "1.0.0", "dev"]
    assert choice.input_value() == "1.1.0" and not tab.locator(".version-note").count()
    choice.select_option("dev")
    tab.wait_for_url("**/dev/why.html")
    assert "newest release is 1.1.0" in tab.locator(".version-note").inner_text()
    tab.locator(".version-box select").select_option("1.0.0")
    tab.wait_for_url("**/1.0.0/index.html")  # it has no page of that name


def test_every_page_fits_a_phone_and_links_to_its_source(site: Path, open_page: Open) -> None:
    tab = open_page((site / "index.html").as_uri(), width=360)
    tab.wait_for_url("**/latest/index.html")
    pages = [*(site / "1.1.0").glob("*.html"), *(site / "1.1.0").glob("[!_]*/*.html")]
    assert len(pages) > 40
    for path in pages:
        tab.goto(path.as_uri())
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360, path
        if path.stem not in {"genindex", "py-modindex", "search"}:
            source = tab.locator(".view-this-page a").get_attribute("href")
            assert source.startswith("https://") or (path.parent / source).is_file(), path
