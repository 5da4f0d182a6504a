"""A puzzle: a position, its one best move, and how much every other move loses."""

from hashlib import blake2b

import msgspec

from movegen.board import Move
from movegen.position import Position, read_cgp
from movegen.variant import Variant
from sims.place import Place
from sims.puzzles.difficulty import Difficulty
from sims.puzzles.margins import Lead

SCHEMA = "jackdaw.puzzle/1"
CHALLENGE = "challenge"
"""The answer where the opponent's last play is a phony."""
_ID_BYTES = 6


class PuzzleMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of a puzzle and what it loses to the answer.

    Attributes
    ----------
    move:        as people write it: `8D WAREZ`; the answer may be `CHALLENGE`.
    score:       points of the move.
    win:         chance to win after it, from 0 to 1; None if unknown.
    win_lost:    chance to win that it loses; None if unknown.
    win_error:   standard error of `win_lost`; 0 if it is proven, None if unknown.
    points_lost: points that it loses; None if unknown.
    points_error: standard error of `points_lost`; 0 if it is proven, None if unknown.
    least_win_lost, least_points_lost: proven lower bounds of losses that are unknown; None if there are none.
    """

    move: str
    score: int
    win: float | None
    win_lost: float | None
    win_error: float | None
    points_lost: float | None
    points_error: float | None
    least_win_lost: float | None = None
    least_points_lost: float | None = None

    @classmethod
    def of(cls, lead: Lead) -> "PuzzleMove":
        """Return the move over which the answer has this lead."""
        return cls(
            str(lead.move),
            lead.move.score,
            lead.win,
            lead.win_lost,
            lead.win_error,
            lead.points_lost,
            lead.points_error,
            lead.least_win_lost,
            lead.least_points_lost,
        )


class Origin(Place, frozen=True):
    """The place of a puzzle's position: a file or game of self-play, and its line or turn.

    `player` is the nickname of the player on turn, `played` the move of the game; None if unknown.
    """

    player: str | None = None
    played: str | None = None


class Puzzle(msgspec.Struct, frozen=True):
    """A position with one clearly best move.

    Attributes
    ----------
    id:         identifies the position with its lexicon and rules.
    cgp:        the position as the player on turn sees it.
    lexicon, rules: their names; of rules also a file (.toml).
    phase:      see `sims.decisions.Phase`.
    method:     simulation, preendgame or endgame.
    is_proven:  whether the answer is proven to be best.
    iterations: rollouts of the answer; 0 without a simulation.
    last_play:  the opponent's last play, with its score; None if there was none or it is not known.
    answer:     the best move; its losses are 0.
    others:     the best of the other moves, best first. The first is the margin of the puzzle.
    played:     the move of the game with its losses, if it was another one and they are known.
    tags:       see `Tag`, and the length of a bingo as `bingo-8`.
    difficulty: from 1 to 5, and what it comes from; None for a challenge, which no level considers.
    """

    schema: str
    id: str
    cgp: str
    lexicon: str
    rules: str
    origin: Origin
    phase: str
    method: str
    is_proven: bool
    iterations: int
    last_play: str | None
    answer: PuzzleMove
    others: tuple[PuzzleMove, ...]
    played: PuzzleMove | None
    tags: tuple[str, ...]
    difficulty: Difficulty | None

    @property
    def position(self) -> Position:
        """The position. Raises CgpError or ConfigError if the file was changed."""
        return read_cgp(self.cgp, variant=Variant.load(self.rules))

    @property
    def answer_move(self) -> Move | None:
        """The answer; None for a challenge. Raises what `Position.parse_move` raises."""
        return None if self.answer.move == CHALLENGE else self.position.parse_move(self.answer.move)

    @property
    def margin(self) -> PuzzleMove:
        """The second best move, whose losses are the margin."""
        return self.others[0]


def puzzle_id(cgp: str, lexicon: str, rules: str) -> str:
    """Return the identity of a puzzle: twelve hexadecimal digits.

    >>> puzzle_id("15/...", "SCOWL80", "standard")
    'bc6243d6d879'
    """
    content = "\0".join((cgp, lexicon, rules)).encode()
    return blake2b(content, digest_size=_ID_BYTES, person=b"jackdaw.puzzle").hexdigest()
