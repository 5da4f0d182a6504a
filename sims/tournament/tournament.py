"""The configuration of a tournament: the files in `configs/tournaments`."""

import math
from pathlib import Path
from typing import Literal

import msgspec

from movegen.configs import check_range, load_config
from movegen.errors import ConfigError, quote
from movegen.files import file_label
from movegen.lexicon import looks_like_path
from sims.match import MAX_PLAYERS
from strategy.leaves import TABLE_SUFFIXES

_MAX_STRATEGIES = 1000
_MAX_TABLES = 1_000_000
_MAX_GAMES = 1_000_000
_MAX_SEED = 2**63 - 1


class TournamentConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament as `configs/tournaments/*.toml` describes it. Raises ConfigError on a wrong value.

    Attributes
    ----------
    format:            `round_robin`, `gauntlet` or `swiss`.
    strategies:        the players: 2 to 1000 names of strategies, or paths of such files ending in `.toml`,
                       or of tables of leaves.
    rounds:            Swiss: number of rounds; else how many times everyone meets; 1 to 1000.
    challengers:       gauntlet: number of strategies, from the first on, that meet all others; default 1.
    players_per_game:  2 to 4; 2 in a gauntlet.
    games_per_pairing: games in a row at a table, with new seats every time. Default: as many as there are
                       players, so that each has each seat once.
    paired:            play them with the same tile order until everyone has had each seat. Their number must
                       then be a multiple of `players_per_game`.
    seed:              decides tile orders and, all else being equal, Swiss pairings.
    lexicon:           a name or a path; None for the default lexicon.
    variant:           rules, tiles and board: a name in `configs/rules`, or a path ending in `.toml`.
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
        check_range("players_per_game", self.players_per_game, 2, min(MAX_PLAYERS, len(self.strategies)))
        check_range("games_per_pairing", self.games_per_pairing, 1, _MAX_GAMES)
        check_range("seed", self.seed, 0, _MAX_SEED)
        if self.paired and self.games_per_pairing % self.players_per_game:
            raise ConfigError(
                f"{self.games_per_pairing} games do not give everyone each seat with the same tiles",
                key="games_per_pairing",
                cure=f"expected a multiple of {self.players_per_game}, or paired = false",
            )
        tables = math.comb(len(self.strategies), self.players_per_game)
        if self.format == "round_robin" and tables > _MAX_TABLES:
            raise ConfigError(f"{tables:,} tables", key="format", cure='expected format = "swiss"')
        self._check_gauntlet()

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names: those of the strategies, or the files' names without their suffix."""
        return tuple(_player(strategy) for strategy in self.strategies)

    def _check_strategies(self) -> None:
        count = len(self.strategies)
        if not 2 <= count <= _MAX_STRATEGIES:
            raise ConfigError(
                f"{count} strategies", key="strategies", cure=f"expected 2 to {_MAX_STRATEGIES}"
            )
        for index, name in enumerate(self.players):
            if name in self.players[:index]:
                raise ConfigError(
                    f"two strategies are named {quote(name)}",
                    key=f"strategies[{index}]",
                    cure="rename a file; a copy of another name plays against itself",
                )

    def _check_gauntlet(self) -> None:
        if self.format == "gauntlet":
            check_range("players_per_game", self.players_per_game, 2, 2)
            if self.challengers is None:
                msgspec.structs.force_setattr(self, "challengers", 1)
            check_range("challengers", self.challengers or 0, 1, len(self.strategies) - 1)
        elif self.challengers is not None:
            raise ConfigError(
                f"a {self.format} tournament has no challengers", key="challengers", cure="remove the key"
            )


def load_tournament(name_or_path: str | Path) -> TournamentConfig:
    """Load the tournament `configs/tournaments/<name>.toml`, or one from a path ending in `.toml`.

    A path inside the file is relative to that file; in the result it is relative to the working folder.

    Raises
    ------
    UnknownNameError: there is no tournament of this name.
    ConfigError: the file is malformed.
    """
    config = load_config("tournaments", name_or_path, TournamentConfig)
    folder = Path(name_or_path).parent

    def beside(name: str) -> str:
        return str(folder / name) if _is_file(name) else name

    lexicon = config.lexicon
    return msgspec.structs.replace(
        config,
        strategies=[beside(name) for name in config.strategies],
        variant=beside(config.variant),
        lexicon=str(folder / lexicon) if lexicon and looks_like_path(lexicon) else lexicon,
    )


def _player(strategy: str) -> str:
    return file_label(strategy) if _is_file(strategy) else strategy


def _is_file(name: str) -> bool:
    """Return True for the path of a strategy, rules or a table of leaves, not a name."""
    return name.lower().endswith((".toml", *TABLE_SUFFIXES))
