"""The rules of a game, and variants: rules together with tiles and a board."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

import msgspec
import numpy as np

from movegen.configs import check_range, list_configs, load_config
from movegen.errors import ConfigError, JackdawError, UnknownNameError, one_line, quote
from movegen.showing import short_repr
from movegen.variant.layouts import BoardLayout
from movegen.variant.tiles import TileSet

MAX_SCORE = 1_000_000_000
"""The limit of the points of a play, in any variant: scores are 32-bit numbers."""
MAX_BONUS = 1000
"""The limit of the bonus for the number of tiles of a play."""


class ChallengeRule(StrEnum):
    """The cost of a challenge to a valid play; a phony is always withdrawn.

    >>> Variant.standard().rules.challenge.value
    'double'
    """

    VOID = "void"
    """Phonies cannot be played, so there are no challenges."""
    SINGLE = "single"
    """A failed challenge costs nothing."""
    DOUBLE = "double"
    """A failed challenge costs the challenger's turn."""
    FIVE_POINT = "five_point"
    """A failed challenge gives the player of the word 5 points."""
    TEN_POINT = "ten_point"
    """A failed challenge gives the player of the word 10 points."""


class WordOrder(StrEnum):
    """The order in which letters on the board form a word.

    >>> Rules(word_order=WordOrder.ANY).word_order.value
    'any'
    """

    FIXED = "fixed"
    """The order of the lexicon."""
    ANY = "any"
    """Any order: letters are a word if an anagram of them is. The game is known as WordSmog or Clabbers."""


