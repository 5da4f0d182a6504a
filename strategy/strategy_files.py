"""Strategies as TOML files tell them: `configs/strategies/*.toml` and one's own (docs/strategies.md)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from movegen.configs import as_config, find_config, read_toml
from movegen.errors import ConfigError, UnknownNameError, shown
from movegen.lexicon_sources import looks_like_path
from strategy.endgame_config import EndgameConfig
from strategy.leave_files import TABLE_SUFFIXES
from strategy.leaves import milli_points
from strategy.preendgame_config import PreendgameConfig
from strategy.simulation_config import SIMULATION, SimulationConfig

_MOST_ADJUSTMENT = 1000.0
_MOST_NOISE = 1000.0


class EmptyBagConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What counts instead of leaves once the bag is empty; see `configs/strategies/rackh1.toml`."""

    out_factor: float = 0.0
    kept_factor: float = 0.0
    kept_penalty: float = 0.0

    def __post_init__(self) -> None:
        for key in self.__struct_fields__:
            milli_points(getattr(self, key), f"empty_bag.{key}")


class PreEndgameConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What counts besides when the bag is nearly empty.

    `bag_left[n]` are points for a move that leaves n tiles in the bag, its draw done.
    """

    bag_left: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for place, points in enumerate(self.bag_left):
            if not abs(points) <= _MOST_ADJUSTMENT:
                raise ConfigError(
                    f"{points} is out of range",
                    key=f"pre_endgame.bag_left[{place}]",
                    cure=f"expected up to {_MOST_ADJUSTMENT:,.0f} points",
                )


class HandicapConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What makes a player weaker in games.

    noise:      points: moves are drawn, each with a probability in proportion to exp(equity / noise); 0: the
                best one is made.
    vocabulary: a lexicon, a name or path as `Lexicon.load` takes it: of the game's words the player knows
                those that are in it too.
    """

    noise: float = 0.0
    vocabulary: str | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.noise <= _MOST_NOISE:
            raise ConfigError(
                f"{self.noise} is out of range",
                key="handicap.noise",
                cure=f"expected 0 to {_MOST_NOISE:,.0f} points",
            )


class StrategyConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A strategy: what moves are worth to it, and what makes it weaker.

    `leaves` is what `load_leaves` takes: the name of a heuristic in `configs/leaves` or of a table
    inside, or a path: of a heuristic, which ends in `.toml`, or of a table, which ends in `.leaves`,
    `.klv2` or `.csv`. `endgame` and `preendgame` tell how a player searches the ends of games
    and the positions with one tile in the bag; None: not at all.
    """

    name: str
    kind: Literal["static"]
    leaves: str | None = None
    opening_vowel_penalty: float = 0.0
    pre_endgame: PreEndgameConfig = PreEndgameConfig()
    empty_bag: EmptyBagConfig = EmptyBagConfig()
    handicap: HandicapConfig = HandicapConfig()
    endgame: EndgameConfig | None = None
    preendgame: PreendgameConfig | None = None

    def __post_init__(self) -> None:
        if milli_points(self.opening_vowel_penalty, "opening_vowel_penalty") < 0:
            raise ConfigError(
                f"{self.opening_vowel_penalty} is a reward",
                key="opening_vowel_penalty",
                cure="give 0 or more",
            )
        for key, of in (("endgame", "endgames"), ("preendgame", "pre-endgames")):
            if getattr(self, key) is not None and self.handicap != HandicapConfig():
                raise ConfigError(
                    f"a player with a handicap solves no {of}", key=key, cure="leave one of the two out"
                )


AnyStrategyConfig = StrategyConfig | SimulationConfig
"""Of either kind."""


def load_strategy_config(name_or_path: str | Path) -> AnyStrategyConfig:
    """The strategy `configs/strategies/<name>.toml`, or that of a path ending in `.toml`.

    A file may say `extends`, the name of another strategy or the path of its file, and then only what
    differs. Paths in a file are relative to that file; in what is returned they are absolute.

    Raises
    ------
    UnknownNameError: no strategy goes by the name.
    ConfigError: a file is malformed, or extends itself.
    """
    path = find_config("strategies", name_or_path)
    return _config(_whole_table(path, []), path)


def load_static_config(name_or_path: str | Path) -> StrategyConfig:
    """The same where a static strategy is wanted. Raises ConfigError also when it simulates."""
    config = load_strategy_config(name_or_path)
    if isinstance(config, SimulationConfig):
        raise ConfigError(
            f"the strategy {shown(str(name_or_path))} simulates moves, and a static one is wanted",
            cure="name the one that it evaluates moves by: the evaluator in its file",
        )
    return config


def _config(table: Mapping[str, Any], path: Path) -> AnyStrategyConfig:
    if table.get("kind") == SIMULATION:
        return as_config(table, path, SimulationConfig)
    return as_config(table, path, StrategyConfig)


def _whole_table(path: Path, extending: list[Path]) -> dict[str, Any]:
    """What a file says, with what those say that it extends; `extending` are the files met before."""
    table = read_toml(path)
    base = table.pop("extends", None)
    table = _with_whole_paths(table, path.absolute().parent)
    if base is not None:
        table = _merged(_whole_table(_base_path(base, path, [*extending, path]), [*extending, path]), table)
    _config(table, path)  # what is wrong is told of the file in which it stands
    return table


def _base_path(base: Any, path: Path, extending: list[Path]) -> Path:
    """Where the strategy is that a file extends."""
    if not isinstance(base, str):
        raise ConfigError(
            "is no text", file=path, key="extends", cure="give the name of a strategy or a path (.toml)"
        )
    try:
        found = find_config("strategies", path.parent / base if base.endswith(".toml") else base)
    except UnknownNameError as error:
        raise UnknownNameError("strategy", base, error.known, file=f"{path}, extends") from None
    if found.resolve() in (each.resolve() for each in extending):
        raise ConfigError(
            f"{shown(base)} extends this file in its turn",
            file=path,
            key="extends",
            cure="let one of the files stand for itself",
        )
    return found


def _with_whole_paths(table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A file's table with its paths, which are relative to its folder, as absolute ones."""
    for key in ("leaves", "evaluator"):
        name = table.get(key)
        if isinstance(name, str) and name.lower().endswith((".toml", *TABLE_SUFFIXES)):
            table = table | {key: str(folder / name)}
    handicap = table.get("handicap")
    vocabulary = handicap.get("vocabulary") if isinstance(handicap, dict) else None
    if isinstance(vocabulary, str) and looks_like_path(vocabulary):
        table = _merged(table, {"handicap": {"vocabulary": str(folder / vocabulary)}})
    return table


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables as one, key by key; where both have a value, the own one counts."""
    both = {
        key: _merged(base[key], value)
        for key, value in own.items()
        if isinstance(value, dict) and isinstance(base.get(key), dict)
    }
    return {**base, **own, **both}
