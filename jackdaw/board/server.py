"""Serving the board: uvicorn, asleep when there is nothing to do."""

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from jackdaw.board.application import Settings, board_application
from movegen.errors import JackdawError

MOST_CONNECTIONS = 150
"""At once; who comes then is told to come again."""

HEAD_SECONDS = 20.0
"""For the head of a connection's first request to come in."""


@dataclass(frozen=True)
class Place:
    """Where the board is served; port 0 for any that is free."""

    host: str = "127.0.0.1"
    port: int = 8537

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def serve(place: Place, *, lexicon: str | None, names: tuple[str, ...], begun: Callable[[str], None]) -> None:
    """Serve until Ctrl-C. `begun` is told the address. Raises JackdawError where that cannot be done."""
    is_name = not _is_address(place.host)
    settings = Settings(lexicon, (*names, place.host) if is_name else names, any_address=not place.is_local)
    app = board_application(settings)
    listener = _listener(place)
    begun(address(place.host, listener.getsockname()[1]))
    server = QuietServer(configured(app), app.state.desk.jobs.stop_all)
    with listener:
        server.run([listener])


def configured(app: Starlette, connections: int = MOST_CONNECTIONS) -> uvicorn.Config:
    """How uvicorn serves the board, to so many connections at once."""
    return uvicorn.Config(
        app,
        http=PatientProtocol,
        log_level=logging.WARNING,
        access_log=False,
        server_header=False,
        date_header=False,  # would have to be kept up to date
        limit_concurrency=connections,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        ws="none",
        proxy_headers=False,
    )


class PatientProtocol(H11Protocol):
    """Connections that are closed when no whole request comes in time: uvicorn's own waits for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self.loop.call_later(HEAD_SECONDS, self._close_if_silent)

    def _close_if_silent(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


class QuietServer(uvicorn.Server):
    """A server that sleeps between requests: uvicorn's own looks up ten times a second."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ending = ending
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_told = asyncio.Event()

    async def main_loop(self) -> None:
        """Wait for the end."""
        self._loop = asyncio.get_running_loop()
        await self.on_tick(0)
        if not self.should_exit:
            await self._is_told.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end: work is stopped, so that nobody waits for it."""
        super().handle_exit(sig, frame)
        self.end()

    def end(self) -> None:
        """End soon. Any thread may ask for it."""
        self.should_exit = True
        self._ending()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._is_told.set)


def address(host: str, port: int) -> str:
    """What to open in a browser."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _listener(place: Place) -> socket.socket:
    try:
        kind, *_, where = socket.getaddrinfo(
            place.host, place.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server((str(where[0]), int(where[1])), family=kind, backlog=256)
    except OSError as error:
        cure = "choose another --port, or 0 for any" if _is_address(place.host) else "choose another --host"
        what = f"cannot be served there ({error.strerror or error})"
        raise JackdawError(what, where=f"{place.host}, port {place.port}", cure=cure) from None


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
