"""Games whose tiles repeat, and the pages in a browser."""

from collections.abc import Iterator
from typing import Any

import pytest
from board_pages import Open
from play_pages import open_pages
from web_server import RunningServer, serve

from jackdaw.web.application import Settings
from jackdaw.web.play import game_api


@pytest.fixture(autouse=True)
def _repeated_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin each game with the same tiles. In one opening of twenty the best move is an exchange."""
    monkeypatch.setattr(game_api, "_new_seed", lambda: 7)


@pytest.fixture(scope="module")
def served() -> Iterator[RunningServer]:
    with serve() as found:
        yield found


@pytest.fixture
def board(browser: Any, served: RunningServer) -> Iterator[Open]:
    """Open a page of the board; the console must stay empty but for what the test says it may hold."""
    reported: list[str] = []
    contexts = []

    def open_page(path: str = "", width: int = 1280, height: int = 844, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        tab = context.new_page()
        tab.set_default_timeout(60_000)
        tab.on("console", lambda message: reported.append(message.text))
        tab.on("pageerror", lambda error: reported.append(str(error)))
        tab.on(
            "request", lambda request: request.url.startswith(served.address) or reported.append(request.url)
        )
        tab.goto(served.address + path)
        tab.wait_for_selector("#empty-board", state="attached")
        return tab

    yield open_page
    for context in contexts:
        context.close()
    # The browser itself logs a refused request.
    assert not [text for text in reported if "status of 400" not in text]


@pytest.fixture(scope="module")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serve(Settings(games=tmp_path_factory.mktemp("games"))) as found:
        yield found


@pytest.fixture
def page(browser: Any, game_server: RunningServer) -> Iterator[Open]:
    """Open the page of play; its games are in a folder of their own."""
    with open_pages(browser, game_server.address) as found:
        yield found
