"""Pages in headless Chromium whose requests are slow, broken off, or made twice."""

import pytest
from board_pages import HIVE, bring, cgp
from play_pages import Open, begin, expect, play_best
from web_server import RunningServer

pytestmark = [pytest.mark.core, pytest.mark.slow]

SLOW = """([pattern, seconds]) => {
  const { fetch } = window;
  window.fetch = async (path, options) => {
    const response = await fetch(path, options);
    if (path.includes(pattern)) await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    return response;
  };
}"""
BROKEN_OFF = """(pattern) => {
  const { fetch } = window;
  window.fetch = async (path, options) => {
    if (!path.includes(pattern)) return fetch(path, options);
    return new Response(new ReadableStream({ start: (body) => body.error(new TypeError("network error")) }));
  };
}"""


def test_a_game_begins_once_when_the_button_is_pressed_twice(page: Open) -> None:
    tab = page()
    expect(tab.locator("#saved li").first).to_be_visible()
    before = tab.locator("#saved .open").count()
    tab.evaluate(SLOW, ["/games/begin", 0.3])
    tab.dblclick("#begin button.main")
    expect(tab.locator("#playing")).to_be_visible()
    tab.wait_for_timeout(500)
    tab.click("#lobby-button")
    expect(tab.locator("#saved .open")).to_have_count(before + 1)


def test_a_play_is_made_once_when_the_button_is_tapped_twice(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "greedy"))
    tab.check("#helps")
    tab.click("#kibitz")
    tab.locator("#candidates tbody button").first.click()
    tab.evaluate("() => { for (const _ of [1, 2, 3]) document.querySelector('#lay').click(); }")
    expect(tab.locator("#history tr")).to_have_count(2)
    expect(tab.locator("#status")).to_have_text("Ann, it is your turn")
    expect(tab.locator("#message")).to_be_hidden()  # it said that it is not Ann's turn


def test_undo_pressed_faster_than_it_is_done_is_no_error(page: Open) -> None:
    tab = page()
    begin(tab, "training", ("Ann", ""))
    for rack in ("AEINRST", "AEINRSU", "AEINRSV"):
        tab.fill("#own-rack", rack)
        tab.click("#training button")
        expect(tab.locator(f"#rack button[aria-label='{rack[-1]}']")).to_have_count(1)
    tab.evaluate(SLOW, ["/games/step", 0.2])
    tab.evaluate("() => { for (const _ of [1, 2, 3]) document.querySelector('#undo').click(); }")
    expect(tab.locator("#redo")).to_be_enabled()
    tab.wait_for_timeout(600)
    expect(tab.locator("#message")).to_be_hidden()  # it said that the game has gone on


def test_help_that_comes_after_the_move_is_not_shown(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "greedy"))
    tab.check("#helps")
    tab.click("#kibitz")
    tab.locator("#candidates tbody button").first.click()
    tab.evaluate(SLOW, ["/games/kibitz", 2])
    tab.evaluate(SLOW, ["/games/hint", 2])
    tab.click("#kibitz")
    tab.click("#hint")
    tab.click("#lay")
    expect(tab.locator("#history tr")).to_have_count(2)
    tab.wait_for_timeout(2500)
    assert tab.locator("#candidates tbody tr").count() == 0 and not tab.inner_text("#hinted")


def test_an_engine_moves_though_its_request_was_broken_off(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "greedy"))
    tab.evaluate(
        """() => {
          const { fetch } = window;
          window.fetch = async (path, options) => {
            if (!path.includes("/games/machines")) return fetch(path, options);
            window.fetch = fetch;
            throw new TypeError("Failed to fetch");
          };
        }"""
    )
    tab.check("#helps")
    play_best(tab)
    expect(tab.locator("#history tr")).to_have_count(2)
    expect(tab.locator("#status")).to_have_text("Ann, it is your turn")


def test_an_engine_moves_though_the_server_was_busy(page: Open, game_server: RunningServer) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "greedy"))
    tab.check("#helps")
    queue = game_server.app.state.shared.engines._queue
    threads, waiting = queue.threads, queue._max_waiting
    queue.threads = queue._max_waiting = 0
    try:
        play_best(tab)
        expect(tab.locator("#status")).to_have_text(
            "The server is busy. Jack moves as soon as it has time …", timeout=60_000
        )
        expect(tab.locator("#status")).to_have_class("status busy")
        assert tab.locator("#history tr").count() == 1
    finally:
        queue.threads, queue._max_waiting = threads, waiting
    expect(tab.locator("#status")).to_have_text("Ann, it is your turn", timeout=60_000)
    assert tab.locator("#history tr").count() == 2
    expect(tab.locator("#message")).to_be_hidden()


@pytest.mark.parametrize(("pattern", "button"), [("/games/begin", "#begin button.main"), ("/read", "#paste")])
def test_a_response_that_breaks_off_says_so(pattern: str, button: str, page: Open) -> None:
    tab = page("" if pattern == "/read" else "play")
    tab.evaluate(BROKEN_OFF, pattern)
    if pattern == "/read":
        bring(tab, HIVE)
    else:
        tab.click(button)
    expect(tab.locator("#message")).to_contain_text("the connection to the server was lost")


def test_a_record_that_cannot_be_fetched_says_so(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "greedy"))
    tab.evaluate(
        """() => {
          window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
          document.querySelector("#review-game").click();
        }"""
    )
    expect(tab.locator("#message")).to_contain_text("the server cannot be reached")


def test_hints_and_puzzles_asked_for_quickly_come_one_by_one(page: Open) -> None:
    tab = page("puzzles")
    expect(tab.locator("#hint")).to_be_enabled()
    tab.evaluate(SLOW, ["/puzzles/hint", 0.3])
    tab.evaluate("() => { for (const _ of [1, 2, 3]) document.querySelector('#hint').click(); }")
    tab.wait_for_timeout(1000)
    expect(tab.locator("#verdicts li")).to_have_count(1)
    tab.click("#hint")
    expect(tab.locator("#verdicts li")).to_have_count(2)
    hints = tab.locator("#verdicts li").all_inner_texts()
    assert hints[0] != hints[1]
    tab.evaluate(SLOW, ["/puzzles/next", 0.3])
    with tab.expect_response("**/puzzles/next"):
        tab.evaluate("() => { for (const _ of [1, 2, 3]) document.querySelector('#next').click(); }")
    requests: list[str] = []
    tab.on("request", lambda request: requests.append(request.url))
    expect(tab.locator("#verdicts li")).to_have_count(0)
    tab.wait_for_timeout(500)
    assert not requests


def test_a_play_in_the_analysis_is_made_once_when_it_is_entered_twice(page: Open) -> None:
    tab = page("")
    bring(tab, HIVE)
    tab.locator("#candidates tbody button").first.click()
    before = cgp(tab)
    tab.evaluate(SLOW, ["/make", 0.3])
    tab.dblclick("#lay")
    expect(tab.locator("#back")).to_be_visible()
    tab.wait_for_timeout(500)
    tab.click("#back")
    expect(tab.locator("#back")).to_be_hidden()
    assert cgp(tab) == before
