"""Duplicate: all players hold the same rack, the play with most points goes on the board."""

from dataclasses import dataclass
from time import perf_counter

from movegen.board import Board
from movegen.errors import ConfigError
from movegen.generation import MoveGenerator
from movegen.lexicon import Lexicon
from movegen.moves import Move, MoveKind
from movegen.position import Position
from movegen.tiles import BLANK, Rack
from sims.native import core
from sims.play.actions import Action, Answer, EndRound
from sims.play.session import PlayError, Session, seconds_since
from sims.play.setting import Setting
from sims.selfplay import Bag
from strategy.candidates import CandidateList
from strategy.static import StaticStrategy

_MOST_DRAWS = 1000


@dataclass(frozen=True, slots=True)
class RoundAnswer:
    """What a player answered in a round.

    Attributes
    ----------
    move:    None for no move.
    points:  what it scored: 0 for no move, a phony and an answer that came too late.
    phonies: its words that are not in the lexicon.
    is_late: whether the clock had run out.
    """

    move: Move | None = None
    points: int = 0
    phonies: tuple[str, ...] = ()
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was played: its number, from 1, the rack, the top that was laid, an answer a player."""

    number: int
    rack: Rack
    top: Move
    answers: tuple[RoundAnswer, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands: place from 1, shared by equals; points, and those in per cent of all tops'."""

    place: int
    seat: int
    points: int
    percent: float