class EndingRule(StrEnum):
    """The turns that players have once the bag is empty. Too many turns without a score end any game.

    >>> Rules(ending=EndingRule.EMPTY_BAG).ending.value
    'empty_bag'
    """

    OUT = "out"
    """The game ends as soon as a player has no tiles left."""
    LAST_TURNS = "last_turns"
    """When a player has no tiles left, each other player has one more turn."""
    EMPTY_BAG = "empty_bag"
    """When the last tile has been drawn, each player has one more turn, the one who drew it last of all."""

    def last_turns(self, bag_count: int, held: int, players: int) -> int | None:
        """Return the number of turns that remain after a turn; None if nothing limits them yet.

        `bag_count` and `held` are the tiles in the bag and on the mover's rack after drawing.

        >>> [rule.last_turns(0, 0, 3) for rule in EndingRule], EndingRule.LAST_TURNS.last_turns(0, 4, 3)
        ([0, 2, 3], None)
        """
        if bag_count or (held and self is not EndingRule.EMPTY_BAG):
            return None
        return {EndingRule.OUT: 0, EndingRule.LAST_TURNS: players - 1}.get(self, players)


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules of a game, as in `configs/rules/*.toml`. Raises ConfigError on a number out of range.

    Attributes
    ----------
    board, tiles:       the names of the layout and the tile set, or paths ending in `.toml`.
    players_min, players_max: the number of players, 2 to 4.
    rack_size:          tiles on a full rack, 1 to 16.
    bingo_tiles:        the number of tiles a play must use for the bonus; the rack size by default.
    bingo_bonus:        the bonus in points.
    bonuses:            the bonuses of plays of even more tiles, as pairs of tiles and points, fewest tiles
                        first: `((8, 75),)` gives plays of eight tiles or more 75 points instead.
    exchange_limit:     tiles that must be in the bag to exchange.
    scoreless_turns:    the number of consecutive turns without a score that ends the game; 0 for never.
    challenge:          the cost of a challenge to a valid play.
    word_order:         the order in which letters form a word.
    ending:             the turns that players have once the bag is empty.
    count_tiles_left:   whether tiles left on the racks count at the end of the game.

    >>> rules = Rules(rack_size=8, bingo_tiles=7, bonuses=((8, 75),))
    >>> rules.bonus(7), rules.bonus(8), rules.challenge.value
    (50, 75, 'double')
    """

    name: str = "standard"
    board: str = "standard15"
    tiles: str = "english"
    players_min: int = 2
    players_max: int = 4
    rack_size: int = 7
    bingo_tiles: int = 0
    bingo_bonus: int = 50
    bonuses: tuple[tuple[int, int], ...] = ()
    exchange_limit: int = 7
    scoreless_turns: int = 6
    challenge: ChallengeRule = ChallengeRule.DOUBLE
    word_order: WordOrder = WordOrder.FIXED
    ending: EndingRule = EndingRule.OUT
    count_tiles_left: bool = True

    __repr__ = short_repr

    def __post_init__(self) -> None:
        self._convert()
        check_range("rack_size", self.rack_size, 1, 16)
        if not self.bingo_tiles:
            msgspec.structs.force_setattr(self, "bingo_tiles", self.rack_size)
        check_range("players_min", self.players_min, 2, 4)
        check_range("players_max", self.players_max, self.players_min, 4)
        check_range("bingo_tiles", self.bingo_tiles, 1, self.rack_size)
        check_range("bingo_bonus", self.bingo_bonus, 0, MAX_BONUS)
        fewer = self.bingo_tiles
        for index, (tiles, points) in enumerate(self.bonuses):
            if not fewer < tiles <= self.rack_size:
                cure = f"expected more tiles than {fewer} and at most {self.rack_size}, fewest first"
                raise ConfigError(f"a bonus for {tiles} tiles", key=f"bonuses[{index}]", cure=cure)
            check_range(f"bonuses[{index}]", points, 0, MAX_BONUS)
            fewer = tiles
        check_range("exchange_limit", self.exchange_limit, 0, 1000)
        check_range("scoreless_turns", self.scoreless_turns, 0, 100)

    def _convert(self) -> None:
        """Turn texts that are rules and lists of bonuses into what the fields are declared as."""
        for key, kind in (("challenge", ChallengeRule), ("word_order", WordOrder), ("ending", EndingRule)):
            value: object = getattr(self, key)
            if not isinstance(value, kind):
                choices = [each.value for each in kind]
                if value not in choices:
                    cure = f"expected {', '.join(choices)}"
                    raise ConfigError(f"there is no rule {quote(str(value))}", key=key, cure=cure)
                msgspec.structs.force_setattr(self, key, kind(value))
        msgspec.structs.force_setattr(self, "bonuses", tuple(tuple(bonus) for bonus in self.bonuses))

    def bonus(self, placed: int) -> int:
        """Return the bonus of a play for the number of tiles it lays.

        >>> rules = Rules(rack_size=8, bingo_tiles=7, bonuses=((8, 75),))
        >>> [rules.bonus(placed) for placed in (6, 7, 8)]
        [0, 50, 75]
        """
        steps = ((self.bingo_tiles, self.bingo_bonus), *self.bonuses)
        return next((points for tiles, points in reversed(steps) if placed >= tiles), 0)

    @classmethod
    def load(cls, name_or_path: str | Path) -> "Rules":
        """Load the rules `configs/rules/<name>.toml`, or those of a path ending in `.toml`."""
        return load_config("rules", name_or_path, cls)


@dataclass(frozen=True, repr=False)
class Variant:
    """Tiles, board and rules of a game.

    Raises ConfigError if the tiles cannot fill the racks of all players, or premium squares allow scores
    beyond `MAX_SCORE`.

    >>> Variant.standard().layout.rows
    15
    """

    tiles: TileSet
    layout: BoardLayout
    rules: Rules

    @classmethod
    def load(cls, name_or_path: str | Path) -> "Variant":
        """Load the variant whose rules are `configs/rules/<name>.toml`, or those of a path ending in `.toml`.

        A path in a file of rules is relative to that file.
        """
        rules = Rules.load(name_or_path)
        folder = Path(name_or_path).parent

        def beside(name: str) -> str | Path:
            return folder / name if name.endswith(".toml") else name

        try:
            tiles, layout = TileSet.load(beside(rules.tiles)), BoardLayout.load(beside(rules.board))
        except UnknownNameError as error:
            raise ConfigError(error.problem, file=Path(name_or_path), cure=error.cure) from None
        return cls(tiles, layout, rules)

    @staticmethod
    @cache
    def standard() -> "Variant":
        """Return the standard game: 15 x 15 board, English tiles, racks of 7. Cached."""
        return Variant.load("standard")

    def __post_init__(self) -> None:
        for name, kind in (("tiles", TileSet), ("layout", BoardLayout), ("rules", Rules)):
            if not isinstance(value := getattr(self, name), kind):
                problem = f"{one_line(repr(value), 60)} is not a {kind.__name__}"
                raise ConfigError(problem, key=name, cure=f"load it with {kind.__name__}.load")
        needed = self.rules.rack_size * self.rules.players_max
        if needed > self.tiles.total:
            raise ConfigError(
                f"{self.rules.players_max} racks of {self.rules.rack_size} need {needed} tiles, "
                f"but {self.tiles.name} has {self.tiles.total}",
                key="rack_size",
            )
        if self._score_bound() > MAX_SCORE:
            raise ConfigError(
                f"a play on {self.layout.name} with {self.tiles.name} may score more than {MAX_SCORE:,}",
                key="board",
                cure="use fewer or smaller word multipliers",
            )

    def __repr__(self) -> str:
        return f"<Variant {self.name}: {self.layout.name}, {self.tiles.name}>"

    def _score_bound(self) -> int:
        """Return an upper bound of any score: the best lane's word multipliers times the dearest tiles."""
        multipliers = np.maximum(self.layout.word_multipliers, 1).astype(np.float64)  # 0: blocked
        words, crossed = np.sort(multipliers, axis=1), np.sort(multipliers.T, axis=1)
        placed = self.rules.rack_size
        multiplier = max(words[:, -placed:].prod(axis=1).max(), crossed[:, -placed:].prod(axis=1).max())
        tile = max(self.tiles.points) * int(self.layout.letter_multipliers.max())
        longest = max(self.layout.rows, self.layout.columns)
        return int(longest * tile * multiplier * (placed + 1)) + MAX_BONUS

    @property
    def name(self) -> str:
        """The name of the rules."""
        return self.rules.name


