"""Dask clusters on this machine."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from waiting import SECONDS, file_size, wait_until

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def dask_cluster(folder: Path) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """Start a scheduler and two workers as processes; yield the address and the workers."""
    pytest.importorskip("distributed", reason="Dask is not installed")
    file = folder / "scheduler.json"

    def start(kind: str, *options: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + kind, "--scheduler-file", str(file),
             "--no-dashboard", *options],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    started = [start("scheduler", "--port", "0", "--host", "127.0.0.1")]
    try:
        wait_until(lambda: file_size(file))
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        started += [start("worker", *options) for _ in range(2)]
        from distributed import Client

        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=SECONDS)
        yield address, started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()
