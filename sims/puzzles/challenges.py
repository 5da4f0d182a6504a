"""Phonies as puzzles: what a challenge gains on the best move while the opponent's phony stands.

Both positions are simulated: the one with the phony on the board, and the one before it, where the opponent
has lost the turn and is known to hold the tiles of the phony.
"""

from dataclasses import dataclass, replace
from math import hypot

from movegen.board import Move
from movegen.lexicon import Lexicon
from movegen.position import Position
from movegen.variant import ChallengeRule
from sims.puzzles.margins import CERTAIN, Lead
from sims.simulation import SimulatedMove, SimulationEvaluation
from strategy.analysis import PositionAnalysis, invalid_words


@dataclass(frozen=True)
class Challenge:
    """A phony that may be challenged: `standing` on the board, and `withdrawn` after a challenge."""

    standing: Position
    withdrawn: Position

    @classmethod
    def of(cls, before: Position, play: Move, standing: Position, lexicon: Lexicon) -> "Challenge | None":
        """Return the challenge of the opponent's last play, before which the position was `before`.

        None if the play is valid, if the lexicon only stands in for that of the game, or if the rules have no
        challenges.
        """
        rules = standing.rules
        if lexicon.is_substitute or rules.challenge is ChallengeRule.VOID:
            return None
        if not invalid_words(before.board, play, lexicon, rules.word_order):
            return None
        racks = tuple(
            standing.rack if player == standing.on_turn else play.tiles_used
            for player in range(standing.players)
        )
        withdrawn = replace(
            before, racks=racks, on_turn=standing.on_turn, scoreless_turns=before.scoreless_turns + 1
        )
        return cls(standing, withdrawn)


def find_challenge_leads(standing: PositionAnalysis, withdrawn: PositionAnalysis) -> list[Lead]:
    """Return the lead of a challenge over each move with the phony on the board, best first.

    There are none if either position was not simulated, as with an empty bag.
    """
    after, now = withdrawn.evaluation, standing.evaluation
    if not isinstance(after, SimulationEvaluation) or not isinstance(now, SimulationEvaluation):
        return []
    return [_lead(after.simulation.best, each) for each in now.simulation.moves]


def _lead(challenge: SimulatedMove, other: SimulatedMove) -> Lead:
    """Return the lead of independent simulations, whose errors add up."""
    gain, error = challenge.utility - other.utility, hypot(challenge.utility_se, other.utility_se)
    return Lead(
        other.move,
        other.win,
        challenge.win - other.win,
        hypot(challenge.win_se, other.win_se),
        challenge.spread - other.spread,
        hypot(challenge.equity_se, other.equity_se),
        gain > 0 and gain >= CERTAIN * error,
    )
