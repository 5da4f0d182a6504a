"""Forbids connections to other hosts: an attempt is logged, and fails, also in processes that are forked."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_HERE = (None, "", "localhost", "127.0.0.1", "::1", b"localhost")
_HOSTS = {
    "socket.connect": lambda arguments: _host(arguments[1]),
    "socket.sendto": lambda arguments: _host(arguments[1]),
    "socket.getaddrinfo": lambda arguments: arguments[0],
    "socket.gethostbyname": lambda arguments: arguments[0],
    "socket.gethostbyaddr": lambda arguments: arguments[0],
}
_log: list[Path] = []


def forbid(log: Path) -> None:
    """Forbid connections from now on; attempts are logged in a file."""
    if not _log:
        sys.addaudithook(_check)  # for good: there is no way to remove it
    _log[:] = [log]


@contextmanager
def forbidden_connections(log: Path) -> Iterator[None]:
    """Forbid connections in the block."""
    forbid(log)
    try:
        yield
    finally:
        _log[:] = [Path(os.devnull)]


def attempts(log: Path) -> list[str]:
    """Return the attempts to connect."""
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []


def _host(address: Any) -> Any:
    return address[0] if isinstance(address, tuple) else None  # others are sockets of this machine


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in _HOSTS or _log[0] == Path(os.devnull):
        return
    host = _HOSTS[event](arguments)
    if host not in _HERE:
        with _log[0].open("a", encoding="utf-8") as file:
            file.write(f"{event} {host!r}\n")
        raise PermissionError(f"the tests forbid a connection to {host!r}")
