"""What a game that people play is begun with: its mode, rules, words, players, clocks."""

from enum import StrEnum

import msgspec

from movegen.configs import check_range
from movegen.errors import ConfigError, one_line, shown
from movegen.lexicon import Lexicon
from movegen.rules import ChallengeRule, Variant
from sims.selfplay import MOST_SEED
from strategy.simulation_strategy import Strategy, load_strategy

MOST_SECONDS = 1_000_000.0
"""No clock may have more, and no turn take longer: eleven days."""
_LONGEST_NAME = 60


class Mode(StrEnum):
    """Ways to play."""

    TRAINING = "training"
    """Any rack and any play, alone; what was done can be taken back."""
    DUPLICATE = "duplicate"
    """All players hold the same rack; the play with most points goes on the board, each scores its own."""
    FREE = "free"
    """Two to four players with racks of their own, one after the other."""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player: a person, or an engine that plays by a strategy.

    Attributes
    ----------
    name:     unlike those of the other players, at most 60 characters.
    strategy: a strategy's name or file (a level such as `casual` is one); None for a person.
    """

    name: str
    strategy: str | None = None

    def __post_init__(self) -> None:
        text = self.name.strip()
        if not text or len(text) > _LONGEST_NAME or one_line(text) != text:
            raise ConfigError(
                f"{shown(self.name)} is no name", key="seats", cure=f"give 1 to {_LONGEST_NAME} characters"
            )

    @property
    def is_person(self) -> bool:
        """Whether a person plays."""
        return self.strategy is None


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The time that each player has.

    Attributes
    ----------
    seconds: for all turns of a free game, or for each round of a duplicate game.
    penalty: points that each minute begun over time costs at the end of a free game. A duplicate game has
             none: an answer that comes too late is none.
    """

    seconds: float = 1500.0
    penalty: int = 10

    def __post_init__(self) -> None:
        check_range("clock.penalty", self.penalty, 0, 1000)
        if not 0 < self.seconds <= MOST_SECONDS:
            raise ConfigError(
                f"{self.seconds} seconds",
                key="clock.seconds",
                cure=f"give more than 0, at most {MOST_SECONDS:.0f}",
            )


class Redraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When the rack of a duplicate game is drawn anew: when it has fewer vowels or consonants than this.

    Attributes
    ----------
    rounds: through this round `before` of each are asked for, then `after`. A blank counts as both.
    """

    rounds: int = 15
    before: int = 2
    after: int = 1

    def __post_init__(self) -> None:
        check_range("redraw.rounds", self.rounds, 0, 1000)
        check_range("redraw.before", self.before, 0, 3)
        check_range("redraw.after", self.after, 0, 3)

    def least(self, number: int) -> int:
        """How many vowels, and how many consonants, the rack of a round needs; rounds count from 1."""
        return self.before if number <= self.rounds else self.after


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a game is begun with. Raises ConfigError when its parts do not go together.

    Attributes
    ----------
    mode:      the way to play.
    seats:     the players, in the order of play: one in training, one or more in duplicate, two to four
               in a free game.
    rules:     the name of rules, or a path ending in `.toml`.
    lexicon:   as `Lexicon.load` takes it; None for the lexicon inside.
    seed:      decides every draw.
    challenge: what becomes of a challenge in a free game; None for what the rules say.
    clock:     None for as much time as people like.
    redraw:    of a duplicate game.
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
            raise ConfigError(f"{len(self.seats)} players in a {self.mode} game", key="seats", cure=expected)
        if len({seat.name for seat in self.seats}) < len(self.seats):
            raise ConfigError("two players share a name", key="seats", cure="give each one of their own")
        if self.mode is Mode.TRAINING and not self.seats[0].is_person:
            raise ConfigError("an engine cannot train", key="seats", cure="let a person play")
        if not 0 <= self.seed <= MOST_SEED:
            raise ConfigError(
                f"seed {self.seed} is out of range", key="seed", cure=f"expected 0 to {MOST_SEED}"
            )

    def variant(self) -> Variant:
        """Tiles, board and rules, with the rule for challenges. Raises what `Variant.load` does."""
        variant = Variant.load(self.rules)
        if self.challenge is None:
            return variant
        rules = msgspec.structs.replace(variant.rules, challenge=self.challenge)
        return Variant(variant.tiles, variant.layout, rules)

    def load_lexicon(self, variant: Variant) -> Lexicon:
        """The words. Raises what `Lexicon.load` does."""
        longest = max(variant.layout.rows, variant.layout.columns)
        return Lexicon.load(self.lexicon, variant.tiles, longest=longest)

    def strategies(self) -> tuple[Strategy | None, ...]:
        """The strategy of each seat, None for people. Raises what `load_strategy` does."""
        return tuple(None if seat.strategy is None else load_strategy(seat.strategy) for seat in self.seats)


_SEATS = {Mode.TRAINING: (1, 1), Mode.DUPLICATE: (1, 100), Mode.FREE: (2, 4)}
