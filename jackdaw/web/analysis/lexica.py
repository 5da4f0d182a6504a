"""The lexica that pages can choose: the installed ones, and the one given when the server started."""

from collections import OrderedDict
from contextlib import suppress
from threading import Lock

from movegen.errors import LexiconError, UnknownNameError
from movegen.lexicon import (
    EMBEDDED,
    VOCABULARIES,
    Lexicon,
    choose_rules,
    is_known_lexicon,
    is_same_lexicon,
    known_lexica,
    nearest_lexicon,
)
from movegen.position import Position
from movegen.variant import Variant

_MAX_CACHED = 4


class WebLexica:
    """Loads lexica and caches the last few. Safe to use from any thread.

    `given` is a name or a file. It comes from the command line; pages only ever pass names.
    """

    def __init__(self, given: str | None = None) -> None:
        self._given = given
        self._lock = Lock()
        self._cache: OrderedDict[tuple[object, ...], Lexicon] = OrderedDict()
        self.given_name: str | None = None
        if given is not None:
            self.given_name = self.load(given, Variant.load(choose_rules(None, given))).name

    @property
    def names(self) -> list[str]:
        """The names that pages can choose, the default first."""
        first = self.given_name or EMBEDDED
        return [first, *(name for name in known_lexica() if name not in (first, *VOCABULARIES))]

    def usual_rules(self, name: str) -> str:
        """Return the rules that are played with the tiles of a lexicon of `names`."""
        return choose_rules(None, self._given if name == self.given_name else name)

    def find(self, position: Position, requested: str = "") -> tuple[Lexicon, str]:
        """Return the lexicon for a position, and a note if it differs from the one that the position names.

        Raises the errors of `locate` and `load`.
        """
        own = position.lexicon_name or ""
        wanted = requested or own
        if not requested and own and not self._knows(own):
            wanted = nearest_lexicon(own, self.names) or ""
        found = self.load(self.locate(wanted, position.variant), position.variant)
        if requested or not own or self._knows(own) or is_same_lexicon(own, found.name):
            return found, ""
        note = f"the lexicon {own} is not installed, so {found.name} is used"
        return found.as_substitute(), note

    def locate(self, requested: str, variant: Variant) -> str | None:
        """Return the name or file of the requested lexicon; without one, of the first that fits the tiles.

        Raises UnknownNameError for a name not in `names`, LexiconError if none fits.
        """
        if requested:
            if not self._knows(requested):
                raise UnknownNameError("lexicon", requested, self.names)
            return self._given if requested.upper() == (self.given_name or "").upper() else requested
        for name in self.names:
            source = self._given if name == self.given_name else name
            with suppress(LexiconError):
                self.load(source, variant)
                return source
        tiles = variant.tiles.name
        cure = f"install one (jackdaw lexicon build FILE --name NAME --tiles {tiles})"
        raise LexiconError(f"no lexicon for the letters of {tiles} is installed", cure=cure)

    def _knows(self, name: str) -> bool:
        return is_known_lexicon(name) or name.upper() == (self.given_name or "").upper()

    def load(self, name: str | None, variant: Variant) -> Lexicon:
        """Load a lexicon by name or file. Raises LexiconError."""
        longest = max(variant.layout.rows, variant.layout.columns)
        key = name, variant.tiles, longest
        with self._lock:  # compile it only once, however many threads requested it
            found = self._cache.get(key)
            if found is None:
                found = self._cache[key] = Lexicon.load(name, variant.tiles, longest=longest)
            self._cache.move_to_end(key)
            while len(self._cache) > _MAX_CACHED:
                self._cache.popitem(last=False)
        return found
