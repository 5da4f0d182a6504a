"""Access control: checks the origin of every request first, and sets the security headers of every response.

A page of another site can make a browser send requests to this server. The `Origin` header that browsers add
gives such a request away. If the other site points its own host name at this machine (DNS rebinding), the
`Host` header gives it away, because that name is not one of ours. Numeric addresses cannot be rebound.
"""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL_NAMES = ("localhost",)

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}
"""The headers of every response, unless it has its own. Pages run only scripts from our own files."""


class Guard:
    """Middleware that refuses requests for other hosts or from other origins, and sets security headers.

    Requests may name localhost, one of `names`, or a loopback address (127.0.0.1, ::1); with `any_address`
    any numeric address.
    """

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = (), any_address: bool = False) -> None:
        self._app = app
        self._names = {name.lower() for name in (*LOCAL_NAMES, *names)}
        self._any_address = any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or respond with a refusal."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, text in HEADERS.items():
                    headers.setdefault(name, text)
            await send(message)

        refusal = self.refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send_with_headers)
        else:
            await JSONResponse({"error": refusal}, 403)(scope, receive, send_with_headers)

    def refusal(self, scope: Scope) -> str | None:
        """Return why a request is refused, in one line; None if it is allowed."""
        headers: dict[bytes, list[str]] = {}
        for name, text in scope["headers"]:
            headers.setdefault(name, []).append(text.decode("latin-1"))
        hosts, origins = headers.get(b"host", []), headers.get(b"origin", [])
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return "unknown host name; allow it with --name, see jackdaw board --help"
        if any(origin.lower() != f"{scope['scheme']}://{hosts[0].lower()}" for origin in origins):
            return "requests from pages of other sites are refused"
        if headers.get(b"sec-fetch-site", ["none"])[0] not in ("none", "same-origin") and (
            scope["method"] not in ("GET", "HEAD") or scope["path"].startswith("/api/")
        ):
            return "requests from pages of other sites are refused"
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            browser_url = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self._any_address or browser_url.is_loopback
