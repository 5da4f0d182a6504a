"""Duplicate games: all players hold the same rack, and the highest-scoring play goes on the board."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from movegen.board import Board, Move, MoveKind
from movegen.errors import ConfigError
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, Position
from movegen.variant import BLANK, Rack
from sims.bag import Bag
from sims.native import core
from sims.play.actions import Action, EndRound, SubmitMove
from sims.play.game_setup import GameSetup
from sims.play.session import PlayError, Session, seconds_since
from strategy.players import CandidateList, ProgramStrategy, StaticStrategy
from strategy.search_control import NO_CONTROL, SearchControl

_MAX_DRAWS = 1000


@dataclass(frozen=True, slots=True)
class RoundAnswer:
    """The move of a player in a round.

    Attributes
    ----------
    move:    None for no move.
    points:  its score; 0 for no move, a phony and a late answer.
    phonies: its words that are not in the lexicon.
    is_late: the clock had run out.

    >>> from sims.play.game_setup import Mode, Seat
    >>> setup = GameSetup(mode=Mode.DUPLICATE, seats=(Seat(name="Ann"),), seed=3)
    >>> game = DuplicateGame(setup)
    >>> game.do(EndRound())
    >>> game.rounds[0].answers
    (RoundAnswer(move=None, points=0, phonies=(), is_late=True),)
    """

    move: Move | None = None
    points: int = 0
    phonies: tuple[str, ...] = ()
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class DuplicateRound:
    """A finished round: its number from 1, the rack, the top play, and the players' answers.

    >>> from sims.play.game_setup import Mode, Seat
    >>> setup = GameSetup(mode=Mode.DUPLICATE, seats=(Seat(name="Ann"),), seed=3)
    >>> game = DuplicateGame(setup)
    >>> game.do(EndRound())
    >>> game.rounds[0].rack, game.rounds[0].top
    (<Rack EHIOORR>, <Move 8D HIRER 24>)
    """

    number: int
    rack: Rack
    top: Move
    answers: tuple[RoundAnswer, ...]


@dataclass(frozen=True, slots=True)
class DuplicateStanding:
    """A player's standing: rank from 1, shared by equals; points, and their percentage of the top score.

    >>> from sims.play.game_setup import Mode, Seat
    >>> setup = GameSetup(mode=Mode.DUPLICATE, seats=(Seat(name="Ann"),), seed=3)
    >>> game = DuplicateGame(setup)
    >>> game.do(SubmitMove(0, game.kibitz(0)[0].move.gcg))
    >>> game.standings()
    [DuplicateStanding(place=1, seat=0, points=24, percent=100.0)]
    """

    place: int
    seat: int
    points: int
    percent: float


class DuplicateGame(Session):
    """A duplicate game.

    The top is the highest-scoring play, the first of equals as `greedy` lists them. Engines choose by score
    alone, with their vocabulary and noise. The rest of the rack is filled from the bag; a rack short of
    vowels or consonants (`GameSetup.redraw`) goes back whole and is drawn again. The game ends when the
    remaining tiles lack vowels or consonants (a blank is both), or no play is possible.

    Attributes
    ----------
    rounds:   the finished rounds.
    why_over: the reason for the end of the game; None before.

    Raises what `Session` raises; ConfigError when an engine simulates (points count here, not wins), is an
    outside program or knows no words of this lexicon.

    >>> from sims.play.game_setup import Mode, Seat
    >>> setup = GameSetup(mode=Mode.DUPLICATE, seats=(Seat(name="Ann"),), seed=3)
    >>> game = DuplicateGame(setup)
    >>> game.rack(0)
    <Rack EHIOORR>
    >>> game.do(SubmitMove(0, game.kibitz(0)[1].move.gcg))
    >>> game.rounds[0].top, game.standings()
    (<Move 8D HIRER 24>, [DuplicateStanding(place=1, seat=0, points=18, percent=75.0)])
    """

    def __init__(self, setting: GameSetup, lexicon: Lexicon | None = None) -> None:
        super().__init__(setting, lexicon)
        for strategy in self.strategies:
            if strategy is not None and not isinstance(strategy, StaticStrategy):
                kind = "is an outside program" if isinstance(strategy, ProgramStrategy) else "simulates"
                raise ConfigError(
                    f"{strategy.name} {kind}, in a duplicate game",
                    cure="choose a static strategy or a level",
                )
            if strategy is not None:
                strategy.known_words(self.lexicon)
        self.rounds: list[DuplicateRound] = []
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
        """The current board."""
        return self._board

    @property
    def number(self) -> int:
        """The number of the current round, from 1."""
        return len(self.rounds) + 1

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by player."""
        return tuple(
            sum(each.answers[seat].points for each in self.rounds) for seat in range(len(self.names))
        )

    @property
    def top_score(self) -> int:
        """The total points of all tops."""
        return sum(each.top.score for each in self.rounds)

    @property
    def bag_count(self) -> int:
        """The number of tiles in the bag."""
        return len(self._bag)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.why_over is not None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The players without an answer in this round."""
        if self.is_over:
            return ()
        return tuple(seat for seat in range(len(self.names)) if seat not in self._answers)

    def standings(self) -> list[DuplicateStanding]:
        """Return the standings, best first."""
        points, tops = self.scores, self.top_score
        order = sorted(range(len(points)), key=lambda seat: (-points[seat], seat))
        return [
            DuplicateStanding(
                1 + sum(other > points[seat] for other in points),
                seat,
                points[seat],
                100 * points[seat] / tops if tops else 0.0,
            )
            for seat in order
        ]

    def rack(self, seat: int) -> Rack:
        """Return the rack, which all players share."""
        del seat
        return self._rack

    def position(self, seat: int) -> Position:
        """Return the position as in a game of two, with the player's points against none."""
        if self.is_over:
            raise PlayError("the game is over")
        others = max(2, self.variant.rules.players_min) - 1
        racks: tuple[Rack | None, ...] = (self._rack, *(None,) * others)
        scores = (self.scores[seat], *(0,) * others)
        return Position(self.variant, self._board, racks, scores, lexicon_name=self.lexicon.name)

    def seconds_left(self, seat: int) -> float | None:
        """Return the time for a round, the same for all players; None without a clock."""
        del seat
        return None if self.setting.clock is None else self.setting.clock.seconds

    def kibitz(self, seat: int, count: int | None = 10) -> CandidateList:
        """Return the highest-scoring plays, best first; with a count of None all moves."""
        position = self.position(seat)
        return self._judge.best(self.generator, self._rack, len(self._bag), position.unseen, count=count)

    def engine_action(self, seat: int, control: SearchControl[Any] = NO_CONTROL) -> Action:
        """Return the answer of the engine in a seat."""
        del control  # it answers at once
        strategy = self.strategies[seat]
        if not isinstance(strategy, StaticStrategy) or seat not in self.waiting_for:
            raise PlayError(f"no engine is to act for {self.names[seat]} now")
        begun = perf_counter()
        words = strategy.known_words(self.lexicon)
        generator = (
            self.generator if words is self.lexicon else MoveGenerator(self.variant, words, self._board)
        )
        number, seed = self.number, self.setting.seed
        # Points alone count, so a player differs from others by its handicap only.
        scorer = StaticStrategy(replace(self._judge.config, handicap=strategy.config.handicap))
        chosen = scorer.choose(
            generator,
            self._rack,
            0,  # no exchanges
            self.position(seat).unseen,
            lambda count: core.noise_numbers(seed, seat, number, count),
        ).move
        answer = chosen.gcg if chosen.kind is MoveKind.PLAY else None
        return SubmitMove(seat, answer, seconds_since(begun))

    def _apply(self, action: Action) -> None:
        if self.is_over:
            raise PlayError("the game is over")
        if isinstance(action, SubmitMove):
            if action.seat not in self.waiting_for:
                known = 0 <= action.seat < len(self.names)
                what = (
                    f"{self.names[action.seat]} has already answered"
                    if known
                    else f"there is no player {action.seat}"
                )
                raise PlayError(what)
            self._answers[action.seat] = self._score(action)
        elif isinstance(action, EndRound):
            people = [seat for seat in self.waiting_for if self.strategies[seat] is None]
            if not people:
                raise PlayError("everyone has answered")
            self._answers |= dict.fromkeys(people, RoundAnswer(is_late=True))
        else:
            raise PlayError("a duplicate game has answers and ends of rounds only")
        if not self.waiting_for:
            self._end_round()

    def _score(self, answer: SubmitMove) -> RoundAnswer:
        clock = self.setting.clock
        is_late = clock is not None and answer.seconds > clock.seconds
        if answer.move is None:
            return RoundAnswer(is_late=is_late)
        move = self.read_move(answer.seat, answer.move)
        if move.kind is MoveKind.EXCHANGE:
            raise PlayError("there are no exchanges in a duplicate game", cure="make a play, or pass")
        if move.kind is MoveKind.PASS:
            return RoundAnswer(is_late=is_late)
        phonies = self.phonies(move)
        return RoundAnswer(move, 0 if phonies or is_late else move.score, phonies, is_late)

    def _end_round(self) -> None:
        assert self._top is not None
        answers = tuple(self._answers[seat] for seat in range(len(self.names)))
        self.rounds.append(DuplicateRound(self.number, self._rack, self._top, answers))
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
        least = min(self.setting.redraw.min_count(self.number), vowels, consonants)
        for _ in range(_MAX_DRAWS):  # if a rack is too small for this many of each, the last draw stands
            if min(_balance(self._rack)) >= least:
                break
            self._bag.put_back(self._rack)
            self._rack = self._bag.draw(size)
        best = self._judge.best(self.generator, self._rack, 0, left - self._rack)[0].move
        self._top = best if best.kind is MoveKind.PLAY else None
        if self._top is None:
            self.why_over = f"no play is possible with {self._rack}"

    def _off_board(self) -> Rack:
        """Return the tiles on the rack and in the bag."""
        tiles = self.variant.tiles
        return Rack(tiles, tiles.counts) - Rack(tiles, self._board.tile_counts)


def _balance(rack: Rack) -> tuple[int, int]:
    """Return the numbers of vowels and consonants; a blank is both."""
    blanks = rack.counts[BLANK]
    pairs = zip(rack.counts[1:], rack.tile_set.vowels[1:], strict=True)
    vowels = sum(count for count, is_vowel in pairs if is_vowel)
    return vowels + blanks, len(rack) - vowels
