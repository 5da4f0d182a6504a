"""Installing trained leaves and win tables with their lexicon."""

from dataclasses import dataclass
from pathlib import Path

from movegen.files import check_writable
from movegen.lexicon import Lexicon
from movegen.variant import Variant
from strategy.leaves import LEAVES_SUFFIX, LeaveTable
from strategy.players import install_leaves, install_win_table, installation_file
from strategy.winprob import WIN_TABLE_SUFFIX, WinTable


@dataclass(frozen=True)
class ValueInstallation:
    """The lexicon and the game with which values will be installed, checked before a long training."""

    lexicon: Lexicon
    variant: Variant

    @classmethod
    def prepare(cls, lexicon: str | None, rules: str, suffix: str) -> "ValueInstallation":
        """Load lexicon and rules, and check that a file of this suffix can be written with the lexicon.

        Raises what loading them raises, and JackdawError if the lexicon is not an installed one.
        """
        variant = Variant.load(rules)
        loaded = Lexicon.load(lexicon, variant.tiles)
        check_writable(installation_file(loaded, suffix))
        return cls(loaded, variant)

    @classmethod
    def prepare_leaves(cls, lexicon: str | None, rules: str) -> "ValueInstallation":
        """Prepare for leaves; see `prepare`."""
        return cls.prepare(lexicon, rules, LEAVES_SUFFIX)

    @classmethod
    def prepare_win_table(cls, lexicon: str | None, rules: str) -> "ValueInstallation":
        """Prepare for a win table; see `prepare`."""
        return cls.prepare(lexicon, rules, WIN_TABLE_SUFFIX)

    def install_leaves(self, table: LeaveTable, made: str) -> Path:
        """Install leaves and return their file."""
        return install_leaves(table, self.lexicon, self.variant, made)

    def install_win_table(self, table: WinTable) -> Path:
        """Install a win table and return its file."""
        return install_win_table(table, self.lexicon, self.variant)
