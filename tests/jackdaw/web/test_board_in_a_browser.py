"""The board in headless Chromium: clicks, typing, dragging, live announcements and appearance."""

from time import sleep
from typing import Any

import pytest
from board_pages import (
    GAME,
    HIVE,
    Open,
    bring,
    candidates,
    cgp,
    expect,
    says,
    settings,
    square,
    tiles,
)
from game_pages import HOSTILE
from web_server import OPENING, SAMPLE, RunningServer

from jackdaw.inputs import Source
from jackdaw.web import page_fragment

pytestmark = [pytest.mark.core, pytest.mark.slow]


def test_a_game_is_loaded_stepped_through_simulated_and_stopped(board: Open) -> None:
    tab = board()
    tab.set_input_files("#file", GAME)
    tab.wait_for_selector("#game:not([hidden])")
    assert "Ann Archer" in tab.inner_text("#title")
    assert tab.inner_text("#where") == "Turn 1 of 23" and "8H PELON 16" in tab.inner_text("#summary")
    tab.click("[data-step=on]")
    assert tab.inner_text("#where") == "Turn 2 of 23" and len(tiles(tab, "#board .lying")) == 5
    for key, turn in (("PageDown", "3"), ("ArrowRight", "4"), ("ArrowLeft", "3")):
        tab.keyboard.press(key)
        assert tab.inner_text("#where") == f"Turn {turn} of 23"
    assert "10J BED" in candidates(tab)
    settings(tab, iterations="1000000", seconds="600", sure=False)
    tab.click("#run")
    tab.wait_for_selector("#candidates .span")
    before = tab.inner_text("#candidates caption")
    expect(tab.locator("#candidates caption")).not_to_have_text(before)
    tab.click("#heat")
    assert tab.locator("#board .heat rect").count() > 10
    tab.click("#run")
    says(tab, "#run", "Continue")
    assert "stopped" in tab.inner_text("#state")
    assert tab.locator("#candidates .span").count() == 15
    tab.click("[data-step=last]")
    assert tab.inner_text("#where") == "After the last turn" and "gains for the tiles left" in tab.inner_text(
        "#summary"
    )


def numbers(tab: Any, body: int, column: int) -> list[float]:
    """The figures of a column of the candidates above (1) or below (2) the line."""
    cells = tab.locator(f"#candidates tbody:nth-of-type({body}) td:nth-child({column})").all_inner_texts()
    return [float(text.split()[0].replace("−", "-")) for text in cells]


def test_candidates_are_ranked_and_sorted_as_chosen(board: Open) -> None:
    tab = board()
    bring(tab, HIVE)
    candidates(tab)
    settings(tab, rank_by="win")
    tab.click("#run")
    says(tab, "#state", "99 % confident")
    assert "ranked by chance to win" in tab.inner_text("#candidates caption")
    ranked = tab.locator("#candidates th[aria-sort]")
    assert ranked.inner_text().startswith("Win %") and tab.locator("#candidates tr.line").count() == 1
    for body in (1, 2):
        assert numbers(tab, body, 6) == sorted(numbers(tab, body, 6), reverse=True)
    for name, column in (("Score", 3), ("Best %", 8), ("Static", 9)):
        heading = tab.locator("#candidates th", has_text=name)
        for order in ("descending", "ascending"):
            heading.get_by_role("button").focus()
            tab.keyboard.press("Enter")
            assert heading.get_attribute("aria-sort") == order
            assert tab.evaluate("document.activeElement.textContent") == name
            assert ranked.count() == 1
            for body in (1, 2):
                found = numbers(tab, body, column)
                assert found == sorted(found, reverse=order == "descending")
    tab.locator("#candidates th", has_text="Move").get_by_role("button").click()
    (first, *_), moves = (
        candidates(tab),
        tab.locator("#candidates tbody:nth-of-type(1) td:nth-child(2) button"),
    )
    assert first == min(moves.all_inner_texts())


def test_an_address_opens_a_game(board: Open) -> None:
    """As `jackdaw board GAME` writes it."""
    says(board(page_fragment(Source("game.gcg", SAMPLE))), "#where", "Turn 1 of 23")


