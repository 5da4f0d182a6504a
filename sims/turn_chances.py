"""The chance to win after the best move of an analyzed position, and after the one that was played."""

from dataclasses import dataclass
from typing import cast

import numpy as np

from movegen.moves import Move, MoveKind
from sims.simulated_analysis import SimulatedAnalysis
from sims.winning import MILLION, WinModel
from strategy.analysis import Method, PositionAnalysis
from strategy.endgame_analysis import EndgameAnalysis
from strategy.leaves import MILLI
from strategy.preendgame_analysis import PreendgameAnalysis


@dataclass(frozen=True)
class TurnChances:
    """Of the player on turn, half a draw included, from 0 to 1; None if not known."""

    best: float | None = None
    played: float | None = None

    @property
    def lost(self) -> float | None:
        """How much the move has cost; 0 if it is as good as the best, or better."""
        if self.best is None or self.played is None:
            return None
        return round(max(0.0, self.best - self.played), 6)


def chances_of(analysis: PositionAnalysis, model: WinModel) -> TurnChances:
    """What the analysis says of them, which `model` does for a static one."""
    best = analysis.best
    if analysis.position.players != 2 or best is None:
        return TurnChances()
    if analysis.method is Method.SIMULATION:
        return _of_simulation(cast(SimulatedAnalysis, analysis))
    if analysis.method is Method.ENDGAME:
        return _of_endgame(cast(EndgameAnalysis, analysis))
    if analysis.method is Method.PREENDGAME:
        return _of_preendgame(cast(PreendgameAnalysis, analysis))
    found = static_chance(analysis, best.move, best.equity, model)
    played = analysis.played
    if played is None or played.equity is None:
        return TurnChances(found)
    tiles = analysis.position.variant.tiles
    move = Move.pass_turn(tiles) if played.is_withdrawn else played.move
    return TurnChances(found, static_chance(analysis, move, played.equity, model))


def worths_of(analysis: PositionAnalysis) -> list[float]:
    """What the candidates are worth that the analysis has compared, best first: points."""
    if analysis.method is Method.SIMULATION:
        return [move.equity for move in cast(SimulatedAnalysis, analysis).simulation.moves]
    if analysis.method is Method.ENDGAME:
        return [float(move.value) for move in cast(EndgameAnalysis, analysis).endgame.moves]
    if analysis.method is Method.PREENDGAME:
        searched = cast(PreendgameAnalysis, analysis)
        return [searched.equity(move) for move in searched.preendgame.moves]
    return [candidate.equity for candidate in analysis.candidates[:2]]


def stopped(analysis: PositionAnalysis) -> str | None:
    """What ended a simulation, or a search before all was proven: its `stopped`; None for anything else."""
    if analysis.method is Method.SIMULATION:
        return cast(SimulatedAnalysis, analysis).simulation.stopped
    if analysis.method is Method.PREENDGAME:
        return cast(PreendgameAnalysis, analysis).stopped
    return cast(EndgameAnalysis, analysis).stopped if analysis.method is Method.ENDGAME else None


def static_chance(analysis: PositionAnalysis, move: Move, equity: float, model: WinModel) -> float:
    """The chance of the player on turn to win once a move is made that is worth so many points.

    The spread behind the move and the tiles that the opponent does not see then decide; that a turn without
    a score may end the game is left out of account.
    """
    position = analysis.position
    spread = position.scores[position.on_turn] - position.scores[1 - position.on_turn]
    laid = len(move.tiles_used) if move.kind is MoveKind.PLAY else 0
    drawn = min(laid, position.bag_count)
    off_board = position.variant.tiles.total - sum(position.board.tile_counts)
    left = min(position.rules.rack_size, off_board - len(position.unseen)) - laid + drawn
    if left == 0:  # out
        final = spread + move.score + 2 * position.unseen.points
        return 1.0 if final > 0 else 0.5 if final == 0 else 0.0
    ahead = spread * MILLI + round(equity * MILLI)
    chances = model(np.array([-ahead]), np.array([position.bag_count - drawn + left]))
    return 1 - int(chances[0]) / MILLION


def _of_simulation(analysis: SimulatedAnalysis) -> TurnChances:
    moves = analysis.simulation.moves
    place = analysis.played_place
    return TurnChances(analysis.simulation.best.win, None if place is None else moves[place].win)


def _of_endgame(analysis: EndgameAnalysis) -> TurnChances:
    """What is proven of win, draw and loss."""
    played = analysis.solved_played
    return TurnChances(
        analysis.win(analysis.endgame.moves[0]), None if played is None else analysis.win(played)
    )


def _of_preendgame(analysis: PreendgameAnalysis) -> TurnChances:
    """How often the moves win; where that is not proven, the likeliest within its bounds."""
    played = analysis.searched_played
    return TurnChances(analysis.preendgame.best.win, None if played is None else played.win)