def check_variant(variant: object) -> None:
    """Raise ConfigError for anything but a variant, such as its name."""
    if not isinstance(variant, Variant):
        raise ConfigError(f"{one_line(repr(variant), 60)} is not a variant", cure="load it with Variant.load")


def advise_rules(rest: str, read: Callable[[Variant], object], used: TileSet | None = None) -> str | None:
    """Return advice for a text that begins with no tile, if other included rules can read the whole.

    `read` reads the whole by given rules and raises JackdawError if it cannot; `used` are the tiles that lack
    the first one of `rest`, by default those of the standard game. Return None if no rules help.
    """
    letters = rest[1:].partition("]")[0] if rest.startswith("[") else rest[:1]
    if not letters[:1].isalpha() or _has_letter(used or Variant.standard().tiles, letters):
        return None
    names = [name for name in list_configs("rules") if _is_read(name, letters, read)]
    return f"perhaps --rules {' or '.join(names)}" if names else None


def _has_letter(tiles: TileSet, letters: str) -> bool:
    return any(letters.upper() in label.upper() for label in tiles.labels)


def _is_read(rules: str, letters: str, read: Callable[[Variant], object]) -> bool:
    try:
        variant = _load_variant(rules)
        if not _has_letter(variant.tiles, letters):
            return False
        read(variant)
    except JackdawError:
        return False
    return True


@lru_cache(maxsize=32)
def _load_variant(name: str) -> Variant:
    return Variant.load(name)
