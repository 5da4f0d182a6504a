"""Playing on the board in headless Chromium: whole games, several people at one screen, saved games."""

import time
from pathlib import Path
from typing import Any

import pytest
from board_pages import square
from play_pages import Open, begin, expect, play_best

from sims.games.simulation_player import simulated_move

pytestmark = [pytest.mark.core, pytest.mark.slow]


def status(tab: Any) -> str:
    return str(tab.inner_text("#status"))


def test_a_game_is_played_to_its_end_against_the_engine(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "static"))
    tab.check("#helps")
    turns = 0
    while True:
        expect(tab.locator("#status")).not_to_contain_text("thinking")
        lines, said = tab.locator("#history tr").count(), status(tab)
        if "over" in said:
            break
        assert said in ("Ann, it is your turn", "Scoring the game …")
        if "turn" in said:  # a last play that cannot be phony is accepted by itself
            play_best(tab)
        tab.wait_for_function(
            "before => document.querySelectorAll('#history tr').length > before"
            " || document.querySelector('#ending:not([hidden])')",
            arg=lines,
        )
        turns += 1
        assert turns < 40
    assert "won" in status(tab) or "a draw" in status(tab)
    assert turns > 5 and "points for" in tab.inner_text("#history")
    with tab.expect_download() as download:
        tab.click("#gcg")
    record = Path(download.value.path()).read_text(encoding="utf-8")
    assert "#player1 Ann Ann\n" in record and record.count("\n>") > 15
    expect(tab.locator("#totals")).to_contain_text("Worst play", timeout=60_000)
    assert tab.inner_text("#totals").count("Best play") == 2
    tab.click("#rematch")
    expect(tab.locator("#ending")).to_be_hidden()
    assert (
        tab.locator("#standing tr td:first-child").first.inner_text().startswith("Jack")
    )  # begins this time
    tab.go_back()
    expect(tab.locator("#ending")).to_be_visible()
    tab.click("#review-game")
    expect(tab.locator("#title")).to_contain_text("Ann", timeout=60_000)  # another page, whose review begins
    tab.wait_for_selector("#sheet .badge")
    tab.go_back()
    expect(tab.locator("#ending")).to_be_visible()


