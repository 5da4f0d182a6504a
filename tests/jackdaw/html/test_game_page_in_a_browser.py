"""The page of a game in headless Chromium: what its script does, and that it fits a narrow screen."""

from collections.abc import Callable
from typing import Any

import pytest
from game_pages import EVERY_KIND, render_page, sample_page

pytestmark = [pytest.mark.core, pytest.mark.slow]

Open = Callable[..., Any]

_LINES_OF_WORDS = """buttons => buttons.map(button => {
  const text = button.firstChild, range = document.createRange();
  range.setStart(text, text.data.indexOf(" ") + 1);
  range.setEnd(text, text.data.length);
  return new Set([...range.getClientRects()].map(box => box.top)).size;
})"""
"""The number of lines that the word of each move takes."""


def shown(tab: Any) -> list[str]:
    """The turns that can be seen."""
    return tab.eval_on_selector_all(".turn", "all => all.filter(e => e.checkVisibility()).map(e => e.id)")


def column(tab: Any, turn: str, number: int) -> list[str]:
    return tab.locator(f"#{turn} .candidates tbody tr > :nth-child({number})").all_inner_texts()


def test_keys_step_through_the_turns(show: Open) -> None:
    tab = show(sample_page())
    assert shown(tab) == ["turn-1"]
    for key, expected in (
        ("ArrowRight", "turn-2"), ("ArrowRight", "turn-3"), ("ArrowLeft", "turn-2"), ("End", "end"),
        ("ArrowRight", "end"), ("ArrowLeft", "turn-23"), ("Home", "turn-1"), ("ArrowLeft", "turn-1"),
    ):  # fmt: skip
        tab.keyboard.press(key)
        assert shown(tab) == [expected]
        assert tab.evaluate("location.hash") == f"#{expected}"


def test_buttons_and_links_step_through_the_turns(show: Open) -> None:
    tab = show(sample_page())
    tab.get_by_role("button", name="Next turn").click()
    assert shown(tab) == ["turn-2"]
    assert tab.locator("#where").inner_text() == "Turn 2 of 23"
    tab.get_by_role("button", name="End of the game").click()
    assert shown(tab) == ["end"] and tab.get_by_role("button", name="Next turn").is_disabled()
    tab.locator(".list tbody a").nth(8).click()
    assert shown(tab) == ["turn-9"]
    tab.locator(".chart a").nth(15).click()
    assert shown(tab) == ["turn-16"]
    assert tab.locator(".chart a[aria-current]").get_attribute("href") == "#turn-16"
    assert tab.locator(".list tr[aria-current] a").inner_text() == "16"
    tab.locator(".list tbody a").nth(3).focus()
    tab.keyboard.press("Enter")
    assert shown(tab) == ["turn-4"]


def test_a_turn_has_an_address(show: Open) -> None:
    tab = show(sample_page(), "#turn-12")
    assert shown(tab) == ["turn-12"]
    tab.evaluate("location.hash = '#turn-5'")
    tab.wait_for_function("document.querySelector('#turn-5').checkVisibility()")
    assert shown(tab) == ["turn-5"]
    assert shown(show(sample_page(), "#turn-99")) == ["turn-1"]


def test_tables_sort_by_click_and_by_key(show: Open) -> None:
    tab = show(sample_page(), "#turn-14")
    heading = tab.locator("#turn-14 .candidates th", has_text="Score")
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") == "descending"
    assert tab.locator("#turn-14 th[aria-sort]").count() == 1
    scores = list(map(int, column(tab, "turn-14", 3)))
    assert scores == sorted(scores, reverse=True) and len(set(scores)) > 3
    heading.get_by_role("button").focus()
    tab.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "ascending"
    assert list(map(int, column(tab, "turn-14", 3))) == sorted(scores)
    leave = tab.locator("#turn-14 .candidates th", has_text="Leave").first
    leave.get_by_role("button").click()
    assert column(tab, "turn-14", 4) == sorted(column(tab, "turn-14", 4))
    tab.locator("#turn-14 .candidates th", has_text="#").get_by_role("button").click()
    ranks = list(map(int, column(tab, "turn-14", 1)))
    assert ranks == sorted(ranks)
    tab.locator(".list th", has_text="Lost (points)").get_by_role("button").click()
    shown = tab.locator(".list tbody tr > :nth-child(9)").all_inner_texts()
    losses = [float(each.replace("\N{MINUS SIGN}", "-")) for each in shown]
    assert losses == sorted(losses)


def test_what_has_no_rank_is_sorted_below(show: Open) -> None:
    tab = show(render_page("annotated.gcg"), "#turn-3")
    button = tab.locator("#turn-3 .candidates th", has_text="#").get_by_role("button")
    for _ in range(2):
        button.click()
        assert column(tab, "turn-3", 1)[-1] == "\N{EN DASH}"


