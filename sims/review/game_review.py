"""The review of a game: the cost of each turn, the luck of the draws, and the turning point.

>>> from movegen import Game, Lexicon, Variant
>>> from strategy import analyze_game, load_strategy
>>> from sims import play_game
>>> lexicon, greedy = Lexicon.load(), load_strategy("greedy")
>>> game = play_game([greedy, load_strategy("static")], lexicon, seed=4)
>>> review = review_game(analyze_game(game, lexicon), lexicon)
>>> [player.mistake_index > 0 for player in review.players]
[True, False]
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from movegen.errors import MAX_NAME, ConfigError, one_line
from movegen.game import EventKind, Game
from movegen.lexicon import Lexicon
from movegen.numbers import check_whole
from movegen.showing import Tabular, Tabulation
from sims.review.player_review import PlayerReview, total_turns
from sims.review.turn_chances import TurnChances
from sims.review.turn_review import TurnReview, estimated_win_error, is_bingo
from sims.simulation import win_model_for
from strategy.analysis import (
    GameAnalysis,
    Grade,
    GradingScheme,
    PositionAnalysis,
    RackKnowledge,
    StopReason,
    measure_luck,
)
from strategy.inference import may_be_forfeit
from strategy.players import StaticStrategy, static_strategy_for
from strategy.winprob import WinModel

if TYPE_CHECKING:
    from sims.review.line_review import LineReview


@dataclass(frozen=True)
class GameReview(Tabular):
    """The review of a game.

    Attributes
    ----------
    turns:         one entry per turn that was played and analyzed, in order.
    players:       one entry per player.
    turning_point: the first turn after which the winner always had the better chance to win; None if there is
                   no winner, no chance is known, or not every turn was analyzed.
    grading:       the scheme that graded the turns.
    to_play:       the analysis of the position to be played in an unfinished game, if there is one.
    lines:         the reviews of its lines: other moves that were tried; see `movegen.Line`.

    >>> from sims.review import review_game
    >>> from strategy import analyze_game
    >>> analysis = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"))
    >>> review = review_game(analysis, Lexicon.load(), with_luck=False)
    >>> review
    <GameReview of <Game Ann_Archer 503, Ben_Boyle 362; 23 turns, finished>: mistake index 1.7, 2.5>
    >>> review.turning_point, review.turns[6]
    (4, <TurnReview 7: 6H (P)ING, mistake: medium>)
    """

    game: Game
    turns: tuple[TurnReview, ...]
    players: tuple[PlayerReview, ...]
    turning_point: int | None
    grading: GradingScheme
    to_play: PositionAnalysis | None = None
    lines: "tuple[LineReview, ...]" = ()

    def __repr__(self) -> str:
        indices = ", ".join(_format_index(player.mistake_index) for player in self.players)
        return f"<GameReview of {self.game!r}: mistake index {indices}>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` turns as a table, all for None."""
        rows = [
            (
                str(row["turn"]),
                one_line(row["name"], MAX_NAME),
                row["rack"],
                row["move"],
                str(row["score"]),
                "" if row["equity_lost"] is None else f"{row['equity_lost']:.1f}",
                row["mistake"] or "",
                row["best"] or "",
            )
            for row in self.to_rows()[:count]
        ]
        titles = ("#", "Player", "Rack", "Move", "Score", "Lost", "Mistake", "Best")
        return Tabulation(repr(self), titles, rows, len(self.turns))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each turn: the move, what it lost, its grade, the best move and the luck."""
        names = self.game.display_names
        return [
            {
                "turn": each.turn,
                "name": names[each.player],
                "rack": str(each.analysis.position.rack),
                "move": "" if played is None else str(played.move),
                "score": 0 if played is None else played.move.score,
                "equity_lost": None if played is None else played.equity_lost,
                "mistake": None if each.mistake is None else each.mistake.value,
                "best": None if each.analysis.best is None else str(each.analysis.best.move),
                "luck": each.luck,
            }
            for each in self.turns
            for played in [each.analysis.played]
        ]

    @property
    def stopped_by_clock(self) -> tuple[int, ...]:
        """The turns whose simulation or search was stopped by the clock, so another run will differ."""
        return tuple(turn.turn for turn in self.turns if turn.analysis.evaluation.stopped == StopReason.TIME)

    @property
    def is_reproducible(self) -> bool:
        """Whether another run gives the same review: nothing was stopped by the clock or by the user."""
        turns = [*self.turns, *(turn for line in self.lines for turn in line.turns)]
        analyses = [turn.analysis for turn in turns] + ([self.to_play] if self.to_play else [])
        return not any(
            each.evaluation.stopped in (StopReason.TIME, StopReason.INTERRUPTED)
            or each.why_static == StopReason.INTERRUPTED
            for each in analyses
        )

    def win_chances(self, player: int) -> list[float | None]:
        """Return a player's chance to win before each turn, from 0 to 1, if the best moves are played.

        Raises PositionError if there is no such player; the first is 0.
        """
        check_whole("there is no player {}", player, 0, len(self.players) - 1)
        return [_convert_chance(player, turn, turn.chances.best) for turn in self.turns]


def review_game(
    analysis: GameAnalysis,
    lexicon: Lexicon,
    strategy: StaticStrategy | None = None,
    *,
    win_model: WinModel | None = None,
    grading: GradingScheme | None = None,
    with_luck: bool = True,
) -> GameReview:
    """Review every turn of an analysis, which must come from this lexicon and strategy.

    Losses are those of the evaluations; `win_model` gives the chances to win where they give none. Luck is
    None for a strategy whose leaves exceed 32-bit milli-points, and without `with_luck`, which saves time.
    `grading` is the scheme of grades; None for the default one.

    >>> from strategy import analyze_game
    >>> analysis = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"))
    >>> review = review_game(analysis, Lexicon.load(), with_luck=False)
    >>> [turn.turn for turn in review.turns if turn.has_missed_bingo]
    [16]
    """
    game = analysis.game
    strategy = static_strategy_for(lexicon, game.variant, strategy)
    model = win_model or win_model_for(game.variant, strategy)
    lucks: Sequence[float | None] = [None] * len(game.turns)
    with suppress(ConfigError):  # leaves may exceed 32-bit milli-points
        if with_luck:
            lucks = measure_luck(game, lexicon, strategy)
    grading = grading or GradingScheme.load()
    turns = tuple(
        _turn(game, each, model, grading, lucks[each.turn - 1])
        for each in analysis.positions
        if each.played and each.turn is not None
    )
    players = tuple(total_turns(game, player, turns, grading) for player in range(len(game.players)))
    to_play = next((each for each in analysis.positions if each.played is None), None)
    return GameReview(game, turns, players, _turning_point(game, turns), grading, to_play)


def _turn(
    game: Game, analysis: PositionAnalysis, model: WinModel, grading: GradingScheme, luck: float | None
) -> TurnReview:
    if analysis.rack_knowledge is not RackKnowledge.FULL:  # a move with the other tiles may be better
        analysis = analysis.without_judgement()
    else:
        analysis = analysis.with_winning_reference(model, grading.tied.tolerance / 100)
    assert analysis.turn is not None and analysis.played is not None
    chances = TurnChances.of(analysis, model)
    lost = analysis.played.equity_lost
    grade = None if lost is None else _grade(analysis, lost, chances, grading)
    return TurnReview(
        analysis,
        chances,
        grade,
        luck,
        grade is not None and _has_missed_bingo(analysis),
        _was_challenged(game, analysis.turn),
        _may_be_forfeit(game, analysis.turn),
    )


def _grade(
    analysis: PositionAnalysis, points_lost: float, chances: TurnChances, grading: GradingScheme
) -> Grade:
    return grading.grade(
        points_lost,
        chances.best,
        chances.played,
        is_final=analysis.method.is_exact,
        win_error=estimated_win_error(analysis) or 0.0,
    )


def _has_missed_bingo(analysis: PositionAnalysis) -> bool:
    best, played = analysis.best, analysis.played
    if best is None or played is None or not is_bingo(analysis, best.move):
        return False
    return played.is_withdrawn or not is_bingo(analysis, played.move)


def _may_be_forfeit(game: Game, turn: int) -> bool:
    index = _event_index(game, turn)
    before = game.events[:index][-1:]
    return may_be_forfeit(game, game.events[index]) and any(event.kind is EventKind.PLAY for event in before)


def _event_index(game: Game, turn: int) -> int:
    """Return the index of a turn among the events."""
    return [index for index, event in enumerate(game.events) if event.kind.is_turn][turn - 1]


def _was_challenged(game: Game, turn: int) -> bool:
    index = _event_index(game, turn)
    return any(event.kind.is_challenge for event in game.events[index + 1 : index + 2])


def _convert_chance(player: int, turn: TurnReview, chance: float | None) -> float | None:
    return chance if chance is None or turn.player == player else 1 - chance


def _turning_point(game: Game, turns: Sequence[TurnReview]) -> int | None:
    winner = game.winner
    if winner is None or len(game.players) != 2 or len(turns) < len(game.turns):
        return None
    turning_point = None
    for turn in turns:
        after = _convert_chance(winner, turn, turn.chances.played)
        if after is not None and after > 1 / 2:
            turning_point = turning_point or turn.turn
        elif after is not None:
            turning_point = None
    return turning_point


def _format_index(index: float | None) -> str:
    return "unknown" if index is None else f"{index:.1f}"
