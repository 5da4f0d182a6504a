"""Security of the web server: allowed clients, valid requests, and behaviour under overload."""

import contextlib
import http.client
import json
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from game_pages import HOSTILE
from starlette.testclient import TestClient
from web_server import OPENING, SAMPLE, RunningServer, expect_refusal, open_client, serve

from jackdaw.web.application import Settings
from jackdaw.web.http import MAX_BODY_BYTES, Jobs
from jackdaw.web.http.jobs import MAX_RUNNING_JOBS, MAX_WAITING_JOBS
from jackdaw.web.server import ServerAddress, browser_url
from movegen.distribution import install_command

pytestmark = pytest.mark.core
ENDLESS = {"cgp": OPENING, "iterations": 1_000_000, "sure": False, "seconds": 600}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with open_client() as found:
        yield found


@pytest.fixture
def served() -> Iterator[RunningServer]:
    with serve() as found:
        yield found


def until(true: Callable[[], bool]) -> None:
    """Wait for what has to come."""
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def begin(served: RunningServer, page: str, **requested: Any) -> socket.socket:
    """A connection on which a job's events come in."""
    connection = served.connect()
    body = json.dumps(ENDLESS | requested).encode()
    head = f"POST /api/analyze HTTP/1.1\r\nHost: localhost\r\nX-Page: {page}\r\n"
    head += f"Content-Length: {len(body)}\r\n\r\n"
    connection.sendall(head.encode() + body)
    assert connection.recv(12) == b"HTTP/1.1 200"
    return connection


# --- allowed clients


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8537", "127.0.0.1:1", "127.0.0.2", "[::1]:8537"])
def test_this_machine_is_answered(host: str, client: TestClient) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "192.168.0.7", "0.0.0.0", "", "[", "[::1", "a b",
     "127.0.0.1@evil.example"],
)  # fmt: skip
def test_other_hosts_are_refused(host: str, client: TestClient) -> None:
    response = client.get("/", headers={"Host": host})
    assert response.status_code == 403 and "unknown host name" in response.json()["error"]


def test_names_and_addresses_that_were_given_are_answered() -> None:
    with open_client(Settings(names=("Scrabble.local",), any_address=True)) as client:
        for host in ("scrabble.local:8537", "192.168.0.7:8537", "[fe80::1]"):
            assert client.get("/", headers={"Host": host}).status_code == 200
        assert client.get("/", headers={"Host": "evil.example"}).status_code == 403


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://localhost", "http://localhost:1", "http://localhost.evil"],
)
def test_foreign_origins_are_refused(origin: str, client: TestClient) -> None:
    for path in ("/", "/api/position"):
        response = client.post(path, json={"cgp": OPENING}, headers={"Origin": origin})
        assert response.status_code == 403 and "other sites" in response.json()["error"]
    assert refused_by_fetch(client, "cross-site") == 403 == refused_by_fetch(client, "same-site")
    assert refused_by_fetch(client, "same-origin") == 200


def refused_by_fetch(client: TestClient, site: str) -> int:
    headers = {"Sec-Fetch-Site": site}
    return client.post("/api/position", json={"cgp": OPENING}, headers=headers).status_code


def test_the_own_origin_is_answered(client: TestClient) -> None:
    headers = {"Origin": "http://localhost"}
    assert client.post("/api/position", json={"cgp": OPENING}, headers=headers).status_code == 200
    headers = {"Origin": "http://127.0.0.1:8537", "Host": "127.0.0.1:8537"}
    assert client.post("/api/position", json={"cgp": OPENING}, headers=headers).status_code == 200


def test_every_answer_forbids_scripts_of_others(client: TestClient) -> None:
    answers = [
        client.get("/"), client.get("/static/common.js"), client.get("/nothing"), client.get("/api/new"),
        client.get("/", headers={"Host": "evil.example"}), client.post("/api/position", content=b"{"),
    ]  # fmt: skip
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers
    assert [answer.status_code for answer in answers] == [200, 200, 404, 405, 403, 400]


def test_pages_have_no_script_or_style_within(client: TestClient) -> None:
    page = client.get("/").text
    assert not re.findall(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:|https?://", page)
    for path in (Path(__file__).resolve().parents[3] / "jackdaw/web/static").rglob("*.*"):
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.findall(r"https?://|\beval\(|new Function|document\.write", text)


# --- valid requests


@pytest.mark.parametrize(
    "path",
    ["../board_command.py", "..%2fboard_command.py", "%2e%2e/%2e%2e/cli.py", "/etc/passwd", "%2fetc%2fpasswd",
     "..\\..\\cli.py", "board.css%00.js", ".", "..", "templates/analysis.html", "%c0%ae%c0%ae/x", "a" * 5000],
)  # fmt: skip
def test_no_file_but_the_pages_own_is_served(path: str, served: RunningServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=120)
    connection.putrequest("GET", f"/static/{path}")
    connection.endheaders()
    response = connection.getresponse()
    content = response.read()
    assert response.status in (400, 404) and b"root:" not in content and b"import" not in content
    connection.close()


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"cgp": 3}', b'{"cgp": "x", "more": 1}', b"[" * 100_000,
     b'{"cgp": "\\ud800"}', b'{"cgp": "' + b"x" * 6000 + b'"}', b"9" * 5000],
)  # fmt: skip
def test_what_is_no_request_is_refused_in_a_line(body: bytes, client: TestClient) -> None:
    for name in ("position", "try", "setup", "candidates", "analyze", "review", "new", "make"):
        response = client.post(f"/api/{name}", content=body)
        assert response.status_code == 400
        error = response.json()["error"]
        assert error and "\n" not in error and len(error) < 500


