"""The web server of `jackdaw board` for tests: a client in this process, or a server on a port of its own."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from jackdaw.web.application import Settings, web_application
from jackdaw.web.server import QuietServer, server_config

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = (ROOT / "jackdaw/samples/ann_v_ben.gcg").read_bytes()
OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"


@contextmanager
def open_client(settings: Settings | None = None) -> Iterator[TestClient]:
    """Open a client of the application. An exception is raised here only if there was no response."""
    app = web_application(settings)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield client


def post(client: TestClient, path: str, /, **fields: Any) -> Any:
    """Post a request that must succeed and return the response."""
    response = client.post(f"/api/{path}", json=fields, headers={"X-Page": "test"})
    assert response.status_code == 200, response.text
    return response.json()


def expect_refusal(client: TestClient, path: str, /, status: int = 400, **fields: Any) -> str:
    """Post a request that must fail and return its one-line error."""
    response = client.post(f"/api/{path}", json=fields, headers={"X-Page": "test"})
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert isinstance(error, str) and error and "\n" not in error
    return error


def parse_events(text: str) -> list[tuple[str, Any]]:
    """Parse server-sent events, in order."""
    found = []
    for event in filter(None, text.split("\n\n")):
        if not event.startswith(":"):
            name, data = event.split("\n")
            found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


@dataclass
class RunningServer:
    """A server in a thread of this process."""

    app: Any
    port: int

    @property
    def address(self) -> str:
        """The URL of the start page."""
        return f"http://127.0.0.1:{self.port}/"

    def connect(self) -> socket.socket:
        """Open a connection with a timeout of two minutes."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=120)


@contextmanager
def serve(settings: Settings | None = None, connections: int | None = None) -> Iterator[RunningServer]:
    """Run a server on any free port."""
    app = web_application(settings)
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    server = QuietServer(
        server_config(app, connections), app.state.shared.stop_jobs, app.state.shared.refuse_requests
    )
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield RunningServer(app, listener.getsockname()[1])
    finally:
        server.end()
        thread.join(30)
        listener.close()
    assert not thread.is_alive()
