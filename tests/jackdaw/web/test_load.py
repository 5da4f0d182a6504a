"""Hundreds of clients at once: others are answered, and memory comes back. `web_load` has the figures."""

from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from web_load import LOADS, Figures, resident_megabytes, run_load

pytestmark = [
    pytest.mark.core,
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for the memory in use"),
]
CONNECTIONS = 200
SECONDS = 0.4


def run(name: str, port: int) -> Figures:
    client, part = LOADS[name]
    return run_load(client, int(part * CONNECTIONS), port, SECONDS)


def lowest_megabytes(pid: int, enough: float) -> float:
    """Wait until the memory is as low as this, or has not become lower for two seconds; at most ten."""
    lowest = [resident_megabytes(pid)]
    while lowest[-1] > enough and len(lowest) < 40:
        if len(lowest) > 8 and lowest[-1] == lowest[-9]:
            break
        sleep(0.25)  # jobs end, and memory is released
        lowest.append(min(lowest[-1], resident_megabytes(pid)))
    return lowest[-1]


def test_others_are_answered_under_every_load(board_program: Callable[..., Any]) -> None:
    process, port = board_program()
    for name in LOADS:
        figures = run(name, port)
        assert set(figures.statuses) == {200} and len(figures.seconds) >= 1, (name, str(figures))
    process.send_signal(2)
    assert process.wait(60) == 0 and process.stderr.read() == ""


def test_memory_comes_back(board_program: Callable[..., Any]) -> None:
    process, port = board_program()
    used: list[float] = []
    for _ in range(5):  # at first lexica are loaded, threads started, caches filled
        for name in ("greedy", "uploads", "simulations", "endgames"):
            run(name, port)
        used.append(lowest_megabytes(process.pid, used[-1] + 20 if used else 0.0))
        if len(used) > 1 and used[-1] <= used[-2] + 20:
            return
    pytest.fail(f"memory grows: {used}")
