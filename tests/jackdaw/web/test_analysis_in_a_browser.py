"""The analysis page in headless Chromium: its address, first page, layout, scoresheet and kept results."""

import json
from typing import Any

import pytest
from board_pages import (
    ENDGAME,
    GAME,
    HIVE,
    PREENDGAME,
    Open,
    bring,
    candidates,
    cgp,
    expect,
    says,
    settings,
    tiles,
)
from web_server import SAMPLE

pytestmark = [pytest.mark.core, pytest.mark.slow]


def open_sample(tab: Any) -> None:
    tab.click("#sample")
    says(tab, "#where", "Turn 1 of 23")


def test_the_first_page_offers_three_ways_and_a_sample(board: Open) -> None:
    tab = board()
    assert tab.is_visible("#welcome") and not tab.is_visible("#workspace")
    assert tab.locator(".ways li").count() == 3 and tab.is_visible("#drop")
    with tab.expect_file_chooser() as chooser:
        tab.click("#drop")
    chooser.value.set_files(GAME)
    says(tab, "#where", "Turn 1 of 23")
    tab.click(".brand")
    expect(tab.locator("#welcome")).to_be_visible()
    open_sample(tab)
    assert "game=sample" in tab.url and not tab.is_visible("#welcome")
    tab.go_back()
    expect(tab.locator("#welcome")).to_be_visible()
    tab.click("#way-setup")
    expect(tab.locator("#palette")).to_be_visible()
    tab.goto(tab.url.split("#")[0])
    tab.click(".ways a")
    expect(tab.locator("#begin-heading")).to_be_visible()


