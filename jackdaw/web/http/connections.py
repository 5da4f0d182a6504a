"""Connections: limits of number and time, which uvicorn does not have, and answers to what is not HTTP.

A request has ten seconds to arrive, head and body; a response may not stand still for ten seconds because
its reader does not read. If there are too many connections, the one that has been idle for longest is
closed, so neither silent nor slow clients keep others out.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from jackdaw.web.http.security import HEADERS
from movegen.system import max_open_files

MAX_CONNECTIONS = 800
"""Connections at once; fewer where the system allows the process few open files."""
MAX_REQUEST_SECONDS = 10.0
"""Time limit for a request to arrive, from its first byte, or from the connection on for the first one."""
MAX_STALL_SECONDS = 10.0
"""Time limit for a client to accept more of a response."""
_MAX_DISCARDED_BYTES = 1 << 20  # of a body that nobody reads, before the connection is closed
_OTHER_FILES = 128  # files besides connections: lexica, saved games, libraries


def connection_limit() -> int:
    """Return how many connections there may be at once: `MAX_CONNECTIONS` if so many files can be open."""
    files = max_open_files()
    if files is None:
        return MAX_CONNECTIONS
    return max(8, min(MAX_CONNECTIONS, files - _OTHER_FILES))


class _Timer:
    """Calls a function after some seconds, unless it is cancelled before."""

    def __init__(self, loop: asyncio.AbstractEventLoop, function: Callable[[], None]) -> None:
        self._loop = loop
        self._function = function
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        return self._handle is not None

    def start(self, seconds: float) -> None:
        self.cancel()
        self._handle = self._loop.call_later(seconds, self._call)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _call(self) -> None:
        self._handle = None
        self._function()


class LimitedProtocol(H11Protocol):
    """A connection with limits of time. Beyond `limit_concurrency` ones the longest idle one is closed."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._max_connections = self.limit_concurrency
        self.limit_concurrency = None  # with it, uvicorn would refuse new connections
        self._idle_since = self.loop.time()
        self._discarded = 0  # bytes of a body that nobody reads
        self._unsent = 0  # bytes of the response at the last look at its reader
        self._arrival = _Timer(self.loop, self._close_slow)
        self._stall = _Timer(self.loop, self._close_stalled)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit of the first request, and close the longest idle one of too many."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # `pause_writing` then reports every unsent byte
        self._start_arrival()
        if self._max_connections is not None and len(self.connections) > self._max_connections:
            _close_longest_idle(each for each in self.connections if isinstance(each, LimitedProtocol))

    def connection_lost(self, exc: Exception | None) -> None:
        """End the time limits."""
        self._arrival.cancel()
        self._stall.cancel()
        super().connection_lost(exc)

    @property
    def is_idle(self) -> bool:
        """Return whether the client is to act: to send the rest of a request, or to read."""
        is_served = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        return not is_served or self._stall.is_running

    # --- Arrival of requests

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        if self.cycle is not None and self.cycle.response_complete and self.conn.their_state is h11.SEND_BODY:
            self._discarded += len(data)
            if self._discarded > _MAX_DISCARDED_BYTES:
                self.transport.abort()
                return
        super().data_received(data)
        self._watch_arrival()

    def on_response_complete(self) -> None:
        """Go on with the next request."""
        super().on_response_complete()
        self._idle_since = self.loop.time()
        self._watch_arrival()

    def _watch_arrival(self) -> None:
        """Run the time limit while a part of a request is missing."""
        state = self.conn.their_state
        if state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0]):
            self._start_arrival()
        else:
            self._arrival.cancel()
            self._discarded = 0

    def _start_arrival(self) -> None:
        if not self._arrival.is_running:
            self._arrival.start(MAX_REQUEST_SECONDS)

    def _close_slow(self) -> None:
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self.transport.close()  # it never said anything, so it expects no answer
        else:
            self._refuse(408, f"the request took longer than {MAX_REQUEST_SECONDS:g} seconds to arrive")

    # --- Responses

    def pause_writing(self) -> None:
        """Start the time limit for the client to read: it has not accepted everything."""
        super().pause_writing()
        if not self._stall.is_running:
            self._watch_reader()

    def resume_writing(self) -> None:
        """End the time limit: everything is sent."""
        super().resume_writing()
        self._stall.cancel()

    def _watch_reader(self) -> None:
        self._unsent = self.transport.get_write_buffer_size()
        self._stall.start(MAX_STALL_SECONDS)

    def _close_stalled(self) -> None:
        if self.transport.get_write_buffer_size() < self._unsent:
            self._watch_reader()  # slow, but it reads
        else:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Respond to what is not HTTP. uvicorn's own response has no security headers."""
        del msg
        self._refuse(400, "this is not a valid HTTP request")

    def _refuse(self, status: int, error: str) -> None:
        """Respond with an error if no response has begun, and close."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # the application must not respond as well
            self.cycle.message_event.set()
        content = msgspec.json.encode({"error": error})
        own = {"Content-Type": "application/json", "Content-Length": str(len(content)), "Connection": "close"}
        headers = list((HEADERS | own).items())
        with suppress(h11.LocalProtocolError):  # a response has begun: it only ends here
            head = self.conn.send(h11.Response(status_code=status, headers=headers))
            body = self.conn.send(h11.Data(data=content))
            self.transport.write((head or b"") + (body or b""))
        self.transport.close()


def _close_longest_idle(connections: Iterable[LimitedProtocol]) -> None:
    idle = [each for each in connections if each.is_idle and not each.transport.is_closing()]
    if idle:
        longest = min(idle, key=lambda each: each._idle_since)
        longest.transport.abort()
