"""The screen of `jackdaw play`, driven without a terminal."""

import asyncio
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from scripted_games import make_small_setup, write_small_rules

from movegen import Board, ChallengeRule, Lexicon, Position, Variant
from movegen.variant import TileSet
from sims.play import Clock, GameSetup, Mode, Seat, TakeTurn, begin_saved, resume
from sims.simulation import SimulationPlan
from strategy import SearchControl, SearchLimits
from strategy.endgame import solve_endgame

pytest.importorskip("textual", reason="Textual is not installed: needs the extra `play`")

from rich.color import Color
from textual.widgets import Input, Static

from jackdaw.terminal.screen import PlayScreen
from jackdaw.terminal.screen.colours import board_text, cell_width, palette, rack_text
from jackdaw.terminal.terminal_game import TerminalGame

ROOT = Path(__file__).resolve().parents[3]
ANN, BEN, JACK = Seat(name="Ann"), Seat(name="Ben"), Seat(name="Jack", strategy="expert")
Drive = Callable[..., Any]


class Player:
    """Somebody at the screen."""

    def __init__(self, app: PlayScreen, pilot: Any) -> None:
        self.app = app
        self.pilot = pilot
        self.session = app.game.session

    async def type(self, text: str, *, enter: bool = False) -> None:
        """Type, as keys."""
        await self.pilot.press(*("space" if key == " " else key for key in text), *(["enter"] * enter))
        await self.rest()

    async def paste(self, text: str) -> None:
        """Enter something longer at once."""
        self.app.query_one("#entry", Input).value = text
        await self.press("enter")

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)
        await self.rest()

    async def rest(self) -> None:
        """Wait until no engine thinks and all is shown."""
        for _ in range(1000):
            await self.pilot.pause()
            if self.app.game.engine is None:
                break
            await asyncio.sleep(0.01)
        await self.pilot.pause()

    def text(self, name: str) -> str:
        """Return the text of a part of the screen."""
        return str(self.app.query_one(f"#{name}", Static).content)

    @property
    def entry(self) -> str:
        """Return the text typed so far."""
        return self.app.query_one("#entry", Input).value


Act = Callable[[Player], Awaitable[None]]


@pytest.fixture
def drive(tmp_path: Path) -> Drive:
    """Let a player do something at the screen of a game with this setting."""

    def run(setting: GameSetup, act: Act, size: tuple[int, int] = (80, 24), **options: Any) -> TerminalGame:
        async def drive_app() -> TerminalGame:
            table = TerminalGame(begin_saved(tmp_path / "game.jackdaw", setting), **options)
            app = PlayScreen(table)
            try:
                async with app.run_test(size=size) as pilot:
                    player = Player(app, pilot)
                    await player.rest()
                    await act(player)
            finally:
                table.close()
            return table

        return asyncio.run(drive_app())

    return run


def free(*seats: Seat, **options: Any) -> GameSetup:
    return GameSetup(mode=Mode.FREE, seats=seats, seed=11, **options)


TRAINING = GameSetup(mode=Mode.TRAINING, seats=(ANN,), seed=4)


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


