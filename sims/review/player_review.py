"""The totals of a player's turns in a game: mistakes, losses, luck, the mistake index and its rating."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from movegen.game import Game
from sims.review.turn_review import TurnReview, is_bingo
from strategy.analysis import GradingScheme, Method, Mistake


@dataclass(frozen=True)
class PlayerReview:
    """The totals of a player's turns.

    Turns that are not judged count nowhere but in `turns`, `bingos` and `phonies`. Totals without any data
    are None.

    Attributes
    ----------
    player:        the player, from 0.
    turns, judged: the number of turns until the end of the game, and of turns that were judged.
    best_found:    the number of turns with the best move, or with an equal one.
    points_lost, win_lost: the sums of the points and of the chances to win lost.
    win_lost_estimated, win_lost_error: the part of `win_lost` that pre-endgame searches only estimated, which
                   has errors of ten percent and more a turn, and its standard error.
    mistakes:      the number of moves of each class.
    spread_mistakes: the number of those that were graded by points, since they hardly cost wins.
    spread_lost:   the points lost by these mistakes.
    mistake_index: the sum of the weights of the mistakes.
    rating:        the rating estimated from the index: of a finished game whose turns were all judged, those
                   with tiles in the bag by simulation or search. Else None.
    luck:          the sum over all draws; None if one of them is unknown.
    bingos, missed_bingos, phonies: the turns with one.
    best_turn:     the turn with the best move and its greatest lead over the next one, if any.
    worst_turn:    the most costly mistake, one that costs wins before one that costs spread; None if there
                   was no mistake.

    >>> from sims.review import review_game
    >>> from strategy import analyze_game
    >>> analysis = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"))
    >>> review = review_game(analysis, Lexicon.load(), with_luck=False)
    >>> ann = review.players[0]
    >>> ann.best_found, ann.judged, ann.worst_turn
    (5, 12, 7)
    """

    player: int
    turns: int
    judged: int
    best_found: int
    points_lost: float | None
    win_lost: float | None
    win_lost_estimated: float | None
    win_lost_error: float | None
    mistakes: dict[Mistake, int]
    spread_mistakes: dict[Mistake, int]
    spread_lost: float | None
    mistake_index: float | None
    rating: int | None
    luck: float | None
    bingos: tuple[int, ...]
    missed_bingos: tuple[int, ...]
    phonies: tuple[int, ...]
    best_turn: int | None
    worst_turn: int | None

    def __repr__(self) -> str:
        index = "unknown" if self.mistake_index is None else f"{self.mistake_index:.1f}"
        figures = f"{self.best_found} of {self.judged} best, mistake index {index}"
        return f"<PlayerReview player={self.player}: {figures}>"


def total_turns(
    game: Game, player: int, all_turns: Sequence[TurnReview], grading: GradingScheme
) -> PlayerReview:
    """Return the totals of a player over the turns of a game, without passes after its end."""
    turns = [turn for turn in all_turns if turn.player == player and not turn.analysis.is_over]
    grades = [turn.grade for turn in turns if turn.grade is not None]
    judged = [turn for turn in turns if turn.grade is not None]
    found = [turn for turn in judged if turn.is_best]
    costly = [turn for turn in judged if turn.mistake is not Mistake.NONE]
    by_spread = [turn for turn in costly if turn.grade is not None and turn.grade.costs_spread]
    estimated = [turn for turn in judged if turn.has_estimated_loss]
    index = grading.mistake_index(grades) if judged else None
    is_whole = game.is_finished and len(all_turns) == len(game.turns)
    return PlayerReview(
        player,
        len(turns),
        len(judged),
        len(found),
        _sum(judged, lambda turn: turn.points_lost, 3),
        _sum(judged, lambda turn: turn.chances.lost, 6),
        _sum(estimated, lambda turn: turn.chances.lost, 6),
        round(hypot(*(turn.win_error or 0.0 for turn in estimated)), 6) if estimated else None,
        _count(judged),
        _count(by_spread),
        _sum(by_spread, lambda turn: turn.points_lost, 3) if by_spread else 0.0 if judged else None,
        index,
        grading.estimate_rating(index) if index is not None and is_whole and _is_comparable(turns) else None,
        _total_luck(turns),
        tuple(turn.turn for turn in turns if _is_bingo_played(turn)),
        tuple(turn.turn for turn in turns if turn.has_missed_bingo),
        tuple(turn.turn for turn in turns if turn.is_phony),
        max(found, key=_margin).turn if found else None,
        max(costly, key=_cost).turn if costly else None,
    )


def _count(turns: Iterable[TurnReview]) -> dict[Mistake, int]:
    counts = Counter(turn.mistake for turn in turns)
    return {mistake: counts[mistake] for mistake in Mistake}


def _sum(
    turns: Iterable[TurnReview], value: Callable[[TurnReview], float | None], digits: int
) -> float | None:
    """Return the sum of the known values; None if there are none."""
    known = [found for found in map(value, turns) if found is not None]
    return round(sum(known), digits) if known else None


def _total_luck(turns: Sequence[TurnReview]) -> float | None:
    """Return the sum of all draws: the sum of some is no measure of a player's luck."""
    known = [turn.luck for turn in turns if turn.luck is not None]
    return round(sum(known), 3) if turns and len(known) == len(turns) else None


def _is_comparable(turns: Iterable[TurnReview]) -> bool:
    """Return whether all turns are graded as the rating table assumes."""
    return all(turn.grade is not None and turn.analysis.method is not Method.STATIC for turn in turns)


def _is_bingo_played(turn: TurnReview) -> bool:
    played = turn.analysis.played
    return played is not None and is_bingo(turn.analysis, played.move) and not played.is_withdrawn


def _margin(turn: TurnReview) -> tuple[float, int]:
    """Return the sort key of a best move: its lead over the next one, in points; earlier turns first."""
    evaluation = turn.analysis.evaluation
    best, *others = (evaluation.equity(move) or 0.0 for move in evaluation.moves[:2])
    return (best - others[0] if others else 0.0), -turn.turn


def _cost(turn: TurnReview) -> tuple[bool, int, float, float]:
    """Return the sort key of a mistake: wins before spread, then its class, chance and points lost."""
    assert turn.grade is not None
    severity = list(Mistake).index(turn.grade.mistake)
    return not turn.grade.costs_spread, severity, turn.chances.lost or 0.0, turn.points_lost or 0.0
