"""Requests of the page of play over HTTP, as the page sends them."""

from typing import Any

from starlette.testclient import TestClient
from web_server import parse_events, post

AGAINST_JACK = [{"name": "Ann"}, {"name": "Jack", "strategy": "greedy"}]


def begin(client: TestClient, mode: str = "free", seats: Any = AGAINST_JACK, **more: Any) -> Any:
    return post(client, "games/begin", mode=mode, seats=seats, **more)


def now(view: Any) -> dict[str, Any]:
    return {"name": view["name"], "revision": view["revision"]}


def best(client: TestClient, view: Any) -> str:
    """The text of the best move."""
    move = post(client, "games/kibitz", name=view["name"])["rows"][0]["move"]
    return str(post(client, "games/try", **now(view), text=move)["text"])


def machines(client: TestClient, view: Any) -> Any:
    """The game when the engines have done what they have to."""
    response = client.post("/api/games/machines", json=now(view), headers={"X-Page": "test"})
    name, last = parse_events(response.text)[-1]
    assert name == "done"
    return last
