"""Load on the board: clients that are silent, slow, greedy or gone, and how others are answered meanwhile.

By hand, against a server of its own, about three minutes:

    python tests/support/web_load.py --connections 500 --seconds 10
"""

import argparse
import asyncio
import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
ENDGAME = (
    "15/2A12/G1RIFFS8/L1b1L10/A1O1I10/I1R1C2PING4/V1I1KUZU7/EDS2T1PELON2V/DiE2T2HIREE1I/1A2WE3BEDAUB/"
    "1S2OR8E/1T1HOI5JYNX/1E1E1N4TOO2/1M1R1G4AWNED/CALM3QUAYS3 AAEORTT/INO 346/483 0"
)
LIMIT = 1 << 18  # of a body
Client = Callable[[int], Awaitable[None]]


@dataclass
class Figures:
    """The answers of others during a load: seconds each, and how many had which status."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def percentile(self, part: float) -> float:
        """Return the time within which this part of the answers came."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(part * len(self.seconds)))]

    def __str__(self) -> str:
        times = ", ".join(f"{name} {1000 * self.percentile(part):.0f}" for name, part in _PARTS.items())
        return f"{len(self.seconds)} answers {dict(self.statuses)}, milliseconds: {times}"


_PARTS = {"p50": 0.5, "p99": 0.99, "max": 1.0}


def request_text(path: str, content: bytes, *headers: str, length: int | None = None) -> bytes:
    """Return a POST request as it is sent; `length` is what it declares."""
    size = len(content) if length is None else length
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {size}", *headers, "", ""]
    return "\r\n".join(lines).encode() + content


def analysis_text(cgp: str = OPENING, **fields: Any) -> bytes:
    """Return a request for an analysis that does not end by itself, for a page of its own."""
    content = {"cgp": cgp, "iterations": 1_000_000, "sure": False, "seconds": 600} | fields
    return request_text("/api/analyze", json.dumps(content).encode(), f"X-Page: {random.getrandbits(64):x}")


# --- Clients; each ends when the server closes its connection, and is then begun again


async def silent(port: int) -> None:
    """Connect and say nothing."""
    await _send(port, [b""])


async def slow_head(port: int) -> None:
    """Send a head, a line each second."""
    await _send(port, [b"GET / HTTP/1.1\r\nHost: localhost\r\n", *[b"X-Slow: 1\r\n"] * 1000], 1)


async def slow_body(port: int) -> None:
    """Send a body, a byte each second."""
    await _send(port, [request_text("/api/candidates", b"", length=1000), *[b"x"] * 1000], 1)


async def greedy(port: int) -> None:
    """Ask for the candidates of a position again and again."""
    text = request_text("/api/candidates", json.dumps({"cgp": OPENING, "most": 500}).encode())
    await _send(port, [text] * 20, 0.05)


async def upload(port: int) -> None:
    """Upload a game as large as allowed."""
    line = b">A: AEINRST 8D ANESTRI +0 0\n#note " + b"x" * 200 + b"\n"
    content = (b"#player1 A A\n#player2 B B\n" + line * LIMIT)[:LIMIT]
    await _send(port, [request_text("/api/read", content)])


async def huge_upload(port: int) -> None:
    """Upload a megabyte after a megabyte, without a length."""
    head = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    await _send(port, [head, *[b"100000\r\n" + b"#" * (1 << 20) + b"\r\n"] * 1000])


async def simulate(port: int) -> None:
    """Simulate an opening and read the events."""
    await _send(port, [analysis_text()])


