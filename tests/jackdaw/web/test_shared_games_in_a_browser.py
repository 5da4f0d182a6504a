"""One game in several windows of headless Chromium."""

import pytest
from play_pages import Open, begin, expect, play_best
from web_server import RunningServer

pytestmark = [pytest.mark.core, pytest.mark.slow]


def test_two_browsers_on_one_game_see_the_same(page: Open) -> None:
    one = page()
    begin(one, "free", ("Ann", ""), ("Jack", "greedy"))
    two = page("play" + one.url[one.url.index("#") :])
    expect(two.locator("#status")).to_have_text("Ann, it is your turn")
    one.check("#helps")
    play_best(one)
    expect(one.locator("#history tr")).to_have_count(2)
    expect(two.locator("#history tr")).to_have_count(2, timeout=60_000)
    assert two.inner_text("#history") == one.inner_text("#history")
    requests: list[str] = []
    two.on("request", lambda request: requests.append(request.url))
    two.click("#pass")
    expect(two.locator("#confirm")).to_be_visible()
    play_best(one)
    expect(two.locator("#history tr")).to_have_count(4)
    expect(two.locator("#confirm")).to_be_hidden()  # it asked about an earlier state
    two.wait_for_timeout(2500)
    # The server sends each change, so the page asks for nothing.
    assert [url for url in requests if not url.endswith("machines")] == []


def test_a_page_that_was_hidden_shows_what_happened_meanwhile(page: Open) -> None:
    one = page()
    begin(one, "free", ("Ann", ""), ("Jack", "greedy"))
    hide = "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    two = page("play" + one.url[one.url.index("#") :])
    expect(two.locator("#status")).to_have_text("Ann, it is your turn")
    two.evaluate(hide, True)
    one.check("#helps")
    play_best(one)
    expect(one.locator("#history tr")).to_have_count(2)
    assert two.locator("#history tr").count() == 0  # it holds no connection
    two.evaluate(hide, False)
    expect(two.locator("#history tr")).to_have_count(2)


def test_a_page_that_loses_its_stream_asks_instead(page: Open, game_server: RunningServer) -> None:
    one = page()
    begin(one, "free", ("Ann", ""), ("Jack", "greedy"))
    two = page("play" + one.url[one.url.index("#") :])
    expect(two.locator("#status")).to_have_text("Ann, it is your turn")
    watchers = game_server.app.state.shared.games.watchers
    most, watchers._most = watchers._most, 0
    try:
        watchers.end()
        one.check("#helps")
        play_best(one)
        expect(one.locator("#history tr")).to_have_count(2)
        expect(two.locator("#history tr")).to_have_count(2, timeout=60_000)
        assert len(watchers) == 0 and not two.is_visible("#message")
    finally:
        watchers._most = most
    with two.expect_request("**/games/watch"):  # it tries again
        pass


def test_a_game_that_is_deleted_elsewhere_says_so(page: Open) -> None:
    one = page()
    begin(one, "free", ("Lost", ""), ("Jack", "greedy"))
    address = one.url[one.url.index("#") :]
    two = page("play" + address)
    expect(two.locator("#status")).to_have_text("Lost, it is your turn")
    two.click("#pass")
    one.click("#lobby-button")
    one.locator("#saved li", has_text="Lost").locator("button[title=Delete]").click()
    one.click("#confirm-yes")
    expect(two.locator("#message")).to_have_text("The game of Lost and Jack was deleted in another window.")
    expect(two.locator("#lobby")).to_be_visible()
    assert not two.is_visible("#confirm") and "#" not in two.url
    late = page("play" + address)
    expect(late.locator("#message")).to_contain_text("unknown saved game")
    expect(late.locator("#lobby")).to_be_visible()
