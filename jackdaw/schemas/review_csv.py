"""The review of a game as CSV, one row per turn; docs/game-report.md explains every column."""

import csv
import io
from collections.abc import Iterator

from jackdaw.schemas.encoding import csv_cell, escape_formula
from jackdaw.schemas.json_output import PositionJson, position_json
from jackdaw.schemas.review_json import TurnReviewJson, turn_json
from movegen.encoding import encode_text
from sims.review import GameReview
from strategy.players import Candidate

COLUMNS = (
    "turn", "player", "nickname", "rack", "score_before", "opponent_score_before", "bag", "method", "move",
    "score", "rank", "equity", "equity_lost", "phony", "withdrawn", "challenged", "best", "best_score",
    "best_equity", "mistake", "graded_by", "win_best", "win_played", "win_lost", "win_lost_se", "luck",
    "missed_bingo", "is_best",
)  # fmt: skip


def review_csv(review: GameReview) -> bytes:
    """Encode the turns of a review as CSV by RFC 4180, in UTF-8, with the names of columns in the first row.

    Figures are those of the JSON; booleans are `true` or `false`, unknown values empty.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)  # the RFC's dialect is the default one
    writer.writerow(COLUMNS)
    writer.writerows(review_rows(review))
    return encode_text(text.getvalue())


def review_rows(review: GameReview) -> Iterator[list[str]]:
    """Yield one row per turn, with a text for each of `COLUMNS`."""
    for turn in review.turns:
        nickname = review.game.players[turn.player].nickname
        values = _values(position_json(turn.analysis, 1), turn_json(turn), turn.best, nickname)
        yield [csv_cell(values[column]) for column in COLUMNS]


def _values(
    position: PositionJson, review: TurnReviewJson, best: Candidate | None, nickname: str
) -> dict[str, object]:
    played = position.played
    assert played is not None
    others = [score for player, score in enumerate(position.scores) if player != position.player]
    return {
        "turn": position.turn,
        "player": position.player,
        "nickname": escape_formula(nickname),
        "rack": position.rack,
        "score_before": position.scores[position.player],
        "opponent_score_before": max(others),
        "bag": position.bag,
        "method": position.method,
        "move": played.move,
        "score": played.score,
        "rank": played.rank,
        "equity": played.equity,
        "equity_lost": played.equity_lost,
        "phony": played.phony,
        "withdrawn": played.withdrawn,
        "challenged": review.challenged,
        "best": review.best,
        "best_score": best and best.move.score,
        "best_equity": best and round(best.equity, 3),
        "mistake": review.mistake,
        "graded_by": review.graded_by,
        "win_best": review.win_best,
        "win_played": review.win_played,
        "win_lost": review.win_lost,
        "win_lost_se": review.win_lost_se,
        "luck": review.luck,
        "missed_bingo": review.missed_bingo,
        "is_best": review.is_best,
    }
