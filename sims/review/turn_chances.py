"""The chances to win after the best move of a position and after the played one."""

from dataclasses import dataclass

from strategy.analysis import PositionAnalysis, RackKnowledge
from strategy.winprob import WinModel


@dataclass(frozen=True)
class TurnChances:
    """Chances of the player on turn, half a draw included, from 0 to 1; None if unknown."""

    best: float | None = None
    played: float | None = None

    @classmethod
    def of(cls, analysis: PositionAnalysis, model: WinModel) -> "TurnChances":
        """Return the chances by the evaluation; a static one uses `model`."""
        best, played, evaluation = analysis.best, analysis.counted_move, analysis.evaluation
        is_known = analysis.rack_knowledge is RackKnowledge.FULL
        if analysis.position.players != 2 or best is None or not is_known:
            return cls()
        return cls(
            evaluation.win_chance(best.move, model),
            None if played is None else evaluation.win_chance(played, model),
        )

    @property
    def lost(self) -> float | None:
        """The chance that the move lost; 0 if it is at least as good as the best one."""
        if self.best is None or self.played is None:
            return None
        return round(max(0.0, self.best - self.played), 6)
