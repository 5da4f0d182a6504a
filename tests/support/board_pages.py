"""The board's server for tests: asked inside this process, or served on a port of its own."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from jackdaw.board.application import Settings, board_application
from jackdaw.board.server import MOST_CONNECTIONS, QuietServer, configured

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = (ROOT / "jackdaw/samples/ann_v_ben.gcg").read_bytes()
OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"


@contextmanager
def asking(settings: Settings | None = None) -> Iterator[TestClient]:
    """A client of the board; what fails in it is raised here only if no answer was given."""
    app = board_application(settings)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield client


def post(client: TestClient, path: str, /, **asked: Any) -> Any:
    """What the board answers, which must be no refusal."""
    response = client.post(f"/api/{path}", json=asked, headers={"X-Page": "test"})
    assert response.status_code == 200, response.text
    return response.json()


def refused(client: TestClient, path: str, /, status: int = 400, **asked: Any) -> str:
    """The line that the board refuses with."""
    response = client.post(f"/api/{path}", json=asked, headers={"X-Page": "test"})
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert isinstance(error, str) and error and "\n" not in error
    return error


def events(text: str) -> list[tuple[str, Any]]:
    """Server-sent events, in order."""
    found = []
    for event in filter(None, text.split("\n\n")):
        if not event.startswith(":"):
            name, data = event.split("\n")
            found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


@dataclass
class Served:
    """A server in a thread of this process."""

    app: Any
    port: int

    @property
    def address(self) -> str:
        """What to open."""
        return f"http://127.0.0.1:{self.port}/"

    def connect(self) -> socket.socket:
        """A connection, that waits ten seconds for anything."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)


@contextmanager
def serving(settings: Settings | None = None, connections: int = MOST_CONNECTIONS) -> Iterator[Served]:
    """Serve on any free port."""
    app = board_application(settings)
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    server = QuietServer(configured(app, connections), app.state.desk.jobs.stop_all)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield Served(app, listener.getsockname()[1])
    finally:
        server.end()
        thread.join(30)
        listener.close()
    assert not thread.is_alive()