def test_what_is_no_position_is_refused_in_a_line(client: TestClient) -> None:
    for name in ("position", "try", "candidates", "make", "analyze"):
        assert "rows" in expect_refusal(client, name, cgp="15/15 / 0/0 0")


def test_limits_of_analyses_hold(client: TestClient) -> None:
    for name, value in (
        ("seconds", 601), ("seconds", 0), ("seconds", "1"), ("seconds", float("1e999")), ("iterations", 0),
        ("iterations", 1_000_001), ("candidates", 61), ("plies", 31), ("plies", -1), ("most", 501),
    ):  # fmt: skip
        body = json.dumps({"cgp": OPENING, name: value})
        response = client.post("/api/analyze", content=body)
        assert response.status_code == 400, (name, value)


@pytest.mark.parametrize(
    "content",
    [b"", b"   \n", b"\x00" * 1000, b"\xff" * 1000, b"GIF89a", b"#player1 A\n" * 3, b">" * 1000,
     SAMPLE[:300] + b"\x00\xff",
     b"#player1 a a\n#player2 b b\n" + b">a: A - +0 0\n>b: A - +0 0\n" * 300],
)  # fmt: skip
def test_what_is_no_game_is_refused_in_a_line(content: bytes, client: TestClient) -> None:
    response = client.post("/api/read", content=content)
    assert response.status_code == 400
    error = response.json()["error"]
    assert error and "\n" not in error and len(error) < 500