async def simulate_unread(port: int) -> None:
    """Simulate an opening and read nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
    try:
        writer.write(analysis_text(most=500, candidates=60))
        await reader.readexactly(12)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await asyncio.sleep(3600)
    finally:
        writer.transport.abort()


async def leave_early(port: int) -> None:
    """Ask for a simulation and go away."""
    with suppress(TimeoutError):
        await asyncio.wait_for(simulate(port), 0.1)


async def solve(port: int) -> None:
    """Solve an endgame."""
    await _send(port, [analysis_text(ENDGAME)])


async def _send(port: int, parts: list[bytes], pause: float = 0) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        reading = asyncio.create_task(_read_on(reader))
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
        await reading
    finally:
        reading.cancel()
        writer.transport.abort()


async def _read_on(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


LOADS: dict[str, tuple[Client, float]] = {
    "silent": (silent, 1), "slow heads": (slow_head, 1), "slow bodies": (slow_body, 1), "greedy": (greedy, 1),
    "uploads": (upload, 0.1), "huge uploads": (huge_upload, 0.1), "simulations": (simulate, 0.1),
    "unread simulations": (simulate_unread, 0.1), "left simulations": (leave_early, 0.1),
    "endgames": (solve, 0.1),
}  # fmt: skip
"""The kinds of load, and the part of the connections that each has."""


def run_load(client: Client, count: int, port: int, seconds: float) -> Figures:
    """Run so many clients for a while and return how others were answered meanwhile."""
    figures, over = Figures(), threading.Event()
    asker = threading.Thread(target=_ask, args=(port, over, figures))

    async def repeat() -> None:
        while True:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                await client(port)
            await asyncio.sleep(random.uniform(0.05, 0.2))

    async def run() -> None:
        tasks = [asyncio.create_task(repeat()) for _ in range(count)]
        await asyncio.sleep(min(1, seconds / 4))
        asker.start()
        await asyncio.sleep(seconds)
        over.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    with ThreadPoolExecutor(1) as thread:  # Playwright has a loop in the thread of the tests
        thread.submit(asyncio.run, run()).result()
    asker.join()
    return figures


def _ask(port: int, over: threading.Event, figures: Figures) -> None:
    """Ask as another client does, from another address."""
    content = json.dumps({"cgp": OPENING})
    asked = [("GET", "/", None), ("POST", "/api/candidates", content), ("GET", "/static/common.js", None),
             ("POST", "/api/position", content)]  # fmt: skip
    number = 0
    while not over.is_set():
        method, path, body = asked[number % len(asked)]
        started = time.perf_counter()
        with closing(
            http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=("127.0.0.2", 0))
        ) as connection:
            try:
                connection.request(method, path, body)
                response = connection.getresponse()
                response.read()
                status = response.status
            except OSError:
                status = 0
        figures.seconds.append(time.perf_counter() - started)
        figures.statuses[status] += 1
        number += 1
        over.wait(0.02)


# --- Memory


def resident_megabytes(pid: int) -> float:
    """Return the memory of a process that is in use."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"^VmRSS:\s*(\d+)", text, re.M)[1]) / 1024  # type: ignore[index]


def main() -> None:
    """Run all loads against a server of our own and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10, help="for each kind of load")
    parser.add_argument("--only", choices=LOADS, action="append")
    options = parser.parse_args()
    code = "from jackdaw.cli import main; main()"
    command = [sys.executable, "-c", code, "board", "--port", "0", "--no-open"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=ROOT, encoding="utf-8", stdout=subprocess.PIPE, env=environment
    ) as process:
        try:
            _run_all(process, options)
        finally:
            process.terminate()


def _run_all(process: "subprocess.Popen[str]", options: argparse.Namespace) -> None:
    port = int(re.search(r":(\d+)/", process.stdout.readline())[1])  # type: ignore[index, union-attr]
    for client in (simulate, solve, upload, greedy):
        run_load(client, 8, port, 2)  # lexica, threads and caches are there
    time.sleep(2)
    print(f"nothing: {run_load(silent, 0, port, 3)}; {resident_megabytes(process.pid):.0f} MB")
    for name in options.only or LOADS:
        client, part = LOADS[name]
        count = max(1, int(part * options.connections))
        before = resident_megabytes(process.pid)
        figures = run_load(client, count, port, options.seconds)
        most = resident_megabytes(process.pid)
        time.sleep(5)
        after = resident_megabytes(process.pid)
        print(f"{count} {name}: {figures}; {before:.0f} MB, then {most:.0f}, then {after:.0f}", flush=True)


if __name__ == "__main__":
    main()
