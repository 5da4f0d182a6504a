"""What a run depends on, as short texts for its journal: a name and a checksum each."""

from pathlib import Path
from zlib import crc32

from msgspec.structs import replace as with_fields

from movegen.encoding import encode_json
from movegen.errors import ConfigError
from movegen.files import MIB, InputKind, read_bytes
from movegen.lexicon import Lexicon
from movegen.variant import Variant
from sims.lexicon_source import LexiconSource
from strategy.players import ProgramStrategy, SimulationStrategy, Strategy

_VALUES = InputKind(2048 * MIB, ConfigError, "the values")


def identify_lexicon(lexicon: LexiconSource) -> str:
    """Return a lexicon's name, with its number of words and their checksum, and that of installed values."""
    values = f", values {lexicon.values:08x}" if lexicon.values else ""
    return f"{lexicon.name} of {lexicon.words} words ({lexicon.checksum:08x}{values})"


def identify_rules(variant: Variant) -> str:
    """Return the name of a variant, with a checksum of its rules, board and tiles."""
    rules = repr((variant.rules, variant.layout.symbols, variant.layout.start, variant.tiles.tiles))
    return f"{variant.name} ({crc32(rules.encode()):08x})"


def identify_strategy(strategy: Strategy, lexicon: LexiconSource) -> str:
    """Return a strategy's name, with a checksum of all that decides its moves."""
    return f"{strategy.name} ({_checksum(strategy, lexicon.load()):08x})"


def _checksum(strategy: Strategy, lexicon: Lexicon) -> int:
    """Of its configuration, the files of its leaves and win table, the words it knows and its evaluator.

    Files count by what they hold, not by where they lie.
    """
    if isinstance(strategy, SimulationStrategy):
        evaluator = _checksum(strategy.evaluator, lexicon).to_bytes(4, "little")
        return crc32(evaluator, crc32(encode_json(strategy.config)))
    if isinstance(strategy, ProgramStrategy):
        return crc32(encode_json(strategy.config))
    config = strategy.config
    leaves, handicap = Path(config.leaves or ""), config.handicap
    checksum = 0
    if leaves.suffix and leaves.is_file():
        checksum = crc32(read_bytes(leaves, _VALUES))
        config = with_fields(config, leaves=leaves.name)
    if config.win_table is not None:
        checksum = crc32(read_bytes(config.win_table, _VALUES), checksum)
        config = with_fields(config, win_table=Path(config.win_table).name)
    if handicap.vocabulary is not None:
        checksum = crc32(strategy.known_words(lexicon).data.words.data, checksum)
        config = with_fields(config, handicap=with_fields(handicap, vocabulary=None))
    return crc32(encode_json(config), checksum)
