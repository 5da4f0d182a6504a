"""What a line of text does: `8D WORD`, `exchange QU`, `hint` ... on the screen and in a script alike."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jackdaw.terminal.table import Table
from jackdaw.terminal.telling import history, kibitz_text, scores_text, standings_text, unseen_text
from movegen.errors import NotationError, UnknownNameError, shown
from sims.play import (
    Draw,
    DuplicateGame,
    GoForward,
    Mode,
    SetPosition,
    SetRack,
    TakeBack,
)

_MOVE = re.compile(r"(?:[0-9]+[A-Za-z]|[A-Za-z][0-9]+)(?:[\s.].*)?|-.*|\(.*|ex[.].*", re.S)
_MOST_KIBITZ = 100
_EVERY = frozenset(Mode)


@dataclass(frozen=True)
class Command:
    """A word that begins a line: what follows it, in which modes it is known, what it does."""

    name: str
    follows: str
    help: str
    obey: Callable[["Commands", str], list[str]]
    modes: frozenset[Mode] = _EVERY
    may_follow: bool = False
    """Whether what follows may be left out."""


class Commands:
    """Obeys lines at a table.

    `is_over` says that the last line asked to end.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.is_over = False

    def obey(self, line: str) -> list[str]:
        """Do what a line says; what there is to tell, a text a line.

        Raises JackdawError: it is no command, or what it asks for cannot be done.
        """
        text = line.strip()
        if is_move(text):
            return self.table.move(text)
        word, _, rest = text.partition(" ")
        command = self._known().get(word.lower())
        if command is None:
            raise UnknownNameError("command", word, self._known())
        rest = rest.strip()
        if rest and not command.follows:
            raise NotationError(f"{shown(rest)} after {command.name}", expected="nothing")
        if command.follows and not rest and not command.may_follow:
            raise NotationError(f"{command.name} alone", expected=f"{command.name} {command.follows}")
        return command.obey(self, rest)

    def _known(self) -> dict[str, Command]:
        mode = self.table.session.mode
        return {command.name: command for command in COMMANDS if mode in command.modes}

    def helped(self) -> Iterator[str]:
        """All commands of this mode with what they do."""
        moves = [("8D WORD", "play a word across from 8D; D8 WORD down; blanks in lower case")]
        rows = moves + [
            (f"{each.name} {each.follows}".strip(), each.help)
            for each in self._known().values()
            if self.table.may_ask or each.name not in ("hint", "kibitz")
        ]
        width = max(len(usage) for usage, _ in rows)
        return (f"{usage:{width}}  {help_text}" for usage, help_text in rows)

    def _help(self, rest: str) -> list[str]:
        return list(self.helped())

    def _exchange(self, rest: str) -> list[str]:
        return self.table.move(f"-{rest}")

    def _pass(self, rest: str) -> list[str]:
        return self.table.move("pass")

    def _challenge(self, rest: str) -> list[str]:
        return self.table.challenge()

    def _accept(self, rest: str) -> list[str]:
        return self.table.accept()

    def _time(self, rest: str) -> list[str]:
        return self.table.end_round()

    def _hint(self, rest: str) -> list[str]:
        return [self.table.hint()]

    def _kibitz(self, rest: str) -> list[str]:
        if rest and not (rest.isascii() and rest.isdigit() and 1 <= int(rest[:4]) <= _MOST_KIBITZ):
            raise NotationError(f"kibitz {shown(rest)}", expected=f"a number, 1 to {_MOST_KIBITZ}")
        return kibitz_text(self.table.kibitz(int(rest or 10)))

    def _rack(self, rest: str) -> list[str]:
        if not rest:
            return [str(self.table.rack) or "no tiles"]
        if self.table.session.mode is not Mode.TRAINING:
            raise NotationError("racks are drawn in this game", expected="rack alone")
        return self.table.do(SetRack(rest))

    def _draw(self, rest: str) -> list[str]:
        if rest.lower() not in ("", "anew"):
            raise NotationError(f"draw {shown(rest)}", expected="draw, or draw anew")
        return self.table.do(Draw(anew=bool(rest)))

    def _back(self, rest: str) -> list[str]:
        return self.table.do(TakeBack())

    def _forward(self, rest: str) -> list[str]:
        return self.table.do(GoForward())

    def _position(self, rest: str) -> list[str]:
        return self.table.do(SetPosition(rest))

    def _board(self, rest: str) -> list[str]:
        return str(self.table.session.board).split("\n")

    def _scores(self, rest: str) -> list[str]:
        session = self.table.session
        if isinstance(session, DuplicateGame):
            return list(standings_text(session))
        return [scores_text(session)]

    def _unseen(self, rest: str) -> list[str]:
        return [unseen_text(self.table.session, self.table.seat or 0)]

    def _history(self, rest: str) -> list[str]:
        return list(history(self.table.session)) or ["Nothing happened so far."]

    def _gcg(self, rest: str) -> list[str]:
        if not rest:
            return self.table.session.gcg().rstrip("\n").split("\n")
        self.table.write_gcg(Path(rest))
        return [f"Written to {rest}."]

    def _quit(self, rest: str) -> list[str]:
        self.is_over = True
        return []


_FREE, _DUPLICATE, _TRAINING = (frozenset((mode,)) for mode in (Mode.FREE, Mode.DUPLICATE, Mode.TRAINING))

COMMANDS = (
    Command("exchange", "TILES", "exchange these tiles", Commands._exchange, _FREE),
    Command("pass", "", "make no move", Commands._pass, _FREE | _DUPLICATE),
    Command("challenge", "", "challenge the play just made", Commands._challenge, _FREE),
    Command("accept", "", "accept the play that ended the game", Commands._accept, _FREE),
    Command(
        "time", "", "end the round: people who have not answered have no move", Commands._time, _DUPLICATE
    ),
    Command("rack", "TILES", "take these tiles; alone: show the rack", Commands._rack, _TRAINING, True),
    Command("rack", "", "show the rack", Commands._rack, _FREE | _DUPLICATE),
    Command("draw", "anew", "fill the rack; anew: put it back before", Commands._draw, _TRAINING, True),
    Command("back", "", "take the last step back", Commands._back, _TRAINING),
    Command("forward", "", "make the step again that was taken back", Commands._forward, _TRAINING),
    Command("position", "CGP", "begin with this position", Commands._position, _TRAINING),
    Command("hint", "", "a hint, and more with each", Commands._hint),
    Command("kibitz", "N", "the N best moves (10)", Commands._kibitz, may_follow=True),
    Command("board", "", "show the board", Commands._board),
    Command("scores", "", "show the scores", Commands._scores),
    Command("unseen", "", "show the tiles that you do not see", Commands._unseen),
    Command("history", "", "show all that happened", Commands._history),
    Command("gcg", "FILE", "write the game as GCG; alone: show it", Commands._gcg, _FREE, True),
    Command("help", "", "show this", Commands._help),
    Command("quit", "", "end; the game can be resumed", Commands._quit),
)


def is_move(text: str) -> bool:
    """Whether a line is meant as a move by how it begins, not as a command."""
    return _MOVE.fullmatch(text) is not None
