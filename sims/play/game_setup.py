"""The setup of a game with people: mode, rules, words, players and clocks."""

from enum import StrEnum

import msgspec

from movegen.configs import check_range
from movegen.counts import counted
from movegen.errors import ConfigError, one_line, quote
from movegen.lexicon import Lexicon
from movegen.variant import ChallengeRule, Variant
from sims.bag import MAX_SEED
from strategy.players import Strategy, load_strategy

MAX_SECONDS = 1_000_000.0
"""Limit of a clock and of a turn: eleven days."""
_LONGEST_NAME = 60


class Mode(StrEnum):
    """Ways to play."""

    TRAINING = "training"
    """Any rack and any play, alone; every step can be taken back."""
    DUPLICATE = "duplicate"
    """All players hold the same rack; the top play goes on the board, and each scores its own."""
    FREE = "free"
    """A game of two to four players with racks of their own."""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player: a person, or an engine that plays by a strategy.

    Attributes
    ----------
    name:     at most 60 characters, different from those of the others.
    strategy: a strategy's name or file (a level such as `casual` is one); None for a person.

    >>> Seat(name="Ann").is_person, Seat(name="Jack", strategy="casual").is_person
    (True, False)
    """

    name: str
    strategy: str | None = None

    def __post_init__(self) -> None:
        text = self.name.strip()
        if not text or len(text) > _LONGEST_NAME or one_line(text) != text:
            raise ConfigError(
                f"{quote(self.name)} is not a valid name",
                key="seats",
                cure=f"give 1 to {_LONGEST_NAME} characters",
            )

    @property
    def is_person(self) -> bool:
        """Whether the player is a person."""
        return self.strategy is None


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The time of each player.

    Attributes
    ----------
    seconds: for all turns of a free game, or for each round of a duplicate game.
    penalty: points for each minute begun over time, at the end of a free game. A duplicate game has
             none: an answer that comes too late is none.

    >>> Clock(seconds=600)
    Clock(seconds=600, penalty=10)
    """

    seconds: float = 1500.0
    penalty: int = 10

    def __post_init__(self) -> None:
        check_range("clock.penalty", self.penalty, 0, 1000)
        if not 0 < self.seconds <= MAX_SECONDS:
            raise ConfigError(
                f"{self.seconds} seconds",
                key="clock.seconds",
                cure=f"give more than 0, at most {MAX_SECONDS:.0f}",
            )


class Redraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The vowels and consonants below which the rack of a duplicate game is drawn again.

    Attributes
    ----------
    rounds: up to this round `before` of each are needed, then `after`. A blank counts as both.

    >>> Redraw(rounds=10, before=2, after=1).min_count(11)
    1
    """

    rounds: int = 15
    before: int = 2
    after: int = 1

    def __post_init__(self) -> None:
        check_range("redraw.rounds", self.rounds, 0, 1000)
        check_range("redraw.before", self.before, 0, 3)
        check_range("redraw.after", self.after, 0, 3)

    def min_count(self, number: int) -> int:
        """Return the number of vowels, and of consonants, that a round's rack needs; rounds count from 1."""
        return self.before if number <= self.rounds else self.after


class GameSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The setup of a game. Raises ConfigError when its parts do not fit together.

    Attributes
    ----------
    mode:      the mode of play.
    seats:     the players, in the order of play: one in training, one or more in duplicate, two to four
               in a free game.
    rules:     the name of rules, or a path ending in `.toml`.
    lexicon:   as `Lexicon.load` takes it; None for the default lexicon.
    seed:      decides every draw.
    challenge: the challenge rule of a free game; None for that of the rules.
    clock:     None for unlimited time.
    redraw:    for a duplicate game.

    >>> seats = (Seat(name="Ann"), Seat(name="Jack", strategy="casual"))
    >>> GameSetup(mode=Mode.FREE, seats=seats, clock=Clock(seconds=600)).strategies()
    (None, <StaticStrategy casual>)
    """

    mode: Mode
    seats: tuple[Seat, ...]
    rules: str = "standard"
    lexicon: str | None = None
    seed: int = 0
    challenge: ChallengeRule | None = None
    clock: Clock | None = None
    redraw: Redraw = Redraw()

    def __post_init__(self) -> None:
        least, most = _SEATS[self.mode]
        if not least <= len(self.seats) <= most:
            expected = f"expected {least}" if least == most else f"expected {least} to {most}"
            players = counted(len(self.seats), "player")
            raise ConfigError(f"{players} in a {self.mode} game", key="seats", cure=expected)
        if len({seat.name for seat in self.seats}) < len(self.seats):
            raise ConfigError("two players have the same name", key="seats", cure="give them different names")
        if self.mode is Mode.TRAINING and not self.seats[0].is_person:
            raise ConfigError("an engine cannot train", key="seats", cure="let a person play")
        if not 0 <= self.seed <= MAX_SEED:
            raise ConfigError(
                f"seed {self.seed} is out of range", key="seed", cure=f"expected 0 to {MAX_SEED}"
            )

    def variant(self) -> Variant:
        """Return tiles, board and rules, with the challenge rule. Raises what `Variant.load` raises."""
        variant = Variant.load(self.rules)
        if self.challenge is None:
            return variant
        rules = msgspec.structs.replace(variant.rules, challenge=self.challenge)
        return Variant(variant.tiles, variant.layout, rules)

    def load_lexicon(self, variant: Variant) -> Lexicon:
        """Load the lexicon. Raises what `Lexicon.load` raises."""
        longest = max(variant.layout.rows, variant.layout.columns)
        return Lexicon.load(self.lexicon, variant.tiles, longest=longest)

    def strategies(self) -> tuple[Strategy | None, ...]:
        """Load the strategy of each seat, None for people. Raises what `load_strategy` raises."""
        return tuple(None if seat.strategy is None else load_strategy(seat.strategy) for seat in self.seats)


_SEATS = {Mode.TRAINING: (1, 1), Mode.DUPLICATE: (1, 100), Mode.FREE: (2, 4)}
