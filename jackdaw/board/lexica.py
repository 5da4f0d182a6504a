"""The lexica that pages may choose among: those known by name, and the one given when the server began."""

from collections import OrderedDict
from contextlib import suppress
from threading import Lock

from movegen.errors import LexiconError, UnknownNameError
from movegen.lexicon import Lexicon
from movegen.lexicon_sources import EMBEDDED, VOCABULARIES, is_known, known_lexica
from movegen.position import Position
from movegen.rules import Variant

_MOST_KEPT = 4


class BoardLexica:
    """Loads lexica once and keeps the last few; any thread may ask.

    `given` is a name or a file, by whoever started the server, never by a page: pages call it by its name.
    """

    def __init__(self, given: str | None = None) -> None:
        self._given = given
        self._lock = Lock()
        self._kept: OrderedDict[tuple[object, ...], Lexicon] = OrderedDict()
        self.given_name = None if given is None else self.load(given, Variant.standard()).name

    @property
    def names(self) -> list[str]:
        """What pages may choose, the usual one first."""
        first = self.given_name or EMBEDDED
        return [first, *(name for name in known_lexica() if name not in (first, *VOCABULARIES))]

    def find(self, position: Position, asked: str = "") -> tuple[Lexicon, str]:
        """The lexicon for a position, and a note if it is not the one that the position names.

        Raises what `place` and `load` do.
        """
        wanted, note = asked or position.lexicon_name or "", ""
        if not asked and not self._knows(wanted):
            wanted = ""
        found = self.load(self.place(wanted, position.variant), position.variant)
        if position.lexicon_name and not wanted:
            note = f"the lexicon {position.lexicon_name} is not at hand, so {found.name} is used"
        return found, note

    def place(self, asked: str, variant: Variant) -> str | None:
        """The name or file of a lexicon that a page asks for; if it names none, of the first that fits.

        Raises UnknownNameError for a name that is none of `names`, LexiconError where none fits the letters.
        """
        if asked:
            if not self._knows(asked):
                raise UnknownNameError("lexicon", asked, self.names)
            return self._given if asked.upper() == (self.given_name or "").upper() else asked
        for name in self.names:
            place = self._given if name == self.given_name else name
            with suppress(LexiconError):
                self.load(place, variant)
                return place
        tiles = variant.tiles.name
        cure = f"install one (jackdaw lexicon build FILE --name NAME --tiles {tiles})"
        raise LexiconError(f"no lexicon is for the letters of {tiles}", cure=cure)

    def _knows(self, name: str) -> bool:
        return is_known(name) or name.upper() == (self.given_name or "").upper()

    def load(self, name: str | None, variant: Variant) -> Lexicon:
        """The lexicon of a place. Raises LexiconError."""
        longest = max(variant.layout.rows, variant.layout.columns)
        key = name, variant.tiles, longest
        with self._lock:  # to be compiled once, however many ask
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = Lexicon.load(name, variant.tiles, longest=longest)
            self._kept.move_to_end(key)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return found
