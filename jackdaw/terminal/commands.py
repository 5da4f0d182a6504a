"""The commands of a line of text, `8D WORD`, `exchange QU`, `hint` ..., for the screen and for scripts."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jackdaw.console import Interruption, page_width
from jackdaw.terminal.deep_kibitz import DEFAULT_COUNT, Figures, deep_kibitz_text
from jackdaw.terminal.messages import history_text, kibitz_text, scores_text, standings_text, unseen_text
from jackdaw.terminal.terminal_game import TerminalGame
from movegen.errors import NotationError, UnknownNameError, quote
from sims.play import (
    DrawTiles,
    DuplicateGame,
    GoForward,
    Mode,
    SetPosition,
    SetRack,
    TakeBack,
)
from strategy.search_control import SearchControl

_MOVE = re.compile(r"(?:[0-9]+[A-Za-z]|[A-Za-z][0-9]+)(?:[\s.].*)?|-.*|\(.*|ex[.].*", re.S)
_MAX_KIBITZ = 100
_ALL_MODES = frozenset(Mode)
HELPS = ("hint", "kibitz", "sim")
"""The commands that not every game allows."""


@dataclass(frozen=True)
class Command:
    """A command: its name, its argument, its help text, its function, and the modes that have it."""

    name: str
    argument: str
    help: str
    run: Callable[["CommandRunner", str], list[str]]
    modes: frozenset[Mode] = _ALL_MODES
    is_optional: bool = False
    """True if the argument is optional."""


class CommandRunner:
    """Runs the commands of a game.

    `is_over` is set by the command that ends the program; `width` is that of tables, None for the page's.
    """

    def __init__(self, game: TerminalGame) -> None:
        self.game = game
        self.is_over = False
        self.width: int | None = None

    def run(self, line: str) -> list[str]:
        """Run a line and return the lines of its output.

        Raises JackdawError if it is not a command, or cannot be done.
        """
        text = line.strip()
        if is_move(text):
            return self.game.move(text)
        word, _, rest = text.partition(" ")
        command = self._known().get(word.lower())
        if command is None:
            raise UnknownNameError("command", word, self._known())
        rest = rest.strip()
        if rest and not command.argument:
            raise NotationError(f"{quote(rest)} after {command.name}", expected="nothing")
        if command.argument and not rest and not command.is_optional:
            raise NotationError(
                f"{command.name} without an argument", expected=f"{command.name} {command.argument}"
            )
        return command.run(self, rest)

    def _known(self) -> dict[str, Command]:
        mode = self.game.session.mode
        return {command.name: command for command in COMMANDS if mode in command.modes}

    def help_lines(self) -> Iterator[str]:
        """List the commands of this mode with their help texts."""
        moves = [("8D WORD", "play a word across from 8D; D8 WORD plays down; blanks in lower case")]
        rows = moves + [
            (f"{each.name} {each.argument}".strip(), each.help)
            for each in self._known().values()
            if self.game.may_ask or each.name not in HELPS
        ]
        width = max(len(usage) for usage, _ in rows)
        return (f"{usage:{width}}  {help_text}" for usage, help_text in rows)

    def _help(self, _rest: str) -> list[str]:
        return list(self.help_lines())

    def _exchange(self, rest: str) -> list[str]:
        return self.game.move(f"-{rest}")

    def _pass(self, _rest: str) -> list[str]:
        return self.game.move("pass")

    def _challenge(self, _rest: str) -> list[str]:
        return self.game.challenge()

    def _accept(self, _rest: str) -> list[str]:
        return self.game.accept()

    def _time(self, _rest: str) -> list[str]:
        return self.game.end_round()

    def _hint(self, _rest: str) -> list[str]:
        return [self.game.hint()]

    def _kibitz(self, rest: str) -> list[str]:
        return kibitz_text(self.game.kibitz(read_count("kibitz", rest)), self.width)

    def _sim(self, rest: str) -> list[str]:
        count = read_count("sim", rest)
        with Interruption() as interruption:
            control = SearchControl[Figures](should_stop=lambda: interruption.is_requested)
            found = self.game.deep_kibitz(count).run(control)
        return deep_kibitz_text(found, count, self.width or page_width())

    def _rack(self, rest: str) -> list[str]:
        if not rest:
            return [str(self.game.rack) or "no tiles"]
        if self.game.session.mode is not Mode.TRAINING:
            raise NotationError("racks are drawn in this game", expected="rack without tiles")
        return self.game.do(SetRack(rest))

    def _draw(self, rest: str) -> list[str]:
        if rest.lower() not in ("", "anew"):
            raise NotationError(f"draw {quote(rest)}", expected="draw, or draw anew")
        return self.game.do(DrawTiles(anew=bool(rest)))

    def _back(self, _rest: str) -> list[str]:
        return self.game.do(TakeBack())

    def _forward(self, _rest: str) -> list[str]:
        return self.game.do(GoForward())

    def _position(self, rest: str) -> list[str]:
        return self.game.do(SetPosition(rest))

    def _board(self, _rest: str) -> list[str]:
        return str(self.game.session.board).split("\n")

    def _scores(self, _rest: str) -> list[str]:
        session = self.game.session
        if isinstance(session, DuplicateGame):
            return list(standings_text(session))
        return [scores_text(session)]

    def _unseen(self, _rest: str) -> list[str]:
        return [unseen_text(self.game.session, self.game.seat or 0)]

    def _history(self, _rest: str) -> list[str]:
        return list(history_text(self.game.session)) or ["Nothing has happened yet."]

    def _gcg(self, rest: str) -> list[str]:
        if not rest:
            return self.game.session.gcg().rstrip("\n").split("\n")
        self.game.write_gcg(Path(rest))
        return [f"Written to {rest}."]

    def _quit(self, _rest: str) -> list[str]:
        self.is_over = True
        return []


_FREE, _DUPLICATE, _TRAINING = (frozenset((mode,)) for mode in (Mode.FREE, Mode.DUPLICATE, Mode.TRAINING))

COMMANDS = (
    Command("exchange", "TILES", "exchange these tiles", CommandRunner._exchange, _FREE),
    Command("pass", "", "make no move", CommandRunner._pass, _FREE | _DUPLICATE),
    Command("challenge", "", "challenge the last play", CommandRunner._challenge, _FREE),
    Command("accept", "", "accept the play that ended the game", CommandRunner._accept, _FREE),
    Command(
        "time",
        "",
        "end the round; people who have not moved yet make no move",
        CommandRunner._time,
        _DUPLICATE,
    ),
    Command(
        "rack",
        "TILES",
        "take these tiles; alone: show the rack",
        CommandRunner._rack,
        _TRAINING,
        True,
    ),
    Command("rack", "", "show the rack", CommandRunner._rack, _FREE | _DUPLICATE),
    Command("draw", "anew", "fill the rack; anew: with new tiles", CommandRunner._draw, _TRAINING, True),
    Command("back", "", "undo the last step", CommandRunner._back, _TRAINING),
    Command("forward", "", "redo the last undone step", CommandRunner._forward, _TRAINING),
    Command("position", "CGP", "start from this position", CommandRunner._position, _TRAINING),
    Command("hint", "", "give a hint; each one reveals more", CommandRunner._hint),
    Command("kibitz", "N", "list the N best moves (default 10)", CommandRunner._kibitz, is_optional=True),
    Command("sim", "N", "simulate the N best moves (default 10)", CommandRunner._sim, is_optional=True),
    Command("board", "", "show the board", CommandRunner._board),
    Command("scores", "", "show the scores", CommandRunner._scores),
    Command("unseen", "", "show the unseen tiles", CommandRunner._unseen),
    Command("history", "", "show the history", CommandRunner._history),
    Command("gcg", "FILE", "write the game as GCG; alone: show the GCG", CommandRunner._gcg, _FREE, True),
    Command("help", "", "show this help", CommandRunner._help),
    Command("quit", "", "quit; the game can be resumed", CommandRunner._quit),
)


def is_move(text: str) -> bool:
    """Return whether a line looks like a move rather than a command."""
    return _MOVE.fullmatch(text) is not None


def read_count(command: str, text: str) -> int:
    """Parse the number of moves of a command. Raises NotationError."""
    if text and not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= _MAX_KIBITZ):
        raise NotationError(f"{command} {quote(text)}", expected=f"a number, 1 to {_MAX_KIBITZ}")
    return int(text or DEFAULT_COUNT)
