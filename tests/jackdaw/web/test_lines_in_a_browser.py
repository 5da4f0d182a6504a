"""Lines and practice on the analysis page in headless Chromium."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from board_pages import GAME, candidates, cgp, expect, says
from web_server import serve

from jackdaw.web.application import Settings
from movegen import read_gcg, read_lines

pytestmark = [pytest.mark.core, pytest.mark.slow]
Open = Callable[..., Any]


@pytest.fixture
def game(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open the sample game at turn 7; the console must stay empty but for refusals."""
    reported: list[str] = []
    contexts = []
    with serve(Settings(games=tmp_path, data=tmp_path, progress=tmp_path / "progress.json")) as served:

        def open_page(width: int = 1280, **options: Any) -> Any:
            context = browser.new_context(
                viewport={"width": width, "height": 844}, accept_downloads=True, **options
            )
            contexts.append(context)
            tab = context.new_page()
            tab.set_default_timeout(60_000)
            tab.on("console", lambda message: reported.append(message.text))
            tab.on("pageerror", lambda error: reported.append(str(error)))
            tab.goto(served.address)
            tab.set_input_files("#file", GAME)
            says(tab, "#where", "Turn 1 of 23")
            tab.click('#sheet tr[data-turn="6"] button')
            says(tab, "#where", "Turn 7 of 23")
            return tab

        yield open_page
        for context in contexts:
            context.close()
    assert not [text for text in reported if "status of 400" not in text]


def moves(tab: Any) -> list[str]:
    return [str(text) for text in tab.locator("#line-moves b").all_inner_texts()]


def play(tab: Any, text: str, count: int) -> None:
    tab.fill("#text", text)
    tab.press("#text", "Enter")
    expect(tab.locator("#line-moves li")).to_have_count(count)


def test_a_line_is_played_saved_left_and_opened_again(game: Open, tmp_path: Path) -> None:
    tab = game()
    position = cgp(tab)
    expect(tab.locator("#line")).to_be_hidden()
    play(tab, "m9 eating", 1)
    says(tab, "#line-heading", "Line instead of 6H (P)ING in turn 7")
    assert tab.input_value("#line-rack") == "EIKNUWZ"  # of the next turn of the record
    assert candidates(tab)[0] == "14J WIN(G)E"
    play(tab, "N12 ewk", 2)
    assert (tab.input_value("#line-rack"), tab.inner_text("#line-unknown")) == ("GNT", "4 unknown")
    says(tab, "#line-scores", "After it: Ann Archer 135, Ben Boyle 99.")
    tab.click("#back")
    expect(tab.locator("#line-moves li")).to_have_count(1)
    tab.click("#line-best")  # the engine replies
    expect(tab.locator("#line-moves li")).to_have_count(2)
    assert moves(tab) == ["M9 (EA)TING", "14J WIN(G)E"]
    tab.fill("#line-name", "eating")
    tab.click("#line-save")
    says(tab, "#saved-lines", "Turn 7: M9 (EA)TING, 14J WIN(G)E")
    (file,) = (tmp_path / "lines").glob("*.json")
    (line,) = read_lines(file, read_gcg("jackdaw/samples/ann_v_ben.gcg"))
    assert (line.name, [str(each.move) for each in line.moves]) == ("eating", moves(tab))
    tab.click("#line-end")
    expect(tab.locator("#line")).to_be_hidden()
    assert cgp(tab) == position
    tab.keyboard.press("PageDown")
    says(tab, "#where", "Turn 8 of 23")
    tab.click("#saved-lines .open")
    expect(tab.locator("#line-moves li")).to_have_count(2)
    says(tab, "#where", "Turn 7 of 23")
    with tab.expect_download() as download:
        tab.click("#lines-file")
    assert download.value.suggested_filename == "game.gcg.lines.json"
    assert Path(download.value.path()).read_bytes() == file.read_bytes()
    tab.click('[aria-label="Remove eating"]')
    expect(tab.locator("#saved-lines li")).to_have_count(0)


def test_a_line_survives_a_reload_and_the_back_button(game: Open) -> None:
    tab = game()
    play(tab, "m9 eating", 1)
    play(tab, "N12 EWK", 2)
    position = cgp(tab)
    tab.reload()
    expect(tab.locator("#line-moves li")).to_have_count(2)
    assert cgp(tab) == position
    tab.go_back()
    expect(tab.locator("#line-moves li")).to_have_count(1)
    tab.go_back()
    expect(tab.locator("#line")).to_be_hidden()
    says(tab, "#where", "Turn 7 of 23")


def test_racks_of_a_line_are_set_and_drawn(game: Open) -> None:
    tab = game()
    play(tab, "m9 eating", 1)
    play(tab, "N12 EWK", 2)
    says(tab, "#standing", "Ann Archer 135")
    tab.fill("#line-rack", "EGINNTV")
    tab.press("#line-rack", "Enter")
    expect(tab.locator("#rack button")).to_have_count(7)
    assert candidates(tab)
    tab.click("#line-best")
    expect(tab.locator("#line-moves li")).to_have_count(3)
    tab.click("#line-draw")
    expect(tab.locator("#rack button")).to_have_count(7)
    tab.fill("#line-rack", "QQ")
    tab.press("#line-rack", "Enter")
    says(tab, "#message", "the rack QQ is not possible")


@pytest.mark.parametrize("width", [320, 360, 390, 1280])
def test_nothing_of_a_line_sticks_out(width: int, game: Open) -> None:
    tab = game(width)
    play(tab, "m9 eating", 1)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.locator("#line-save").scroll_into_view_if_needed()
    expect(tab.locator("#line-save")).to_be_visible()


def test_the_mistakes_of_a_player_become_puzzles(game: Open) -> None:
    tab = game()
    button = tab.locator("#practice-players button", has_text="Ben Boyle")
    expect(button).to_contain_text("mistakes")
    button.click()
    tab.wait_for_selector("#practise", timeout=300_000)
    says(tab, "#practise", "Practise these mistakes of Ben Boyle: ")
    count = int(tab.inner_text("#practise").split(": ")[1].split()[0])
    tab.click("#practise")
    says(tab, "#status", f"{count} left")
    expect(tab.locator("#set-note")).to_be_visible()
    tab.click("#show")
    says(tab, "#verdicts", "The best move is")
    tab.click("#set-note a")
    says(tab, "#status", "left")
    expect(tab.locator("#set-note")).to_be_hidden()
