"""Connections of the web server: slow, silent, unread, too many, and what is not HTTP."""

import contextlib
import http.client
import json
import logging
import socket
import time
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from web_server import OPENING, RunningServer, serve

from jackdaw.web.http import MAX_BODY_BYTES, connection_limit
from jackdaw.web.http.connections import MAX_CONNECTIONS
from jackdaw.web.http.security import HEADERS
from jackdaw.web.server import server_config

POST = "POST /api/candidates HTTP/1.1\r\nHost: localhost\r\n"
BODY = json.dumps({"cgp": OPENING}).encode()


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Shorten the ten seconds that servers wait. Requests that must be in time belong outside."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("jackdaw.web.http.connections.MAX_REQUEST_SECONDS", seconds)
        patch.setattr("jackdaw.web.http.connections.MAX_STALL_SECONDS", seconds)
        yield


def status_of(served: RunningServer) -> int:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)) as connection:
        connection.request("POST", "/api/candidates", BODY)
        return connection.getresponse().status


def read_all(connection: socket.socket) -> bytes:
    """Everything until the server closes the connection; it must do so within a minute."""
    connection.settimeout(60)
    found = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65536):
            found += part
    return found


def check_refusal(response: bytes, status: int, words: str) -> None:
    """Check that a response is an error in JSON with all security headers."""
    head, _, body = response.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), response
    for name, text in HEADERS.items():
        assert f"{name}: {text}".lower().encode() in head.lower()
    assert words in json.loads(body)["error"]


# --- slow requests


@pytest.mark.parametrize(
    "parts",
    [
        ["GET / HTTP/1.1\r\nHost: localhost\r\n"],
        ["GET / HTTP/1.1\r\nHost: localhost\r\n", *(f"X-{number}: 1\r\n" for number in range(1000))],
        [POST + "Content-Length: 100000\r\n\r\n", *["x"] * 1000],
        [POST + "Transfer-Encoding: chunked\r\n\r\n", *["1\r\nx\r\n"] * 1000],
    ],
    ids=["head", "head line by line", "body", "chunks"],
)
def test_slow_requests_are_closed_and_told_why(served: RunningServer, parts: list[str]) -> None:
    with time_limit(0.5), served.connect() as connection:
        closed = pytest.raises(ConnectionError) if len(parts) > 1 else contextlib.nullcontext()
        with closed:
            for part in parts:
                connection.sendall(part.encode())
                time.sleep(0.02)  # the whole would take twenty seconds
        if len(parts) == 1:
            check_refusal(read_all(connection), 408, "longer than 0.5 seconds")
    assert status_of(served) == 200


def test_slow_bodies_are_told_why(served: RunningServer) -> None:
    with time_limit(0.5), served.connect() as connection:
        connection.sendall((POST + "Content-Length: 100\r\n\r\n{").encode())
        check_refusal(read_all(connection), 408, "longer than 0.5 seconds")


@pytest.mark.medium
def test_the_second_request_of_a_connection_has_the_same_limit(served: RunningServer) -> None:
    with time_limit(1.5), served.connect() as connection:
        for _ in range(2):
            connection.sendall((POST + f"Content-Length: {len(BODY)}\r\n\r\n").encode() + BODY)
            response = http.client.HTTPResponse(connection)
            response.begin()
            assert response.status == 200 and json.loads(response.read())["rows"]
            time.sleep(1.7)  # silence between requests is allowed for longer
        connection.sendall(b"GET / HT")
        check_refusal(read_all(connection), 408, "longer than 1.5 seconds")


def test_silent_connections_are_closed(served: RunningServer) -> None:
    with time_limit(0.5):
        silent = [served.connect() for _ in range(20)]
        assert {read_all(connection) for connection in silent} == {b""}
    for connection in silent:
        connection.close()
    assert status_of(served) == 200


def test_a_body_that_nobody_reads_is_not_taken_for_ever(served: RunningServer) -> None:
    head = b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"4000\r\n" + b"#" * 0x4000 + b"\r\n"
    with served.connect() as connection, pytest.raises(ConnectionError):  # the server does not wait: too much
        connection.sendall(head)
        for _ in range(10_000):
            connection.sendall(chunk)
    with time_limit(0.5), served.connect() as connection:
        connection.sendall(head + chunk)
        assert read_all(connection).startswith(b"HTTP/1.1 404")  # and it ends


