"""The index page of a collection in headless Chromium: its script, its themes, a narrow screen, print."""

from collections.abc import Callable
from typing import Any

import pytest
from sample_collection import load_sample

pytestmark = [pytest.mark.core, pytest.mark.slow]

Open = Callable[..., Any]
SHOWN = "all => all.filter(e => e.checkVisibility()).map(e => e.id)"


def page() -> str:
    return load_sample()[2]


def shown(tab: Any) -> list[str]:
    """The players that can be seen."""
    found: list[str] = tab.eval_on_selector_all(".person", SHOWN)
    return found


def test_a_player_at_a_time(show: Open) -> None:
    tab = show(page())
    assert shown(tab) == ["player-1"]
    tab.locator(".people tbody a").nth(1).click()
    tab.wait_for_function("document.querySelector('#player-2').checkVisibility()")
    assert shown(tab) == ["player-2"] and tab.evaluate("location.hash") == "#player-2"
    assert tab.locator(".people tr[aria-current]").inner_text().startswith("Ben")
    assert shown(show(page(), "#player-3")) == ["player-3"]
    assert shown(show(page(), "#games")) == ["player-1"]


def test_tables_sort(show: Open) -> None:
    tab = show(page())
    for table, heading, number in ((".games", "Index", 5), (".people", "Luck", 11), (".phases", "Turns", 2)):
        button = tab.locator(f"{table} thead th", has_text=heading).first.get_by_role("button")
        button.click()
        values = f"{table} tbody tr > :nth-child({number})"
        script = "all => all.filter(e => e.checkVisibility()).map(e => parseFloat(e.dataset.value))"
        found = tab.eval_on_selector_all(values, script)
        assert found == sorted(found) and len(set(found)) > 1
        button.click()
        assert tab.eval_on_selector_all(values, script) == sorted(found, reverse=True)
    tab.locator(".games th", has_text="Date").get_by_role("button").click()
    days = tab.locator(".games .day").all_inner_texts()
    assert days == sorted(days)


def test_the_chart_leads_to_games(show: Open) -> None:
    tab = show(page())
    chart = tab.locator("#player-1 svg.trend")
    assert chart.bounding_box()["height"] > 150 and chart.locator(".spot").count() == 5
    files = load_sample()[1].values()
    assert set(chart.locator("a").evaluate_all("all => all.map(e => e.getAttribute('href'))")) <= set(files)


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_nothing_sticks_out_sideways(width: int, show: Open) -> None:
    for anchor in ("#player-1", "#player-3"):
        tab = show(page(), anchor, width=width)
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        tables = tab.locator(".scroll").evaluate_all("all => all.map(e => e.scrollWidth - e.clientWidth)")
        assert max(tables) <= 0


def test_who_played_can_be_read_on_a_narrow_screen(show: Open) -> None:
    tab = show(page(), width=390)
    row = tab.locator(".games tbody tr").first
    row.evaluate("row => { row.cells[3].innerText = '50-82-29-32*'; }")  # as of a game of four
    row.evaluate("row => { row.cells[4].innerText = '0.0 · 0.0 · 0.0 · 1.0'; }")
    assert row.locator("th").evaluate("cell => cell.clientWidth") > 90


def test_themes_print_and_no_script(show: Open) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    tab = show(page(), color_scheme="light")
    light = tab.evaluate(ground)
    tab.get_by_role("button", name="Dark colours").click()
    assert tab.evaluate(ground) != light
    tab.emulate_media(media="print")
    assert len(shown(tab)) == 3 and not tab.locator("#theme").is_visible()
    plain = show(page(), java_script_enabled=False)
    assert [plain.locator(f"#player-{number}").is_visible() for number in (1, 2, 3)] == [True] * 3
