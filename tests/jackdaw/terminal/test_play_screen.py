"""The screen of `jackdaw play`, driven without a terminal."""

import asyncio
import os
import pty
import re
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from scripted_games import make_small_setup, write_small_rules

from movegen import Board, ChallengeRule, Variant
from movegen.variant import TileSet
from sims.play import Clock, GameSetup, Mode, Seat, TakeTurn, begin_saved, resume

pytest.importorskip("textual", reason="Textual is not installed: needs the extra `play`")

from rich.color import Color
from screen_player import ANN, BEN, JACK, TRAINING, Drive, Player, driver, free
from textual.widgets import Input, Static

from jackdaw.terminal.screen.colours import board_text, cell_width, palette, rack_text
from jackdaw.terminal.screen.screen_sizes import ScreenSizes

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def drive(tmp_path: Path) -> Drive:
    return driver(tmp_path)


def test_a_play_is_checked_as_it_is_typed(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.type("8D FACE")
        assert player.text("status") == "8D FACE: the first play covers 8H"
        await player.type("T")
        assert "F A C E T" in player.text("board").split("\n")[8]
        await player.type("S")
        assert "which the rack ACEEEFT does not hold" in player.text("status")
        assert "F A C E" not in player.text("board")
        await player.press("backspace")
        assert player.text("status") == "8D FACET 28 points, leaves EE"
        assert player.session.scores == (0, 0)
        await player.press("enter")
        assert player.entry == ""
        assert player.session.scores[0] == 28
        assert "Ann: 8D FACET, 28 points." in player.text("messages") and "Jack: " in player.text("messages")

    drive(free(ANN, JACK), act)


def test_a_wrong_line_stays_and_is_reported(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.type("8G ZZZ", enter=True)
        assert player.entry == "8G ZZZ" and "does not hold" in player.text("status")
        await player.press("escape")
        await player.type("frobnicate", enter=True)
        assert player.text("status").startswith("unknown command 'frobnicate'")
        await player.press("escape", "escape")
        assert player.entry == "" and "frob" not in player.text("messages")  # an error goes as it came
        await player.type("ki")
        assert player.text("status").startswith("Unknown command")  # it is not part of this game

    drive(free(ANN, JACK), act)


def test_training_offers_the_draw(drive: Drive) -> None:
    async def act(player: Player) -> None:
        assert player.text("status").startswith("Enter draws 7 tiles; rack AEINRST sets the rack")
        await player.type("rack aeinrst", enter=True)
        assert player.text("status") == "Ann, your move."
        await player.press("enter")
        assert len(player.session.actions) == 1  # a full rack is left alone
        await player.type("8G RAT", enter=True)
        assert player.text("status").startswith("Enter draws 3 tiles")
        await player.press("enter")
        assert len(player.session.rack(0)) == 7 and player.text("status") == "Ann, your move."

    drive(TRAINING, act)


def test_everything_stands_side_by_side_in_120_columns(drive: Drive) -> None:
    async def act(player: Player) -> None:
        assert player.text("messages") == (
            "Club: club, rating 1729; a club player: the words of a desk dictionary."
        )
        await player.type("8D FACET", enter=True)
        await player.press("f3")
        regions = [player.app.query_one(f"#{name}").region for name in ("board", "side", "answers")]
        assert all(one.right <= other.x for one, other in pairwise(regions))
        assert regions[-1].right <= 120 and {region.y for region in regions} == {0}
        sheet = player.text("sheet").split("\n")
        assert re.fullmatch(r"Ann +8D FACET +\+28 +28", sheet[0]) and sheet[1].startswith("Club ")
        assert re.search(r"^ 1 \w+ .* \d+\.\d$", player.text("answer"), re.M)

    drive(free(ANN, Seat(name="Club", strategy="club")), act, (120, 36), helps=True)


def test_the_rack_is_shuffled(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.type("rack aeinrst", enter=True)
        before = player.text("rack")
        await player.press("f4")
        after = player.text("rack")
        assert after != before and sorted(after.split()) == sorted(before.split())
        await player.type("8g RAT", enter=True)
        assert player.text("rack").split() == [tile for tile in after.split() if tile not in "RAT"]

    drive(TRAINING, act)


def test_a_rack_without_tiles(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.press("f2", "f3", "f4", "f7", "f8")
        await player.type("8E WORD")
        assert player.text("status") == "8E WORD 16 points"

    drive(TRAINING, act)


def test_several_people_do_not_see_what_the_others_hold(drive: Drive) -> None:
    async def act(player: Player) -> None:
        assert player.text("rack") == "The rack is hidden." and "press Enter" in player.text("status")
        await player.type("rack", enter=True)  # hidden still: this only says ready
        assert player.text("rack").split() == list("ACEEEFT")
        await player.type("8D FACETS", enter=True)
        await player.press("escape", "f6")
        assert "unseen" in player.text("answer")
        await player.type("8D FACET", enter=True)
        assert player.text("rack") == "The rack is hidden."
        assert (player.text("messages"), player.text("answer")) == ("Ann: 8D FACET, 28 points.", "")
        await player.press("f6", "f5")
        assert (player.text("messages"), player.text("answer")) == ("Ann: 8D FACET, 28 points.", "")
        await player.press("enter", "f5")
        assert player.text("status") == "F5 challenges 8D FACET (if valid, it costs nothing); Esc: no."
        await player.press("escape")
        assert "challenge" not in player.text("messages") + player.text("status")
        await player.press("f5", "f5")
        assert "Ben: challenge of 8D FACET. The play stands." in player.text("messages")
        assert player.text("rack") != "The rack is hidden."  # it is still the same player's turn

    drive(free(ANN, BEN, challenge=ChallengeRule.SINGLE), act)


def test_answers_of_a_duplicate_game_are_hidden(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.press("enter")
        await player.type("8G TAVS", enter=True)
        assert player.text("messages") == "Ann: move made."
        assert player.text("board").count("T A V S") == 0
        await player.press("enter")
        await player.type("pass", enter=True)
        reported = player.text("messages")
        assert re.search(r"Ann +14 +8G TAVS\n +Ben +0 +no move\n +Jack +", reported)
        assert " 3. Ben " in reported and "%" in player.text("players")

    seats = (ANN, BEN, JACK)
    table = drive(GameSetup(mode=Mode.DUPLICATE, seats=seats, seed=4), act)
    assert table.session.number == 2


def test_time_runs_out_in_a_duplicate_game(drive: Drive) -> None:
    async def act(player: Player) -> None:
        number = player.session.number
        # Keys pressed one by one could fall into two rounds on a busy machine.
        player.app.query_one("#entry", Input).value = "8G T"
        for _ in range(200):
            await asyncio.sleep(0.05)
            if player.session.number > number:
                break
        await player.rest()
        assert re.search(r"Ann +0 +too late", player.text("messages"))
        assert player.entry == ""

    setting = GameSetup(mode=Mode.DUPLICATE, seats=(ANN,), seed=4, clock=Clock(seconds=0.7))
    assert drive(setting, act).session.number >= 2


def test_the_play_being_typed_counts_when_time_is_up(drive: Drive) -> None:
    async def act(player: Player) -> None:
        # On a busy machine the first round may be over before anything is typed.
        number = player.session.number
        top = player.session.kibitz(0)[0].move
        player.app.query_one("#entry", Input).value = top.gcg.lower()
        for _ in range(200):
            await asyncio.sleep(0.05)
            if player.session.number > number:
                break
        await player.rest()
        assert re.search(rf"Ann +{top.score} +{re.escape(str(top))}", player.text("messages"))

    setting = GameSetup(mode=Mode.DUPLICATE, seats=(ANN,), seed=4, clock=Clock(seconds=0.7))
    assert drive(setting, act).session.number >= 2


def test_clocks_are_shown_and_run(drive: Drive) -> None:
    async def act(player: Player) -> None:
        for _ in range(200):
            await asyncio.sleep(0.05)
            if re.search(r"> Ann +0 +0:[0-5][0-8]", player.text("players")):
                break
        assert re.search(r"> Ann +0 +0:[0-5][0-8]", player.text("players"))
        assert re.search(r"  Jack +0 +1:00", player.text("players"))

    drive(free(ANN, JACK, clock=Clock(seconds=60)), act)


@pytest.mark.medium
def test_no_time_passes_until_the_next_player_is_ready(drive: Drive) -> None:
    async def act(player: Player) -> None:
        for name in ("Ann", "Ben"):
            await asyncio.sleep(1.6)
            await player.pilot.pause()
            assert re.search(rf"> {name} +0 +1:00", player.text("players"))
            await player.press("enter")
            await player.type("pass", enter=True)

    drive(free(ANN, BEN, clock=Clock(seconds=60)), act)


def test_a_small_terminal_says_what_the_board_needs(drive: Drive) -> None:
    async def act(player: Player) -> None:
        assert player.app.query_one("#game").display
        await player.type("8D FACET")
        await player.pilot.resize_terminal(50, 12)
        await player.rest()
        assert not player.app.query_one("#game").display
        assert "needs 60 columns and 18 rows; the terminal has 50 and 12" in player.text("small")
        await player.pilot.resize_terminal(80, 24)
        await player.rest()
        assert player.app.query_one("#game").display and player.entry == "8D FACET"
        assert len(player.text("board").split("\n")[1]) == 33
        for width, board in ((100, 48), (120, 33), (140, 48)):
            await player.pilot.resize_terminal(width, 40)
            await player.rest()
            assert len(player.text("board").split("\n")[1]) == board

    drive(free(ANN, JACK), act)


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24)])
def test_everything_fits(drive: Drive, width: int, height: int) -> None:
    async def act(player: Player) -> None:
        for name in ("board", "side", "status", "entry", "keys"):
            region = player.app.query_one(f"#{name}").region
            assert region.width and region.height and region.right <= width and region.bottom <= height
        assert max(map(len, player.text("keys").split("\n"))) <= width - 2
        assert player.text("keys").startswith("F1 Help") and player.text("keys").endswith("F10 Quit")

    for seats in ((ANN, JACK), (ANN, BEN)):
        (Path(drive(free(*seats), act, (width, height), helps=True).saved.path)).unlink()
    drive(TRAINING, act, (width, height))


@pytest.mark.parametrize("width", [60, 80, 120])
def test_long_names_leave_the_scores_on_their_lines(drive: Drive, width: int) -> None:
    async def act(player: Player) -> None:
        lines = player.text("players").split("\n")
        columns = player.app.query_one("#players").size.width
        assert len(lines) == 2 and all(line.split()[-2] == "0" for line in lines), lines
        assert all(len(line) <= columns for line in lines) and "Maximil" in lines[1]

    seats = (ANN, Seat(name="Maximilian " * 5 + "X", strategy="expert"))
    drive(free(*seats, clock=Clock(seconds=1500)), act, (width, 20))


@pytest.mark.parametrize("rule", [rule for rule in ChallengeRule if rule is not ChallengeRule.VOID])
def test_the_question_before_a_challenge_fits_a_small_terminal(drive: Drive, rule: ChallengeRule) -> None:
    async def act(player: Player) -> None:
        await player.press("enter")
        await player.type("8D FACET", enter=True)
        await player.press("enter", "f5")
        status = player.text("status")
        assert status.startswith("F5 challenges 8D FACET (if valid, ") and status.endswith("; Esc: no.")
        assert len(status) <= 67

    drive(free(ANN, BEN, challenge=rule), act)


def test_help_lists_commands_and_keys(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.type("8D F")
        await player.press("f1")
        shown = str(player.app.screen.query_one("#help Static", Static).content)
        assert "exchange TILES" in shown and "F6   Bag" in shown and "kibitz" not in shown
        await player.press("escape")
        await player.type("ACET", enter=True)
        assert player.session.scores[0] == 28

    drive(free(ANN, JACK), act)


def test_the_game_goes_on_behind_the_help(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.pilot.press(*"8D", "space", *"FACET", "enter", "f1")
        await player.rest()
        await asyncio.sleep(0.7)
        await player.pilot.resize_terminal(100, 30)
        await player.press("escape")
        assert "Jack: " in player.text("messages") and "> Ann" in player.text("players")

    drive(free(ANN, JACK, clock=Clock(seconds=60)), act)


def test_the_clock_ticks_while_the_screen_is_closed(drive: Drive) -> None:
    """Its timer may be heard when the widgets are gone."""

    async def act(player: Player) -> None:
        await player.app.query_one("#heading").remove()
        player.app._tick()

    drive(free(ANN, JACK, clock=Clock(seconds=60)), act)


def test_an_engine_failure_is_reported(drive: Drive, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(player: Player) -> None:
        from movegen.errors import JackdawError

        def fail(seat: int) -> None:
            raise JackdawError("no idea")

        monkeypatch.setattr(player.session, "engine_action", fail)
        await player.pilot.press(*"8D", "space", *"FACET", "enter")
        for _ in range(1200):  # at most a minute
            await player.pilot.pause()
            if player.text("status").startswith("no idea"):
                break
            await asyncio.sleep(0.05)
        assert player.text("status") == "no idea. The game is saved; F10 quits."

    drive(free(ANN, JACK), act)


def test_a_game_to_its_end(drive: Drive, tmp_path: Path) -> None:
    async def act(player: Player) -> None:
        for _ in range(100):
            if player.session.is_over:
                break
            is_last = player.text("status") == "Ann: challenge the last play, or accept it."
            await player.type("accept" if is_last else "pass", enter=True)
        assert player.text("status").startswith("The game is over: Ann ")

    setting = make_small_setup(Mode.FREE, write_small_rules(tmp_path), 2, 1, 2)
    gcg = tmp_path / "game.gcg"
    table = drive(setting, act, gcg_file=gcg)
    assert gcg.read_text(encoding="utf-8") == table.session.gcg()


def test_wide_tiles_take_a_square_each() -> None:
    from movegen.board import Board, Move
    from movegen.variant import BoardLayout, Direction, Rules, Tile, Variant

    letters = [Tile("A", "a", 9, 1), Tile("CH", "ch", 9, 5), Tile("L·L", "l·l", 9, 5)]
    tiles = TileSet.from_letters("few", letters, blanks=2)
    variant = Variant(tiles, BoardLayout.plain("plain", 5, 5), Rules(rack_size=5, players_max=2))
    move = Move.play(tiles, 2, 1, Direction.ACROSS, (2, 1, 3 | 0x80), (True,) * 3)
    assert cell_width(tiles) == 3
    rows = str(board_text(Board.empty(variant).place(move), palette(True), 3)).split("\n")
    assert rows[3] == " 3  · CH  A l·l · "
    assert {len(row) for row in rows[1:]} == {18}
    rack = [0, 1, 2, 3]
    assert str(rack_text(tiles, rack, (), palette(True), 19)) == " ?   A   CH   L·L  "
    assert str(rack_text(tiles, rack, (), palette(True), 18)) == "? A CH L·L "


def test_an_engine_at_work_does_not_hold_up_quitting(tmp_path: Path) -> None:
    """In a terminal: Ctrl-C while an engine thinks ends at once, and nothing is lost."""
    file = tmp_path / "game.jackdaw"
    setting = free(ANN, Seat(name="Deep", strategy="sim_2ply"))
    with begin_saved(file, setting) as saved:
        saved.session.do(TakeTurn("8D FACET"))
    main, side = pty.openpty()
    code = "from jackdaw.cli import main; main()"
    command = [sys.executable, "-c", code, "play", "--resume", str(file)]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, cwd=ROOT, env=environment)
    os.close(side)
    shown = b""
    while b"is thinking" not in shown and (part := os.read(main, 65536)):
        shown += part
    os.write(main, b"\x03")
    deadline = time.monotonic() + 60
    try:
        while time.monotonic() < deadline and (part := os.read(main, 65536)):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(main)
    assert process.wait(timeout=60) in (0, -signal.SIGHUP)
    assert b"continue with jackdaw play --resume" in shown and b"Traceback" not in shown
    with resume(file) as saved:
        assert saved.session.actions[0] == TakeTurn("8D FACET")


@pytest.mark.parametrize("is_dark", [False, True])
def test_blocked_squares_have_a_colour_of_their_own(is_dark: bool) -> None:
    board, colours = Board.empty(Variant.load("blocked")), palette(is_dark)
    grounds = [span.style for span in board_text(board, colours, 2).spans]
    found = [style for style in grounds if getattr(style, "bgcolor", None) == Color.parse(colours["blocked"])]
    assert len(found) == sum(row.count("#") for row in board.layout.symbols) > 0


def test_a_board_and_what_stands_beside_it_share_the_terminal() -> None:
    """Extra width goes to the column of messages first, then to wider squares."""
    board = Board.empty(Variant.standard())
    assert [ScreenSizes.of(board, width, 18).fits for width in (59, 60)] == [False, True]
    assert [ScreenSizes.of(board, 60, height).fits for height in (17, 18)] == [False, True]
    assert [ScreenSizes.of(board, 60, height).has_keys for height in (18, 19)] == [False, True]
    found = [ScreenSizes.of(board, width, 24) for width in (94, 95, 109, 110, 132, 133)]
    assert [each.cell for each in found] == [2, 3, 3, 2, 2, 3]
    assert [each.has_columns for each in found] == [False, False, False, True, True, True]
