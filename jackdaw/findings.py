"""What `analyze` has found, and how it is told: messages, text, JSON."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from jackdaw.inputs import Lexica, strategy_notes
from jackdaw.layout import EMPTY, Line
from movegen.errors import PositionError
from movegen.game import Game
from movegen.position import Position
from strategy.analysis import GameAnalysis, Method, PositionAnalysis, analyze_game, analyze_position
from strategy.static import StaticStrategy

if TYPE_CHECKING:
    from jackdaw.looking_ahead import LookAhead
    from sims.game_review import GameReview
    from sims.simulated_analysis import SimulatedAnalysis


@dataclass(frozen=True)
class Findings:
    """The analysis of a game or of positions.

    `whole` is the analysis of a game, None for positions; `is_summary` tells whether each of its turns that
    was played gets a line, not a view of its own; `review` judges them. `source` names what was read; `notes`
    are about the choice of the lexicon and of the strategy.
    """

    source: str
    strategy_name: str
    positions: tuple[PositionAnalysis, ...]
    notes: tuple[str, ...]
    whole: GameAnalysis | None = None
    is_summary: bool = False
    review: "GameReview | None" = None

    @classmethod
    def of(
        cls,
        parsed: Game | Sequence[Position],
        source: str,
        lexica: Lexica,
        strategy: StaticStrategy | None,
        *,
        turn: int | None = None,
    ) -> "Findings":
        """Analyze a game, or one turn of it, or positions, by a strategy or the default one."""
        if not isinstance(parsed, Game):
            positions = [analyze_position(each, lexica.find(each), strategy) for each in parsed]
            notes = (*lexica.notes, *strategy_notes(strategy))
            return cls(source, positions[0].strategy_name, tuple(positions), notes)
        lexicon = lexica.find(parsed.position(1))
        try:
            whole = analyze_game(parsed, lexicon, strategy, turn=turn)
        except PositionError as error:  # there is no such turn
            raise PositionError(error.what, where=source, cure=error.cure) from None
        notes = (*lexica.notes, *strategy_notes(strategy))
        return cls(source, whole.strategy_name, whole.positions, notes, whole, is_summary=turn is None)

    @property
    def shown(self) -> tuple[PositionAnalysis, ...]:
        """The positions that get a view of their own: of a whole game only the one to be played."""
        return tuple(each for each in self.positions if self._is_shown(each))

    def _is_shown(self, analysis: PositionAnalysis) -> bool:
        return not (self.is_summary and analysis.played)

    @property
    def can_be_simulated(self) -> bool:
        """Whether nothing speaks against simulating one of the positions shown."""
        return any(len(each.candidates) and not each.obstacle and not each.is_endgame for each in self.shown)

    def looked_ahead(
        self, look_ahead: "LookAhead", lexica: Lexica, strategy: StaticStrategy | None
    ) -> "Findings":
        """The same with turns and positions simulated and endgames solved.

        Lexica and strategy are those that it was made with.
        """
        found = self
        if self.whole is not None and self.is_summary:
            game = self.whole.game
            player = strategy or StaticStrategy.default(game.variant.tiles)
            whole = look_ahead.turns(self.whole, lexica.find(game.position(1)), player)
            found = replace(self, positions=whole.positions, whole=whole)
        positions = (
            found._shown_ahead(analysis, number, look_ahead, lexica, strategy)
            if found._is_shown(analysis)
            else analysis
            for number, analysis in enumerate(found.positions, start=1)
        )
        return found._with(positions)

    def _shown_ahead(
        self,
        analysis: PositionAnalysis,
        number: int,
        look_ahead: "LookAhead",
        lexica: Lexica,
        strategy: StaticStrategy | None,
    ) -> PositionAnalysis:
        """A position that is shown, looked ahead in; `number` is its place, from 1."""
        position, game = analysis.position, None if self.whole is None else self.whole.game
        player = strategy or StaticStrategy.default(position.variant.tiles)
        lexicon = lexica.find(position if game is None else game.position(1))
        return look_ahead(analysis, lexicon, player, self._heading(analysis, number), game)

    def _with(self, positions: Iterable[PositionAnalysis]) -> "Findings":
        analyses = tuple(positions)
        whole = self.whole and replace(self.whole, positions=analyses)
        return replace(self, positions=analyses, whole=whole)

    @property
    def is_empty(self) -> bool:
        """Whether there was no position with a move to rank."""
        return not any(len(analysis.candidates) for analysis in self.positions)

    @property
    def advice(self) -> str:
        """What to do about it when there is nothing to analyze."""
        if self.whole is None:
            return "no rack is known; give the rack of the player on turn first in the second field"
        if len(self.positions) > len(self.shown):
            return "no rack is known; a record has the rack in each line, as in >Ann: AERWZ 8D WAREZ +42 42"
        number = self.positions[-1].player + 1
        return (
            f"the rack is not known; give it in the record, as in #rack{number} AEINRST, or ask for --turn N"
        )

    @property
    def messages(self) -> Iterator[tuple[str, str]]:
        """What belongs on standard error: the kind of message and the message."""
        for warning in self.whole.game.warnings if self.whole else ():
            yield "Warning", f"{self.source}, {warning}"
        for note in self.notes:
            yield "Note", note

    def json(self, most: int) -> bytes:
        """All of it as JSON, with the `most` best candidates of each position."""
        from jackdaw.json_output import analysis_json

        return analysis_json(
            self.source,
            self.strategy_name,
            self.positions,
            most=most,
            game=self.whole.game if self.whole else None,
            review=self.review,
            warnings=[*(self.whole.warnings if self.whole else ()), *self.notes],
        )

    def annotated(self) -> bytes:
        """The record of a game that was reviewed, with notes on its turns: GCG."""
        from jackdaw.annotated_game import annotated
        from movegen.gcg_writer import encode_gcg

        assert self.review is not None
        return encode_gcg(annotated(self.review))

    def table(self) -> bytes:
        """The turns of a game that was reviewed: CSV."""
        from jackdaw.review_csv import review_csv

        assert self.review is not None
        return review_csv(self.review)

    def reviewed(self, lexica: Lexica, strategy: StaticStrategy | None) -> "Findings":
        """The same with a game's review; lexica and strategy are those that it was analyzed with."""
        if self.whole is None:
            return self
        from sims.game_review import review_game

        lexicon = lexica.find(self.whole.game.position(1))
        return replace(self, review=review_game(self.whole, lexicon, strategy))

    def page(self, most: int) -> str:
        """The page of a game that was reviewed, as HTML."""
        from jackdaw.game_page import game_page

        assert self.review is not None
        return game_page(self.review, candidates=most)

    def view(self, most: int) -> Iterator[Line]:
        """All of it as text, with the `most` best candidates of each position that has a view of its own."""
        from jackdaw.report import position_view

        if self.whole is not None and self.review is not None and self.review.turns:
            from jackdaw.game_report import game_view

            yield from game_view(self.whole, self.review)
            if self.shown:
                yield EMPTY
        for number, analysis in enumerate(self.shown, start=1):
            if number > 1:
                yield EMPTY
            yield from position_view(analysis, self._heading(analysis, number), self._names(analysis), most)

    def _names(self, analysis: PositionAnalysis) -> list[str]:
        if self.whole is not None:
            return [player.nickname for player in self.whole.game.players]
        return [f"player {number}" for number in range(1, analysis.position.players + 1)]

    def _heading(self, analysis: PositionAnalysis, number: int) -> str:
        mover = f"{self._names(analysis)[analysis.player]} to move"
        if analysis.turn is not None:
            return f"Turn {analysis.turn}: {mover}"
        return f"Position {number}: {mover}" if len(self.positions) > 1 else mover.capitalize()


def draw(findings: Findings, file: str) -> None:
    """Draw the simulation of the only position, if it was simulated. Raises JackdawError."""
    from jackdaw.simulation_plot import plot_simulation

    for analysis in findings.shown:
        if analysis.method is Method.SIMULATION:
            plot_simulation(cast("SimulatedAnalysis", analysis).simulation, file)
