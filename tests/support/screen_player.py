"""Somebody at the full screen of `jackdaw play`, driven without a terminal."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static

from jackdaw.terminal.screen import PlayScreen
from jackdaw.terminal.terminal_game import TerminalGame
from sims.play import GameSetup, Mode, Seat, begin_saved

ANN, BEN, JACK = Seat(name="Ann"), Seat(name="Ben"), Seat(name="Jack", strategy="expert")
TRAINING = GameSetup(mode=Mode.TRAINING, seats=(ANN,), seed=4)
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


async def _pause(*_seconds: float) -> None:
    """Wait a moment.

    After each key Textual waits twice until the process is idle, or for a second where it simulates.
    """
    await asyncio.sleep(0.01)


Act = Callable[[Player], Awaitable[None]]


def driver(folder: Path) -> Drive:
    """Return a function that lets a player do something at the screen of a game with a setting."""

    def run(setting: GameSetup, act: Act, size: tuple[int, int] = (80, 24), **options: Any) -> TerminalGame:
        async def drive_app() -> TerminalGame:
            table = TerminalGame(begin_saved(folder / "game.jackdaw", setting), **options)
            app = PlayScreen(table)
            try:
                async with app.run_test(size=size) as pilot:
                    player = Player(app, pilot)
                    await player.rest()
                    await act(player)
            finally:
                table.close()
            return table

        with pytest.MonkeyPatch.context() as patch:
            for module in ("app", "pilot"):
                patch.setattr(f"textual.{module}.wait_for_idle", _pause, raising=False)
            return asyncio.run(drive_app())

    return run


def free(*seats: Seat, **options: Any) -> GameSetup:
    return GameSetup(mode=Mode.FREE, seats=seats, seed=11, **options)