def test_a_body_is_counted_as_it_comes_in(client: TestClient, served: RunningServer) -> None:
    assert client.post("/api/read", content=b"#" * MAX_BODY_BYTES).status_code == 400
    response = client.post("/api/read", content=b"#" * (MAX_BODY_BYTES + 1))
    assert response.status_code == 413 and "256 KiB" in response.json()["error"]
    with served.connect() as connection:  # without a length, and without an end
        connection.sendall(
            b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        chunk = b"4000\r\n" + b"#" * 0x4000 + b"\r\n"
        with contextlib.suppress(ConnectionError):  # it may close while we still send
            for _ in range(100):
                connection.sendall(chunk)
        with contextlib.suppress(ConnectionError):
            assert connection.recv(12) == b"HTTP/1.1 413"
    assert_alive(served)


def test_names_and_notes_stay_text(client: TestClient) -> None:
    game = client.post("/api/read", content=HOSTILE.encode("latin-1", "replace")).json()["game"]
    assert any("<script>" in name for name in game["names"])  # JSON, which no page takes for markup
    response = client.post("/api/review", json={"gcg": game["gcg"]})
    assert response.status_code == 200
    chart = json.loads(response.text.split("event: done\ndata: ")[1].split("\n")[0])["chart"]
    assert "<svg" in chart and "<script" not in chart and "<img" not in chart and "&lt;script&gt;" in chart


def test_a_path_is_no_lexicon_and_no_rules(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("", encoding="utf-8")
    for operation in ("var", "ld", "bdn"):
        cgp = f"{OPENING} {operation} {tmp_path}/x.toml;"
        assert "unknown" in expect_refusal(client, "position", cgp=cgp)
    game = f"#player1 a a\n#player2 b b\n#rules {tmp_path}/x.toml\n>a: AT 8H AT +4 4\n"
    assert client.post("/api/read", content=game.encode()).json()["game"]["warnings"]


# --- overload


def assert_alive(served: RunningServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=120)
    connection.request("POST", "/api/position", json.dumps({"cgp": OPENING}))
    assert connection.getresponse().status == 200
    connection.close()


@pytest.mark.medium
def test_200_connections_at_once_are_answered_or_refused(served: RunningServer) -> None:
    def ask(number: int) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
        connection.request("POST", "/api/candidates", json.dumps({"cgp": OPENING}))
        status = connection.getresponse().status
        connection.close()
        return status

    with ThreadPoolExecutor(200) as pool:
        statuses = list(pool.map(ask, range(200)))
    assert set(statuses) <= {200, 503} and statuses.count(200) >= 50
    assert_alive(served)


def test_a_closed_page_stops_its_work(served: RunningServer) -> None:
    jobs: Jobs = served.app.state.shared.jobs
    connection = begin(served, "one")
    assert len(jobs) == 1
    connection.close()
    until(lambda: len(jobs) == 0)


def test_a_closed_page_stops_work_that_reports_nothing(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def quiet(*given: Any) -> None:
        while not given[-1]():  # is_stopped: after 600 seconds by itself
            time.sleep(0.01)

    monkeypatch.setattr("jackdaw.web.stream_routes.analyze", quiet)
    begin(served, "one").close()
    until(lambda: len(served.app.state.shared.jobs) == 0)


def test_a_page_has_one_job_and_can_stop_it(served: RunningServer) -> None:
    jobs: Jobs = served.app.state.shared.jobs
    connections = [begin(served, "one"), begin(served, "one"), begin(served, "two")]
    until(lambda: len(jobs) == 2)
    request = http.client.HTTPConnection("127.0.0.1", served.port, timeout=120)
    request.request("POST", "/api/stop", "{}", headers={"X-Page": "two"})
    assert request.getresponse().status == 200
    until(lambda: len(jobs) == 1)
    request.close()
    for connection in connections:
        connection.close()
    until(lambda: len(jobs) == 0)


def test_heavy_work_freezes_nobody(served: RunningServer) -> None:
    jobs: Jobs = served.app.state.shared.jobs
    connections = [begin(served, f"page{number}") for number in range(jobs.max_running + 4)]
    assert len(jobs) == jobs.max_running + 4
    for _ in range(5):
        assert_alive(served)
    for connection in connections:
        connection.close()
    until(lambda: len(jobs) == 0)


@pytest.mark.medium
def test_too_many_jobs_are_refused(served: RunningServer) -> None:
    jobs: Jobs = served.app.state.shared.jobs
    accepted = MAX_RUNNING_JOBS // 2 + MAX_WAITING_JOBS // 2  # half of what all clients can have
    connections = [begin(served, f"page{number}") for number in range(accepted)]
    assert len(jobs) == accepted
    request = http.client.HTTPConnection("127.0.0.1", served.port, timeout=120)
    request.request("POST", "/api/analyze", json.dumps(ENDLESS), headers={"X-Page": "one more"})
    response = request.getresponse()
    assert response.status == 503 and "try again" in json.loads(response.read())["error"]
    request.close()
    for connection in connections:
        connection.close()
    until(lambda: len(jobs) == 0)


def test_the_end_of_the_server_ends_its_jobs() -> None:
    before = set(threading.enumerate())
    with serve() as served:
        connection = begin(served, "one")
    connection.close()
    assert set(threading.enumerate()) <= before


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux how often a process wakes up")
def test_a_server_with_nothing_to_do_sleeps(board_program: Callable[..., Any]) -> None:
    process, port = board_program()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("POST", "/api/candidates", json.dumps({"cgp": OPENING}))
    assert connection.getresponse().status == 200
    connection.close()
    time.sleep(1)

    def wakings() -> int:
        tasks = Path(f"/proc/{process.pid}/task").iterdir()
        texts = (task.joinpath("status").read_text(encoding="utf-8") for task in tasks)
        return sum(int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", text, re.M)[1]) for text in texts)  # type: ignore[index]

    before = wakings()
    time.sleep(3)
    assert wakings() - before <= 3


# --- the command


def test_it_listens_on_the_given_host_and_port() -> None:
    assert ServerAddress().is_local and ServerAddress("localhost").is_local and ServerAddress("::1").is_local
    assert not ServerAddress("0.0.0.0").is_local and not ServerAddress("scrabble.local").is_local
    assert (
        browser_url("0.0.0.0", 80) == "http://127.0.0.1:80/" and browser_url("::1", 80) == "http://[::1]:80/"
    )


@pytest.mark.slow
def test_the_program_serves_until_it_is_interrupted(board_program: Callable[..., Any]) -> None:
    process, port = board_program()
    with asking_port(port) as connection:
        connection.request("GET", "/", headers={"Host": "evil.example"})
        assert connection.getresponse().status == 403
    with pytest.raises(ConnectionError):
        socket.create_connection((other_address(), port), timeout=5).close()
    process.send_signal(2)
    assert process.wait(20) == 0 and process.stderr.read() == ""


@contextlib.contextmanager
def asking_port(port: int) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    yield connection
    connection.close()


def other_address() -> str:
    """An address of this machine that is not the one it listens on."""
    return "127.0.0.2"


def test_a_port_in_use_is_reported(run_jackdaw: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run_jackdaw("board", "--port", port, "--no-open")
        assert result.exit_code == 2 and f"port {port}: cannot listen there" in result.stderr
    result = run_jackdaw("serve", "--host", "no such host.invalid", "--no-open")
    assert result.exit_code == 2 and "choose another --host" in result.stderr
    result = run_jackdaw("board", "--lexicon", "nothing", "--no-open")
    assert result.exit_code == 2 and "unknown lexicon 'nothing'" in result.stderr


def test_without_its_packages_it_says_what_to_install(
    run_jackdaw: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("jackdaw.web", "starlette", "uvicorn"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = run_jackdaw("board", "--no-open")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert install_command("board") in result.stderr
