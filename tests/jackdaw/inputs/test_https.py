"""Fetching asks the host that was named, which must prove who it is, within limits of time and size."""

import base64
import socket
import threading
import time

import pytest
from https_server import (
    HttpsServer,
    connect_proxy,
    drip,
    head,
    https_server,
    redirect,
    response,
    wait,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jackdaw.inputs.https import MAX_REDIRECTS, HttpsRequest, check_url, fetch
from movegen.errors import JackdawError

CONTENT = b">Ann: A 8D A +2 2\n" * 9000
LIMIT = len(CONTENT)


def error_of(server: HttpsServer, path: str = "/game", *, seconds: float = 60, limit: int = LIMIT) -> str:
    """Fetch a path, which must fail, and return the one-line error."""
    with pytest.raises(JackdawError) as caught:
        fetch(HttpsRequest(server.url(path)), limit, seconds)
    text = str(caught.value)
    assert "\n" not in text and caught.value.cure
    return text


def chunked(*chunks: bytes) -> bytes:
    """Return a response in chunks."""
    parts = [f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n" for chunk in (*chunks, b"")]
    return head("Transfer-Encoding: chunked") + b"".join(parts)


@pytest.mark.parametrize(
    "answer",
    [
        response(CONTENT),
        response(CONTENT, "X-Odd: \xff\t\x01", "Set-Cookie: a=b", "Content-Encoding: identity"),
        head() + CONTENT,
        head("Content-Length: abc") + CONTENT,
        head("Content-Length: -5") + CONTENT,
        chunked(CONTENT[:1], CONTENT[1:5000], CONTENT[5000:]),
        b"HTTP/1.1 100 Continue\r\n\r\n" * 3 + response(CONTENT),
    ],
)  # fmt: skip
def test_a_record_is_fetched(server: HttpsServer, answer: bytes) -> None:
    server.paths["/game?x=1"] = answer
    found = fetch(HttpsRequest(server.url("/game?x=1")), LIMIT, 60)
    assert (found.status, found.content[:LIMIT]) == (200, CONTENT)
    (request,) = server.requests
    headers = request.decode().lower().split("\r\n")
    assert headers[0] == "get /game?x=1 http/1.1"
    assert {"accept-encoding: identity", "user-agent: jackdaw", f"host: 127.0.0.1:{server.port}"} < {*headers}
    assert not any(line.startswith(("cookie", "authorization", "referer")) for line in headers)


def test_json_is_posted(server: HttpsServer) -> None:
    server.paths["/game"] = response(CONTENT, status="500 Oh")
    found = fetch(HttpsRequest(server.url("/game"), b'{"a": 1}'), LIMIT, 60)
    assert (found.status, found.status_text) == (500, "500 (Internal Server Error)")
    assert server.asked == ["POST /game"] and server.requests[0].endswith(b'\r\n\r\n{"a": 1}')
    assert b"Content-Type: application/json\r\n" in server.requests[0]


@pytest.mark.parametrize("answer", [response(CONTENT), head() + CONTENT, chunked(CONTENT)])
def test_a_large_response_is_not_taken(server: HttpsServer, answer: bytes) -> None:
    server.paths["/game"] = answer
    assert f"is larger than {LIMIT - 1:,} bytes, the limit" in error_of(server, limit=LIMIT - 1)


def test_an_endless_response_is_not_taken(server: HttpsServer) -> None:
    def flood(connection: object, _over: threading.Event) -> None:
        connection.sendall(head())  # type: ignore[attr-defined]
        while True:
            connection.sendall(bytes(1 << 16))  # type: ignore[attr-defined]

    server.paths["/game"] = flood
    assert "is larger than 16 MiB, the limit" in error_of(server, limit=16 << 20)


@pytest.mark.parametrize(
    "beginning", [b"", b"HTTP/1.1 ", head()[:-2] + b"X-Long: ", head(), head("Content-Length: 100000")]
)
def test_a_slow_response_has_a_time_limit_as_a_whole(server: HttpsServer, beginning: bytes) -> None:
    server.paths["/game"] = drip(beginning)
    assert "did not respond completely within 0.2 seconds; try again later" in error_of(server, seconds=0.2)
    _expect_no_threads()


@pytest.mark.parametrize("is_silent", [True, False])
def test_a_server_that_never_responds(is_silent: bool) -> None:
    with https_server(is_silent=is_silent) as server:
        server.paths["/game"] = wait
        assert "did not respond" in error_of(server, seconds=0.2)
        _expect_no_threads()


def _expect_no_threads() -> None:
    """Wait for the end of transfers that were given up."""
    end = time.monotonic() + 60
    while any(thread.name.endswith("(run)") for thread in threading.enumerate()):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (b"", "Remote end closed connection"),
        (b"no protocol at all\r\n\r\n", "is damaged (BadStatusLine"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000 + b"\r\n", "is damaged (HTTPException: got more"),
        (b"HTTP/1.1 200 " + b"x" * 100_000 + b"\r\n\r\n", "is damaged (LineTooLong"),
        (response(CONTENT)[:-1], "is damaged (IncompleteRead"),
        (chunked(CONTENT)[:9000], "is damaged (IncompleteRead"),
        (head("Transfer-Encoding: chunked") + b"zz\r\n", "is damaged (IncompleteRead"),
        (response(b"\x1f\x8b", "Content-Encoding: gzip"), "sends a compressed response"),
    ],
)  # fmt: skip
def test_damaged_responses_are_one_line_errors(server: HttpsServer, answer: bytes, message: str) -> None:
    server.paths["/game"] = answer
    text = error_of(server)
    assert message in text and f"127.0.0.1:{server.port}" in text and text.isprintable()


