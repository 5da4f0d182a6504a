"""The lexica of many positions, as workers load them."""

from dataclasses import replace

from jackdaw.inputs.sources import LexiconFinder
from movegen.position import Position
from sims.identity import identify_lexica
from sims.lexicon_source import LexiconSource

_MAX_LEXICA = 4


class WorkerLexica:
    """Finds the lexicon of each position, and keeps the sources of the last few."""

    def __init__(self, finder: LexiconFinder) -> None:
        self.finder = finder
        self._sources: dict[tuple[object, ...], LexiconSource] = {}

    def describe(self) -> dict[str, object]:
        """Describe the lexica for a journal. Raises what `identify_lexica` raises."""
        return {"lexicon": identify_lexica(self.finder.requested)}

    def source(self, position: Position) -> LexiconSource:
        """Return the source of a position's lexicon. Raises what `Lexicon.load` raises."""
        choice, variant = self.finder.choose(position), position.variant
        key = choice.place, variant.tiles, max(variant.layout.rows, variant.layout.columns)
        if key not in self._sources:
            if len(self._sources) == _MAX_LEXICA:
                self._sources.clear()
            self._sources[key] = LexiconSource.of(choice.place, variant)
        return replace(self._sources[key], is_substitute=choice.is_substitute)
