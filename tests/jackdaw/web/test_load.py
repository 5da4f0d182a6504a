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


def test_others_are_answered_under_every_load(board_program: Callable[..., Any]) -> None:
    process, port = board_program()
    for name in LOADS:
        figures = run(name, port)
        assert set(figures.statuses) == {200} and len(figures.seconds) >= 1, (name, str(figures))
    process.send_signal(2)
    assert process.wait(60) == 0 and process.stderr.read() == ""


def test_memory_comes_back(board_program: Callable[..., Any]) -> None:
    process, port = board_program()
    used = [0.0]
    for _ in range(5):  # at first lexica are loaded, threads started, caches filled
        for name in ("greedy", "uploads", "simulations", "endgames"):
            run(name, port)
        for _ in range(40):
            sleep(0.25)  # jobs end, and memory is released
            if resident_megabytes(process.pid) <= used[-1] + 20:
                return
        used.append(resident_megabytes(process.pid))
    pytest.fail(f"memory grows: {used}")