def test_a_game_of_passes_has_no_best_play(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Ben", ""))
    for turn in range(6):
        tab.click("#sit")
        tab.click("#pass")
        tab.click("#confirm-yes")
        expect(tab.locator("#history tr")).to_have_count(turn + 1 if turn < 5 else 8)  # with two penalties
    expect(tab.locator("#totals")).to_contain_text("Worst play: (pass) on turn", timeout=60_000)
    expect(tab.locator("#totals")).not_to_contain_text("Best play")


def test_racks_are_hidden_from_the_others_at_the_screen(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Ben", ""))
    assert "nobody else is looking" in status(tab) and tab.locator("#rack button").count() == 0
    tab.click("#sit")
    expect(tab.locator("#rack button")).to_have_count(7)
    rack = "all => all.map(e => e.dataset.byte)"
    ann = tab.locator("#rack button").evaluate_all(rack)
    tab.check("#helps")
    play_best(tab)
    expect(tab.locator("#sit")).to_have_text("Ben: show my rack")
    assert tab.locator("#rack button").count() == 0
    tab.click("#sit")
    expect(tab.locator("#rack button")).to_have_count(7)
    assert tab.locator("#rack button").evaluate_all(rack) != ann
    assert tab.locator("#challenge-it").is_visible()
    tab.click("#challenge-it")
    assert "Challenge" in tab.inner_text("#confirm-text")
    tab.click("#confirm-yes")
    expect(tab.locator("#sit")).to_have_text(
        "Ann: show my rack"
    )  # the play stood, and that cost Ben the turn


def test_a_phony_is_challenged_off_the_board(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Ben", ""))
    tab.click("#sit")
    expect(tab.locator("#rack button")).to_have_count(7)
    tab.locator("#board").focus()
    bytes_ = tab.locator("#rack button").evaluate_all("all => all.map(e => e.dataset.byte)")
    letters = [chr(64 + int(byte)) for byte in bytes_ if byte != "0"]
    for letter in letters:
        tab.keyboard.press(letter.lower())
    expect(tab.locator("#tried")).to_contain_text(":")
    assert "not a word" not in tab.inner_text("#tried")  # where plays can be challenged nobody says so
    tab.keyboard.press("Enter")
    tab.click("#sit")
    tab.click("#challenge-it")
    tab.click("#confirm-yes")
    expect(tab.locator("#history")).to_contain_text("phony withdrawn")
    expect(tab.locator("#status")).to_have_text("Ben, it is your turn")  # who challenges need not come again
    expect(tab.locator("#rack button")).to_have_count(7)


def test_tiles_are_exchanged_and_a_turn_passed(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "greedy"))
    tab.click("#exchange")
    tab.locator("#rack button").nth(0).click()
    tab.locator("#rack button").nth(3).focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#exchange")).to_have_text("Exchange 2")
    assert tab.evaluate("document.activeElement.className") == "chosen"  # the keyboard has not lost its place
    assert not tab.is_visible("#challenge-it")  # an engine of ours never plays phonies
    tab.click("#exchange")
    tab.click("#confirm button[value='']")
    expect(tab.locator("#exchange")).to_have_text("Exchange 2")  # nothing was done yet
    tab.click("#exchange")
    tab.click("#confirm-yes")
    expect(tab.locator("#history")).to_contain_text("(exch 2)")
    expect(tab.locator("#status")).to_have_text("Ann, it is your turn")
    tab.click("#pass")
    tab.click("#confirm-yes")
    expect(tab.locator("#history")).to_contain_text("(pass)")


def test_screen_readers_hear_what_the_engine_played(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "greedy"))
    tab.check("#helps")
    play_best(tab)
    expect(tab.locator("#history tr")).to_have_count(2)
    expect(tab.locator("#square")).to_contain_text("Jack: ")
    expect(tab.locator("#square")).to_contain_text("+")


def test_a_shuffle_keeps_the_choice_of_tiles_to_exchange(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "greedy"))
    tab.click("#exchange")
    for index in (0, 3):
        tab.locator("#rack button").nth(index).click()
    chosen = "all => all.map(each => each.dataset.byte).sort()"
    before = tab.eval_on_selector_all("#rack button.chosen", chosen)
    for _ in range(4):
        tab.click("#shuffle")
        assert tab.eval_on_selector_all("#rack button.chosen", chosen) == before
        assert tab.eval_on_selector_all("#rack [aria-pressed=true]", chosen) == before


def swipe(tab: Any, start: dict[str, float], end: dict[str, float]) -> None:
    """Move a finger over the screen."""
    session = tab.context.new_cdp_session(tab)
    points = [{key: start[key] + (end[key] - start[key]) * step / 8 for key in "xy"} for step in range(9)]
    for kind, touches in [
        ("touchStart", points[:1]),
        *(("touchMove", [point]) for point in points[1:]),
        ("touchEnd", []),
    ]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_a_finger_drags_placed_tiles_and_scrolls_elsewhere(page: Open) -> None:
    tab = page(width=390, has_touch=True, is_mobile=True)
    begin(tab, "training", ("Ann", ""))
    tab.fill("#own-rack", "AEINRST")
    tab.click("#training button")
    tab.locator("#rack button").first.tap()
    expect(tab.locator("#tried")).to_contain_text("8H A")
    swipe(tab, square(tab, 7, 7), square(tab, 7, 9))
    expect(tab.locator("#tried")).to_contain_text("8J A")
    before = tab.evaluate("scrollY")
    swipe(tab, square(tab, 12, 3), square(tab, 6, 3))
    tab.wait_for_function("before => scrollY > before", arg=before)
    expect(tab.locator("#tried")).to_contain_text("8J A")


