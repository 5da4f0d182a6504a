"""Facts about two moves that were searched to the end of the game."""

from movegen.board import Move, MoveKind
from sims.explanation.facts import Fact, FactKind, Figure, Quantity, Unit
from strategy.analysis import PositionAnalysis
from strategy.endgame import EndgameMove, PreendgameMove


def endgame_facts(analysis: PositionAnalysis, better: EndgameMove, worse: EndgameMove) -> list[Fact]:
    """Return the final spreads and the points won now and later; nothing unless both values are proven."""
    if not (better.is_proven and worse.is_proven):
        return []
    moves, spread = (better.move, worse.move), analysis.position.spread
    final = _points(Quantity.FINAL_SPREAD, spread + better.value, spread + worse.value)
    if not final.difference:
        return [Fact(FactKind.EVEN, *moves, (final,))]
    score = _points(Quantity.SCORE, better.move.score, worse.move.score)
    rest = _points(Quantity.REST, better.value - better.move.score, worse.value - worse.move.score)
    parts = [
        Fact(FactKind.SCORE, *moves, (score,), score.difference),
        Fact(FactKind.REST, *moves, (rest,), rest.difference),
    ]
    parts.sort(key=lambda fact: fact.gain or 0)  # what is given up comes first
    return [Fact(FactKind.FINAL_SPREAD, *moves, (final,)), *(fact for fact in parts if fact.gain)]


def preendgame_facts(analysis: PositionAnalysis, better: PreendgameMove, worse: PreendgameMove) -> list[Fact]:
    """Return the wins, the final spreads and the tiles left in the bag, as far as they are known.

    Wins are known where the outcome is proven for each arrangement of the unseen tiles that was searched.
    """
    if not (better.is_settled and worse.is_settled):
        return []
    moves = (better.move, worse.move)
    wins = Figure(
        Quantity.WIN,
        Unit.SHARE,
        better.win,
        worse.win,
        better.win_error,
        worse.win_error,
        of=better.samples or better.arrangements,
    )
    facts = [Fact(FactKind.MARGIN if wins.is_certain else FactKind.EVEN, *moves, (wins,))]
    spread = _spreads(better, worse)
    if spread is not None and spread.is_certain:
        is_proven = spread.quantity is Quantity.FINAL_SPREAD
        if is_proven or not wins.is_certain:  # rollouts may be wrong, and matter where wins do not decide
            facts.append(Fact(FactKind.FINAL_SPREAD, *moves, (spread,)))
    score = _points(Quantity.SCORE, better.move.score, worse.move.score)
    bag = bag_figure(analysis, *moves)
    if score.difference:
        facts.append(Fact(FactKind.SCORE, *moves, (score,), score.difference))
    if bag.difference:
        facts.append(Fact(FactKind.BAG, *moves, (bag,)))
    return facts


def _spreads(better: PreendgameMove, worse: PreendgameMove) -> Figure | None:
    """Return the final spreads of two moves; None if one is not known."""
    if better.spread_source is None or worse.spread_source is None:
        return None
    is_proven = better.spread_is_settled and worse.spread_is_settled
    return Figure(
        Quantity.FINAL_SPREAD if is_proven else Quantity.SIMULATED_SPREAD,
        Unit.POINTS,
        better.spread,
        worse.spread,
        better.spread_error,
        worse.spread_error,
    )


def bag_figure(analysis: PositionAnalysis, better: Move, worse: Move) -> Figure:
    """Return the number of tiles that each move leaves in the bag."""
    return Figure(Quantity.BAG, Unit.TILES, _tiles_in_bag(analysis, better), _tiles_in_bag(analysis, worse))


def _tiles_in_bag(analysis: PositionAnalysis, move: Move) -> int:
    laid = len(move.tiles_used) if move.kind is MoveKind.PLAY else 0
    return max(0, analysis.position.bag_count - laid)


def _points(quantity: Quantity, value: float, than: float) -> Figure:
    return Figure(quantity, Unit.POINTS, value, than)