def test_a_candidate_is_laid_on_the_board(show: Open) -> None:
    tab = show(sample_page(), "#turn-14")
    laid = tab.locator("#turn-14 .laid use")
    assert laid.count() == 4  # D12 HERM
    candidate = tab.locator("#turn-14").get_by_role("button", name="D12 HEW")
    candidate.click()
    assert laid.count() == 3 and candidate.get_attribute("aria-pressed") == "true"
    tiles = laid.evaluate_all("all => all.map(e => [e.getAttribute('href'), e.getAttribute('y')])")
    assert tiles == [["#t8", "376"], ["#t5", "408"], ["#t23", "440"]]
    assert laid.first.bounding_box()["width"] > 20
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert laid.count() == 4


def test_the_chart_is_there(show: Open) -> None:
    chart = show(sample_page()).locator("svg.chart")
    assert chart.bounding_box()["height"] > 200
    assert chart.locator(".mark").count() == 23
    assert chart.locator(".line").evaluate("line => line.points.length") == 24


@pytest.mark.parametrize("width", [360, 390, 1185, 1280])  # 1185 is the least that shows all columns
@pytest.mark.parametrize("source", ["", *EVERY_KIND], ids=lambda source: source.split("\n")[0] or "sample")
def test_nothing_sticks_out_sideways(source: str, width: int, show: Open) -> None:
    tab = show(render_page(source) if source else sample_page(), width=width)
    turns = tab.locator(".turn").count()
    for _ in range(turns):
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        tables = tab.locator(".scroll").evaluate_all("all => all.map(e => e.scrollWidth - e.clientWidth)")
        assert max(tables) <= 0
        tab.keyboard.press("ArrowRight")


@pytest.mark.parametrize("width", [390, 1200])
def test_figures_with_long_errors_fit(width: int, show: Open) -> None:
    """As pre-endgames have them: the errors wrap, the words of moves do not."""
    page, table = sample_page(), '<p class="caption">Candidates: '
    tab = show(
        page.replace(table, table + "10 of 135 moves, searched for all possible bags; " * 6), width=width
    )
    turn = tab.locator("#turn-1")
    for column, error in enumerate(("±17.5 estimated, 12.5 to 87.5", "±1.4 simulated"), start=2):
        turn.locator("tbody tr").evaluate_all(
            """(rows, [column, error]) => rows.forEach(row => {
              const cell = row.querySelectorAll("td.number")[column];
              cell.innerHTML = `74.0 <span class="error">${error}</span>`;
            })""",
            [column, error],
        )
    turn.locator(".candidates button").nth(0).evaluate("button => { button.textContent = '15H (QUAYS)IdE'; }")
    assert turn.locator(".scroll").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    caption, box = turn.locator(".caption"), turn.locator(".facts")
    assert caption.bounding_box()["width"] <= box.bounding_box()["width"]
    assert turn.locator(".scroll").get_by_text("searched for all").count() == 0
    lines = turn.locator(".candidates tbody button").evaluate_all(_LINES_OF_WORDS)
    assert len(lines) >= 10 and set(lines) == {1}


def test_moves_in_the_list_of_turns_are_not_broken_within_words(show: Open) -> None:
    tab = show(sample_page(), width=390)
    lines = tab.locator(".list td.tiles").evaluate_all(_LINES_OF_WORDS)
    assert len(lines) == 23 and set(lines) == {1}


def test_leaves_with_blanks_are_not_broken(show: Open) -> None:
    """A question mark permits a break after it."""
    tab = show(sample_page(), "#turn-21")
    cells = tab.locator("#turn-21 .candidates tbody tr > :nth-child(4)")
    assert any(text.startswith("?") for text in cells.all_inner_texts())
    tab.evaluate("document.querySelector('#turn-21 .candidates').style.width = '5em'")
    lines = """cells => cells.filter(cell => cell.firstChild).map(cell => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(box => box.top)).size;
    })"""
    assert set(cells.evaluate_all(lines)) == {1}


def test_themes(show: Open) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    tab = show(sample_page(), color_scheme="light")
    light = tab.evaluate(ground)
    tab.get_by_role("button", name="Dark colours").click()
    dark = tab.evaluate(ground)
    assert dark != light
    assert show(sample_page(), color_scheme="dark").evaluate(ground) == dark
    tab.emulate_media(media="print")
    assert tab.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_without_its_script_and_in_print_all_turns_are_there(show: Open) -> None:
    plain = show(sample_page(), java_script_enabled=False)
    for place in range(24):
        assert plain.locator(".turn").nth(place).is_visible()
    assert not plain.locator(".steps").is_visible() and not plain.locator("#theme").is_visible()
    tab = show(sample_page())
    tab.emulate_media(media="print")
    assert len(shown(tab)) == 24
    assert not tab.locator(".steps").is_visible()


def test_focus_can_be_seen(show: Open) -> None:
    tab = show(sample_page())
    for _ in range(3):
        tab.keyboard.press("Tab")
    outline = tab.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
