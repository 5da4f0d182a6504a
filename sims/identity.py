"""What a run depends on, as short texts for its journal: names and checksums."""

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace as with_fields

from movegen.encoding import encode_json
from movegen.errors import ConfigError, LexiconError
from movegen.files import MIB, InputKind, read_bytes
from movegen.lexicon import COMPILED_SUFFIX, installed_file, installed_folder, is_embedded, looks_like_path
from movegen.variant import Variant
from sims.lexicon_source import LexiconSource
from strategy.players import (
    ProgramStrategy,
    SimulationStrategy,
    Strategy,
    StrategyConfig,
    all_installed_checksum,
)

_VALUES = InputKind(2048 * MIB, ConfigError, "the values")
_WORDS = InputKind(2048 * MIB, LexiconError, "the lexicon")


def identify_lexicon(lexicon: LexiconSource) -> str:
    """Return a lexicon's name, with its number of words and their checksum, and that of installed values."""
    values = f", values {lexicon.values:08x}" if lexicon.values else ""
    return f"{lexicon.name} of {lexicon.words} words ({lexicon.checksum:08x}{values})"


def identify_lexica(requested: str | None) -> str:
    """Return the lexicon requested for positions, or "their own" for None, with checksums.

    These are of the lexicon's file, or for None of all installed lexica, and of all installed values.
    Included lexica have none: they are part of the program. Raises LexiconError or ConfigError if a file
    cannot be read.
    """
    if requested is None:
        name, files = "their own", sorted(installed_folder().glob(f"*{COMPILED_SUFFIX}"))
    else:
        file = _lexicon_file(requested)
        name, files = (requested, []) if file is None else (file.name, [file])
    checksum, values = 0, all_installed_checksum()
    for file in files:
        checksum = crc32(read_bytes(file, _WORDS), crc32(file.name.encode(errors="replace"), checksum))
    found = ([f"{checksum:08x}"] if files else []) + ([f"values {values:08x}"] if values else [])
    return f"{name} ({', '.join(found)})" if found else name


def identify_rules(variant: Variant) -> str:
    """Return the name of a variant, with a checksum of its rules, board and tiles."""
    return f"{variant.name} ({rules_checksum(variant):08x})"


def rules_checksum(variant: Variant) -> int:
    """Return a checksum of a variant's rules, board and tiles, whatever their names."""
    layout, tiles = variant.layout, variant.tiles
    rules = with_fields(variant.rules, name="", board="", tiles="")
    return crc32(encode_json((rules, layout.symbols, layout.start, tiles.tiles, tiles.spellings)))


def identify_strategy(strategy: Strategy) -> str:
    """Return a strategy's name, with a checksum of all that decides its moves with a given lexicon.

    This is its configuration, its evaluator, and its files, by what they hold and not by where they lie.
    Raises ConfigError or LexiconError if a file cannot be read.
    """
    return f"{strategy.name} ({_checksum(strategy):08x})"


def describe_settings(settings: object, name: str = "") -> dict[str, object]:
    """Describe settings in full, for a journal: a text for each part, by its dotted name below `name`.

    Settings are plans, strategies, lexica, rules, and their parts, to any depth. Fields named `workers` and
    those that comparisons leave out do not change results, so they are left out. Raises what
    `identify_strategy` raises.

    >>> from strategy.search_control import SearchLimits
    >>> describe_settings(SearchLimits(nodes=5), "limits")["limits.nodes"]
    '5'
    """
    return dict(_describe(settings, name))


def _describe(value: object, name: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, Strategy):
        yield name, identify_strategy(value)
    elif isinstance(value, LexiconSource):
        yield name, identify_lexicon(value)
    elif isinstance(value, Variant):
        yield name, identify_rules(value)
    elif value is None or isinstance(value, str | int | float):
        yield name, None if value is None else str(value)
    elif (parts := _parts(value)) is not None:
        if name:  # an empty or a missing part must not look like None
            yield name, f"{len(parts)} parts" if isinstance(value, list | tuple) else type(value).__name__
        for key, part in parts.items():
            yield from _describe(part, f"{name}.{key}" if name else key)
    else:  # such as arrays and win models, as they are sent to workers
        yield name, f"{type(value).__name__} ({crc32(pickle.dumps(value)):08x})"


def _parts(value: object) -> dict[str, object] | None:
    """Return the parts of a value by name; None if it has none."""
    if is_dataclass(value):
        names = [field.name for field in fields(value) if field.compare and field.name != "workers"]
        return {name: getattr(value, name) for name in names}
    if isinstance(value, Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(key): part for key, part in value.items()}
    return {str(index): part for index, part in enumerate(value)} if isinstance(value, list | tuple) else None


def _lexicon_file(name_or_path: str) -> Path | None:
    """Return the file of a lexicon; None if it is included, or there is none."""
    if is_embedded(name_or_path):
        return None
    if not looks_like_path(name_or_path):
        return installed_file(name_or_path)
    return Path(name_or_path) if Path(name_or_path).is_file() else None


def _checksum(strategy: Strategy) -> int:
    if isinstance(strategy, SimulationStrategy):
        evaluator = strategy.evaluator
        config = with_fields(strategy.config, evaluator=evaluator.name)
        return crc32(_checksum(evaluator).to_bytes(4, "little"), crc32(encode_json(config)))
    if isinstance(strategy, ProgramStrategy):
        return crc32(encode_json(strategy.config))
    return _checksum_static(strategy.config)


def _checksum_static(config: StrategyConfig) -> int:
    """Return a checksum of a configuration and of the files of its leaves, win table and vocabulary."""
    leaves, handicap = Path(config.leaves or ""), config.handicap
    checksum = 0
    if leaves.suffix and leaves.is_file():
        checksum = crc32(read_bytes(leaves, _VALUES))
        config = with_fields(config, leaves=leaves.name)
    if config.win_table is not None:
        checksum = crc32(read_bytes(config.win_table, _VALUES), checksum)
        config = with_fields(config, win_table=Path(config.win_table).name)
    vocabulary = None if handicap.vocabulary is None else _lexicon_file(handicap.vocabulary)
    if vocabulary is not None:
        checksum = crc32(read_bytes(vocabulary, _WORDS), checksum)
        config = with_fields(config, handicap=with_fields(handicap, vocabulary="a file"))
    return crc32(encode_json(config), checksum)
