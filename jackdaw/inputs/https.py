"""Fetching over HTTPS: certificates are checked, only the named host is asked, size and time are limited.

The proxy of the environment or the system is used, if there is one, as a tunnel: certificates are those of
the host, and the proxy sees its name alone.
"""

import base64
import socket
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

from movegen import errors
from movegen.errors import JackdawError
from movegen.files import format_size

SECONDS = 30.0
"""The time limit of a whole transfer, from the name of the host to the last byte."""
MAX_REDIRECTS = 5

_POLL = 0.1  # on Windows, Ctrl-C does not end the wait for a thread
_BLOCK = 1 << 16
_SAFE = "/%:@!$&'()*+,;=~-._?[]"
_ONLINE = "check the connection to the internet, or name a file"
_HEADERS = {"Accept": "*/*", "Accept-Encoding": "identity", "Connection": "close", "User-Agent": "jackdaw"}


@dataclass(frozen=True)
class HttpsRequest:
    """A request: a URL for which `check_url` raises nothing, and JSON to post."""

    url: str
    body: bytes | None = None

    @property
    def host(self) -> str:
        """The host, with the port if it is not the usual one."""
        return _origin(urlsplit(self.url))


@dataclass(frozen=True)
class HttpsResponse:
    """A response: its status and its content."""

    status: int
    content: bytes

    @property
    def status_text(self) -> str:
        """The status in words, such as "404 (Not Found)"."""
        with suppress(ValueError):
            return f"{self.status} ({HTTPStatus(self.status).phrase})"
        return str(self.status)


def check_url(url: str) -> SplitResult:
    """Return the parts of a URL that can be fetched. Raises JackdawError."""
    try:
        parts = urlsplit(url)
        port, host = parts.port, (parts.hostname or "").encode("idna")
    except ValueError as error:  # a UnicodeError is one, too
        raise JackdawError(f"is no URL ({error})", cure="check its host and port") from None
    if not host or port == 0 or not url.isprintable() or any(sign in url for sign in " \\"):
        raise JackdawError("is no URL", cure="give one such as https://example.org/game.gcg")
    if parts.scheme != "https":
        cure = f"write https:// instead of {parts.scheme}://, or name a file"
        raise JackdawError("is not fetched, since its connection is not encrypted", cure=cure)
    if parts.username is not None or parts.password is not None:
        raise JackdawError("has a user name", cure="leave out what stands before the @")
    return parts


def fetch(request: HttpsRequest, limit: int, seconds: float | None = None) -> HttpsResponse:
    """Send a request and return the response, of any status but a redirect, with at most `limit` bytes.

    Redirects are followed on the same host. The time limit is `SECONDS` by default. Raises JackdawError if
    the host cannot be reached, does not prove who it is, redirects to another one, or exceeds a limit.
    """
    seconds = SECONDS if seconds is None else seconds
    transfer = _Transfer(request, limit, seconds)
    end = time.monotonic() + seconds
    thread = threading.Thread(target=transfer.run, daemon=True)  # no time limit ends the search for a host
    try:
        _start(thread)
        while thread.is_alive() and time.monotonic() < end:
            thread.join(_POLL)
    finally:
        transfer.stop()
    thread.join(_POLL)
    if transfer.result is None:
        raise transfer.timeout()
    if isinstance(transfer.result, HttpsResponse):
        return transfer.result
    raise transfer.result


def _start(thread: threading.Thread) -> None:
    try:
        thread.start()
    except RuntimeError as error:
        cure = "close other programs, or name a file"
        raise JackdawError(f"the transfer cannot begin ({error})", cure=cure) from None


