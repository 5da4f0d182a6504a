"""Hints and kibitz on the full screen of `jackdaw play`."""

import asyncio
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from movegen import Lexicon, Position
from sims.simulation import SimulationPlan
from strategy import SearchControl, SearchLimits
from strategy.endgame import solve_endgame

pytest.importorskip("textual", reason="Textual is not installed: needs the extra `play`")

from screen_player import ANN, JACK, TRAINING, Drive, Player, driver, free


@pytest.fixture
def drive(tmp_path: Path) -> Drive:
    return driver(tmp_path)


@pytest.mark.medium
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
