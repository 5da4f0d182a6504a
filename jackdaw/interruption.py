"""Ctrl-C that asks a computation to stop and tell what it has found so far."""

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Interruption:
    """While it is entered, the first Ctrl-C is only noted; another one is a KeyboardInterrupt.

    Where Ctrl-C is ignored, as in what a shell runs in the background, it stays so.
    """

    def __init__(self) -> None:
        self.is_heard = False
        self._before: Any = None

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            self._before = signal.getsignal(signal.SIGINT)
            if self._before is not signal.SIG_IGN:
                signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.is_heard:
            raise KeyboardInterrupt
        self.is_heard = True
