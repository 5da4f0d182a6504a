"""Values installed with a lexicon: leaves and a win table trained for it, in files beside its own.

Beside an installed `CLUB.jackdaw` there may be `CLUB.leaves` and `CLUB.winprob`. They value the moves of all
games with this lexicon, unless a strategy names other leaves or another table. Each file records the words,
tiles and rack for which it was trained; where these differ, a warning says so, and the embedded values apply.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import overload
from zlib import crc32

import msgspec

from movegen.errors import ConfigError, JackdawError
from movegen.files import MIB, InputKind, file_stamp, read_bytes
from movegen.lexicon import Lexicon, companion_file, installed_folder
from movegen.variant import Variant
from strategy.leaves import (
    DEFAULT_LEAVES,
    LEAVES_SUFFIX,
    LeaveTable,
    default_leaves_name,
    read_header,
    write_packed_leaves,
)
from strategy.players.program_strategy import ProgramStrategy
from strategy.players.simulation_strategy import SimulationStrategy, Strategy
from strategy.players.static import DEFAULT, StaticStrategy, check_static
from strategy.trained_for import TrainedFor
from strategy.winprob import WIN_TABLE_SUFFIX, WinTable

_TRAINING = {LEAVES_SUFFIX: "jackdaw leaves train", WIN_TABLE_SUFFIX: "jackdaw winprob train"}

VALUE_SUFFIXES = tuple(_TRAINING)
"""The suffixes of the files with the values of a lexicon."""
_KIND = InputKind(2048 * MIB, ConfigError, "the values")

_log = logging.getLogger(__name__)


def static_strategy_for(
    lexicon: Lexicon, variant: Variant, strategy: StaticStrategy | None = None
) -> StaticStrategy:
    """Return a static strategy, by default `static`, with the values of a lexicon; see `fit_strategy`.

    Raises ConfigError if the strategy is not static, or its leaves cannot be loaded or are for other tiles or
    smaller racks.

    >>> static_strategy_for(Lexicon.load(), Variant.standard())
    <StaticStrategy static>
    """
    given = StaticStrategy.load(DEFAULT) if strategy is None else strategy
    check_static(given)
    fitted = fit_strategy(given, lexicon, variant)
    fitted.leaves(variant.tiles, variant.rules.rack_size)
    return fitted


@overload
def fit_strategy(strategy: StaticStrategy, lexicon: Lexicon, variant: Variant) -> StaticStrategy: ...
@overload
def fit_strategy(strategy: Strategy, lexicon: Lexicon, variant: Variant) -> Strategy: ...
def fit_strategy(strategy: Strategy, lexicon: Lexicon, variant: Variant) -> Strategy:
    """Return a strategy with the values that are installed with a lexicon, for games of a variant.

    The installed leaves replace `inside`, which stands for the best ones; without them, leaves that value
    racks of the variant's size do, where the embedded ones do not. Leaves that the strategy names stay, and
    so does a win table. A strategy without such values comes back as it is, and so does one that
    was fitted before.

    Raises ConfigError if an installed file is damaged.
    """
    if isinstance(strategy, ProgramStrategy):
        return strategy
    if isinstance(strategy, SimulationStrategy):
        return replace(strategy, evaluator=fit_strategy(strategy.evaluator, lexicon, variant))
    config = strategy.config
    leaves, win_table = config.leaves, config.win_table
    if leaves == DEFAULT_LEAVES:
        leaves = _name(installed_leaves(lexicon, variant)) or _embedded_leaves(variant)
    if win_table is None:
        win_table = _name(installed_win_table(lexicon, variant))
    if (leaves, win_table) == (config.leaves, config.win_table):
        return strategy
    return StaticStrategy(msgspec.structs.replace(config, leaves=leaves, win_table=win_table))


def installed_leaves(lexicon: Lexicon, variant: Variant) -> Path | None:
    """Return the file of the leaves installed with a lexicon, if they are for games of the variant.

    A warning explains why others are not used. Raises ConfigError if the file is damaged.
    """
    return _find_installed(lexicon, variant, LEAVES_SUFFIX, _read_leaves)


def installed_win_table(lexicon: Lexicon, variant: Variant) -> Path | None:
    """Return the file of the win table installed with a lexicon; see `installed_leaves`."""
    return _find_installed(lexicon, variant, WIN_TABLE_SUFFIX, _read_win_table)


def describe_installed(lexicon: Lexicon, variant: Variant) -> str:
    """Return the name of a lexicon, and those of the files that are installed with it and used in games.

    >>> describe_installed(Lexicon.load(), Variant.standard())
    'SCOWL80'
    """
    found = (installed_leaves(lexicon, variant), installed_win_table(lexicon, variant))
    files = " and ".join(file.name for file in found if file is not None)
    return f"{lexicon.name} with {files}" if files else lexicon.name


def install_leaves(table: LeaveTable, lexicon: Lexicon, variant: Variant, made: str = "") -> Path:
    """Install leaves that were trained for a lexicon and return their file.

    Raises what `installation_file` and `write_packed_leaves` raise.
    """
    file = installation_file(lexicon, LEAVES_SUFFIX)
    write_packed_leaves(table, file, made, TrainedFor.of(lexicon, variant))
    return file


def install_win_table(table: WinTable, lexicon: Lexicon, variant: Variant) -> Path:
    """Install a win table that was trained for a lexicon and return its file; see `install_leaves`."""
    file = installation_file(lexicon, WIN_TABLE_SUFFIX)
    WinTable(table.shares, table.made, TrainedFor.of(lexicon, variant)).save(file)
    return file


def installation_file(lexicon: Lexicon, suffix: str) -> Path:
    """Return the file into which values for a lexicon are installed.

    Raises JackdawError for a lexicon that is not installed.
    """
    file = companion_file(lexicon.data.file, suffix)
    if file is None:
        raise JackdawError(
            f"{lexicon.name} is not an installed lexicon, so nothing can be installed with it",
            cure="install it (jackdaw lexicon build WORDS --name NAME), and name it with --lexicon NAME",
        )
    return file


def installed_checksum(lexicon: Lexicon) -> int:
    """Return a checksum of the files installed with a lexicon; 0 if there are none."""
    files = [lexicon.companion(suffix) for suffix in _TRAINING]
    return _checksum(tuple((file, file_stamp(file)) for file in files if file is not None))


def all_installed_checksum() -> int:
    """Return a checksum of the values installed with any lexicon; 0 if there are none."""
    files = sorted(file for file in installed_folder().glob("*") if file.suffix in VALUE_SUFFIXES)
    return _checksum(tuple((file, file_stamp(file)) for file in files))


def _embedded_leaves(variant: Variant) -> str:
    """Return `inside` unless the racks of a variant are too large for the leaves that it stands for."""
    name = default_leaves_name(variant.tiles, variant.rules.rack_size)
    return DEFAULT_LEAVES if name == default_leaves_name(variant.tiles) else name


def _name(file: Path | None) -> str | None:
    return None if file is None else str(file)


def _read_leaves(file: Path) -> TrainedFor | None:
    return read_header(file).trained


def _read_win_table(file: Path) -> TrainedFor | None:
    return WinTable.load(file).trained


def _find_installed(
    lexicon: Lexicon, variant: Variant, suffix: str, read: Callable[[Path], TrainedFor | None]
) -> Path | None:
    file = lexicon.companion(suffix)
    if file is None:
        return None
    cure = f"train it again ({_TRAINING[suffix]} --install), or delete the file"
    try:
        trained = _read_origin(file, file_stamp(file), read)
    except ConfigError as error:
        raise ConfigError(error.problem, file=file, cure=cure) from None
    if trained is None:
        reason: str | None = "does not say for which lexicon it was trained"
    else:
        reason = trained.mismatch(lexicon, variant)
    if reason is not None:
        _warn(f"{file} {reason}, so the built-in values are used; {cure}")
        return None
    return file


@lru_cache(maxsize=64)
def _read_origin(file: Path, stamp: object, read: Callable[[Path], TrainedFor | None]) -> TrainedFor | None:
    """Read for what values were trained; a changed file has another stamp."""
    del stamp
    return read(file)


@lru_cache(maxsize=64)
def _warn(text: str) -> None:
    """Log a warning, once for each process."""
    _log.warning("%s", text)


@lru_cache(maxsize=16)
def _checksum(files: tuple[tuple[Path, object], ...]) -> int:
    checksum = 0
    for file, _ in files:
        checksum = crc32(read_bytes(file, _KIND), crc32(file.name.encode(), checksum))
    return checksum