def test_a_pasted_record_opens_a_game(board: Open) -> None:
    tab = board()
    tab.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""",
        SAMPLE.decode(),
    )
    says(tab, "#where", "Turn 1 of 23")


def test_warnings_about_a_record_stay_as_long_as_it_is_open(board: Open) -> None:
    tab = board()
    bring(tab, "#player1 A Ann\n#player2 B Ben\n>A: ABCDEFG 8H CAB +99 99\n")
    expect(tab.locator("#indices")).to_contain_text("Mistake index")  # reviewed
    says(tab, "#warnings-list", "the score is +99 in the record, but 14 by the rules")
    expect(tab.locator("#warnings-list")).to_be_visible()
    tab.click("#new")
    expect(tab.locator("#warnings-list")).to_be_hidden()


def test_the_address_holds_game_turn_move_and_settings(board: Open) -> None:
    tab = board()
    tab.set_input_files("#file", GAME)
    says(tab, "#where", "Turn 1 of 23")
    tab.locator("#sheet tr[data-turn='9'] button").click()
    says(tab, "#where", "Turn 10 of 23")
    settings(tab, iterations="700", rank_by="win", sure=False)
    candidates(tab)
    tab.locator("#candidates tbody button").nth(2).click()
    chosen = tab.inner_text("#candidates button[aria-pressed=true]")
    shown = tiles(tab)
    tab.reload()
    expect(tab.locator("#candidates button[aria-pressed=true]")).to_have_text(chosen)
    assert tab.inner_text("#where") == "Turn 10 of 23" and tiles(tab) == shown
    assert tab.input_value("#iterations") == "700" and tab.input_value("#rank-by") == "win"
    assert not tab.is_checked("#sure")
    other = board(tab.url.split("/")[-1])  # somebody else with the same address
    says(other, "#where", "Turn 10 of 23")
    assert "Ann Archer" in other.inner_text("#title") and other.input_value("#iterations") == "700"
    tab.go_back()
    says(tab, "#where", "Turn 1 of 23")
    tab.go_forward()
    says(tab, "#where", "Turn 10 of 23")


def test_the_address_holds_a_position_and_the_plays_on_it(board: Open) -> None:
    tab = board()
    bring(tab, HIVE)
    candidates(tab)
    tab.fill("#text", "8H HIVES")
    says(tab, "#tried", "HIVES ✓")
    tab.press("#text", "Enter")
    says(tab, "#cgp", "HIVES")
    tab.reload()
    says(tab, "#cgp", "HIVES")
    tab.go_back()
    says(tab, "#cgp", "HIVE4")
    tab.goto(tab.url.split("#")[0] + "#game=nonsense")
    says(tab, "#message", "does not hold a whole game")


def test_an_address_without_a_whole_position_shows_the_first_page(board: Open) -> None:
    tab = board("#cgp=nonsense")
    says(tab, "#message", "racks: missing")
    expect(tab.locator("#welcome")).to_be_visible()  # there was nothing at all


def test_a_step_right_after_a_change_keeps_the_game(board: Open) -> None:
    tab = board("#game=sample&turn=5")
    says(tab, "#where", "Turn 5 of 23")
    tab.click("#setup")
    tab.fill("#own-rack", "AEINRST")
    tab.keyboard.press("PageDown")
    tab.wait_for_timeout(1000)
    says(tab, "#where", "Turn 6 of 23")
    assert tab.is_visible("#game") and "AEINRST" not in cgp(tab)


def test_two_tabs_do_not_disturb_each_other(board: Open) -> None:
    one, two = board(), board()
    open_sample(one)
    bring(two, HIVE)
    says(two, "#cgp", "HIVE")
    one.reload()
    says(one, "#where", "Turn 1 of 23")
    assert "HIVE" in cgp(two)


def test_results_are_kept_while_the_tab_lives(board: Open) -> None:
    tab = board()
    open_sample(tab)
    settings(tab, iterations="300", sure=False)
    candidates(tab)
    tab.click("#run")
    says(tab, "#kept", "300 iterations")
    table = tab.inner_text("#candidates")
    tab.click("[data-step=on]")
    says(tab, "#where", "Turn 2")
    expect(tab.locator("#sheet tr[data-turn='0'] .dot")).to_have_attribute("title", "300 iterations")
    tab.click("[data-step=back]")
    assert tab.inner_text("#candidates") == table
    tab.reload()
    says(tab, "#kept", "300 iterations")
    assert tab.inner_text("#candidates") == table


def test_a_simulation_is_stopped_and_goes_on(board: Open) -> None:
    tab = board()
    open_sample(tab)
    settings(tab, iterations="1000", sure=False)
    candidates(tab)
    tab.click("#run")
    says(tab, "#kept", "1,000 iterations")
    assert tab.inner_text("#run") == "Continue"
    tab.click("#run")
    says(tab, "#kept", "2,000 iterations")
    settings(tab, plies="3")
    assert tab.inner_text("#run") == "Simulate"  # that is another simulation
    settings(tab, plies="")
    tab.click("#restart")
    says(tab, "#kept", "1,000 iterations")


def column(tab: Any, title: str) -> list[float]:
    """The figures under a heading, without their errors, of the moves that were not given up."""
    heads = tab.locator("#candidates thead th button").all_inner_texts()
    cells = tab.locator(f"#candidates tbody:nth-of-type(1) td:nth-child({heads.index(title) + 1})")
    return [float(text.split()[0]) for text in cells.all_inner_texts()]


def ranking(tab: Any) -> list[str]:
    return [str(text) for text in tab.locator("#candidates th [aria-pressed=true]").all_inner_texts()]


def test_a_simulation_says_that_the_server_has_ended(browser: Any, board_program: Any) -> None:
    process, port = board_program()
    tab, errors = browser.new_page(), []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(f"http://127.0.0.1:{port}/")
    open_sample(tab)
    tab.click("#run")
    says(tab, "#state", "iterations")
    process.kill()
    says(tab, "#message", "the connection to the server was lost")
    expect(tab.locator("#run")).to_have_text("Continue")
    assert not errors
    tab.close()


def test_a_heading_ranks_a_simulation(board: Open) -> None:
    tab = board()
    open_sample(tab)
    tab.locator("#sheet tr[data-turn='9'] button").click()
    settings(tab, iterations="300", sure=False)
    candidates(tab)
    tab.click("#run")
    says(tab, "#kept", "300 iterations")
    assert ranking(tab) == ["Utility"]
    assert column(tab, "Utility") == sorted(column(tab, "Utility"), reverse=True)
    for title, value in (("Equity", "equity"), ("Win %", "win")):
        tab.locator("#candidates thead").get_by_role("button", name=title).click()
        assert ranking(tab) == [title] and tab.input_value("#rank-by") == value
        assert f"rank-by={value}" in tab.url
        figures = column(tab, title)
        assert figures == sorted(figures, reverse=True) and len(figures) == 15
        assert column(tab, "#") == sorted(column(tab, "#"))
        sorts = tab.locator("#candidates th[aria-sort]")
        assert sorts.count() == 1 and sorts.get_attribute("aria-sort") == "descending"
        assert sorts.inner_text().startswith(title)
    tab.reload()
    expect(tab.locator("#candidates th.ranking")).to_have_text("Win %")
    says(tab, "#kept", "300 iterations")
    settings(tab, rank_by="utility")
    assert ranking(tab) == ["Utility"] and "rank-by" not in tab.url
    equity = tab.locator("#candidates thead").get_by_role("button", name="Equity")
    equity.focus()
    tab.keyboard.press("Enter")  # and the keyboard stays there
    assert ranking(tab) == ["Equity"]
    expect(equity).to_be_focused()
    tab.click("#run")  # nothing was given up, so it goes on in the new ranking
    says(tab, "#kept", "600 iterations")
    assert ranking(tab) == ["Equity"]


def begin_simulation(tab: Any) -> None:
    """Begin one that does not end by itself, and wait for its first figures."""
    open_sample(tab)
    settings(tab, iterations="1000000", sure=False)
    candidates(tab)
    tab.click("#run")
    tab.wait_for_selector("#candidates .span")


def test_a_running_simulation_is_ranked_by_a_heading(board: Open) -> None:
    tab = board()
    begin_simulation(tab)
    tab.locator("#candidates thead").get_by_role("button", name="Equity").click()
    before = tab.inner_text("#state")
    expect(tab.locator("#state")).not_to_have_text(before)
    says(tab, "#candidates caption", "ranked by equity")
    assert tab.inner_text("#run") == "Stop" and ranking(tab) == ["Equity"]
    tab.click("#run")
    says(tab, "#state", "stopped")
    assert column(tab, "Equity") == sorted(column(tab, "Equity"), reverse=True)


@pytest.mark.parametrize("key", [None, "Space"])
def test_a_candidate_pressed_while_the_table_is_filled_anew_is_chosen(board: Open, key: str | None) -> None:
    """The table waits for the end of the press, and is filled then."""
    tab = board()
    begin_simulation(tab)
    button = tab.locator("#candidates tbody button").nth(2)
    button.focus()  # the keyboard's
    button.hover()  # the mouse's
    tab.keyboard.down(key) if key else tab.mouse.down()
    # a table that is filled anew between the focus and the press keeps the focus on its move
    move = tab.evaluate("document.activeElement.innerText") if key else button.inner_text()
    figures, before = tab.inner_text("#candidates tbody"), tab.inner_text("#state")
    for _ in range(3):
        expect(tab.locator("#state")).not_to_have_text(before)
        before = tab.inner_text("#state")
    assert tab.inner_text("#candidates tbody") == figures
    tab.keyboard.up(key) if key else tab.mouse.up()
    expect(tab.locator("#candidates tbody [aria-pressed=true]")).to_have_text(move)
    assert tiles(tab)
    expect(tab.locator("#candidates tbody")).not_to_have_text(figures)


def test_an_endgame_shows_its_best_line_while_it_runs(board: Open) -> None:
    tab = board()
    bring(tab, ENDGAME)
    candidates(tab)
    tab.click("#run")
    says(tab, "#state", "values proven")
    says(tab, "#verdict", "Best play")
    tab.click("#run")
    says(tab, "#state", "stopped")
    assert "Best play" in tab.inner_text("#verdict")
    table = tab.inner_text("#candidates")
    tab.reload()
    says(tab, "#kept", "searched")
    assert tab.inner_text("#candidates") == table


def test_the_button_names_the_method_that_runs(board: Open) -> None:
    tab = board()
    bring(tab, PREENDGAME)
    says(tab, "#run", "Search the pre-endgame")
    settings(tab, simulate=True)
    says(tab, "#run", "Simulate")


def test_setting_up_shows_its_fields_beside_the_board(board: Open) -> None:
    tab = board(width=1280, height=800)
    tab.click("#way-setup")
    box = tab.locator("#palette").bounding_box()
    assert box["y"] + box["height"] < 800
    says(tab, "#state", "Enter a rack")


def test_several_positions_are_stepped_through(board: Open) -> None:
    tab = board()
    racks = ["AEINRST", "QIZJXKV", "AABBCCD"]
    bring(tab, "\n".join(HIVE.replace("AEINRST", rack) for rack in racks))
    says(tab, "#where", "Position 1 of 3")
    assert tab.locator("#positions tbody tr").count() == 3 and "positions=" in tab.url
    candidates(tab)
    tab.keyboard.press("PageDown")
    says(tab, "#where", "Position 2 of 3")
    says(tab, "#cgp", "IJKQVXZ")
    tab.locator("#positions tbody tr button").nth(2).click()
    says(tab, "#cgp", "AABBCCD")
    assert tab.locator("[data-step=on]").is_disabled()
    settings(tab, iterations="200", sure=False)
    candidates(tab)
    tab.click("#run")
    says(tab, "#kept", "200 iterations")
    expect(tab.locator("#positions tr[data-turn='2'] .dot")).to_have_attribute("title", "200 iterations")
    tab.reload()
    says(tab, "#where", "Position 3 of 3")
    assert tab.locator("#positions tr[aria-current] .move").inner_text().strip() == "AABBCCD"
    tab.go_back()
    says(tab, "#where", "Position 2 of 3")
    tab.goto(tab.url.split("#")[0] + "#positions=nonsense")
    says(tab, "#message", "does not hold whole positions")


def test_a_click_on_a_candidate_shows_why_the_best_is_better(board: Open) -> None:
    tab = board()
    open_sample(tab)
    says(tab, "#reviewed", "simulation")  # the quick review has changed the candidates
    best, other = candidates(tab)[0], candidates(tab)[4]
    tab.locator("#candidates tbody button").nth(4).click()
    says(tab, "#why-heading", f"Why {best} is better than {other}")
    assert tab.locator("#reasons li").count() > 0 and tiles(tab)
    tab.locator("#candidates tbody button").nth(4).click()
    expect(tab.locator("#why-heading")).not_to_contain_text("is better than")
    assert tiles(tab) == []


def test_the_candidates_stay_where_they_are_when_a_review_or_the_next_turn_is_shown(board: Open) -> None:
    tab, held = board(), []
    tab.route("**/api/review", lambda route: held.append(route))
    open_sample(tab)
    candidates(tab)
    before = tab.locator("#candidates").bounding_box()["y"]
    held[0].continue_()
    says(tab, "#summary", "Small mistake")
    assert tab.locator("#candidates").bounding_box()["y"] == before
    tab.keyboard.press("PageDown")
    says(tab, "#summary", "Best move")
    assert tab.locator("#candidates").bounding_box()["y"] == before


def test_a_review_begins_again_when_the_server_is_back(board: Open) -> None:
    """It says that it ends, then its answer breaks off; the review that the page shows stays."""
    tab, asked = board(), []

    def answer(route: Any) -> None:
        if json.loads(route.request.post_data)["effort"] == "quick":
            return route.continue_()
        asked.append(route)
        if len(asked) > 2:
            return route.continue_()
        ending = "event: ending\ndata: {}\n\n" if len(asked) == 1 else ""
        return route.fulfill(status=200, content_type="text/event-stream", body=ending)

    tab.route("**/api/review", answer)
    open_sample(tab)
    says(tab, "#reviewed", "The server cannot be reached. The review waits for it")
    assert tab.locator("#sheet .badge").count() > 0
    says(tab, "#reviewed", "simulation")
    assert len(asked) == 3 and not tab.is_visible("#message")


def test_the_scoresheet_shows_grades_and_leads_to_turns(board: Open) -> None:
    tab = board()
    open_sample(tab)
    tab.wait_for_selector("#sheet .badge")
    rows = tab.locator("#sheet tbody tr")
    assert rows.count() == 24
    cells = rows.nth(4).locator("td").all_inner_texts()
    assert cells[1].strip() == "O8 VI(B)EX" and cells[2:4] == ["75", "121"] and cells[5].endswith("%")
    says(tab, "#reviewed", "simulation")  # the normal review follows by itself
    rows.nth(4).locator("button").click()
    assert tab.inner_text("#where") == "Turn 5 of 23"
    assert rows.nth(4).get_attribute("aria-current") == "true"
    assert len(tiles(tab, "#board .played")) == 4
    candidates(tab)
    assert tab.locator("#board .best-play rect").count() > 0
    tab.locator("#candidates tbody button").nth(1).click()
    expect(tab.locator("#board.laying .played")).to_have_css("opacity", "0")
    tab.locator("#sheet tbody button").last.click()
    assert tab.inner_text("#where") == "After the last turn"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1600, 900), (1920, 1080)])
def test_the_board_is_as_large_as_the_window_allows(width: int, height: int, board: Open) -> None:
    tab = board(width=width, height=height)
    open_sample(tab)
    candidates(tab)
    boxes = {name: tab.locator(name).bounding_box() for name in ("#board", "#valued", "#steps", "#rack")}
    assert boxes["#board"]["width"] > 0.7 * height
    assert boxes["#steps"]["y"] > boxes["#rack"]["y"] > boxes["#board"]["y"] + boxes["#board"]["height"]
    assert boxes["#steps"]["y"] + boxes["#steps"]["height"] <= height
    assert boxes["#valued"]["x"] > boxes["#board"]["x"] + boxes["#board"]["width"]
    assert abs(boxes["#valued"]["y"] - boxes["#board"]["y"]) < 10
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.wait_for_selector("#sheet .badge")
    for pane in ("#sheet-scroll", "#candidates-scroll"):
        assert tab.locator(pane).evaluate("each => each.scrollWidth - each.clientWidth") <= 0


def test_a_phone_has_the_board_first_and_targets_for_thumbs(board: Open) -> None:
    tab = board(width=390, has_touch=True, is_mobile=True)
    open_sample(tab)
    candidates(tab)
    order = ["#board", "#rack", "#steps", "#candidates", "#sheet"]
    tops = [tab.locator(name).bounding_box()["y"] for name in order]
    assert tops == sorted(tops)
    assert tab.locator("#board").bounding_box()["width"] == 390
    assert tab.locator("#rack button").first.bounding_box()["width"] >= 44
    displays = tab.locator("summary").evaluate_all("all => all.map(each => getComputedStyle(each).display)")
    assert set(displays) == {"list-item"}  # with the triangle that says that it opens
    small = tab.evaluate(
        """() => [...document.querySelectorAll("button, input, select, a, summary")].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width && !each.closest("svg, .unseen, .skip, thead") && each.checkVisibility()
                && !each.matches(".unseen, .skip") && box.height < 43.5;
        }).map((each) => each.outerHTML.slice(0, 80))"""
    )
    assert small == [], json.dumps(small, indent=1)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [360, 390, 980, 1280, 1920])
def test_no_move_wraps_in_the_scoresheet(width: int, board: Open) -> None:
    tab = board(width=width)
    long = b">A: AEOQRVX 8H OVER +14 14\n>B: CEEILNT 8C INTEL....EC +68 68\n>A: AAEILRT M8 .ALERTIA +9 23\n"
    tab.set_input_files("#file", GAME | {"buffer": b"#player1 A A\n#player2 B B\n" + long})
    tab.wait_for_selector("#sheet .badge")
    assert "8C INTEL(OVER)EC" in tab.locator("#sheet button").all_inner_texts()
    lines = tab.locator("#sheet td.move button").evaluate_all(
        "all => all.map(each => each.getClientRects().length)"
    )
    assert set(lines) == {1}
    heights = tab.locator("#sheet tr:has(td button)").evaluate_all(
        "all => all.map(each => each.offsetHeight)"
    )
    assert max(heights) - min(heights) <= 2
    box = tab.locator("#sheet-scroll").evaluate("each => each.scrollWidth - each.clientWidth")
    assert box <= 0 and tab.locator("#sheet td").last.is_visible()


def test_a_long_game_scrolls_and_steps(board: Open) -> None:
    tab = board()
    lines = [b"#player1 A A", b"#player2 B B"]
    lines += [b">%s: ABCDEFG - +0 0" % (b"AB"[turn % 2 : turn % 2 + 1]) for turn in range(300)]
    tab.set_input_files("#file", GAME | {"buffer": b"\n".join(lines) + b"\n"})
    tab.wait_for_selector("#game:not([hidden])")
    tab.keyboard.press("PageDown")
    says(tab, "#where", "Turn 2 of")
