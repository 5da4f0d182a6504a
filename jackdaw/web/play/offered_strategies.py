"""The strategies that pages can choose to play against. Pages never name files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from movegen.configs import list_configs
from movegen.errors import ConfigError, UnknownNameError, quote
from movegen.files import file_label
from sims.engines import start_engines
from strategy.players import load_strategy

RATING_OF_STATIC = 2000
"""The scale of ratings: Elo, with this for `static`."""
_WORDS = {
    "beginner": "everyday words, goes for points, overlooks some",
    "casual": "plays at home: common words, saves an S or a blank",
    "club": "a club player: the words of a desk dictionary",
    "expert": "all words, misjudges moves by a few points",
    "static": "all words, the best move by score and leave",
    "champion": "simulates every move and solves endgames; takes up to a minute a game",
}
"""The levels from weak to strong, in words."""
_ELO = {"beginner": -1164, "casual": -688, "club": -271, "expert": -107, "static": 0, "champion": 88}
"""Measured against each other (docs/strategies.md and the page on strength)."""


@dataclass(frozen=True)
class OfferedStrategy:
    """A strategy as the lobby shows it. `rating` is None if it was not measured."""

    name: str
    words: str = ""
    rating: int | None = None

    @property
    def label(self) -> str:
        """The text of the choice."""
        rating = "" if self.rating is None else f" · rating {self.rating}"
        return f"{self.name}{rating}" + (f" · {self.words}" if self.words else "")


class OfferedStrategies:
    """The installed strategies, and those of files that the server was started with.

    Attributes
    ----------
    names: the strategies in the order in which they are shown: those of files, the levels, then the others.
    levels, others: the same as the lobby shows them, in two groups.

    Raises what `load_strategy` and `start_engines` raise for the files; ConfigError when two have one name.
    """

    def __init__(self, files: Sequence[str] = ()) -> None:
        known = list_configs("strategies")
        self._places = {name: name for name in known}
        own = []
        for file in files:
            strategy, name = load_strategy(file), file_label(file)
            if name in self._places:
                raise ConfigError(
                    f"another strategy is called {quote(name)}", file=file, cure="rename the file"
                )
            start_engines([strategy])
            self._places[name] = str(Path(file).absolute())
            own.append(name)
        levels = [level for level in _WORDS if level in known]
        self.names = [*own, *levels, *(name for name in known if name not in levels)]
        self.levels = [_offer(name) for name in (*own, *levels)]
        self.others = [_offer(name) for name in known if name not in levels]

    def place(self, name: str) -> str:
        """Return the name or file of a strategy for `Seat`. Raises UnknownNameError."""
        if name not in self._places:
            raise UnknownNameError("strategy", name, self.names)
        return self._places[name]


def _offer(name: str) -> OfferedStrategy:
    rating = RATING_OF_STATIC + _ELO[name] if name in _ELO else None
    return OfferedStrategy(name, _WORDS.get(name, ""), rating)
