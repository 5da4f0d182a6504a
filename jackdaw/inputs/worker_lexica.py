"""The lexica of many positions or games, as workers load them."""

from dataclasses import replace

from jackdaw.inputs.sources import LexiconChoice, LexiconFinder
from movegen.game import Game
from movegen.position import Position
from movegen.variant import Variant
from sims.identity import identify_lexica
from sims.lexicon_source import LexiconSource

_MAX_LEXICA = 4


class WorkerLexica:
    """Finds the lexicon of each position or game, and keeps the sources of the last few."""

    def __init__(self, finder: LexiconFinder) -> None:
        self.finder = finder
        self._sources: dict[tuple[object, ...], LexiconSource] = {}

    def describe(self) -> dict[str, object]:
        """Describe the lexica for a journal. Raises what `identify_lexica` raises."""
        return {"lexicon": identify_lexica(self.finder.requested)}

    def source(self, position: Position) -> LexiconSource:
        """Return the source of a position's lexicon. Raises what `Lexicon.load` raises."""
        return self._source(self.finder.choose(position), position.variant)

    def source_for_game(self, game: Game) -> LexiconSource:
        """Return the source of a game's lexicon. Raises what `Lexicon.load` raises."""
        return self._source(self.finder.choose_for_game(game), game.variant)

    def _source(self, choice: LexiconChoice, variant: Variant) -> LexiconSource:
        key = choice.place, variant.tiles, max(variant.layout.rows, variant.layout.columns)
        if key not in self._sources:
            if len(self._sources) == _MAX_LEXICA:
                self._sources.clear()
            self._sources[key] = LexiconSource.of(choice.place, variant)
        return replace(self._sources[key], is_substitute=choice.is_substitute)
