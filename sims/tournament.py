"""What a tournament is: the files under `configs/tournaments`."""

import math
from pathlib import Path
from typing import Literal

import msgspec

from movegen.configs import check_range, load_config
from movegen.errors import ConfigError, shown
from sims.results import MOST_PLAYERS

_MOST_STRATEGIES = 1000
_MOST_TABLES = 1_000_000
_MOST_GAMES = 1_000_000
_MOST_SEED = 2**63 - 1


class TournamentConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament as `configs/tournaments/*.toml` gives it. Raises ConfigError on a wrong value.

    Attributes
    ----------
    format:            who meets whom: `round_robin`, `gauntlet` or `swiss`.
    strategies:        the players: names of strategies, or paths of such files ending in `.toml`, 2 to 1000.
    rounds:            Swiss: how many rounds; else how many times everyone meets; 1 to 1000.
    challengers:       gauntlet: how many strategies, from the first on, meet all the others; left out: 1.
    players_per_game:  2 to 4; 2 in a gauntlet.
    games_per_pairing: games in a row that those who meet play, changing seats every time.
                       Left out, they are as many as there are players: each has each seat once.
    paired:            play them with the same tile order until everyone has had each seat; their number
                       must then be a multiple of `players_per_game`.
    seed:              decides tile orders and, all else being equal, Swiss rounds.
    lexicon:           its name, or a path; None for the lexicon inside.
    variant:           the rules, tiles and board: a name in `configs/rules`, or a path ending in `.toml`.
    """

    name: str
    format: Literal["round_robin", "gauntlet", "swiss"]
    strategies: list[str]
    rounds: int = 1
    challengers: int | None = None
    players_per_game: int = 2
    games_per_pairing: int = 0
    paired: bool = True
    seed: int = 0
    lexicon: str | None = None
    variant: str = "standard"

    def __post_init__(self) -> None:
        if not self.games_per_pairing:
            msgspec.structs.force_setattr(self, "games_per_pairing", self.players_per_game)
        self._check_strategies()
        check_range("rounds", self.rounds, 1, 1000)
        check_range("players_per_game", self.players_per_game, 2, min(MOST_PLAYERS, len(self.strategies)))
        check_range("games_per_pairing", self.games_per_pairing, 1, _MOST_GAMES)
        check_range("seed", self.seed, 0, _MOST_SEED)
        if self.paired and self.games_per_pairing % self.players_per_game:
            raise ConfigError(
                f"{self.games_per_pairing} games do not give everyone each seat with the same tiles",
                key="games_per_pairing",
                cure=f"expected a multiple of {self.players_per_game}, or paired = false",
            )
        tables = math.comb(len(self.strategies), self.players_per_game)
        if self.format == "round_robin" and tables > _MOST_TABLES:
            raise ConfigError(f"{tables:,} tables", key="format", cure='expected format = "swiss"')
        self._check_gauntlet()

    @property
    def players(self) -> tuple[str, ...]:
        """The strategies' names, as players are called: of a path the file's name without `.toml`."""
        return tuple(_player(strategy) for strategy in self.strategies)

    def _check_strategies(self) -> None:
        count = len(self.strategies)
        if not 2 <= count <= _MOST_STRATEGIES:
            raise ConfigError(
                f"{count} strategies", key="strategies", cure=f"expected 2 to {_MOST_STRATEGIES}"
            )
        for place, name in enumerate(self.players):
            if name in self.players[:place]:
                raise ConfigError(
                    f"{shown(name)} is there already",
                    key=f"strategies[{place}]",
                    cure="a strategy plays once; copy its file to play it against itself",
                )

    def _check_gauntlet(self) -> None:
        if self.format == "gauntlet":
            check_range("players_per_game", self.players_per_game, 2, 2)
            if self.challengers is None:
                msgspec.structs.force_setattr(self, "challengers", 1)
            check_range("challengers", self.challengers or 0, 1, len(self.strategies) - 1)
        elif self.challengers is not None:
            raise ConfigError(
                f"a tournament of format {self.format} has none", key="challengers", cure="remove the key"
            )


def load_tournament(name_or_path: str | Path) -> TournamentConfig:
    """The tournament `configs/tournaments/<name>.toml`, or that of a path ending in `.toml`.

    A path in a tournament's file is relative to that file; in what is returned it is relative to the
    working folder.

    Raises
    ------
    UnknownNameError: no tournament goes by the name.
    ConfigError: the file is malformed.
    """
    config = load_config("tournaments", name_or_path, TournamentConfig)
    folder = Path(name_or_path).parent

    def beside(name: str) -> str:
        return str(folder / name) if name.endswith(".toml") else name

    return msgspec.structs.replace(
        config, strategies=[beside(name) for name in config.strategies], variant=beside(config.variant)
    )


def _player(strategy: str) -> str:
    return Path(strategy).stem if strategy.endswith(".toml") else strategy