@pytest.mark.parametrize("instead", ["typed", "laid", "chosen"])
def test_a_play_made_instead_of_an_exchange_ends_the_choice_of_tiles(instead: str, page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Ann", ""), ("Jack", "greedy"))
    tab.check("#helps")
    tab.click("#kibitz")
    best = tab.locator("#candidates tbody button").first
    move = best.inner_text()
    tab.click("#exchange")
    tab.locator("#rack button").nth(0).click()
    tab.click("#lay")  # asks first, as the button of the exchange does
    tab.click("#confirm button[value='']")
    expect(tab.locator("#exchange")).to_have_text("Exchange 1")
    if instead == "typed":
        tab.fill("#text", move)
        expect(tab.locator("#tried")).to_contain_text(move)
    elif instead == "laid":
        tab.locator("#board").focus()
        tab.keyboard.press("Shift+A")
        expect(tab.locator("#tried")).not_to_contain_text("Choose the tiles")
    else:
        best.click()
    expect(tab.locator("#exchange")).to_have_text("Exchange…")
    tab.click("#lay")
    if instead == "laid":  # one tile is no play, and nothing else is done
        expect(tab.locator("#message")).to_contain_text("first play")
        return
    expect(tab.locator("#history")).to_contain_text(move)
    assert "exch" not in tab.inner_text("#history")


def test_a_duplicate_game_has_standings(page: Open) -> None:
    tab = page()
    begin(tab, "duplicate", ("Ann", ""), ("Ben", ""), ("Jill", "greedy"))
    for round_ in (1, 2):
        tab.check("#helps")
        play_best(tab)
        expect(tab.locator("#status")).to_have_text("Ben, it is your turn")
        tab.click("#none")
        expect(tab.locator("#history tr.top")).to_have_count(round_)
        expect(tab.locator("#status")).to_have_text("Ann, it is your turn")
    rows = tab.locator("#standing tr").all_inner_texts()
    assert "100.0 %" in rows[0] and "0.0 %" in rows[1] and "100.0 %" in rows[2]


def test_a_duplicate_game_is_played_to_its_end_and_reviewed(page: Open) -> None:
    tab = page()
    begin(tab, "duplicate", ("Ann", ""), ("Jill", "beginner"))
    tab.check("#helps")
    tab.click("#none")
    # Without this wait every later one would see the round before its own, and the loop would miss the end.
    expect(tab.locator("#history tr.top")).to_have_count(1)
    for _ in range(60):
        if tab.is_visible("#ending"):
            break
        rounds = tab.locator("#history tr.top").count()
        play_best(tab)
        expect(tab.locator("#history tr.top")).to_have_count(rounds + 1)
    assert "Ann won" in status(tab) and not tab.is_visible("#rack")
    expect(tab.locator("#totals")).to_contain_text("Worst play")
    totals = tab.inner_text("#totals")
    assert totals.count("Best play") == totals.count("Worst play") == 2
    assert "Worst play: no move in round 1" in totals and "the best play in" in totals
    tab.click("#review-game")
    rows = tab.locator("#rounds-table tbody tr")
    expect(rows).to_have_count(tab.locator("#history tr.top").count())
    lost = [row.locator("td").nth(4).inner_text() for row in rows.all()]
    assert lost[0].startswith("−") and set(lost[1:]) == {"0"}  # but in the first round Ann played the tops
    rows.nth(1).locator("button").first.click()
    expect(tab.locator("#round-words")).to_contain_text("Round 2, rack")
    best = tab.locator("#board .best-play rect").count()
    assert best and tab.locator("#board .played use").count() == best
    tab.click("#round-end")
    expect(tab.locator("#rounds")).to_be_hidden()
    assert tab.locator("#board .played use").count() == 0 and tab.locator("#board .lying use").count() > 30
    tab.click("#review-game")
    rows.nth(1).locator("button").first.click()
    tab.click("#round-analyze")
    tab.wait_for_selector("#candidates tbody tr")
    assert tab.locator("#board .lying use").count() < 10
    tab.go_back()
    tab.click("#rematch")
    expect(tab.locator("#status")).to_have_text("Ann, it is your turn")


def test_training_is_reviewed(page: Open) -> None:
    tab = page()
    begin(tab, "training", ("Ann", ""))
    racks = ["AEINRST", "EILNORT", "ADEGINT", "AELORST", "ADEINRT", "AEINOTU"]  # drawn ones may have no play
    for count, rack in enumerate(racks, start=1):
        tab.fill("#own-rack", rack)
        tab.press("#own-rack", "Enter")
        expect(tab.locator("#rack button")).to_have_count(7)
        play_best(tab)
        expect(tab.locator("#history tr")).to_have_count(count)
    tab.click("#finish")
    expect(tab.locator("#ending-heading")).to_have_text("Training so far")
    expect(tab.locator("#totals")).to_contain_text("Lost: 0 points of equity")
    expect(tab.locator("#totals")).to_contain_text("Best play")
    rows = tab.locator("#rounds-table tbody tr")
    expect(rows).to_have_count(tab.locator("#history tr").count())
    rows.last.locator("button").first.click()
    expect(tab.locator("#round-words")).to_contain_text(f"Round {rows.count()}, rack")
    tab.click("#round-end")
    tab.click("#undo")  # and training goes on
    expect(tab.locator("#redo")).to_be_enabled()


def reach(tab: Any, where: str) -> None:
    """Go there with the tabulator key."""
    for _ in range(80):
        if tab.evaluate("where => document.activeElement.matches(where)", where):
            return
        tab.keyboard.press("Tab")
    raise AssertionError(f"{where} cannot be reached")


def go_to(tab: Any, square: str) -> None:
    """Move the cursor from the middle of the board to a square, and turn it down for a column first."""
    is_down = square[0].isalpha()
    row, column = (int(square[1:]), square[0]) if is_down else (int(square[:-1]), square[-1])
    for forward, backward, steps in (("Down", "Up", row - 8), ("Right", "Left", ord(column) - ord("H"))):
        for _ in range(abs(steps)):
            tab.keyboard.press(f"Arrow{forward if steps > 0 else backward}")
    if is_down:
        tab.keyboard.press("Space")


def test_a_turn_is_made_by_keyboard_alone(page: Open) -> None:
    tab = page()
    tab.locator("input[value=free]").focus()
    for _ in range(30):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.textContent") == "Begin":
            break
    tab.keyboard.press("Enter")
    expect(tab.locator("#status")).to_have_text("It is your turn")
    expect(tab.locator("#board")).to_be_focused()

    reach(tab, "#helps")
    tab.keyboard.press("Space")
    reach(tab, "#kibitz")
    tab.keyboard.press("Enter")
    first = tab.locator("#candidates tbody button").first
    first.wait_for()
    move = first.inner_text().split()
    if move[0].startswith("("):  # no play is best
        return
    square, letters = move[0], move[1].replace("(", "").replace(")", "")
    reach(tab, "#board")
    go_to(tab, square)
    for letter in letters:
        tab.keyboard.press(f"Shift+{letter.upper()}" if letter.islower() else letter.lower())
    expect(tab.locator("#tried")).to_contain_text(f"{move[0]} {move[1]}")
    tab.keyboard.press("Enter")
    expect(tab.locator("#history tr")).to_have_count(2)


def test_after_begin_a_phone_shows_the_board_and_the_rack(page: Open) -> None:
    tab = page(width=390)
    tab.locator("#begin button.main").scroll_into_view_if_needed()
    tab.evaluate("document.querySelector('#begin button.main').click()")
    expect(tab.locator("#rack button")).to_have_count(7)
    before = tab.evaluate("scrollY")
    for where in ("#board", "#rack", "#standing"):
        box = tab.locator(where).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844
    tab.wait_for_timeout(500)
    assert tab.evaluate("scrollY") == before
    top = tab.locator("#board").bounding_box()["y"]
    tab.fill("#text", "8h zzzzzz")
    tab.keyboard.press("Enter")
    expect(tab.locator("#message")).to_be_in_viewport()  # wherever the page has been scrolled to
    assert tab.locator("#board").bounding_box()["y"] == top
    tab.click("#message")
    expect(tab.locator("#message")).to_be_hidden()


def test_training_goes_back_and_forward(page: Open) -> None:
    tab = page()
    begin(tab, "training", ("Ann", ""))
    tab.fill("#own-rack", "aeinrst")
    tab.click("#training button")
    expect(tab.locator("#rack button")).to_have_count(7)
    for _ in range(4):
        tab.click("#hint")
    expect(tab.locator("#hinted")).to_contain_text("points")
    play_best(tab)
    expect(tab.locator("#board .lying use")).to_have_count(7)
    tab.click("#undo")
    expect(tab.locator("#board .lying use")).to_have_count(0)
    tab.click("#redo")
    expect(tab.locator("#board .lying use")).to_have_count(7)
    tab.click("#draw")
    expect(tab.locator("#rack button")).to_have_count(7)
    tab.fill("#own-rack", "zzzz")
    tab.click("#training button")
    expect(tab.locator("#message")).to_contain_text("more tiles than are left")


def test_saved_games_are_listed_and_resumed(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("Zoë <b>", ""), ("Jack", "greedy"))
    tab.check("#helps")
    play_best(tab)
    expect(tab.locator("#history tr")).to_have_count(2)
    expect(tab.locator("#status")).to_have_text("Zoë <b>, it is your turn")
    history, rack = tab.inner_text("#history"), tab.locator("#rack button").count()
    tab.reload()
    expect(tab.locator("#status")).to_have_text("Zoë <b>, it is your turn")
    assert tab.inner_text("#history") == history
    tab.click("#lobby-button")
    saved = tab.locator("#saved button", has_text="Zoë <b>")
    assert "to be continued" in saved.inner_text() and "Jack " in saved.inner_text()
    saved.click()
    tab.wait_for_selector("#playing:not([hidden])")
    expect(tab.locator("#status")).to_have_text("Zoë <b>, it is your turn")
    assert (tab.inner_text("#history"), tab.locator("#rack button").count()) == (history, rack)


def test_a_saved_game_is_deleted_after_a_question(page: Open) -> None:
    tab = page()
    begin(tab, "free", ("To be deleted", ""), ("Jack", "greedy"))
    tab.click("#lobby-button")
    row = tab.locator("#saved li", has_text="To be deleted")
    row.locator("button[title=Delete]").click()
    tab.click("#confirm button[value='']")
    expect(row).to_have_count(1)
    row.locator("button[title=Delete]").click()
    tab.click("#confirm-yes")
    expect(row).to_have_count(0)


def test_an_engine_that_thinks_is_asked_to_move_now(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def simulate_when_asked(*given: Any) -> Any:
        while not given[-1].is_stopped:
            time.sleep(0.01)
        return simulated_move(*given)

    monkeypatch.setattr("sims.games.move_chooser.simulated_move", simulate_when_asked)
    tab = page()
    begin(tab, "free", ("Jack", "sim_2ply"), ("Ann", ""))
    tab.click("#interrupt")
    expect(tab.locator("#status")).to_have_text("Ann, it is your turn", timeout=60_000)
    expect(tab.locator("#history tr")).to_have_count(1)


def test_lower_case_means_the_tiles_of_the_rack(page: Open) -> None:
    tab = page()
    begin(tab, "training", ("Ann", ""))
    tab.fill("#own-rack", "gravy?s")
    tab.click("#training button")
    expect(tab.locator("#rack button")).to_have_count(7)
    assert tab.get_by_role("button", name="blank", exact=True).count() == 1  # not a question mark
    tab.fill("#text", "8d gravy")
    expect(tab.locator("#tried")).to_contain_text("8D GRAVY")
    tab.fill("#text", "8d gravey")
    expect(tab.locator("#tried")).to_contain_text("8D GRAVeY")


def test_the_lobby_explains_engines_and_challenges(page: Open) -> None:
    tab = page()
    engines = tab.locator("#seats select").nth(1).locator("option").all_inner_texts()
    assert any("expert · rating 1893" in text for text in engines)
    rules = tab.locator("#challenge option").first
    expect(rules).to_have_text("as in the rules: double")
    expect(tab.locator("#challenge-words")).to_contain_text("challenger's turn")
    expect(tab.locator("#seats small").nth(1)).to_contain_text("desk dictionary")
    for rule, words in (("single", "costs nothing"), ("void", "nothing to challenge")):
        tab.select_option("#challenge", rule)
        expect(tab.locator("#challenge-words")).to_contain_text(words)
    expect(tab.locator("#clock-words")).to_be_empty()
    tab.fill("#minutes", "25")
    expect(tab.locator("#clock-words")).to_contain_text("over time costs 10 points")
    tab.check("input[value=duplicate]")
    expect(tab.locator("#clock-words")).to_contain_text("scores nothing")
    assert not tab.is_visible("#challenge") and "tournaments" in tab.inner_text("#redraw")
    tab.select_option("#redraw", "0 0 0")
    expect(tab.locator("#redraw-words")).to_have_text("Every rack is played as it was drawn.")


@pytest.mark.parametrize("width", [320, 360, 390, 1280])
def test_nothing_sticks_out_sideways(width: int, page: Open) -> None:
    tab = page(width=width)
    for mode in ("training", "duplicate", "free"):
        tab.check(f"input[value={mode}]")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
    begin(tab, "free", ("A" * 60, ""), ("Jack", "greedy"), minutes="25")
    tab.check("#helps")
    tab.click("#kibitz")
    tab.wait_for_selector("#candidates tbody button")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
