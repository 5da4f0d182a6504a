"""The menu of `jackdaw play` without options."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jackdaw.commands import play as play_command
from jackdaw.text import levels
from sims.play import Mode

pytest.importorskip("textual", reason="Textual is not installed: needs the extra `play`")

from textual.widgets import OptionList

from jackdaw.terminal import screen
from jackdaw.terminal.screen import StartChoice, StartMenu

Run = Callable[..., Any]


def choose(*keys: str, size: tuple[int, int] = (80, 24)) -> StartChoice | None:
    async def drive() -> StartChoice | None:
        menu = StartMenu()
        async with menu.run_test(size=size) as pilot:
            shown = menu.query_one(OptionList)
            labels = [str(shown.get_option_at_index(index).prompt) for index in range(shown.option_count)]
            for level in levels():
                assert any(f"{level.rating}  {level.words}" in label for label in labels)
            await pilot.press(*keys)
        return menu.return_value

    return asyncio.run(drive())


@pytest.fixture(autouse=True)
def no_saved_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen.start_menu, "saved_files", list)


def test_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose("enter") == StartChoice(Mode.FREE, "club")
    assert choose("down", "enter", size=(60, 20)) == StartChoice(Mode.FREE, "expert")
    assert choose("end", "enter") == StartChoice(Mode.TRAINING)
    assert choose("escape") is None
    monkeypatch.setattr(screen.start_menu, "saved_files", lambda: [(Path("x/free-1.jackdaw"), None)])
    assert choose("home", "enter") == StartChoice(resume="free-1")


def test_the_menu_begins_a_game(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begun = []

    def note(saved: Any, *_: object) -> int:
        begun.append([(seat.name, seat.strategy) for seat in saved.session.setting.seats])
        return 0

    monkeypatch.setattr(play_command, "_has_screen", lambda: True)
    monkeypatch.setattr(play_command, "_play", note)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for chosen in (StartChoice(Mode.FREE, "expert"), StartChoice(Mode.TRAINING), None):
        monkeypatch.setattr(screen, "choose_start", lambda _theme, chosen=chosen: chosen)
        assert run_jackdaw("play").exit_code == 0
    assert begun == [[("You", None), ("Expert", "expert")], [("You", None)]]
    assert run_jackdaw("play", "free", "--engine", "casual").exit_code == 0  # with options there is no menu
    assert begun[-1] == [("You", None), ("Casual", "casual")]
