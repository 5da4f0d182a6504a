"""The line protocol between players and engines, a part of UCGI; docs/engines.md describes it.

UCGI is the Universal Crossword Game Interface, a draft of the author of macondo after the UCI of chess. Its
words are used here where it has them: `ucgi`, `isready`, `ucginewgame`, `position`, `go`, `bestmove`, `quit`.
"""

from dataclasses import dataclass

from movegen.board import Move, MoveKind
from movegen.position import Position

GREETING, GREETED = "ucgi", "ucgiok"
PING, PONG = "isready", "readyok"
NEW_GAME, STOP, QUIT = "ucginewgame", "stop", "quit"
POSITION, GO, BEST_MOVE = "position cgp ", "go", "bestmove"
SKIPPED = ("info", "id", "option", PONG)
"""First words of lines that an engine may write while it thinks."""
ERROR = "error"
"""First word of a line with which an engine says why it cannot answer."""

MAX_LINE = 1 << 16
"""Limit of a line in bytes."""
MAX_OUTPUT = 1 << 20
"""Limit of the bytes that an engine writes in answer to a question."""


@dataclass(frozen=True)
class Question:
    """A question for the best move.

    Attributes
    ----------
    position:     as the player on turn sees it.
    seconds:      time for the move.
    seconds_left: on the player's clock for the rest of the game; None without one.
    """

    position: Position
    seconds: float
    seconds_left: float | None = None

    @property
    def cgp(self) -> str:
        """The position as text. Raises CgpError when the lexicon has a name that CGP cannot have."""
        return self.position.cgp()

    def lines(self) -> list[str]:
        """Return the question as lines."""
        clock = "" if self.seconds_left is None else f" 1time {_milliseconds(self.seconds_left)}"
        return [f"{POSITION}{self.cgp}", f"{GO} movetime {_milliseconds(self.seconds)}{clock}"]


def move_words(line: str) -> str | None:
    """Return the move in the line of a best move; None in any other line.

    >>> move_words("bestmove 8D.WAREZ"), move_words("info depth 2")
    ('8D.WAREZ', None)
    """
    word, _, move = line.strip().partition(" ")
    return move.strip() if word == BEST_MOVE else None


def move_text(move: Move) -> str:
    """Return a move as UCGI writes it: like `Move.ucgi`, with the tiles played through spelled out."""
    if move.kind is not MoveKind.PLAY:
        return move.ucgi
    return f"{move.coordinates}.{move.tile_set.text(list(move.word))}"


def _milliseconds(seconds: float) -> int:
    return max(0, round(seconds * 1000))
