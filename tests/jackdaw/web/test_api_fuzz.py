"""Hostile requests are refused in a line: wrong types, numbers, encodings, routes and methods."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from api_fuzz import attack, check_answer
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from web_server import open_client

from jackdaw.web.application import Settings

pytestmark = pytest.mark.core


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with open_client(Settings(games=tmp_path_factory.mktemp("games"))) as found:
        yield found


@pytest.mark.parametrize("seed", range(2))
def test_damaged_requests_are_refused_in_a_line(seed: int, client: TestClient) -> None:
    answers = attack(client, 300, seed)
    assert len({path for path, _ in answers}) == 26 and {status for _, status in answers} >= {200, 400}


@given(path=st.sampled_from(["new", "read", "analyze", "games/begin", "games"]), body=st.binary(max_size=200))
def test_any_bytes_are_refused_in_a_line(client: TestClient, path: str, body: bytes) -> None:
    check_answer(path, body, client.post(f"/api/{path}", content=body))


@given(
    method=st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "X"]),
    path=st.one_of(
        st.text(max_size=30),
        st.sampled_from(["", "play", "api", "api/", "api/new/", "static/", "api/games/gcg/x"]),
    ),
)
def test_any_route_and_method_is_answered_or_refused_in_a_line(
    client: TestClient, method: str, path: str
) -> None:
    response = client.request(method, f"http://localhost/{''.join(f'%{byte:02x}' for byte in path.encode())}")
    assert response.status_code in (200, 307, 400, 404, 405) and "Traceback" not in response.text
    if response.status_code >= 400 and method != "HEAD":
        assert response.json()["error"].isprintable()


def test_no_answer_names_a_file_of_ours(client: TestClient, tmp_path: Path) -> None:
    for path in ("static/../pages.py", "api/games/gcg/..%2f..%2fx", "api/games/gcg/%2fetc%2fpasswd"):
        response = client.get(f"/{path}")
        assert response.status_code in (400, 404) and "root:" not in response.text
        assert str(Path(__file__).parents[3]) not in response.text and "import" not in response.text
