"""Security headers of every response, and errors that tell a client nothing of the program."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_server import OPENING, open_client

from jackdaw.web.http.security import HEADERS


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with open_client() as found:
        yield found


def check_headers(response: Any, caching: str = "no-store") -> None:
    expected = HEADERS | {"Cache-Control": caching}
    assert {name: response.headers.get(name) for name in HEADERS} == expected
    assert not response.headers.keys() & {
        "server",
        "x-powered-by",
        "access-control-allow-origin",
        "set-cookie",
    }
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy and "script-src 'self';" in policy


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/", 200), ("HEAD", "/play", 200), ("GET", "/nothing", 404), ("GET", "/static/x", 404),
     ("DELETE", "/", 405), ("GET", "/api/new", 405), ("OPTIONS", "/api/read", 405), ("TRACE", "/", 405),
     ("POST", "/static/common.js", 405),
     ("GET", "/api/games/gcg/nothing", 400), ("POST", "/api/new", 400), ("POST", "/api/analyze", 400)],
)  # fmt: skip
def test_every_response_has_them(method: str, path: str, status: int, client: TestClient) -> None:
    response = client.request(method, path)
    check_headers(response)
    assert response.status_code == status
    if status >= 400:
        assert response.headers["content-type"] == "application/json" and response.json()["error"]


def test_static_files_are_checked_for_changes(client: TestClient) -> None:
    response = client.get("/static/common.js")
    check_headers(response, "no-cache")
    again = client.get("/static/common.js", headers={"If-None-Match": response.headers["etag"]})
    check_headers(again, "no-cache")
    assert again.status_code == 304 and not again.content


def test_browsers_keep_fonts(client: TestClient) -> None:
    check_headers(client.get("/static/inter-regular.woff2"), "max-age=604800")


def test_a_refused_host_and_a_stream_have_them(client: TestClient) -> None:
    refused = client.get("/", headers={"Host": "evil.example"})
    check_headers(refused)
    assert refused.status_code == 403
    stream = client.post("/api/analyze", json={"cgp": OPENING, "iterations": 16})
    check_headers(stream)
    assert stream.headers["content-type"].startswith("text/event-stream")


def test_an_internal_error_has_them_and_no_traceback(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("the secret of line 17")

    monkeypatch.setattr("jackdaw.web.json_routes.rank_candidates", fail)
    response = client.post("/api/candidates", json={"cgp": OPENING})
    check_headers(response)
    assert response.status_code == 500
    assert response.json() == {"error": "internal error; see the server log"}
    monkeypatch.setattr("jackdaw.web.stream_routes.analyze", fail)
    stream = client.post("/api/analyze", json={"cgp": OPENING})
    assert "internal error" in stream.text and "secret" not in stream.text and "Traceback" not in stream.text
    assert "the secret of line 17" in caplog.text  # the log has it
