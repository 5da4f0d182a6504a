"""The time for a round of a duplicate game, over HTTP: what counts as a move when it is up."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from game_requests import AGAINST_JACK, begin, best, machines, now
from starlette.testclient import TestClient
from web_server import expect_refusal, open_client, post

from jackdaw.web.application import Settings

if TYPE_CHECKING:
    from jackdaw.web.play.open_games import OpenGames

pytestmark = pytest.mark.core
PEOPLE = [{"name": "Ann"}, {"name": "Ben"}]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with open_client(Settings(games=tmp_path)) as found:
        yield found


def test_everyone_has_the_time_for_a_round(client: TestClient) -> None:
    view = begin(client, "duplicate", PEOPLE, minutes=3)
    assert view["running"] and view["rack"] and not view["secret"]
    assert post(client, "games/move", **now(view))["running"]


def begin_round(client: TestClient, seconds: float) -> tuple[Any, str]:
    """Begin a duplicate game whose first round began that many seconds ago; return it with its best move."""
    view = begin(client, "duplicate", AGAINST_JACK, minutes=3)
    games: OpenGames = client.app.state.shared.games  # type: ignore[attr-defined]
    game = games.open(view["name"])
    move = best(client, view)
    game._started = monotonic() - seconds
    return view, move


def laid_tiles(client: TestClient, view: Any, text: str) -> Any:
    return post(client, "games/try", **now(view), text=text)["laid"]


@pytest.mark.parametrize(
    ("seconds", "is_laid", "notice", "remark"),
    [
        (180.4, True, "Time is up: the play on the board counts as the move of Ann.", ""),
        (180.4, False, "Time is up: the play on the board counts as the move of Ann.", ""),
        (200, True, "Time is up: the play on the board came too late, so Ann has no move", "too late"),
    ],
)
def test_the_play_on_the_board_counts_when_time_is_up(
    seconds: float, is_laid: bool, notice: str, remark: str, client: TestClient
) -> None:
    view, move = begin_round(client, seconds)
    entered = {"tiles": laid_tiles(client, view, move)} if is_laid else {"text": move}
    after = post(client, "games/move", **now(view), **entered, time_up=True)
    assert after["notice"].startswith(notice) and "8" not in after["notice"]
    assert after["counted"] == (not remark)
    top, ann, _ = machines(client, after)["history"]
    points = top["score"] if not remark else "0"
    assert (ann["what"], ann["score"], ann["note"]) == (top["what"], points, remark)


@pytest.mark.parametrize(
    ("entered", "reason"),
    [
        ({}, ""),
        ({"text": "8d"}, "no legal play is on the board, so "),
        ({"text": "-"}, "no legal play is on the board, so "),
        ({"tiles": [[0, 0, 1], [3, 5, 2]]}, "no legal play is on the board, so "),
        ({"tiles": [[0, 0, 1]]}, "no legal play is on the board, so "),
    ],
)
def test_without_a_legal_play_there_is_no_move_when_time_is_up(
    entered: Any, reason: str, client: TestClient
) -> None:
    view, _ = begin_round(client, 180.4)
    after = post(client, "games/move", **now(view), **entered, time_up=True)
    assert after["notice"] == f"Time is up: {reason}Ann has no move in this round." and not after["counted"]
    _, ann, _ = machines(client, after)["history"]
    assert (ann["what"], ann["score"], ann["note"]) == ("no answer", "0", "too late")


def test_a_play_that_is_entered_at_the_last_moment_is_in_time(client: TestClient) -> None:
    """The page's clock is behind that of the server by the way of what it was sent."""
    view, move = begin_round(client, 180.1)
    after = machines(client, post(client, "games/move", **now(view), text=move))
    assert after["history"][1]["score"] == after["history"][0]["score"] != "0"


def test_only_a_round_ends_by_time(client: TestClient) -> None:
    for view in (begin(client, minutes=3), begin(client, "duplicate")):
        refusal = expect_refusal(client, "games/move", **now(view), text="-", time_up=True)
        assert refusal == "only the rounds of a duplicate game with a clock end by time"
