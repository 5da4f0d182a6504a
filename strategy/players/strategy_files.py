"""Strategy files in TOML: `configs/strategies/*.toml` and your own (docs/strategies.md)."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from movegen.configs import convert_config, find_config, read_toml
from movegen.errors import ConfigError, UnknownNameError, quote
from movegen.files import canonical_path
from movegen.lexicon import looks_like_path, suits_tiles
from movegen.variant import TileSet
from strategy.leaves import TABLE_SUFFIXES, milli_points
from strategy.players.endgame_player import EndgameConfig
from strategy.players.preendgame_config import PreendgameConfig
from strategy.players.program_strategy import PROGRAM, ProgramStrategyConfig
from strategy.players.simulation_config import SIMULATION, SimulationConfig
from strategy.winprob import WIN_TABLE_SUFFIX

_MAX_ADJUSTMENT = 1000.0
_MAX_NOISE = 1000.0


class EmptyBagConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The values that replace leaves once the bag is empty; see `configs/strategies/rackh1.toml`."""

    out_factor: float = 0.0
    kept_factor: float = 0.0
    kept_penalty: float = 0.0

    def __post_init__(self) -> None:
        for key in self.__struct_fields__:
            milli_points(getattr(self, key), f"empty_bag.{key}")


class PreEndgameConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Adjustments when the bag is nearly empty.

    `bag_left[n]` are the points added to a move that leaves n tiles in the bag after its draw.
    """

    bag_left: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for index, points in enumerate(self.bag_left):
            if not abs(points) <= _MAX_ADJUSTMENT:
                raise ConfigError(
                    f"{points} is out of range",
                    key=f"pre_endgame.bag_left[{index}]",
                    cure=f"expected up to {_MAX_ADJUSTMENT:,.0f} points",
                )


class HandicapConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings that make a player weaker in games.

    Attributes
    ----------
    noise:      draw each move with a probability proportional to exp(equity / noise), in points; 0: play the
                best move.
    vocabulary: a lexicon, as a name or path for `Lexicon.load`; the player knows only the words of the game
                that it has too.
    other_noise: replaces noise and vocabulary in games in another language than that of an included
                vocabulary, which are otherwise refused.
    """

    noise: float = 0.0
    vocabulary: str | None = None
    other_noise: float | None = None

    def __post_init__(self) -> None:
        for key, points in (("noise", self.noise), ("other_noise", self.other_noise)):
            if points is not None and not 0 <= points <= _MAX_NOISE:
                raise ConfigError(
                    f"{points} is out of range",
                    key=f"handicap.{key}",
                    cure=f"expected 0 to {_MAX_NOISE:,.0f} points",
                )

    def for_tiles(self, tile_set: TileSet) -> "HandicapConfig":
        """Return the handicap in games with these tiles: see `other_noise`."""
        if self.other_noise is None or self.vocabulary is None or suits_tiles(self.vocabulary, tile_set):
            return self
        return HandicapConfig(noise=self.other_noise)


class StrategyConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The configuration of a static strategy: how it values moves, its searches and its handicap.

    Attributes
    ----------
    leaves:     a name or path for `load_leaves`: a heuristic of `configs/leaves`, an embedded table, a
                heuristic's file (`.toml`), or a table's (`.leaves`, `.klv2`, `.csv`). `inside` stands for the
                best ones for a game: those installed with its lexicon, else the embedded ones for its tiles.
    win_table:  the path of a table of win probabilities (`.winprob`) for simulations and reviews; None for
                the one installed with the lexicon, else the embedded one.
    endgame:    how the player searches endgames; None: it does not.
    preendgame: how the player searches positions with one tile in the bag; None: it does not.
    """

    name: str
    kind: Literal["static"]
    leaves: str | None = None
    win_table: str | None = None
    opening_vowel_penalty: float = 0.0
    pre_endgame: PreEndgameConfig = PreEndgameConfig()
    empty_bag: EmptyBagConfig = EmptyBagConfig()
    handicap: HandicapConfig = HandicapConfig()
    endgame: EndgameConfig | None = None
    preendgame: PreendgameConfig | None = None

    def __post_init__(self) -> None:
        if self.win_table is not None and not self.win_table.lower().endswith(WIN_TABLE_SUFFIX):
            raise ConfigError(
                f"{quote(self.win_table)} is not the file of a win table",
                key="win_table",
                cure=f"name a file that ends in {WIN_TABLE_SUFFIX}",
            )
        if milli_points(self.opening_vowel_penalty, "opening_vowel_penalty") < 0:
            raise ConfigError(
                f"{self.opening_vowel_penalty} is a reward",
                key="opening_vowel_penalty",
                cure="give 0 or more",
            )
        for key, positions in (("endgame", "endgames"), ("preendgame", "pre-endgames")):
            if getattr(self, key) is not None and self.handicap != HandicapConfig():
                raise ConfigError(
                    f"a player with a handicap cannot solve {positions}",
                    key=key,
                    cure="remove one of the two",
                )


AnyStrategyConfig = StrategyConfig | SimulationConfig | ProgramStrategyConfig
"""The configuration of a strategy of any kind."""
_STATIC = "static"
_KINDS: dict[str, Any] = {
    _STATIC: StrategyConfig,
    SIMULATION: SimulationConfig,
    PROGRAM: ProgramStrategyConfig,
}


def load_strategy_config(name_or_path: str | Path) -> AnyStrategyConfig:
    """Load the configuration `configs/strategies/<name>.toml`, or that of a path ending in `.toml`.

    A file may name another strategy, or the path of its file, under `extends`, and then give only the
    differences. Paths in a file are relative to that file; the returned ones are absolute.

    Raises
    ------
    UnknownNameError: no strategy has this name.
    ConfigError: a file is malformed, or extends itself.
    """
    path = find_config("strategies", name_or_path)
    return _convert(_read_table(path, []), path)


def load_static_config(name_or_path: str | Path) -> StrategyConfig:
    """Load a static strategy as `load_strategy_config` does. Raises ConfigError also for other kinds."""
    return require_static(load_strategy_config(name_or_path), str(name_or_path))


def require_static(config: AnyStrategyConfig, name: str) -> StrategyConfig:
    """Return the configuration of a static strategy. Raises ConfigError, with the name, for other kinds."""
    if isinstance(config, ProgramStrategyConfig):
        raise ConfigError(
            f"the strategy {quote(name)} is an outside program, but a static one is required",
            cure="programs play in pit, tournament, judge, play and board; name a static strategy here",
        )
    if isinstance(config, SimulationConfig):
        raise ConfigError(
            f"the strategy {quote(name)} simulates moves, but a static one is required",
            cure="name the static strategy that it simulates with: the evaluator in its file",
        )
    return config


def _convert(table: Mapping[str, Any], path: Path) -> AnyStrategyConfig:
    kind = table.get("kind", _STATIC)
    if "kind" not in table and PROGRAM in table:
        cure = f'write kind = "{PROGRAM}" above [{PROGRAM}]'
        raise ConfigError("the key is missing", file=path, key="kind", cure=cure)
    if not isinstance(kind, str) or kind not in _KINDS:
        kinds = ", ".join(map(quote, _KINDS))
        raise ConfigError(f"{quote(str(kind))} is not a kind", file=path, key="kind", cure=f"known: {kinds}")
    found: AnyStrategyConfig = convert_config(table, path, _KINDS[kind])
    return found


def _read_table(path: Path, extending: list[Path]) -> dict[str, Any]:
    """Return the table of a file, merged with the files that it extends; `extending` led to this file."""
    table = read_toml(path)
    _check_command(table, path)
    base = table.pop("extends", None)
    table = _resolve_paths(table, path.absolute().parent)
    if base is not None:
        table = _merge(_read_table(_base_path(base, path, [*extending, path]), [*extending, path]), table)
    _convert(table, path)  # so that an error names the file it is in
    return table


def _check_command(table: dict[str, Any], path: Path) -> None:
    """Refuse a command that is one text, and show it as a list."""
    program = table.get("program")
    command = program.get("command") if isinstance(program, dict) else None
    if isinstance(command, str):
        try:
            parts = shlex.split(command)
        except ValueError:  # a quotation mark without its partner
            parts = command.split()
        raise ConfigError(
            "is one text",
            file=path,
            key="program.command",
            cure=f"list the program and its arguments: command = {quote(json.dumps(parts))[1:-1]}",
        )


def _base_path(base: Any, path: Path, extending: list[Path]) -> Path:
    """Return the path of the strategy that a file extends."""
    if not isinstance(base, str):
        raise ConfigError(
            "is not a text", file=path, key="extends", cure="give the name of a strategy or a path (.toml)"
        )
    try:
        found = find_config("strategies", path.parent / base if base.endswith(".toml") else base)
    except UnknownNameError as error:
        raise UnknownNameError("strategy", base, error.known, file=f"{path}, extends") from None
    if canonical_path(found) in (canonical_path(each) for each in extending):
        raise ConfigError(
            f"{quote(base)} also extends this file",
            file=path,
            key="extends",
            cure="remove `extends` from one of the files",
        )
    return found


def _resolve_paths(table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return the table of a file in `folder` with its relative paths made absolute."""
    for key in ("leaves", "evaluator", "win_table"):
        name = table.get(key)
        if isinstance(name, str) and name.lower().endswith((".toml", WIN_TABLE_SUFFIX, *TABLE_SUFFIXES)):
            table = table | {key: str(folder / name)}
    handicap = table.get("handicap")
    vocabulary = handicap.get("vocabulary") if isinstance(handicap, dict) else None
    if isinstance(vocabulary, str) and looks_like_path(vocabulary):
        table = _merge(table, {"handicap": {"vocabulary": str(folder / vocabulary)}})
    program = table.get("program")
    if isinstance(program, dict) and ("command" in program or "folder" in program):
        place = program.get("folder", ".")
        if isinstance(place, str):
            table = _merge(table, {"program": {"folder": str(folder / place)}})
    return table


def _merge(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two tables, key by key; where both have a value, `own` wins."""
    both = {
        key: _merge(base[key], value)
        for key, value in own.items()
        if isinstance(value, dict) and isinstance(base.get(key), dict)
    }
    return {**base, **own, **both}
