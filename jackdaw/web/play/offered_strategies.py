"""The strategies that pages can choose to play against. Pages never name files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jackdaw.text import ENGLISH_ONLY, levels
from movegen.configs import list_configs
from movegen.errors import ConfigError, UnknownNameError, quote
from movegen.files import file_label
from sims.engines import start_engines
from strategy.players import load_strategy


@dataclass(frozen=True)
class OfferedStrategy:
    """A strategy as the lobby shows it. `rating` is None if it was not measured.

    `words` describes it in English games, `other_words` in others.
    """

    name: str
    words: str = ""
    rating: int | None = None
    other_words: str = ""

    @property
    def is_english_only(self) -> bool:
        """Return whether it plays in no other language."""
        return self.name in ENGLISH_ONLY

    @property
    def label(self) -> str:
        """The text of the choice."""
        rating = "" if self.rating is None else f" · rating {self.rating}"
        return f"{self.name}{rating}"


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
        rated = [
            OfferedStrategy(level.name, level.words, level.rating, level.other_words) for level in levels()
        ]
        others = [name for name in known if name not in {level.name for level in rated}]
        self.names = [*own, *(level.name for level in rated), *others]
        self.levels = [*map(OfferedStrategy, own), *rated]
        self.others = [*map(OfferedStrategy, others)]

    def place(self, name: str) -> str:
        """Return the name or file of a strategy for `Seat`. Raises UnknownNameError."""
        if name not in self._places:
            raise UnknownNameError("strategy", name, self.names)
        return self._places[name]
