"""A server of HTTPS that behaves as a test asks: well, slowly, wrongly or not at all."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CERTIFICATES = Path(__file__).resolve().parents[1] / "data" / "certificates"
AUTHORITY = CERTIFICATES / "authority.pem"

Behaviour = Callable[[Any, threading.Event], None]
"""Responds on a connection; the event is set when the test is over."""


def response(content: bytes, *headers: str, status: str = "200 OK") -> bytes:
    """Return a response with its length."""
    return head(f"Content-Length: {len(content)}", *headers, status=status) + content


def head(*headers: str, status: str = "200 OK") -> bytes:
    """Return the head of a response."""
    return "\r\n".join([f"HTTP/1.1 {status}", *headers, "", ""]).encode("latin-1")


def redirect(place: str) -> bytes:
    """Return a redirect."""
    return response(b"", f"Location: {place}", status="302 Found")


def drip(beginning: bytes) -> Behaviour:
    """Return a behaviour that sends a byte at a time for ever."""

    def behave(connection: Any, over: threading.Event) -> None:
        connection.sendall(beginning)
        while not over.wait(0.05):
            connection.sendall(b"x")

    return behave


def wait(connection: Any, over: threading.Event) -> None:
    """Do nothing until the test is over."""
    del connection
    over.wait()


@dataclass
class HttpsServer:
    """A server on a port of its own.

    Attributes
    ----------
    port:     its port.
    paths:    the response to each path; 404 to others.
    requests: the requests that came, whole.
    """

    port: int
    paths: dict[str, bytes | Behaviour] = field(default_factory=dict)
    requests: list[bytes] = field(default_factory=list)

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        """Return the URL of a path."""
        return f"https://{host}:{self.port}{path}"

    @property
    def asked(self) -> list[str]:
        """The methods and paths of the requests that came."""
        return [" ".join(request.decode("latin-1").split(" ", 2)[:2]) for request in self.requests]

    def respond(self, connection: Any, over: threading.Event) -> None:
        """Read a request and respond to it."""
        request = b""
        while b"\r\n\r\n" not in request:
            block = connection.recv(1 << 16)
            if not block:
                return
            request += block
        if request.startswith(b"POST") and request.endswith(b"\r\n\r\n"):
            request += connection.recv(1 << 16)
        self.requests.append(request)
        behaviour = self.paths.get(self.asked[-1].partition(" ")[2], response(b"", status="404 Not Found"))
        if callable(behaviour):
            behaviour(connection, over)
        else:
            connection.sendall(behaviour)


@contextmanager
def https_server(certificate: str = "local.pem", *, is_silent: bool = False) -> Iterator[HttpsServer]:
    """Serve until the end of the block. A silent server takes connections and says nothing, not even TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / certificate)
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = HttpsServer(listener.getsockname()[1])

        def serve(connection: socket.socket) -> None:
            with suppress(OSError), connection:
                connection.settimeout(60)
                if is_silent:
                    over.wait()
                    return
                with context.wrap_socket(connection, server_side=True) as secure:
                    server.respond(secure, over)
                    with suppress(OSError):
                        secure.unwrap()

        with _accepting(listener, serve):
            yield server
            over.set()


@contextmanager
def connect_proxy() -> Iterator[tuple[int, list[bytes]]]:
    """Serve as a proxy that opens tunnels to this machine; yield its port and the requests that came."""
    requests: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve(connection: socket.socket) -> None:
            with suppress(OSError), connection:
                request = b""
                while b"\r\n\r\n" not in request:
                    request += connection.recv(1 << 16)
                requests.append(request)
                port = int(request.split(b" ")[1].rpartition(b":")[2])
                with socket.create_connection(("127.0.0.1", port)) as other:
                    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                    threading.Thread(target=_copy, args=(other, connection), daemon=True).start()
                    _copy(connection, other)

        with _accepting(listener, serve):
            yield listener.getsockname()[1], requests


@contextmanager
def _accepting(listener: socket.socket, serve: Callable[[socket.socket], None]) -> Iterator[None]:
    """Serve each connection in a thread until the end of the block."""

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    yield
    with suppress(OSError):  # another system has ended the wait already
        listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(5)


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while block := source.recv(1 << 16):
            target.sendall(block)
        target.shutdown(socket.SHUT_WR)
