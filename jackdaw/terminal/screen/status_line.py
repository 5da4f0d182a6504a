"""The status line of the full screen: what to do now, or what the typed line would do."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from jackdaw.terminal.commands import CommandRunner, is_move
from jackdaw.terminal.messages import bag_count, last_play, not_words, scores_text
from jackdaw.terminal.terminal_game import TerminalGame
from movegen.board import Move, MoveKind
from movegen.counts import counted
from movegen.variant import ChallengeRule
from sims.play import FreeGame, Mode, Session, Step

PROMPTED = "prompted"
"""The look of a line that asks for something."""
_COORDINATES = re.compile("[0-9]+[A-Za-z]?|[A-Za-z][0-9]+")
_CHALLENGE_COSTS = {
    ChallengeRule.DOUBLE: "if valid, you lose your turn",
    ChallengeRule.FIVE_POINT: "if valid, your opponent gets 5",
    ChallengeRule.TEN_POINT: "if valid, your opponent gets 10",
}


class Status(NamedTuple):
    """A status line: its text, how it looks ("good", "bad", PROMPTED or plain), and a play to show."""

    text: str
    look: str = ""
    tentative: Move | None = None


@dataclass(frozen=True)
class StatusLine:
    """What the screen knows beside the game.

    Attributes
    ----------
    is_hidden:     the rack is hidden until its owner is alone at the screen.
    fault:         why an engine failed.
    notice:        what is wrong with the last line.
    asks_challenge: the screen has asked whether to challenge.
    """

    game: TerminalGame
    commands: CommandRunner
    is_hidden: bool
    fault: str
    notice: str
    asks_challenge: bool

    def status(self, typed: str) -> Status:
        """Return the line, given what has been typed."""
        session, seat = self.game.session, self.game.seat
        if session.is_over:
            return Status(f"The game is over: {scores_text(session)}. F10 quits.", PROMPTED)
        if self.fault:
            return Status(self.fault, "bad")
        if seat is None:
            return Status(f"{session.names[self.game.engine or 0]} is thinking ...", PROMPTED)
        if self.is_hidden:
            return Status(f"{session.names[seat]}: press Enter when you are alone at the screen.", PROMPTED)
        if self.notice:
            return Status(self.notice, "bad")
        return self._typed(typed) if typed else self._idle(session.names[seat])

    def _typed(self, typed: str) -> Status:
        if _COORDINATES.fullmatch(typed):
            return Status("A square and a word: 8D WORD plays across, D8 WORD down")
        word, _, rest = typed.partition(" ")
        if is_move(typed) or (word.lower() == "exchange" and rest):
            return self._check_move(typed if is_move(typed) else f"-{rest.strip()}")
        near = [each for each in self.commands.help_lines() if each.startswith(word.lower())]
        return Status(near[0]) if near else Status("Unknown command; F1 lists all commands", "bad")

    def _idle(self, name: str) -> Status:
        session = self.game.session
        if missing := missing_tiles(session):
            tiles = counted(missing, "tile")
            return Status(f"Enter draws {tiles}; rack AEINRST sets the rack; or play on.", PROMPTED)
        if isinstance(session, FreeGame):
            if self.asks_challenge:
                return Status(_challenge_question(session), "bad")
            if session.step is Step.LAST_CHALLENGE:
                return Status(f"{name}: challenge the last play, or accept it.", PROMPTED)
            if session.turns_left:
                return Status(f"{name}, your last move.", PROMPTED)
        return Status(f"{name}, your move.", PROMPTED)

    def _check_move(self, typed: str) -> Status:
        found = self.game.tentative(typed)
        move = found.move
        if move is None:
            return Status(found.problem or "", "bad")
        shown = move if move.kind is MoveKind.PLAY else None
        text = f"{move} {counted(move.score, 'point')}" if shown else f"{move}"
        if found.phonies:
            return Status(f"{text}. {not_words(self.game.session, found.phonies)}", "bad", shown)
        leave = self.game.rack - move.tiles_used if len(self.game.rack) else ""
        return Status(f"{text}, leaves {leave}" if leave else text, "good", shown)


def missing_tiles(session: Session) -> int:
    """Return the number of tiles that can be drawn in training."""
    if session.mode is not Mode.TRAINING:
        return 0
    return min(session.variant.rules.rack_size - len(session.rack(0)), bag_count(session))


def _challenge_question(session: FreeGame) -> str:
    cost = _CHALLENGE_COSTS.get(session.variant.rules.challenge, "if valid, it costs nothing")
    return f"F5 challenges {last_play(session)} ({cost}); Esc: no."