class _Transfer:
    """A transfer in a thread of its own. Its result is a response or an error."""

    def __init__(self, request: HttpsRequest, limit: int, seconds: float) -> None:
        self.result: HttpsResponse | BaseException | None = None
        self._request = request
        self._limit = limit
        self._seconds = seconds
        self._socket: socket.socket | None = None
        self._is_stopped = False

    def run(self) -> None:
        """Transfer, and set the result unless the transfer is stopped."""
        try:
            result: HttpsResponse | BaseException = self._follow()
        except BaseException as error:
            result = self._explain(error)
        if not self._is_stopped:
            self.result = result

    def stop(self) -> None:
        """End a transfer that waits for the other side."""
        self._is_stopped = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def timeout(self) -> JackdawError:
        """Return the error for a transfer that takes too long."""
        problem = f"{self._request.host} did not respond completely within {self._seconds:g} seconds"
        return JackdawError(problem, cure="try again later, or name a file")

    def _follow(self) -> HttpsResponse:
        """Send the request, also to where the host redirects it."""
        url = self._request.url
        for _ in range(1 + MAX_REDIRECTS):
            response = self._send(url)
            if isinstance(response, HttpsResponse):
                return response
            url = self._redirect(url, response)
        raise JackdawError(f"{self._request.host} redirects in a circle", cure="try again later")

    def _send(self, url: str) -> HttpsResponse | str:
        """Return the response, or the place to which it redirects."""
        parts = check_url(url)
        connection = _connection(parts, self._seconds)
        try:
            connection.connect()
            self._socket = connection.sock
            if self._is_stopped:
                raise TimeoutError
            headers = _HEADERS | ({} if self._request.body is None else {"Content-Type": "application/json"})
            method = "GET" if self._request.body is None else "POST"
            connection.request(method, _target(parts), self._request.body, headers)
            with connection.getresponse() as response:
                place = response.getheader("Location")
                if place is not None and 300 <= response.status < 400:
                    return place
                return HttpsResponse(response.status, self._read(response))
        finally:
            connection.close()

    def _read(self, response: HTTPResponse) -> bytes:
        encoding = response.getheader("Content-Encoding", "identity").strip().lower()
        if encoding not in ("identity", ""):
            problem = f"{self._request.host} sends a compressed response, which was not asked for"
            raise JackdawError(problem, cure="save the record with a browser, and name its file")
        if (response.length or 0) > self._limit:
            self._refuse_size()
        blocks, size = [], 0
        while block := response.read1(_BLOCK):
            blocks.append(block)
            size += len(block)
            if size > self._limit:
                self._refuse_size()
        if response.length:
            raise IncompleteRead(b"", response.length)
        return b"".join(blocks)

    def _refuse_size(self) -> None:
        problem = f"the response of {self._request.host} is larger than {format_size(self._limit)}, the limit"
        raise JackdawError(problem, cure="check the address")

    def _redirect(self, url: str, place: str) -> str:
        """Return the URL to which a host redirects. Raises JackdawError for another host."""
        try:
            target = urljoin(url, place)
            is_same = _origin(check_url(target)) == self._request.host
        except (ValueError, JackdawError):
            target, is_same = place, False
        if not is_same:
            shown = errors.quote(target, 200)
            problem = f"{self._request.host} redirects to {shown}, which was not asked for"
            raise JackdawError(problem, cure="name that address, if you trust it")
        return target

    def _explain(self, error: BaseException) -> BaseException:
        """Return the error for a fault of the transfer."""
        host = self._request.host
        if isinstance(error, ssl.SSLCertVerificationError):
            problem = f"{host} does not prove who it is ({error.verify_message})"
            return JackdawError(problem, cure="check the clock and the certificates of this computer")
        if isinstance(error, TimeoutError):
            return self.timeout()
        if isinstance(error, socket.gaierror):
            return JackdawError(f"the host {host} is not found ({error.strerror})", cure=_ONLINE)
        if isinstance(error, OSError):
            return JackdawError(f"the connection to {host} failed ({error.strerror or error})", cure=_ONLINE)
        if isinstance(error, HTTPException | ValueError):
            fault = f"{type(error).__name__}: {errors.one_line(str(error), 100)}"
            return JackdawError(f"the response of {host} is damaged ({fault})", cure="try again later")
        return error


def _connection(url: SplitResult, seconds: float) -> HTTPSConnection:
    """Return a connection, not yet open, to the host of a URL: direct or through a proxy."""
    host, port = _host(url), url.port or 443
    context = ssl.create_default_context()
    proxies = {} if proxy_bypass(host) else getproxies()
    proxy = proxies.get("https") or proxies.get("all")
    if proxy is None:
        return HTTPSConnection(host, port, timeout=seconds, context=context)
    try:
        found = urlsplit(proxy if "//" in proxy else f"//{proxy}")
        if found.scheme not in ("http", "") or not found.hostname:
            raise ValueError
        connection = HTTPSConnection(found.hostname, found.port or 80, timeout=seconds, context=context)
    except ValueError:
        cure = "set https_proxy to http://HOST:PORT, or no_proxy to the host"
        raise JackdawError("the proxy of the environment cannot be used", cure=cure) from None
    connection.set_tunnel(host, port, _authorization(found))
    return connection


def _authorization(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    account = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(account.encode()).decode()}"}


def _origin(url: SplitResult) -> str:
    host = f"[{_host(url)}]" if ":" in _host(url) else _host(url)
    return host if url.port in (None, 443) else f"{host}:{url.port}"


def _host(url: SplitResult) -> str:
    return (url.hostname or "").encode("idna").decode("ascii")


def _target(url: SplitResult) -> str:
    """Return the path and query of a URL, with other characters than those of URLs encoded."""
    return quote(f"{url.path or '/'}{f'?{url.query}' if url.query else ''}", safe=_SAFE)
