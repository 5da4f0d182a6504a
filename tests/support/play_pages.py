"""Pages of play in a browser: opening them, beginning a game, making a move."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Open = Callable[..., Any]
"""Opens a page by its path, width and Playwright's options of a context, and returns the tab."""


@contextmanager
def open_pages(browser: Any, address: str) -> Iterator[Open]:
    """Open pages of a server; at the end their console must be empty but for refusals."""
    reported: list[str] = []
    contexts = []

    def open_page(path: str = "play", width: int = 1280, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 844}, **options)
        contexts.append(context)
        tab = context.new_page()
        tab.set_default_timeout(60_000)
        tab.on("console", lambda message: reported.append(message.text))
        tab.on("pageerror", lambda error: reported.append(str(error)))
        tab.goto(address + path)
        return tab

    yield open_page
    for context in contexts:
        context.close()
    refused = ("status of 400", "status of 503")  # the browser itself logs these
    assert not [text for text in reported if not any(status in text for status in refused)]


def expect(locator: Any) -> Any:
    """Playwright's assertions, which wait; they are there where its browser is."""
    from playwright.sync_api import expect

    return expect(locator)


def begin(tab: Any, mode: str, *players: tuple[str, str], **choices: str) -> None:
    """Begin a game of these players: name, and strategy or nothing."""
    tab.check(f"input[value={mode}]")
    rows = tab.locator("#seats div")
    for place in range(rows.count()):
        name, strategy = players[place] if place < len(players) else ("", "")
        rows.nth(place).locator("input").fill(name)
        if mode != "training":
            rows.nth(place).locator("select").select_option(strategy)
    for choice, value in choices.items():
        field = tab.locator(f"#{choice}")
        field.fill(value) if choice == "minutes" else field.select_option(value)
    tab.click("#begin button.main")
    tab.wait_for_selector("#playing:not([hidden])")


def play_best(tab: Any) -> None:
    """Make the best move that the page lists."""
    tab.click("#kibitz")
    tab.locator("#candidates tbody button").first.click()
    tab.locator("#lay").click()
