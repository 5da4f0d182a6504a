"""The page of puzzles in headless Chromium: tries, hints, the answer, and what comes next."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from board_pages import expect, says
from puzzles import BINGO, ENDGAME, puzzle_of
from web_server import serve

from jackdaw.puzzles import Progress, encode_puzzles
from jackdaw.web.application import Settings

pytestmark = [pytest.mark.core, pytest.mark.slow]
Open = Callable[..., Any]


@pytest.fixture
def progress(tmp_path: Path) -> Path:
    return tmp_path / "progress.json"


@pytest.fixture
def page(browser: Any, tmp_path: Path, progress: Path) -> Iterator[Open]:
    """Open the page of puzzles; its console must stay empty but for refusals."""
    file, reported, contexts = tmp_path / "puzzles.jsonl", [], []
    file.write_bytes(encode_puzzles([puzzle_of(ENDGAME), puzzle_of(BINGO)]))
    with serve(Settings(games=tmp_path, puzzles=str(file), progress=progress)) as served:

        def open_page(width: int = 1280, **options: Any) -> Any:
            context = browser.new_context(viewport={"width": width, "height": 844}, **options)
            contexts.append(context)
            tab = context.new_page()
            tab.set_default_timeout(60_000)
            tab.on("console", lambda message: reported.append(message.text))
            tab.on("pageerror", lambda error: reported.append(str(error)))
            tab.goto(served.address + "puzzles")
            says(tab, "#status", "left")
            return tab

        yield open_page
        for context in contexts:
            context.close()
    assert not [text for text in reported if "status of 400" not in text]


def test_a_puzzle_is_solved_by_keyboard_alone(page: Open, progress: Path) -> None:
    tab = page()
    says(tab, "#status", "2 left")
    says(tab, "#unseen-count", "SCOWL80; ")
    tab.focus("#text")
    tab.keyboard.type("15h ceinture")
    tab.keyboard.press("Enter")
    says(tab, "#verdicts", "Yes: 15H CEINTU(R)E, 149 points.")
    expect(tab.locator("#board .played use")).to_have_count(7)
    says(tab, "#stats", "1 of 1")
    expect(tab.locator("#next")).to_be_focused()
    tab.keyboard.press("Enter")
    says(tab, "#status", "1 left")
    expect(tab.locator("#verdicts li")).to_have_count(0)
    assert Progress(progress).puzzles[puzzle_of(ENDGAME).id].solved == 1


def test_a_wrong_move_is_explained_and_the_answer_is_shown_on_demand(page: Open, progress: Path) -> None:
    tab = page()
    tab.click("#hint")
    says(tab, "#verdicts", "It is a bingo.")
    tab.fill("#text", "15h enticer")
    tab.click("#answer")
    says(tab, "#verdicts", "No: 15H ENTICE(R) loses 132 points.")
    assert "CEINTU" not in tab.inner_text("#verdicts")
    tab.fill("#text", "8d qq")
    tab.click("#answer")
    expect(tab.locator("#message")).to_be_visible()
    tab.click("#show")
    says(tab, "#verdicts", "The best move is 15H CEINTU(R)E, 149 points.")
    assert Progress(progress).puzzles[puzzle_of(ENDGAME).id].solved == 0


def test_a_late_verdict_is_not_shown_with_the_next_puzzle(page: Open) -> None:
    tab, waiting = page(), []
    tab.route("**/api/puzzles/try", lambda route: waiting.append(route))
    tab.fill("#text", "15h enticer")
    tab.click("#answer")
    says(tab, "#verdicts", "Judging")
    for button in ("#answer", "#hint", "#show"):
        expect(tab.locator(button)).to_be_disabled()
    tab.click("#next")
    expect(tab.locator("#verdicts li")).to_have_count(0)
    with tab.expect_response("**/api/puzzles/try"):
        waiting[0].continue_()
    tab.fill("#text", "8d qq")
    tab.unroute("**/api/puzzles/try")
    tab.click("#answer")
    expect(tab.locator("#message")).to_be_visible()
    expect(tab.locator("#verdicts li")).to_have_count(0)
    expect(tab.locator("#answer")).to_be_enabled()


def test_tiles_are_laid_on_the_board(page: Open) -> None:
    tab = page()
    tab.click("#next")
    says(tab, "#standing", "You 32")  # the second puzzle
    tab.focus("#board")
    for key in ("ArrowUp",) * 6 + ("ArrowRight",) * 2 + (" ",):
        tab.keyboard.press(key)
    tab.keyboard.type("TRINODL")
    expect(tab.locator("#board .laid use")).to_have_count(7)
    tab.keyboard.press("Enter")
    says(tab, "#verdicts", "Yes: J2 TRINOD(A)L, 63 points.")


def test_a_filter_chooses_and_says_when_nothing_is_left(page: Open) -> None:
    tab = page()
    tab.fill("#filter", "phase=early")
    tab.click("#choosing button")
    says(tab, "#status", "1 left")
    tab.fill("#filter", "tag=exchange")
    tab.click("#choosing button")
    says(tab, "#status", "No puzzle passes the filter.")
    tab.fill("#filter", "tag=bngo")
    tab.click("#choosing button")
    says(tab, "#message", "did you mean bingo?")


@pytest.mark.parametrize("width", [320, 360, 390, 1280])
def test_the_board_comes_first_and_nothing_sticks_out(width: int, page: Open) -> None:
    tab = page(width)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    board, heading = (tab.locator(each).bounding_box() for each in ("#board", "#puzzle-heading"))
    assert board["y"] < heading["y"] or width > 1000
