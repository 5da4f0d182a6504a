"""The report of `analyze`: the analyses of a game or of positions, as messages, text, files and pictures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch

from jackdaw.analysis.deep_analysis import DeepAnalysis
from jackdaw.console import EMPTY, Line, styled
from jackdaw.inputs import LexiconFinder, strategy_notes
from jackdaw.plots import plot_simulation
from jackdaw.review import analyze_line
from jackdaw.text import details_view, game_view, position_view, practice_view
from movegen.errors import MAX_PLACE, PositionError, one_line
from movegen.game import Game
from movegen.lines import Line as GameLine
from movegen.position import Position
from sims.analysis import Analyzer
from sims.review import GameReview, review_game, review_line
from sims.simulation import SimulationEvaluation
from strategy.analysis import Evaluation, GameAnalysis, GradingScheme, PositionAnalysis
from strategy.players import StaticStrategy


@dataclass(frozen=True)
class AnalysisReport:
    """The analysis of a game or of positions.

    Attributes
    ----------
    source:     the name of the input.
    positions:  the analyses of the turns or positions.
    analyzers:  the analyzer of each position.
    notes:      notes about the choice of lexicon and strategy.
    whole:      the analysis of a game; None for positions.
    is_summary: whether each turn that was played gets a line instead of a view of its own.
    review:     the review of the game, after `add_review`.
    address:    the address that the game was fetched from; empty for a file.
    lines:      the lines of a game, and their analyses.
    record:     the file of the game record; empty for standard input and addresses.
    choices:    the options by which the lexicon and the rules were chosen, as on the command line.
    """

    source: str
    positions: tuple[PositionAnalysis, ...]
    analyzers: tuple[Analyzer, ...]
    notes: tuple[str, ...]
    whole: GameAnalysis | None = None
    is_summary: bool = False
    review: GameReview | None = None
    address: str = ""
    lines: tuple[tuple[GameLine, GameAnalysis], ...] = ()
    record: str = ""
    choices: tuple[str, ...] = ()

    @classmethod
    def analyze(
        cls,
        parsed: Game | Sequence[Position],
        source: str,
        lexica: LexiconFinder,
        strategy: StaticStrategy | None,
        *,
        turns: Sequence[int] | None = None,
        lines: Sequence[GameLine] = (),
    ) -> "AnalysisReport":
        """Analyze a game with its lines, some turns of it, or positions by score and leave."""
        if not isinstance(parsed, Game):
            analyzers = tuple(Analyzer(lexica.find(position), strategy) for position in parsed)
            positions = tuple(
                analyzer.position(position) for analyzer, position in zip(analyzers, parsed, strict=True)
            )
            return cls(source, positions, analyzers, (*lexica.notes, *strategy_notes(strategy)))
        analyzer = Analyzer(lexica.find_for_game(parsed), strategy)
        try:
            whole = analyzer.static(parsed, turns)
        except PositionError as error:  # there is no such turn
            raise PositionError(error.problem, where=source, cure=error.cure) from None
        notes = (*lexica.notes, *strategy_notes(strategy))
        analyzers = (analyzer,) * len(whole.positions)
        found = cls(source, whole.positions, analyzers, notes, whole, is_summary=turns is None)
        return replace(found, lines=tuple((line, analyze_line(line, analyzer)) for line in lines))

    @property
    def strategy_name(self) -> str:
        """The name of the strategy that ranks the moves."""
        return self.positions[0].strategy_name if self.whole is None else self.whole.strategy_name

    @property
    def shown(self) -> tuple[PositionAnalysis, ...]:
        """The positions that get a view of their own: of a whole game only the one to be played."""
        return tuple(each for each in self.positions if self._is_shown(each))

    def _is_shown(self, analysis: PositionAnalysis) -> bool:
        return not (self.is_summary and analysis.played)

    @property
    def can_be_simulated(self) -> bool:
        """Whether at least one of the positions shown can be simulated."""
        return any(len(each.candidates) and not each.obstacle and not each.is_endgame for each in self.shown)

    def deepen(self, deep: DeepAnalysis) -> "AnalysisReport":
        """Return the report with turns and positions simulated or searched."""
        report = self
        if self.whole is not None and self.is_summary:
            analyzer = self.analyzers[0]
            report = self._with(deep.deepen_game(self.whole, analyzer).positions)
            lines = ((line, deep.deepen_game(static, analyzer)) for line, static in self.lines)
            report = replace(report, lines=tuple(lines))
        game = None if self.whole is None else self.whole.game
        return report._with(
            deep.deepen(analysis, analyzer, self._heading(analysis, number), game)
            if self._is_shown(analysis)
            else analysis
            for number, (analysis, analyzer) in enumerate(
                zip(report.positions, report.analyzers, strict=True), start=1
            )
        )

    def _with(self, positions: Iterable[PositionAnalysis]) -> "AnalysisReport":
        analyses = tuple(positions)
        whole = self.whole and replace(self.whole, positions=analyses)
        return replace(self, positions=analyses, whole=whole)

    def add_review(self, grading: GradingScheme | None = None) -> "AnalysisReport":
        """Return the report with the review of its game, by a scheme of grades or the default one."""
        if self.whole is None:
            return self
        analyzer = self.analyzers[0]
        review = review_game(self.whole, analyzer.lexicon, analyzer.strategy, grading=grading)
        reviews = (
            review_line(line, analysis, analyzer.lexicon, analyzer.strategy, grading=grading)
            for line, analysis in self.lines
        )
        return replace(self, review=replace(review, lines=tuple(reviews)))

    @property
    def is_empty(self) -> bool:
        """Whether no position has a move to rank."""
        return not any(len(analysis.candidates) for analysis in self.positions)

    @property
    def advice(self) -> str:
        """Advice for an input with nothing to analyze."""
        if self.whole is None:
            return "no rack is known; give the rack of the player on turn first in the second field"
        if len(self.positions) > len(self.shown):
            return "no rack is known; give one in each line of the record, as in >Ann: AERWZ 8D WAREZ +42 42"
        number = self.positions[-1].player + 1
        return (
            f"the rack is not known; give it in the record, as in #rack{number} AEINRST, or ask for --turn N"
        )

    @property
    def messages(self) -> Iterator[tuple[str, str]]:
        """The messages for standard error: the kind and the text of each."""
        for warning in self.whole.game.warnings if self.whole else ():
            yield "Warning", f"{self.source}, {warning}"
        for remark in {remark: None for each in self.positions for remark in each.position.warnings}:
            yield "Warning", f"{self.source}: {remark}"
        for note in self.notes:
            yield "Note", note

    def view(self, max_candidates: int, *, with_details: bool = False) -> Iterator[Line]:
        """Return the report as text, with this many best candidates of each position shown in full.

        With details, the turns that follow each simulated move are shown, too.
        """
        if self.address:
            yield styled(one_line(self.address, MAX_PLACE), "dim")
        if self.is_summary and self.whole is not None and self.review is not None and self.review.turns:
            yield from game_view(self.whole, self.review)
            if self.record:
                yield from practice_view(self.review, self.record, self.choices)
            if self.shown:
                yield EMPTY
        for number, analysis in enumerate(self.shown, start=1):
            if number > 1:
                yield EMPTY
            heading = self._heading(analysis, number)
            yield from position_view(analysis, heading, self._names(analysis), max_candidates)
            if with_details:
                yield from details_view(analysis, max_candidates)

    def _names(self, analysis: PositionAnalysis) -> list[str]:
        if self.whole is not None:
            return self.whole.game.display_names
        return [f"player {number}" for number in range(1, analysis.position.players + 1)]

    def _heading(self, analysis: PositionAnalysis, number: int) -> str:
        mover = f"{self._names(analysis)[analysis.player]} to move"
        if analysis.turn is not None:
            return f"Turn {analysis.turn}: {mover}"
        return f"Position {number}: {mover}" if len(self.positions) > 1 else mover.capitalize()

    def draw(self, file: str) -> None:
        """Draw the only position shown, if its evaluation can be drawn. Raises JackdawError."""
        for analysis in self.shown:
            draw_evaluation(analysis.evaluation, file)


@singledispatch
def draw_evaluation(evaluation: Evaluation, file: str) -> None:
    """Draw an evaluation to a file; methods without a picture draw nothing."""


@draw_evaluation.register
def _(evaluation: SimulationEvaluation, file: str) -> None:
    plot_simulation(evaluation.simulation, file)
