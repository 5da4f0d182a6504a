"""A game with people, of any mode: its legal actions, its history and its state.

A session depends on its setup and its actions alone. So a saved game consists of these, and resuming it
repeats the actions (`sims.play.saved_game`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from movegen.board import Board, Move, parse_move, parse_typed_move
from movegen.counts import counted
from movegen.errors import IllegalMoveError, JackdawError, NotationError
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, Position
from movegen.variant import Rack
from sims.play.actions import Action
from sims.play.game_setup import MAX_SECONDS, GameSetup, Mode
from strategy.analysis import invalid_words
from strategy.players import CandidateList, fit_strategy, static_strategy_for
from strategy.search_control import NO_CONTROL, SearchControl


class PlayError(JackdawError):
    """An action that is not possible at this point of a game."""


@dataclass(frozen=True, slots=True)
class Tentative:
    """The state of a move while it is being entered.

    Attributes
    ----------
    move:    the scored move, or None when the text is not a legal move.
    problem: the reason, in one line; None for a legal move.
    phonies: its words that are not in the lexicon; always empty where plays can be challenged.

    >>> from sims.play import Mode, Seat, SetRack, begin
    >>> game = begin(GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Ann"),)))
    >>> game.do(SetRack("AEINRST"))
    >>> game.tentative(0, "8d retins")
    Tentative(move=<Move 8D RETINS 14>, problem=None, phonies=('RETINS',))
    >>> game.tentative(0, "8d retinas").move
    <Move 8D RETINAS 66>
    """

    move: Move | None
    problem: str | None = None
    phonies: tuple[str, ...] = ()


class Session(ABC):
    """A game of one of the modes.

    Attributes
    ----------
    setting:    the setup of the game.
    variant:    tiles, board and rules.
    lexicon:    the words.
    strategies: one per seat; None for people.

    Raises what `GameSetup.variant`, `load_lexicon` and `strategies` raise.

    >>> from sims.play import DrawTiles, Mode, Seat, begin
    >>> game = begin(GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Ann"),), seed=3))
    >>> game.do(DrawTiles())
    >>> game.rack(0), game.kibitz(0)[0]
    (<Rack EHIOORR>, <Candidate 8D HIRER 24 +14.5>)
    """

    keep: Callable[[Action], None] | None = None
    """Called with each action once it is done; a saved game writes it."""

    def __init__(self, setting: GameSetup, lexicon: Lexicon | None = None) -> None:
        self.setting = setting
        self.variant = setting.variant()
        self.lexicon = setting.load_lexicon(self.variant) if lexicon is None else lexicon
        self.lexicon.check_tiles(self.variant.tiles)
        self.strategies = tuple(
            None if each is None else fit_strategy(each, self.lexicon, self.variant)
            for each in setting.strategies()
        )
        self._actions: list[Action] = []
        self._generator: MoveGenerator | None = None

    @property
    def mode(self) -> Mode:
        """The mode of the game."""
        return self.setting.mode

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the order of play."""
        return tuple(seat.name for seat in self.setting.seats)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far, in order."""
        return tuple(self._actions)

    @property
    @abstractmethod
    def board(self) -> Board:
        """The current board."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Points by player."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    @abstractmethod
    def waiting_for(self) -> tuple[int, ...]:
        """The players who must act now, from 0; empty when the game is over."""

    @property
    def people(self) -> int:
        """The number of people in the game."""
        return sum(strategy is None for strategy in self.strategies)

    @property
    def person(self) -> int | None:
        """The first person who must act; None if only engines must, and at the end."""
        return next((seat for seat in self.waiting_for if self.strategies[seat] is None), None)

    @property
    def engine(self) -> int | None:
        """The engine that must act when no person must; None if there is none.

        So in a round of a duplicate game engines act after the people.
        """
        return None if self.person is not None else next(iter(self.waiting_for), None)

    @abstractmethod
    def rack(self, seat: int) -> Rack:
        """Return the rack of a player. Showing it to the right people is up to the caller."""

    @abstractmethod
    def position(self, seat: int) -> Position:
        """Return the position as this player sees it, on turn. Raises PlayError when the game is over."""

    @abstractmethod
    def seconds_left(self, seat: int) -> float | None:
        """Return the time left at the player's last action, negative if over time; None without a clock."""

    @abstractmethod
    def engine_action(self, seat: int, control: SearchControl[Any] = NO_CONTROL) -> Action:
        """Return the action that the engine in a seat chooses now. Nothing changes.

        `control` can stop its thinking; it then chooses the best move that it has found so far.

        Raises PlayError when the seat is a person's or has nothing to do, and what the strategy does.
        """

    @abstractmethod
    def _apply(self, action: Action) -> None:
        """Do an action, or raise and leave everything as it was."""

    def do(self, action: Action) -> None:
        """Do an action and record it.

        Raises
        ------
        PlayError: the action is not possible now.
        IllegalMoveError, NotationError: a move or rack is illegal or malformed.
        SavedGameError: the action is done but could not be saved.
        """
        seconds = getattr(action, "seconds", 0.0)
        if not 0 <= seconds <= MAX_SECONDS:
            raise PlayError(f"a turn of {seconds} seconds", cure=f"give 0 to {MAX_SECONDS:.0f}")
        self._apply(action)
        self._actions.append(action)
        if self.keep is not None:
            self.keep(action)

    def let_engines_act(self) -> int:
        """Let engines act until a person must, or the game is over. Return the number of their actions."""
        done = 0
        while engines := [seat for seat in self.waiting_for if self.strategies[seat] is not None]:
            self.do(self.engine_action(engines[0]))
            done += 1
        return done

    def tentative(self, seat: int, text: str) -> Tentative:
        """Describe a move that a player is typing."""
        try:
            move = self.read_move(seat, text, is_typed=True)
        except (IllegalMoveError, NotationError) as error:
            return Tentative(None, str(error))
        return Tentative(move, None, self.phonies(move) if self.reveals_phonies else ())

    @property
    def reveals_phonies(self) -> bool:
        """Whether players learn that a play is phony before they make it."""
        return True

    def read_move(self, seat: int, text: str, *, is_typed: bool = False) -> Move:
        """Parse and score a move for the player's rack. Raises what `parse_move` raises.

        `is_typed` reads lower case as people type it; see `parse_typed_move`. Actions and saved games hold
        `Move.gcg`, which is always in notation.
        """
        parse = parse_typed_move if is_typed else parse_move
        return parse(text, self.board, self.rack(seat), rules=self.variant.rules)

    def phonies(self, move: Move) -> tuple[str, ...]:
        """Return the words of a move that are not in the lexicon."""
        return invalid_words(self.board, move, self.lexicon, self.variant.rules.word_order)

    @property
    def generator(self) -> MoveGenerator:
        """A generator of moves on the current board."""
        if self._generator is None or self._generator.board is not self.board:
            self._generator = MoveGenerator(self.variant, self.lexicon, self.board)
        return self._generator

    def kibitz(self, seat: int, count: int | None = 10) -> CandidateList:
        """Return the moves with the highest static equity, best first; with a count of None all moves.

        Raises PlayError when the game is over.
        """
        position = self.position(seat)
        judge = static_strategy_for(self.lexicon, self.variant)
        return judge.best(self.generator, position.rack, position.bag_count, position.unseen, count=count)

    def gcg(self) -> str:
        """Return the game as GCG. Raises PlayError in modes that GCG cannot represent."""
        raise PlayError(f"a {self.mode} game has no GCG", cure="only free games have one")

    def hint(self, seat: int, step: int) -> str:
        """Return a hint at the best move; steps from 1 reveal points, square, first letter and all."""
        best = self.kibitz(seat, 1)[0].move
        return hint_text(best, step)


def hint_text(best: Move, step: int) -> str:
    """Describe a move, in more detail with each step from 1."""
    if not best.word:
        return "no play is better than an exchange or a pass" if step < 3 else f"{best}"
    laid = sum(best.placed)
    steps = (
        f"a play of {counted(best.score, 'point')}",
        f"{counted(best.score, 'point')} with {counted(laid, 'tile')}, from {best.coordinates}",
        f"{best.coordinates}, {len(best.word)} letters, {best.tile_set.board_text(best.word[0])} first",
        f"{best}, {counted(best.score, 'point')}",
    )
    return steps[min(max(step, 1), len(steps)) - 1]


def seconds_since(begun: float) -> float:
    """Seconds since a reading of `perf_counter`, rounded to milliseconds as they are saved."""
    return round(perf_counter() - begun, 3)