@pytest.mark.parametrize(
    "place", ["/other", "other", "https://127.0.0.1:PORT/other", "//127.0.0.1:PORT/other"]
)
def test_redirects_on_the_same_host_are_followed(server: HttpsServer, place: str) -> None:
    server.paths |= {"/game": redirect(place.replace("PORT", str(server.port))), "/other": response(CONTENT)}
    assert fetch(HttpsRequest(server.url("/game")), LIMIT, 60).content == CONTENT
    assert server.asked == ["GET /game", "GET /other"]


@pytest.mark.parametrize(
    "place",
    [
        "https://localhost:PORT/other", "https://127.0.0.1/other", "https://example.org/", "//example.org/",
        "http://127.0.0.1:PORT/other", "file:///etc/passwd", "https://127.0.0.1:PORT@example.org/",
        "https://user@127.0.0.1:PORT/other", "https://[", "https://127.0.0.1:PORT/a b",
    ],
)  # fmt: skip
def test_redirects_to_elsewhere_are_refused(server: HttpsServer, place: str) -> None:
    place = place.replace("PORT", str(server.port))
    server.paths |= {"/game": redirect(place), "/other": response(CONTENT)}
    text = error_of(server)
    assert f"127.0.0.1:{server.port} redirects to '" in text and "which was not asked for" in text
    assert server.asked == ["GET /game"]


def test_redirects_in_a_circle_end(server: HttpsServer) -> None:
    server.paths |= {"/game": redirect("/other"), "/other": redirect("/game")}
    assert "redirects in a circle" in error_of(server)
    assert len(server.requests) == 1 + MAX_REDIRECTS


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        ("expired.pem", "certificate has expired"),
        ("unknown.pem", "self-signed certificate"),
        ("elsewhere.pem", "certificate is not valid for '127.0.0.1'"),
    ],
)
def test_a_host_must_prove_who_it_is(certificate: str, reason: str) -> None:
    with https_server(certificate) as server:
        text = error_of(server)
        assert "does not prove who it is" in text and reason in text.replace("self signed", "self-signed")
        assert not server.requests


