"""The server of the web application: uvicorn, asleep while there is nothing to do."""

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from jackdaw.web.application import Settings, web_application
from jackdaw.web.http import LimitedProtocol, connection_limit, limit_heaps
from movegen.errors import JackdawError


@dataclass(frozen=True)
class ServerAddress:
    """The host and the port to listen on; port 0 for any free one."""

    host: str = "127.0.0.1"
    port: int = 8537

    @property
    def is_local(self) -> bool:
        """Return whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def serve(
    place: ServerAddress,
    *,
    lexicon: str | None,
    names: tuple[str, ...],
    engines: tuple[str, ...] = (),
    puzzles: str | None = None,
    on_start: Callable[[str], None],
) -> None:
    """Serve until Ctrl-C. `on_start` is called with the URL. Raises JackdawError if that is impossible."""
    limit_heaps()
    is_name = not _is_address(place.host)
    settings = Settings(
        lexicon,
        (*names, place.host) if is_name else names,
        any_address=not place.is_local,
        engines=engines,
        puzzles=puzzles,
    )
    app = web_application(settings)
    listener = _listener(place)
    on_start(browser_url(place.host, listener.getsockname()[1]))
    shared = app.state.shared
    server = QuietServer(server_config(app), shared.stop_jobs, shared.refuse_requests)
    with listener:
        server.run([listener])


def server_config(app: Starlette, connections: int | None = None) -> uvicorn.Config:
    """Return uvicorn's configuration for at most so many connections at once, or `connection_limit()`."""
    config = uvicorn.Config(
        app,
        http=LimitedProtocol,
        log_level=logging.ERROR,  # a request must not write into the terminal
        access_log=False,
        server_header=False,
        date_header=False,  # saves a timer that updates the date every second
        limit_concurrency=connections or connection_limit(),
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        ws="none",
        proxy_headers=False,
    )
    logging.getLogger("uvicorn.error").addFilter(_is_an_error)
    return config


def _is_an_error(record: logging.LogRecord) -> bool:
    """Leave out that clients were still connected two seconds after Ctrl-C: the server ends all the same."""
    return "timeout graceful shutdown exceeded" not in record.getMessage()


class QuietServer(uvicorn.Server):
    """A server that sleeps between requests; uvicorn's own wakes up ten times a second.

    `on_exit` is called from any thread, then `on_shutdown` from the event loop, before the server waits for
    its requests.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        on_exit: Callable[[], None],
        on_shutdown: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config)
        self._on_exit, self._on_shutdown = on_exit, on_shutdown
        self._loop: asyncio.AbstractEventLoop | None = None
        self._exit_requested = asyncio.Event()

    async def main_loop(self) -> None:
        """Sleep until the server is to exit."""
        self._loop = asyncio.get_running_loop()
        await self.on_tick(0)
        if not self.should_exit:
            await self._exit_requested.wait()
        self._on_shutdown()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Exit on a signal: stop the jobs, so that nothing waits for them."""
        super().handle_exit(sig, frame)
        self.end()

    def end(self) -> None:
        """Exit soon. Safe to call from any thread."""
        self.should_exit = True
        self._on_exit()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._exit_requested.set)


def browser_url(host: str, port: int) -> str:
    """Return the URL to open in a browser."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _listener(place: ServerAddress) -> socket.socket:
    try:
        kind, *_, where = socket.getaddrinfo(
            place.host, place.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server((str(where[0]), int(where[1])), family=kind, backlog=256)
    except OSError as error:
        cure = "choose another --port, or 0 for any" if _is_address(place.host) else "choose another --host"
        message = f"cannot listen there ({error.strerror or error})"
        raise JackdawError(message, where=f"{place.host}, port {place.port}", cure=cure) from None


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