def test_hints_kibitz_and_steps_of_training(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.type("rack aeinrst", enter=True)
        await player.press("f2")
        assert player.text("answer") == "a play of 66 points"
        await player.press("f2")
        assert player.text("answer") == "66 points with 7 tiles, from 8B"  # it replaces the one before
        await player.press("f3")
        assert "1 8B ANESTRI" in player.text("answer") and "exch" not in player.text("answer")
        assert "F3 simulates" in player.text("answer").replace("\n", " ") and player.text("messages") == ""
        await player.type("8D RETINAS", enter=True)
        assert player.session.scores == (66,) and player.text("answer") == ""  # the rack is empty
        await player.press("f5")
        assert "Equity" in player.text("answer")  # after each step
        await player.press("escape", "f7", "f7")
        assert (player.session.scores, str(player.session.rack(0))) == ((0,), "AEINRST")
        await player.press("f8")
        assert player.session.scores == (66,) and player.text("answer") == ""
        cgp = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
        await player.paste(f"position {cgp}")
        assert "W I N D Y" in player.text("board") and str(player.session.rack(0)) == "ADEEGIL"

    drive(TRAINING, act)


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


async def until(player: Player, is_so: Callable[[], bool]) -> None:
    """Wait for something that a thread brings about, at most a minute."""
    for _ in range(1200):
        if is_so():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(player.text("answer"))


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
def test_kibitz_simulates_and_is_stopped(
    drive: Drive, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jackdaw.terminal.deep_kibitz.SimulationPlan", endless_plan)

    async def act(player: Player) -> None:
        await player.press("f3")
        await player.press("f3")
        await until(player, lambda: "±" in player.text("answer"))
        assert "rough look" in answer(player)
        assert "F3 or Esc stops it." in answer(player)
        await player.press("f3")
        await until(player, lambda: "Stopped after" in answer(player))
        shown = player.text("answer").split("\n")
        assert max(map(len, shown)) <= player.app.query_one("#answers").region.width - 2
        assert re.search(r"^ ?1 8[A-H] \w+ .*\d ±\d", shown[1])
        await player.paste("sim 3")
        await until(player, lambda: "so far" in answer(player))
        await player.press("escape")  # stops; the figures stay
        await until(player, lambda: "Stopped after" in answer(player))
        await player.press("escape")
        assert player.text("answer") == ""
        await player.paste("sim")
        await player.paste("8D FACET")  # a move ends it, too
        assert player.text("answer") == ""
        await asyncio.sleep(0.3)
        await player.rest()
        assert player.text("answer") == ""

    drive(free(ANN, JACK), act, size, helps=True)


def test_a_search_shows_figures_and_is_stopped(drive: Drive, monkeypatch: pytest.MonkeyPatch) -> None:
    def unfinished(position: Position, lexicon: Lexicon, control: SearchControl[Any], **plan: Any) -> Any:
        known = solve_endgame(position, lexicon, **plan | {"limits": SearchLimits(nodes=3_000)})
        control.report(known)
        while not control.is_stopped:
            time.sleep(0.01)
        return known

    monkeypatch.setattr("strategy.analysis.endgame_evaluation.solve_endgame", unfinished)

    async def act(player: Player) -> None:
        await player.paste(f"position {LONG_ENDGAME}")
        await player.paste("sim 100")
        await until(player, lambda: "Endgame search:" in answer(player))
        assert "F3 or Esc stops it." in answer(player) and "is an estimate" in answer(player)
        await player.press("f3")
        await until(player, lambda: "Esc closes the list." in answer(player))
        assert "Endgame search:" in answer(player) and re.search(
            r"^ *1 .* [+-]\d+\.\d", player.text("answer"), re.M
        )

    drive(TRAINING, act, (100, 40), helps=True)


LONG_ENDGAME = (
    "11FERN/1D9U3/1E7G1D3/1P7EMS3/1I2V4LA4/1CLERK2QIS4/1T2O1V1IDS4/1E2WAIFS1I3U/1R4N3E3N/5UT3r2BA/3JUN7Om/"
    "3OHM4CEIBA/1YOW1I4OY2Z/ROIL1X3AORTAE/5TAGLINE2D EGNPRTT/AAEEHO 339/447 0"
)
"""An endgame whose best move is not proven within 3,000 nodes."""


def answer(player: Player) -> str:
    """Return the answer to a command without its line breaks."""
    return player.text("answer").replace("\n", " ")


def endless_plan(**settings: Any) -> SimulationPlan:
    return SimulationPlan(**settings, iterations=1_000_000_000, confidence=None)


def test_a_simulation_needs_a_whole_rack(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.type("sim", enter=True)
        assert player.text("status").startswith("not simulated: the rack is not known")
        await player.type("s")
        assert "not simulated" not in player.text("status")

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
        assert player.text("status").startswith("Challenge 8D FACET? A wrong challenge costs nothing.")
        await player.press("escape")
        assert "challenges" not in player.text("messages") and "Challenge" not in player.text("status")
        await player.press("f5", "f5")
        assert "Ben challenges 8D FACET. The play stands." in player.text("messages")
        assert player.text("rack") != "The rack is hidden."  # it is still the same player's turn

    drive(free(ANN, BEN, challenge=ChallengeRule.SINGLE), act)


def test_answers_of_a_duplicate_game_are_hidden(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await player.press("enter")
        await player.type("8G TAVS", enter=True)
        assert player.text("messages") == "Ann has moved."
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


def test_clocks_are_shown_and_run(drive: Drive) -> None:
    async def act(player: Player) -> None:
        await asyncio.sleep(1.6)
        await player.pilot.pause()
        assert re.search(r"> Ann +0 +0:[0-5][0-8]", player.text("players"))
        assert re.search(r"  Jack +0 +1:00", player.text("players"))

    drive(free(ANN, JACK, clock=Clock(seconds=60)), act)


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
    assert gcg.read_text() == table.session.gcg()


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
