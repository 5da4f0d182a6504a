"""The pages under axe-core: no serious finding in either theme, on a desktop and on a phone."""

from typing import Any

import pytest
from board_pages import ENDGAME, HIVE, PREENDGAME, Open, bring, candidates, expect, says

pytestmark = [pytest.mark.core, pytest.mark.slow]
try:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the group `browser`")
except UnicodeDecodeError:
    pytest.skip("axe-playwright-python reads its script in the locale's encoding", allow_module_level=True)


def findings(tab: Any) -> list[str]:
    """The serious and critical findings of a page, with the elements."""
    found = axe.Axe().run(tab).response["violations"]
    return [
        f"{each['id']}: {[node['html'][:90] for node in each['nodes'][:4]]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_has_no_serious_finding(scheme: str, width: int, board: Open) -> None:
    tab = board(width=width, color_scheme=scheme)
    assert findings(tab) == []
    tab.click("#sample")
    says(tab, "#where", "Turn 1 of 23")
    candidates(tab)
    tab.click("#run")
    tab.wait_for_selector("#candidates .span")
    tab.wait_for_selector("#sheet .badge")
    assert findings(tab) == []
    tab.locator("#candidates thead").get_by_role("button", name="Equity").click()
    tab.locator("#candidates tbody button").nth(1).click()
    tab.click("#heat")
    assert findings(tab) == []
    bring(tab, "\n".join([HIVE, ENDGAME, PREENDGAME]))
    says(tab, "#where", "Position 1 of 3")
    for method in ("endgame", "pre-endgame"):
        tab.click("[data-step=on]")
        says(tab, "#run", method)
        candidates(tab)
        tab.click("#run")
        says(tab, "#candidates caption", "searched")
        assert findings(tab) == []
    bring(tab, "nonsense")
    says(tab, "#message", "neither a game nor a position")
    assert findings(tab) == []
    tab.click("#setup")
    tab.click("#gear")
    assert findings(tab) == []
    tab.goto(tab.url.split("#")[0] + "play")
    expect(tab.locator("#seats select")).to_have_count(4)
    assert findings(tab) == []
    tab.click("#begin button.main")
    tab.wait_for_selector("#playing:not([hidden])")
    tab.check("#helps")
    tab.click("#kibitz")
    candidates(tab)
    assert findings(tab) == []
    tab.click("#exchange")
    tab.locator("#rack button").first.click()
    tab.click("#exchange")
    expect(tab.locator("#confirm")).to_be_visible()
    assert findings(tab) == []
    tab.click("#confirm button[value='']")
    tab.click("#lobby-button")
    expect(tab.locator("#saved li").first).to_be_visible()
    assert findings(tab) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_puzzles_have_no_serious_finding(scheme: str, width: int, board: Open) -> None:
    tab = board(width=width, color_scheme=scheme)
    tab.goto(tab.url.split("#")[0] + "puzzles")
    says(tab, "#status", "left")
    assert findings(tab) == []
    tab.click("#hint")
    expect(tab.locator("#verdicts li")).to_have_count(1)
    tab.click("#show")
    expect(tab.locator("#verdicts li")).to_have_count(2)
    expect(tab.locator("#stats tr").first).to_be_visible()
    assert findings(tab) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_reviews_have_no_serious_finding(scheme: str, width: int, board: Open) -> None:
    tab = board(width=width, color_scheme=scheme)
    tab.goto(tab.url.split("#")[0] + "play")
    tab.check("input[value=duplicate]")
    assert findings(tab) == []
    tab.check("input[value=training]")
    tab.click("#begin button.main")
    for count in (1, 2):
        tab.fill("#own-rack", "AEINRST")  # a drawn one need not have four plays
        tab.press("#own-rack", "Enter")
        expect(tab.locator("#rack button")).to_have_count(7)
        tab.click("#kibitz")
        tab.locator("#candidates tbody button").nth(3).click()
        tab.click("#lay")
        expect(tab.locator("#history tr")).to_have_count(count)
    tab.click("#finish")
    tab.locator("#rounds-table button").nth(1).click()
    says(tab, "#round-words", "the best is")
    assert findings(tab) == []
