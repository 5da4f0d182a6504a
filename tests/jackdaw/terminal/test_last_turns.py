"""The terminal says when the last turns of a game have come, where its rules limit them."""

from pathlib import Path

from sessions import human_seats, make_setup

from jackdaw.terminal.commands import CommandRunner
from jackdaw.terminal.screen.status_line import StatusLine
from jackdaw.terminal.terminal_game import TerminalGame
from sims.play import FreeGame, Mode, begin_saved


def test_the_last_turns_are_announced(tmp_path: Path) -> None:
    setup = make_setup(Mode.FREE, 1, seats=human_seats("Ann", "Ben"), rules="crossplay")
    with begin_saved(tmp_path / "game.jackdaw", setup) as saved:
        check_messages(TerminalGame(saved))


def check_messages(game: TerminalGame) -> None:
    """Play the best moves to the end, and check what is said."""
    session = game.session
    assert isinstance(session, FreeGame)
    line = StatusLine(game, CommandRunner(game), False, "", "", False)
    said = dict[int, list[str]]()
    idle = dict[int, str]()
    turn = 0
    while not session.is_over:
        turn += 1
        idle[turn] = line.status("").text
        said[turn] = game.move(session.kibitz(session.on_turn, 1)[0].move.gcg)
    last = "The bag is empty; each player has one more turn."
    assert [number for number, lines in said.items() if last in lines] == [turn - 2]
    names = [session.names[(number - 1) % 2] for number in idle]
    assert idle[turn - 2] == f"{names[turn - 3]}, your move."
    assert [idle[number] for number in (turn - 1, turn)] == [
        f"{names[number - 1]}, your last move." for number in (turn - 1, turn)
    ]
