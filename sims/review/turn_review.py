"""The review of a turn: its grade, the chances to win, and the luck of the draw."""

from dataclasses import dataclass

from movegen.board import Move, MoveKind
from sims.review.turn_chances import TurnChances
from strategy.analysis import Grade, Method, Mistake, PositionAnalysis
from strategy.players import Candidate


@dataclass(frozen=True)
class TurnReview:
    """The review of a turn.

    Attributes
    ----------
    analysis:   the candidates and the played move, with their evaluation.
    chances:    the chances to win of the player on turn.
    grade:      the grade of the move; None if it is not judged.
    luck:       the value of the tiles drawn before it minus the expected value, in points; None if unknown.
    has_missed_bingo: whether the best move is a bingo and the played one is not.
    was_challenged: whether the move was taken back, or earned points by withstanding a challenge.
    may_be_forfeit: whether the turn may have been lost to a wrong challenge; records do not distinguish that
                    from a pass.

    >>> from sims.review import review_game
    >>> from strategy import analyze_game
    >>> analysis = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"))
    >>> review = review_game(analysis, Lexicon.load(), with_luck=False)
    >>> turn = review.turns[6]
    >>> turn, round(turn.points_lost, 1)
    (<TurnReview 7: 6H (P)ING, mistake: medium>, 13.8)
    """

    analysis: PositionAnalysis
    chances: TurnChances
    grade: Grade | None
    luck: float | None
    has_missed_bingo: bool
    was_challenged: bool
    may_be_forfeit: bool

    def __repr__(self) -> str:
        judged = "not judged" if self.mistake is None else f"mistake: {self.mistake}"
        played = "" if self.analysis.played is None else f" {self.analysis.played.move}"
        return f"<TurnReview {self.turn}:{played}, {judged}>"

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        assert self.analysis.turn is not None
        return self.analysis.turn

    @property
    def player(self) -> int:
        """The player on turn, from 0."""
        return self.analysis.player

    @property
    def mistake(self) -> Mistake | None:
        """The class of the move; None if it is not judged."""
        return None if self.grade is None else self.grade.mistake

    @property
    def win_error(self) -> float | None:
        """The standard error of the wins lost, where a search estimates them; see `estimated_win_error`."""
        return None if self.grade is None else estimated_win_error(self.analysis)

    @property
    def has_estimated_loss(self) -> bool:
        """Whether a search estimates the wins lost, and they may be others within `win_error`."""
        return bool(self.win_error) and bool(self.chances.lost)

    @property
    def points_lost(self) -> float | None:
        """Points lost against the best move; None if the move is not judged."""
        return None if self.analysis.played is None else self.analysis.played.equity_lost

    @property
    def best(self) -> Candidate | None:
        """The best move, which does not win less often than the played one; None if the move is not judged.

        Chances that the grades count as tied count as equal here, too.
        """
        # The best move with the known tiles of a rack need not be the best one.
        return None if self.grade is None else self.analysis.best

    @property
    def is_best(self) -> bool:
        """Whether the move was judged and is the best one, or ranks first with others and is no mistake."""
        analysis = self.analysis
        if self.grade is None or analysis.played is None:
            return False
        is_reference = analysis.reference is not None and analysis.reference == analysis.counted_move
        # Moves worth the same points need not win as often, as where they leave other numbers of tiles.
        return is_reference or (analysis.played.rank == 1 and not self.grade.is_mistake)

    @property
    def is_phony(self) -> bool:
        """Whether the move forms a word that is not in the lexicon."""
        return self.analysis.played is not None and self.analysis.played.is_phony


def is_bingo(analysis: PositionAnalysis, move: Move) -> bool:
    """Return whether a move lays enough tiles for the bonus."""
    laid = len(move.tiles_used) if move.kind is MoveKind.PLAY else 0
    return laid >= analysis.position.rules.bingo_tiles


def estimated_win_error(analysis: PositionAnalysis) -> float | None:
    """Return the standard error of the wins that the played move lost, if a search estimates them.

    Pre-endgame searches do, with errors of ten percent and more. Simulations have small and paired ones, so
    None is returned there, too.
    """
    best, played = analysis.best, analysis.counted_move
    if analysis.method is not Method.PREENDGAME or best is None or played is None:
        return None
    return analysis.evaluation.win_difference_error(best.move, played)