def test_hosts_that_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    with https_server() as server:
        pass
    assert f"the connection to 127.0.0.1:{server.port} failed (" in error_of(server)

    def find_nothing(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", find_nothing)
    expected = (
        f"the host 127.0.0.1:{server.port} is not found (Name or service not known); check the connection"
    )
    assert expected in error_of(server)


def test_a_proxy_of_the_environment_tunnels(server: HttpsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.paths["/game"] = response(CONTENT)
    with connect_proxy() as (port, requests):
        monkeypatch.setenv("https_proxy", f"http://me:a%20b@127.0.0.1:{port}")
        assert fetch(HttpsRequest(server.url("/game")), LIMIT, 60).content == CONTENT
        (request,) = requests
        assert request.startswith(f"CONNECT 127.0.0.1:{server.port} HTTP/1.".encode())
        assert b"Proxy-Authorization: Basic " + base64.b64encode(b"me:a b") in request
        assert b"authorization" not in server.requests[0].lower()
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        fetch(HttpsRequest(server.url("/game")), LIMIT, 60)
        assert len(requests) == 1
    monkeypatch.delenv("no_proxy")
    for proxy in ("socks5://127.0.0.1:1", "http://:0", "http://127.0.0.1:x"):
        monkeypatch.setenv("https_proxy", proxy)
        assert "the proxy of the environment cannot be used; set https_proxy" in error_of(server)


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("http://example.org/a.gcg", "its connection is not encrypted; write https:// instead of http://"),
        ("https://me@example.org/", "has a user name; leave out"),
        ("https://:@example.org/", "has a user name; leave out"),
        ("https://", "is no URL"),
        ("https:///a.gcg", "is no URL"),
        ("https://example.org:0/", "is no URL"),
        ("https://example.org:99999/", "is no URL"),
        ("https://example.org:x/", "is no URL"),
        ("https://[::1/", "is no URL"),
        ("https://a..b/", "is no URL"),
        ("https://example.org/a b", "is no URL"),
        ("https://example.org/\nHost: x", "is no URL"),
        ("https://example.org\\@other/", "is no URL"),
    ],
)
def test_urls_that_are_refused(url: str, problem: str) -> None:
    with pytest.raises(JackdawError) as caught:
        check_url(url)
    assert problem in str(caught.value)


PARTS = [
    b"HTTP/1.1 200 OK\r\n", b"HTTP/1.0 301\r\n", b"HTTP/9 -1 x\r\n", b"HTTP/1.1 100 Continue\r\n\r\n",
    b"\r\n", b"\n", b"\0", b"Content-Length: 3\r\n", b"Content-Length: 99999999999999999999\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip, chunked\r\n", b"Location: /game\r\n",
    b"Location: \xff\r\n", b"Content-Encoding: \xe9\r\n", b": x\r\n", b" folded\r\n", b"5\r\nabcde\r\n",
    b"-5\r\n", b"ffffffffffffffffffff\r\n", b"0\r\n\r\n", b"\xff" * 9,
]  # fmt: skip


@pytest.mark.medium
@given(answer=st.lists(st.sampled_from(PARTS) | st.binary(max_size=9), max_size=9).map(b"".join))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_a_response_or_an_error(server: HttpsServer, answer: bytes) -> None:
    server.paths["/game"] = answer
    try:
        assert len(fetch(HttpsRequest(server.url("/game")), 99, 60).content) <= 99
    except JackdawError as error:
        assert str(error).isprintable()


def test_a_system_without_threads(server: HttpsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert "the transfer cannot begin (can't start new thread)" in error_of(server)


@given(st.text(max_size=60).map("https://{}".format))
def test_no_url_is_a_crash(url: str) -> None:
    try:
        parts = check_url(url)
    except JackdawError:
        return
    assert parts.scheme == "https" and parts.hostname and parts.username is None
    assert HttpsRequest(url).host.isascii()
