"""The review of a game as JSON; docs/json.md explains every field.

Each class is an object of the JSON, its attributes the fields in their order.
"""

import msgspec

from sims.review import GameReview, PlayerReview, TurnReview


class TurnReviewJson(msgspec.Struct):
    """The review of a turn."""

    mistake: str | None
    graded_by: str | None
    win_best: float | None
    win_played: float | None
    win_lost: float | None
    win_lost_se: float | None
    luck: float | None
    missed_bingo: bool
    challenged: bool
    best: str | None
    is_best: bool


class PlayerReviewJson(msgspec.Struct):
    """The totals of a player's turns."""

    player: int
    turns: int
    judged: int
    best_found: int
    equity_lost: float | None
    win_lost: float | None
    win_lost_estimated: float | None
    win_lost_se: float | None
    mistakes: dict[str, int]
    spread_mistakes: dict[str, int]
    spread_lost: float | None
    mistake_index: float | None
    rating: int | None
    luck: float | None
    bingos: list[int]
    missed_bingos: list[int]
    phonies: list[int]
    best_turn: int | None
    worst_turn: int | None


class ReviewJson(msgspec.Struct):
    """The review of a game."""

    turning_point: int | None
    grades: str
    players: list[PlayerReviewJson]
    reproducible: bool


def turn_json(turn: TurnReview) -> TurnReviewJson:
    """Convert the review of a turn."""
    chances = turn.chances
    return TurnReviewJson(
        None if turn.grade is None else turn.grade.mistake.value,
        None if turn.grade is None else turn.grade.graded_by.value,
        _rounded(chances.best),
        _rounded(chances.played),
        chances.lost,
        _rounded(turn.win_error) if turn.has_estimated_loss else None,
        turn.luck,
        turn.has_missed_bingo,
        turn.was_challenged,
        None if turn.best is None else str(turn.best.move),
        turn.is_best,
    )


def review_json(review: GameReview) -> ReviewJson:
    """Convert the review of a game, without its turns."""
    players = [_player(player) for player in review.players]
    return ReviewJson(review.turning_point, review.grading.name, players, review.is_reproducible)


def _player(player: PlayerReview) -> PlayerReviewJson:
    return PlayerReviewJson(
        player.player,
        player.turns,
        player.judged,
        player.best_found,
        player.points_lost,
        player.win_lost,
        player.win_lost_estimated,
        player.win_lost_error,
        {mistake.value: count for mistake, count in player.mistakes.items()},
        {mistake.value: count for mistake, count in player.spread_mistakes.items()},
        player.spread_lost,
        player.mistake_index,
        player.rating,
        player.luck,
        list(player.bingos),
        list(player.missed_bingos),
        list(player.phonies),
        player.best_turn,
        player.worst_turn,
    )


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 6)
