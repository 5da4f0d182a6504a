"""The time for a round of a duplicate game in headless Chromium: the play on the board when it is up."""

import pytest
from play_pages import Open, begin, expect

pytestmark = [pytest.mark.core, pytest.mark.slow]


def test_a_clock_runs_and_an_answer_comes_too_late(page: Open) -> None:
    tab = page()
    begin(tab, "duplicate", ("Ann", ""), minutes="0.1")
    expect(tab.locator("#standing")).to_contain_text("0:0")
    expect(tab.locator("#history")).to_contain_text("no answer", timeout=60_000)


def test_tiles_on_the_board_are_the_answer_when_time_is_up(page: Open) -> None:
    tab = page()
    begin(tab, "duplicate", ("Ann", ""), minutes="0.1")
    tab.check("#helps")
    tab.click("#kibitz")
    tab.locator("#candidates tbody button").first.click()
    message = tab.locator("#message")
    expected = "Time is up: the play on the board counts as the move of Ann."
    expect(message).to_have_text(expected, timeout=60_000)
    expect(message).to_have_class("message good")  # not like an error
    best, answer = (tab.locator("#history tr").nth(row).locator("td") for row in (1, 0))
    assert answer.all_inner_texts()[1:3] == ["Ann", best.nth(2).inner_text()]
    tab.fill("#text", "8h")
    expect(message).to_contain_text("no legal play is on the board, so Ann has no move", timeout=60_000)
    expect(message).to_have_class("message")
    expect(tab.locator("#history")).to_contain_text("no answer")


def test_tiles_in_either_browser_count_when_time_is_up(page: Open) -> None:
    one = page()
    begin(one, "duplicate", ("Ann", ""), minutes="0.1")
    two = page("play" + one.url[one.url.index("#") :])
    two.check("#helps")
    two.click("#kibitz")
    two.locator("#candidates tbody button").first.click()
    expect(two.locator("#message")).to_contain_text("the play on the board counts", timeout=60_000)
    expect(one.locator("#history tr")).to_have_count(2)
    assert "no answer" not in one.inner_text("#history")
    expect(one.locator("#message")).to_be_hidden()