def test_a_record_is_dropped_on_the_page(board: Open) -> None:
    tab = board()
    data = tab.evaluate_handle(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "game.gcg"));
            return data;
        }""",
        SAMPLE.decode(),
    )
    tab.dispatch_event("main", "dragover", {"dataTransfer": data})
    assert tab.locator("body.dropping").count() == 1
    tab.dispatch_event("main", "drop", {"dataTransfer": data})
    says(tab, "#where", "Turn 1 of 23")
    assert tab.locator("body.dropping").count() == 0


def test_leaving_a_position_stops_its_simulation(board: Open, served: RunningServer) -> None:
    tab = board()
    bring(tab, HIVE)
    assert candidates(tab)
    jobs = served.app.state.shared.jobs
    for leave in (lambda: bring(tab, OPENING), lambda: tab.close()):
        settings(tab, iterations="1000000", sure=False)
        tab.click("#run")
        tab.wait_for_selector("#candidates .span")
        assert len(jobs) == 1
        leave()
        for _ in range(200):
            if not len(jobs):
                break
            sleep(0.05)
        assert not len(jobs)


def test_a_game_is_reviewed_and_its_chart_leads_to_turns(board: Open) -> None:
    tab = board()
    tab.set_input_files("#file", GAME)
    tab.wait_for_selector("#chart svg")
    assert tab.locator("#chart .mark").count() == 23
    tab.locator("#chart a").nth(15).click()
    assert tab.inner_text("#where") == "Turn 16 of 23" and "Large mistake" in tab.inner_text("#summary")
    assert tab.locator("#chart a[aria-current]").get_attribute("href") == "#turn-16"


def test_an_endgame_is_solved(board: Open) -> None:
    tab = board()
    tab.set_input_files("#file", GAME)
    tab.click("[data-step=last]")
    tab.click("[data-step=back]")
    assert tab.inner_text("#run") == "Solve the endgame"
    candidates(tab)
    tab.click("#run")
    says(tab, "#verdict", "proven")


def test_a_play_is_typed_on_the_board(board: Open) -> None:
    tab = board()
    bring(tab, HIVE.replace("AEINRST", "?AEINRS"))
    candidates(tab)
    at = square(tab, 7, 6)
    tab.mouse.click(**at)
    assert tab.inner_text("#square") == "8G, empty, across"
    tab.keyboard.press("ArrowRight")
    for _ in range(4):
        tab.keyboard.press("ArrowRight")
    tab.keyboard.press("s")
    says(tab, "#tried", "HIVES ✓")
    assert "8H (HIVE)S: 12" in tab.inner_text("#tried") and tiles(tab) == ["19"]
    tab.keyboard.press("Backspace")
    assert tiles(tab) == []
    tab.keyboard.press("Shift+D")
    says(tab, "#tried", "HIVEd ✓")
    assert tiles(tab) == [str(4 | 0x80)]
    tab.keyboard.press("Escape")
    tab.keyboard.press("d")  # the rack has no D but a blank
    assert tiles(tab) == [str(4 | 0x80)]
    tab.keyboard.press("Escape")
    tab.keyboard.press("Space")
    assert tab.inner_text("#square").endswith("down")
    tab.keyboard.press("-")
    assert tab.inner_text("#square").endswith("across")
    tab.keyboard.press("s")
    tab.keyboard.press("Enter")
    says(tab, "#cgp", "HIVES")
    assert cgp(tab).endswith(" / 20/12 0")
    tab.click("#back")
    says(tab, "#cgp", "HIVE4")


def test_a_play_is_typed_as_text(board: Open) -> None:
    tab = board()
    bring(tab, HIVE)
    tab.fill("#text", "8H HIVET")
    says(tab, "#tried", "is not a word")
    tab.fill("#text", "8H HIV")
    says(tab, "#tried", "no tile is laid")
    tab.fill("#text", "H8 .ao")
    says(tab, "#tried", "does not hold")
    tab.fill("#text", "h8 .ae")  # lower case means the tiles of the rack
    says(tab, "#tried", "(H)AE")
    assert tiles(tab) == ["1", "5"]
    tab.press("#text", "Enter")
    says(tab, "#cgp", "20/6 0")


def test_tiles_are_dragged(board: Open) -> None:
    tab = board()
    bring(tab, HIVE.replace("AEINRST", "?AEINRS"))
    candidates(tab)
    tile = tab.locator("#rack button[data-byte='19']")

    def drag(box: Any, row: int, column: int) -> None:
        tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        tab.mouse.down()
        tab.mouse.move(**square(tab, row, column), steps=5)
        tab.mouse.up()

    drag(tile.bounding_box(), 7, 11)
    says(tab, "#tried", "HIVES ✓")
    laid = tab.locator("#board .laid use").bounding_box()
    drag(laid, 6, 11)
    assert tab.locator("#board .laid use").bounding_box()["y"] < laid["y"] and tiles(tab) == ["19"]
    tab.mouse.click(**square(tab, 6, 11))
    assert tiles(tab) == []
    drag(tab.locator("#rack button[data-byte='0']").bounding_box(), 7, 11)
    tab.click("#letters button:has-text('D')")
    says(tab, "#tried", "HIVEd ✓")
    tab.click("#recall")
    assert tiles(tab) == []


def test_tiles_are_tapped_on_a_phone(board: Open) -> None:
    tab = board(width=390, has_touch=True, is_mobile=True)
    bring(tab, HIVE)
    candidates(tab)
    where = square(tab, 7, 11)
    tab.touchscreen.tap(**where)
    tab.locator("#rack button[data-byte='19']").tap()
    says(tab, "#tried", "HIVES ✓")


def test_a_position_is_set_up_by_keys(board: Open) -> None:
    tab = board()
    tab.click("#setup")
    tab.wait_for_selector("#palette button")
    tab.locator("#board").focus()
    for key in "hi":
        tab.keyboard.press(key)
    tab.keyboard.press("Shift+V")
    tab.keyboard.press("e")
    tab.keyboard.press("x")
    tab.keyboard.press("Backspace")
    says(tab, "#cgp", "7HIvE4")
    tab.fill("#own-rack", "einarst")
    says(tab, "#cgp", "AEINRST/")
    tab.fill("#other-score", "20")
    says(tab, "#cgp", "0/20 0")
    assert len(candidates(tab)) == 15
    tab.fill("#other-score", "x7")
    says(tab, "#message", "whole number")
    tab.fill("#other-score", "20")
    tab.fill("#own-rack", "einars7")
    says(tab, "#message", "rack 1")
    tab.fill("#own-rack", "einars")
    tab.click("#palette button[aria-label=S]")
    says(tab, "#cgp", "HIvES")
    assert not tab.is_visible("#message")


def test_a_faulty_record_is_reported(board: Open) -> None:
    tab = board()
    bring(tab, SAMPLE.decode().replace("8H PELON", "8H PEL0N"))
    tab.wait_for_selector("#message:not([hidden])")
    assert "line" in tab.inner_text("#message") and "column" in tab.inner_text("#message")
    tab.set_input_files("#file", GAME | {"buffer": b"#" * (1 << 19)})
    says(tab, "#message", "256 KiB")


def test_names_and_notes_stay_text(board: Open) -> None:
    tab = board()
    bring(tab, HOSTILE.replace("ISO-8859-1", "UTF-8").replace("\x85", ""))
    tab.wait_for_selector("#game:not([hidden])")
    assert tab.locator("#standing script, #game script, #game img, #valued script").count() == 0
    tab.click("[data-step=on]")
    assert "<script>alert" in tab.inner_text("#standing")


def test_the_keyboard_alone_is_enough(board: Open) -> None:
    tab = board()
    bring(tab, HIVE)
    first = candidates(tab)[0]
    reached = set()
    tab.evaluate("document.activeElement.blur()")
    for _ in range(70):
        tab.keyboard.press("Tab")
        reached.add(tab.evaluate("document.activeElement.id || document.activeElement.textContent"))
    assert {
        "open",
        "paste",
        "new",
        "setup",
        "board",
        "shuffle",
        "text",
        "lay",
        "gear",
        "run",
    } <= reached
    tab.locator("#candidates tbody button").first.focus()
    tab.keyboard.press("Enter")
    assert tab.locator("#candidates tbody button[aria-pressed=true]").inner_text() == first and tiles(tab)
    tab.locator("#rack button").first.focus()
    outline = tab.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


@pytest.mark.parametrize("width", [320, 360, 390, 1280])
def test_nothing_sticks_out_sideways(width: int, board: Open) -> None:
    tab = board(width=width)
    tab.set_input_files("#file", GAME)
    candidates(tab)
    tab.click("#setup")
    tab.click("#run")
    tab.wait_for_selector("#candidates .span")
    for details in tab.locator("details").all():
        details.evaluate("each => { each.open = true; }")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tables = tab.locator(".scroll").evaluate_all("all => all.map(e => e.scrollWidth - e.clientWidth)")
    assert max(tables) <= 0


def test_themes_persist(board: Open) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    tab = board(color_scheme="light")
    light = tab.evaluate(ground)
    tab.get_by_role("button", name="Dark colours").click()
    dark = tab.evaluate(ground)
    tab.reload()
    assert tab.evaluate(ground) == dark != light
    assert board(color_scheme="dark").evaluate(ground) == dark


def test_a_larger_board_is_shown(board: Open) -> None:
    tab = board()
    settings(tab, rules="super")
    expect(tab.locator("#board")).to_have_attribute("viewBox", "0 0 720 720")
    assert cgp(tab).count("/21") >= 19
