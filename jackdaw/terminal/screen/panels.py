"""What stands beside the board: the game, and its players with scores and clocks."""

from rich.text import Text

from jackdaw.console import text_width
from jackdaw.terminal.messages import bag_count, clock_text
from jackdaw.terminal.scoresheet import shorten
from jackdaw.terminal.terminal_game import TerminalGame
from sims.play import DuplicateGame, Mode, Session

_MIN_NAME = 3
_TITLES = {Mode.FREE: "Free game", Mode.DUPLICATE: "Duplicate", Mode.TRAINING: "Training"}


def heading_text(session: Session) -> Text:
    """Return the mode, the round, the lexicon, and how many tiles are left."""
    round_ = ""
    if isinstance(session, DuplicateGame) and not session.is_over:
        round_ = f", round {session.number}"
    bag = "unseen" if session.mode is Mode.TRAINING else "in the bag"
    return Text(f"{_TITLES[session.mode]}{round_}, {session.lexicon.name}, {bag_count(session)} {bag}")


def players_text(game: TerminalGame, columns: int) -> Text:
    """Return a line for each player: name, score, share of the top, clock. The one to act stands out.

    Names are shortened to what the columns leave to them.
    """
    session, text = game.session, Text()
    others = 8 + 8 * isinstance(session, DuplicateGame) + 8 * (session.setting.clock is not None)
    names = [shorten(name, max(_MIN_NAME, columns - others)) for name in session.names]
    width = max(map(text_width, names))
    acting = game.engine if game.seat is None else game.seat
    percents = {}
    if isinstance(session, DuplicateGame):
        percents = {each.seat: f"{each.percent:6.1f} %" for each in session.standings()}
    for seat, name in enumerate(names):
        left = game.seconds_left(seat)
        mark = ">" if seat == acting else " "
        padded = name + " " * (width - text_width(name))
        clock = "" if left is None else f"  {clock_text(left):>6}"
        line = f"{mark} {padded} {session.scores[seat]:5}{percents.get(seat, '')}{clock}\n"
        text.append(line, "bold" if seat == acting else "")
    text.rstrip()
    return text
