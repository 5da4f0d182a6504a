"""Whom requests are taken from, and what pages may do: checked before anything else looks at a request.

A page of another site may ask a browser to send requests here. It is refused by the `Origin` that the browser
adds; and where it has made its own name lead to this machine (DNS rebinding), by the `Host` that it then asks
for, since that is a name and not one of ours. Addresses in figures cannot be rebound.
"""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL_NAMES = ("localhost",)

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Of every answer: pages run what is in our files, and nothing else."""


class Guard:
    """Refuses requests for other hosts and of other origins, and sets the headers of all answers.

    `names` may be asked for besides localhost; any address in figures may if `any_address`, else only those
    of this machine itself (127.0.0.1, ::1).
    """

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = (), any_address: bool = False) -> None:
        self._app = app
        self._names = {name.lower() for name in (*LOCAL_NAMES, *names)}
        self._any_address = any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it pass."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.lower().encode(), text.encode()) for name, text in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *own]
            await send(message)

        refusal = self.refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send_with_headers)
        else:
            await JSONResponse({"error": refusal}, 403)(scope, receive, send_with_headers)

    def refusal(self, scope: Scope) -> str | None:
        """Why a request is refused, in a line; None if it is not."""
        headers: dict[bytes, list[str]] = {}
        for name, text in scope["headers"]:
            headers.setdefault(name, []).append(text.decode("latin-1"))
        hosts, origins = headers.get(b"host", []), headers.get(b"origin", [])
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return "this server does not go by that name; see --name in jackdaw board --help"
        if any(origin.lower() != f"{scope['scheme']}://{hosts[0].lower()}" for origin in origins):
            return "a page of another site may not ask for this"
        if headers.get(b"sec-fetch-site", ["none"])[0] not in ("none", "same-origin") and (
            scope["method"] not in ("GET", "HEAD") or scope["path"].startswith("/api/")
        ):
            return "a page of another site may not ask for this"
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self._any_address or address.is_loopback
