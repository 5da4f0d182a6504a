"""The strategies that pages can choose to play against. Pages never name files."""

from collections.abc import Sequence
from pathlib import Path

from movegen.configs import list_configs
from movegen.errors import ConfigError, UnknownNameError, quote
from movegen.files import file_label
from sims.engines import start_engines
from strategy.players import load_strategy

_LEVELS = ("beginner", "casual", "club", "expert", "static", "champion")
"""The levels from weak to strong."""


class OfferedStrategies:
    """The installed strategies, and those of files that the server was started with.

    Attributes
    ----------
    names: the strategies in the order in which they are shown: those of files, the levels, then the others.

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
        levels = [level for level in _LEVELS if level in known]
        self.names = [*own, *levels, *(name for name in known if name not in levels)]

    def place(self, name: str) -> str:
        """Return the name or file of a strategy for `Seat`. Raises UnknownNameError."""
        if name not in self._places:
            raise UnknownNameError("strategy", name, self.names)
        return self._places[name]
