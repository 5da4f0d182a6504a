"""The lexicon and the game for which leaves or a win table were trained, as their files record it."""

import msgspec

from movegen.lexicon import Lexicon
from movegen.variant import Variant


class TrainedFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What values were trained for.

    Attributes
    ----------
    lexicon:   the name of the lexicon.
    checksum:  `Lexicon.checksum` of its words.
    tiles:     the name of the tile set.
    rack_size: the number of tiles of a rack.
    """

    lexicon: str
    checksum: int
    tiles: str
    rack_size: int

    @classmethod
    def of(cls, lexicon: Lexicon, variant: Variant) -> "TrainedFor":
        """Return the record of values that are trained with a lexicon in games of a variant."""
        return cls(lexicon.name, lexicon.checksum, variant.tiles.name, variant.rules.rack_size)

    def mismatch(self, lexicon: Lexicon, variant: Variant) -> str | None:
        """Return the reason why values are not for games of a variant with a lexicon; None if they are.

        The name of the lexicon does not matter, since it may have been renamed.
        """
        if self.checksum != lexicon.checksum:
            return f"was trained with other words than {lexicon.name} has now"
        if self.tiles != variant.tiles.name:
            return f"is for {self.tiles} tiles, not for {variant.tiles.name}"
        if self.rack_size != variant.rules.rack_size:
            return f"is for racks of {self.rack_size} tiles, not of {variant.rules.rack_size}"
        return None
