"""Arbitrary lines: each is carried out, or refused in one line without any change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_games import make_small_setup, write_small_rules

from jackdaw.terminal.commands import COMMANDS, CommandRunner
from jackdaw.terminal.terminal_game import TerminalGame
from movegen import JackdawError
from sims.play import Mode, begin_saved, resume

pytestmark = pytest.mark.core

WORDS = [command.name for command in COMMANDS if command.name != "gcg"]
PARTS = [
    "8D", "5E", "D5", "-", "-AB", "AA", "sta?", "RATE", "9/9/9", "10", "0", "-1", "anew", "(exch AB)", "ex.3",
    "5D.AA", "5d AA", "ß", "İ", "\u202e", "?", "[CH]", "\t", "4B SEA", "E4 BA", "\x1b[2J", "👋",
]  # fmt: skip
LINES = st.one_of(
    st.lists(st.sampled_from([*WORDS, *PARTS]), min_size=1, max_size=3).map(" ".join), st.text(min_size=1)
)
PLAYERS = {Mode.TRAINING: (1, 0), Mode.DUPLICATE: (2, 1), Mode.FREE: (2, 1)}


@given(
    mode=st.sampled_from(list(Mode)),
    seed=st.integers(0, 99),
    lines=st.lists(LINES, max_size=40),
    helps=st.booleans(),
)
@settings(max_examples=60)
def test_any_lines(
    mode: Mode, seed: int, lines: list[str], helps: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("any")
    setting = make_small_setup(mode, write_small_rules(folder), seed, *PLAYERS[mode])
    with begin_saved(folder / "game.jackdaw", setting) as saved:
        game = TerminalGame(saved, helps=helps)
        commands = CommandRunner(game)
        for line in filter(str.strip, lines):
            before = _state(game)
            try:
                commands.run(line)
            except JackdawError as error:
                assert str(error).isprintable() and _state(game) == before
            while game.engine is not None:
                game.do(game.session.engine_action(game.engine))
        after = _state(game)
    with resume(folder / "game.jackdaw") as again:
        assert _state(TerminalGame(again)) == after


def _state(game: TerminalGame) -> tuple[object, ...]:
    session = game.session
    racks = [session.rack(seat) for seat in range(len(session.names))]
    return session.actions, session.board, session.scores, session.waiting_for, racks
