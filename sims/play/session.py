"""A game that people play, whatever its mode: what may be done, what was done, and where it stands.

A session is decided by its setting and its actions alone. So a saved game is those, and resuming it is doing
them again (`sims.play.saved_game`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from movegen.board import Board
from movegen.errors import IllegalMoveError, JackdawError, NotationError
from movegen.generation import MoveGenerator
from movegen.lexicon import Lexicon
from movegen.move_parsing import parse_move
from movegen.moves import Move
from movegen.position import Position
from movegen.tiles import Rack
from sims.play.actions import Action
from sims.play.setting import MOST_SECONDS, Mode, Setting
from strategy.candidates import CandidateList
from strategy.played_move import invalid_words
from strategy.static import StaticStrategy


class PlayError(JackdawError):
    """Something that cannot be done at this point of a game."""


@dataclass(frozen=True, slots=True)
class Tentative:
    """What is known of a move while it is being entered.

    Attributes
    ----------
    move:    the move with its score, or None when the text is no move that the rules allow.
    problem: why not, in one line; None if it is one.
    phonies: its words that are not in the lexicon; never told in games where plays can be challenged.
    """

    move: Move | None
    problem: str | None = None
    phonies: tuple[str, ...] = ()


class Session(ABC):
    """A game of one of the modes.

    Attributes
    ----------
    setting:    what it was begun with.
    variant, lexicon: tiles, board and rules; the words.
    strategies: of each seat; None for people.

    Raises what `Setting.variant`, `load_lexicon` and `strategies` do.
    """

    def __init__(self, setting: Setting, lexicon: Lexicon | None = None) -> None:
        self.setting = setting
        self.variant = setting.variant()
        self.lexicon = setting.load_lexicon(self.variant) if lexicon is None else lexicon
        self.lexicon.check_tiles(self.variant.tiles)
        self.strategies = setting.strategies()
        self.keep: Callable[[Action], None] | None = None
        """Called with each action once it is done: what keeps a saved game up to date."""
        self._actions: list[Action] = []
        self._generator: MoveGenerator | None = None

    @property
    def mode(self) -> Mode:
        """The way it is played."""
        return self.setting.mode

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the order of play."""
        return tuple(seat.name for seat in self.setting.seats)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was done, in order."""
        return tuple(self._actions)

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board as it is now."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Points, an entry a player."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing more can be done."""

    @property
    @abstractmethod
    def waiting_for(self) -> tuple[int, ...]:
        """The players who have to do something now, from 0. None of them when the game is over."""

    @property
    def people(self) -> int:
        """How many people play."""
        return sum(strategy is None for strategy in self.strategies)

    @property
    def person(self) -> int | None:
        """The person who has to act, the first of several; None while only engines do, and at the end."""
        return next((seat for seat in self.waiting_for if self.strategies[seat] is None), None)

    @property
    def engine(self) -> int | None:
        """The engine that has to act once no person does; None if there is none.

        So in a round of a duplicate game engines act after the people.
        """
        return None if self.person is not None else next(iter(self.waiting_for), None)

    @abstractmethod
    def rack(self, seat: int) -> Rack:
        """The tiles that a player holds. Whom to show them to is up to the caller."""

    @abstractmethod
    def position(self, seat: int) -> Position:
        """The position as that player sees it, on turn. Raises PlayError when the game is over."""

    @abstractmethod
    def seconds_left(self, seat: int) -> float | None:
        """What the player's clock had left at the last action; negative: over time; None: no clock."""

    @abstractmethod
    def machine_action(self, seat: int) -> Action:
        """What the engine in a seat would do now. It thinks as long as its strategy needs; nothing changes.

        Raises PlayError when the seat is a person's or has nothing to do, and what the strategy does.
        """

    @abstractmethod
    def _apply(self, action: Action) -> None:
        """Do something, or raise and leave everything as it was."""

    def do(self, action: Action) -> None:
        """Do something and keep it.

        Raises
        ------
        PlayError: it cannot be done now.
        IllegalMoveError, NotationError: a move or rack is not allowed, or cannot be read.
        SavedGameError: it is done, but could not be saved.
        """
        seconds = getattr(action, "seconds", 0.0)
        if not 0 <= seconds <= MOST_SECONDS:
            raise PlayError(f"a turn of {seconds} seconds", cure=f"give 0 to {MOST_SECONDS:.0f}")
        self._apply(action)
        self._actions.append(action)
        if self.keep is not None:
            self.keep(action)

    def let_machines_act(self) -> int:
        """Let engines do what they have to until a person must, or the game is over; how much they did."""
        done = 0
        while machines := [seat for seat in self.waiting_for if self.strategies[seat] is not None]:
            self.do(self.machine_action(machines[0]))
            done += 1
        return done

    def tentative(self, seat: int, text: str) -> Tentative:
        """What a move would be that a player is about to make."""
        try:
            move = self.read_move(seat, text)
        except (IllegalMoveError, NotationError) as error:
            return Tentative(None, str(error))
        return Tentative(move, None, self.phonies(move) if self.tells_phonies else ())

    @property
    def tells_phonies(self) -> bool:
        """Whether players are told before they make a play that it is phony."""
        return True

    def read_move(self, seat: int, text: str) -> Move:
        """A move for the player's rack on this board, scored. Raises what `parse_move` does."""
        return parse_move(text, self.board, self.rack(seat), rules=self.variant.rules)

    def phonies(self, move: Move) -> tuple[str, ...]:
        """The words that a move would make which are not in the lexicon."""
        return invalid_words(self.board, move, self.lexicon, self.variant.rules.word_order)

    @property
    def generator(self) -> MoveGenerator:
        """Generates moves on the board as it is now."""
        if self._generator is None or self._generator.board is not self.board:
            self._generator = MoveGenerator(self.variant, self.lexicon, self.board)
        return self._generator

    def kibitz(self, seat: int, count: int | None = 10) -> CandidateList:
        """The best moves for a player by static equity, best first (None: all).

        Raises PlayError when the game is over.
        """
        position = self.position(seat)
        judge = StaticStrategy.default(self.variant.tiles)
        return judge.best(self.generator, position.rack, position.bag_count, position.unseen, count=count)

    def gcg(self) -> str:
        """The game as GCG. Raises PlayError where the mode is not one that GCG can tell of."""
        raise PlayError(f"a {self.mode} game has no GCG", cure="GCG tells of free games")

    def hint(self, seat: int, step: int) -> str:
        """Help towards the best move, more with each step from 1: points, place, first letter, all."""
        best = self.kibitz(seat, 1)[0].move
        return hint_text(best, step)


def hint_text(best: Move, step: int) -> str:
    """So much about a move; steps from 1."""
    if not best.word:
        return "no play is better than an exchange or a pass" if step < 3 else f"{best}"
    laid = sum(best.placed)
    steps: Sequence[str] = (
        f"a play of {best.score} points",
        f"{best.score} points with {laid} tile{'' if laid == 1 else 's'}, from {best.coordinates}",
        f"{best.coordinates}, {len(best.word)} letters, {best.tile_set.board_text(best.word[0])} first",
        f"{best}, {best.score} points",
    )
    return steps[min(max(step, 1), len(steps)) - 1]


def seconds_since(begun: float) -> float:
    """Seconds since a reading of `perf_counter`, rounded to milliseconds as they are saved."""
    return round(perf_counter() - begun, 3)