def test_a_client_that_does_not_read_is_closed(served: RunningServer) -> None:
    with time_limit(0.5), socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(60)
        connection.connect(("127.0.0.1", served.port))
        request = b"GET /static/analysis/analysis.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection.settimeout(3)
        with contextlib.suppress(ConnectionError, TimeoutError):  # it stops reading when nobody reads
            for _ in range(100_000):
                connection.sendall(request * 100)
        connection.settimeout(60)
        with contextlib.suppress(ConnectionError):
            while connection.recv(65536):
                pass
    assert status_of(served) == 200


# --- uploads


def test_a_body_that_declares_too_much_is_refused_before_it_arrives(served: RunningServer) -> None:
    for length in (MAX_BODY_BYTES + 1, 10**12, 10**19):
        with served.connect() as connection:
            connection.sendall(f"{POST}Content-Length: {length}\r\nConnection: close\r\n\r\n".encode())
            check_refusal(read_all(connection), 413, "256 KiB")
    with served.connect() as connection:  # it must not be asked to send it either
        head = f"{POST}Content-Length: {MAX_BODY_BYTES + 1}\r\nExpect: 100-continue\r\n\r\n"
        connection.sendall(head.encode())
        assert connection.recv(12) == b"HTTP/1.1 413"


def test_the_largest_body_is_read(served: RunningServer) -> None:
    with served.connect() as connection:
        content = b"#" * MAX_BODY_BYTES
        head = f"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(content)}\r\n\r\n"
        connection.sendall(head.encode() + content)
        assert connection.recv(12) == b"HTTP/1.1 400"


# --- what is not HTTP


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200,  # TLS
        b"HELO mail.example\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",  # no host
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        POST.encode() + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_what_is_not_http_is_refused_in_a_line(sent: bytes, served: RunningServer) -> None:
    with served.connect() as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(sent)
        response = read_all(connection)
        if response or len(sent) < 100_000:  # closing with much unread loses the response
            check_refusal(response, 400, "not a valid HTTP request")
    assert status_of(served) == 200


def test_nonsense_after_a_request_ends_only_its_own_connection(
    served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    endless = {"cgp": OPENING, "iterations": 1_000_000, "sure": False, "seconds": 600}
    body = json.dumps(endless).encode()
    with served.connect() as connection:
        head = f"POST /api/analyze HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body)
        assert connection.recv(12) == b"HTTP/1.1 200"
        connection.sendall(b"\0\0 nonsense\r\n\r\n" * 100)
    assert status_of(served) == 200
    with served.connect() as connection:  # nonsense within a body while a response is sent
        connection.sendall(b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert connection.recv(12) == b"HTTP/1.1 404"
        connection.sendall(b"zz\r\n")
        read_all(connection)
    assert not [record for record in caplog.records if record.exc_info]


# --- too many


def test_there_are_never_more_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (256, 4096))
    assert connection_limit() == 128
    monkeypatch.setattr("resource.getrlimit", lambda _: (2**20, 2**20))
    assert connection_limit() == MAX_CONNECTIONS >= 500


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\nHost: loc", POST.encode() + b"Content-Length: 9\r\n\r\n"]
)
def test_idle_connections_make_room_for_others(begun: bytes) -> None:
    with serve(connections=10) as served:
        idle = []
        for _ in range(30):
            idle.append(served.connect())
            idle[-1].sendall(begun)
            assert status_of(served) == 200
        for connection in idle[:15]:  # the longest idle ones were closed
            connection.settimeout(10)
            with contextlib.suppress(ConnectionError):
                assert connection.recv(1) == b""
        for connection in idle:
            connection.close()


def test_connections_at_work_are_not_closed_for_others() -> None:
    with serve(connections=4) as served, served.connect() as busy:
        body = json.dumps({"cgp": OPENING, "iterations": 1_000_000, "sure": False, "seconds": 600}).encode()
        busy.sendall(b"POST /api/analyze HTTP/1.1\r\nHost: localhost\r\n")
        busy.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        assert busy.recv(12) == b"HTTP/1.1 200"
        idle = [served.connect() for _ in range(20)]
        assert status_of(served) == 200
        assert b"event: table" in busy.recv(1 << 20) + busy.recv(1 << 20) + busy.recv(1 << 20)
        for connection in idle:
            connection.close()


def test_clients_that_stay_at_the_end_are_no_error(capfd: pytest.CaptureFixture[str]) -> None:
    """Uvicorn logs them as one, which a person who presses Ctrl-C would see."""
    server_config(Starlette())
    log = logging.getLogger("uvicorn.error")
    log.error("Cancel %s running task(s), timeout graceful shutdown exceeded", 0)
    log.error("Exception in ASGI application")
    assert capfd.readouterr().err.splitlines() == ["ERROR:    Exception in ASGI application"]