class DuplicateGame(Session):
    """A duplicate game.

    The top is the play with most points, the first as `greedy` lists them. What it leaves on the rack is made
    up from the bag; a rack that lacks vowels or consonants (`Setting.redraw`) goes back whole and is drawn
    anew. The game is over when the tiles left have no vowel or no consonant (a blank is both), or no play.

    Attributes
    ----------
    rounds: those played.
    why_over: why the game is over, in a few words; None while it is not.

    Raises what `Session` does; ConfigError when an engine simulates (it looks for most points, not for wins)
    or knows no words of this lexicon.
    """

    def __init__(self, setting: Setting, lexicon: Lexicon | None = None) -> None:
        super().__init__(setting, lexicon)
        for strategy in self.strategies:
            if strategy is not None and not isinstance(strategy, StaticStrategy):
                raise ConfigError(
                    f"{strategy.name} simulates, in a duplicate game",
                    cure="choose a static strategy or a level",
                )
            if strategy is not None:
                strategy.known_words(self.lexicon)
        self.rounds: list[Round] = []
        self.why_over: str | None = None
        self._judge = StaticStrategy.load("greedy")
        self._board = Board.empty(self.variant)
        self._bag = Bag(self.variant.tiles, setting.seed)
        self._rack = Rack.empty(self.variant.tiles)
        self._answers: dict[int, RoundAnswer] = {}
        self._top: Move | None = None
        self._begin_round()

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self._board

    @property
    def number(self) -> int:
        """The number of the round being played, from 1."""
        return len(self.rounds) + 1

    @property
    def scores(self) -> tuple[int, ...]:
        """Points, an entry a player."""
        return tuple(
            sum(each.answers[seat].points for each in self.rounds) for seat in range(len(self.names))
        )

    @property
    def top_score(self) -> int:
        """The points of all tops."""
        return sum(each.top.score for each in self.rounds)

    @property
    def bag_count(self) -> int:
        """How many tiles are in the bag."""
        return len(self._bag)

    @property
    def is_over(self) -> bool:
        """Whether no more rounds are played."""
        return self.why_over is not None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Who has not answered in this round."""
        if self.is_over:
            return ()
        return tuple(seat for seat in range(len(self.names)) if seat not in self._answers)

    def standings(self) -> list[Standing]:
        """The players, best first."""
        points, tops = self.scores, self.top_score
        order = sorted(range(len(points)), key=lambda seat: (-points[seat], seat))
        return [
            Standing(
                1 + sum(other > points[seat] for other in points),
                seat,
                points[seat],
                100 * points[seat] / tops if tops else 0.0,
            )
            for seat in order
        ]

    def rack(self, seat: int) -> Rack:
        """The rack that all players hold."""
        return self._rack

    def position(self, seat: int) -> Position:
        """The position, as if of a game of two that the player leads by the points made so far."""
        if self.is_over:
            raise PlayError("the game is over")
        others = max(2, self.variant.rules.players_min) - 1
        racks: tuple[Rack | None, ...] = (self._rack, *(None,) * others)
        scores = (self.scores[seat], *(0,) * others)
        return Position(self.variant, self._board, racks, scores, lexicon_name=self.lexicon.name)

    def seconds_left(self, seat: int) -> float | None:
        """The time for a round; None where there is no clock."""
        return None if self.setting.clock is None else self.setting.clock.seconds

    def kibitz(self, seat: int, count: int | None = 10) -> CandidateList:
        """The plays with most points, best first (None: all moves)."""
        position = self.position(seat)
        return self._judge.best(self.generator, self._rack, len(self._bag), position.unseen, count=count)

    def machine_action(self, seat: int) -> Action:
        """The answer of the engine in a seat."""
        strategy = self.strategies[seat]
        if not isinstance(strategy, StaticStrategy) or seat not in self.waiting_for:
            raise PlayError(f"it is not for an engine to act for {self.names[seat]}")
        begun = perf_counter()
        words = strategy.known_words(self.lexicon)
        generator = (
            self.generator if words is self.lexicon else MoveGenerator(self.variant, words, self._board)
        )
        number, seed = self.number, self.setting.seed
        chosen = strategy.choose(
            generator,
            self._rack,
            0,  # no exchanges
            self.position(seat).unseen,
            lambda count: core.noise_numbers(seed, seat, number, count),
        ).move
        answer = chosen.gcg if chosen.kind is MoveKind.PLAY else None
        return Answer(seat, answer, seconds_since(begun))

    def _apply(self, action: Action) -> None:
        if self.is_over:
            raise PlayError("the game is over")
        if isinstance(action, Answer):
            if action.seat not in self.waiting_for:
                known = 0 <= action.seat < len(self.names)
                what = (
                    f"{self.names[action.seat]} has answered"
                    if known
                    else f"there is no player {action.seat}"
                )
                raise PlayError(what)
            self._answers[action.seat] = self._judged(action)
        elif isinstance(action, EndRound):
            people = [seat for seat in self.waiting_for if self.strategies[seat] is None]
            if not people:
                raise PlayError("no person has still to answer")
            self._answers |= dict.fromkeys(people, RoundAnswer(is_late=True))
        else:
            raise PlayError("a duplicate game knows answers and the end of a round")
        if not self.waiting_for:
            self._end_round()

    def _judged(self, answer: Answer) -> RoundAnswer:
        clock = self.setting.clock
        is_late = clock is not None and answer.seconds > clock.seconds
        if answer.move is None:
            return RoundAnswer(is_late=is_late)
        move = self.read_move(answer.seat, answer.move)
        if move.kind is MoveKind.EXCHANGE:
            raise PlayError("nothing is exchanged in a duplicate game", cure="make a play, or pass")
        if move.kind is MoveKind.PASS:
            return RoundAnswer(is_late=is_late)
        phonies = self.phonies(move)
        return RoundAnswer(move, 0 if phonies or is_late else move.score, phonies, is_late)

    def _end_round(self) -> None:
        assert self._top is not None
        answers = tuple(self._answers[seat] for seat in range(len(self.names)))
        self.rounds.append(Round(self.number, self._rack, self._top, answers))
        self._board = self._board.place(self._top)
        self._rack = self._rack - self._top.tiles_used
        self._answers = {}
        self._begin_round()

    def _begin_round(self) -> None:
        """Deal a rack and find the top, or end the game."""
        size = self.variant.rules.rack_size
        self._rack = self._rack + self._bag.draw(size - len(self._rack))
        left = self._off_board()
        vowels, consonants = _balance(left)
        if not vowels or not consonants:
            self.why_over = (
                "no tile is left" if not len(left) else f"no {'vowel' if not vowels else 'consonant'} is left"
            )
            return
        least = min(self.setting.redraw.least(self.number), vowels, consonants)
        for _ in range(_MOST_DRAWS):  # where racks are too small for so many of each, the last draw stands
            if min(_balance(self._rack)) >= least:
                break
            self._bag.put_back(self._rack)
            self._rack = self._bag.draw(size)
        best = self._judge.best(self.generator, self._rack, 0, left - self._rack)[0].move
        self._top = best if best.kind is MoveKind.PLAY else None
        if self._top is None:
            self.why_over = f"no play is possible with {self._rack}"

    def _off_board(self) -> Rack:
        """The tiles on the rack and in the bag."""
        tiles = self.variant.tiles
        return Rack(tiles, tiles.counts) - Rack(tiles, self._board.tile_counts)


def _balance(rack: Rack) -> tuple[int, int]:
    """How many vowels and how many consonants; a blank is both."""
    blanks = rack.counts[BLANK]
    pairs = zip(rack.counts[1:], rack.tile_set.vowels[1:], strict=True)
    vowels = sum(count for count, is_vowel in pairs if is_vowel)
    return vowels + blanks, len(rack) - vowels
