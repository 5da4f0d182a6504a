"""The lines that an engine is asked, read in a thread of their own so that `stop` can end its thinking."""

import threading
from collections.abc import Iterator
from io import BufferedIOBase, RawIOBase
from queue import SimpleQueue
from typing import Any, NamedTuple

from sims.engines import GO, MAX_LINE, STOP
from strategy.search_control import SearchControl


class EngineRequest(NamedTuple):
    """A line, and a control that stops the answer once `stop` has come after it."""

    line: bytes
    control: SearchControl[Any]


def read_requests(file: RawIOBase | BufferedIOBase) -> Iterator[EngineRequest]:
    """Yield the lines of a file as they come, of one that is too long only the beginning.

    `stop` ends what the last `go` before it started, also if that has not been answered or begun. The file
    is read by a thread that ends with it; it should have no buffer, whose lock Python needs when it exits.
    """
    requests: SimpleQueue[EngineRequest | None] = SimpleQueue()
    threading.Thread(target=_read, args=(file, requests), daemon=True).start()
    while (request := requests.get()) is not None:
        yield request


def _read(file: RawIOBase | BufferedIOBase, requests: "SimpleQueue[EngineRequest | None]") -> None:
    stopped = threading.Event()
    try:
        for line in _lines(file):
            words = line.split(maxsplit=1)
            if words[:1] == [STOP.encode()]:
                stopped.set()
            if words[:1] == [GO.encode()]:
                stopped = threading.Event()
            requests.put(EngineRequest(line, SearchControl(should_stop=stopped.is_set)))
    finally:
        requests.put(None)


def _lines(file: RawIOBase | BufferedIOBase) -> Iterator[bytes]:
    while line := file.readline(MAX_LINE + 2):
        rest: bytes | None = line
        while rest and len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = file.readline(MAX_LINE + 2)
        yield line
