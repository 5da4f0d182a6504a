"""The review of a game as CSV, a row a turn; docs/game-report.md explains every column."""

import csv
import io
from collections.abc import Iterator

from jackdaw.json_output import PositionJson, position_json
from jackdaw.review_json import TurnReviewJson, turn_json
from sims.game_review import GameReview

COLUMNS = (
    "turn", "player", "nickname", "rack", "score_before", "opponent_score_before", "bag", "method", "move",
    "score", "rank", "equity", "equity_lost", "phony", "withdrawn", "challenged", "best", "best_score",
    "best_equity", "mistake", "win_best", "win_played", "win_lost", "luck", "missed_bingo",
)  # fmt: skip

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for the beginning of a formula."""


def review_csv(review: GameReview) -> bytes:
    """The turns of a review as CSV by RFC 4180, in UTF-8, with the columns' names in the first row.

    Figures are those of the JSON; truth is `true` or `false`, what is not known is empty.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)  # the RFC's dialect is the default one
    writer.writerow(COLUMNS)
    writer.writerows(review_rows(review))
    return text.getvalue().encode()


def review_rows(review: GameReview) -> Iterator[list[str]]:
    """A row for each turn, a text for each of `COLUMNS`."""
    for turn in review.turns:
        nickname = review.game.players[turn.player].nickname
        values = _values(position_json(turn.analysis, 1), turn_json(turn), nickname)
        yield [_cell(values[column]) for column in COLUMNS]


def unlike_a_formula(text: str) -> str:
    """A text of somebody else's for a spreadsheet: an apostrophe keeps it from being worked out."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _values(told: PositionJson, judged: TurnReviewJson, nickname: str) -> dict[str, object]:
    played, best = told.played, told.candidates[0] if told.candidates else None
    assert played is not None
    others = [score for player, score in enumerate(told.scores) if player != told.player]
    return {
        "turn": told.turn,
        "player": told.player,
        "nickname": unlike_a_formula(nickname),
        "rack": told.rack,
        "score_before": told.scores[told.player],
        "opponent_score_before": max(others),
        "bag": told.bag,
        "method": told.method,
        "move": played.move,
        "score": played.score,
        "rank": played.rank,
        "equity": played.equity,
        "equity_lost": played.equity_lost,
        "phony": played.phony,
        "withdrawn": played.withdrawn,
        "challenged": judged.challenged,
        "best": best and best.move,
        "best_score": best and best.score,
        "best_equity": best and best.equity,
        "mistake": judged.mistake,
        "win_best": judged.win_best,
        "win_played": judged.win_played,
        "win_lost": judged.win_lost,
        "luck": judged.luck,
        "missed_bingo": judged.missed_bingo,
    }


def _cell(value: object) -> str:
    """A value as the JSON writes it; nothing for null."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
