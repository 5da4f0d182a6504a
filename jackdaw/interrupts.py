"""Ctrl-C in the programs: the first ends the work in good order, the second ends the program at once.

SIGTERM, as batch systems, `timeout` and `kill` send it, acts as the first one does.

The first raises KeyboardInterrupt: commands show and save what is finished. Whatever the program does then, a
second one ends it within `SECONDS_TO_END`: a thread learns of it from the C signal handler, so no lock,
search in the core or worker that does not answer can hold it up. Runs append what is finished to
their journals as they go, so nothing of that is lost; workers end with their parent.
"""

import _thread
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from types import FrameType
from typing import Any

if sys.platform != "win32":
    import termios

INTERRUPTED = 130
"""Exit code: interrupted from the keyboard."""
TERMINATED = 128 + signal.SIGTERM
"""Exit code: interrupted by SIGTERM."""
SECONDS_TO_END = 0.5
"""The time that a second Ctrl-C leaves to what the first one began."""

NO_MEMORY = "there is not enough memory; ask for less, or close other programs"
"""The message of any program that lacks memory."""

_BAD_INPUT = 2
_ABORTED = 1  # what click reports for a KeyboardInterrupt that comes before the command runs
_STANDARD_ERROR = 2
_SHOW_CURSOR = b"\x1b[?25h"


def run_program(program: Callable[[], Any]) -> None:
    """Run a program, which ends by SystemExit, until it is over or interrupted, or lacks memory to begin."""
    interrupts = Interrupts()
    try:
        interrupts.install()
        program()
    except SystemExit as end:
        if end.code == INTERRUPTED or (interrupts.is_raised and end.code == _ABORTED):
            raise SystemExit(TERMINATED if interrupts.is_terminated else INTERRUPTED) from None
        raise
    except MemoryError:  # outside of a command, which reports its own
        os.write(_STANDARD_ERROR, f"Error: {NO_MEMORY}\n".encode())
        raise SystemExit(_BAD_INPUT) from None
    finally:
        interrupts.conclude()


class Interrupts:
    """Handles Ctrl-C from `install` on, unless it is ignored, as in a background job of a shell.

    `is_raised` is whether KeyboardInterrupt was raised, or the program is over; `is_terminated`, whether
    SIGTERM came.
    """

    def __init__(self) -> None:
        self.is_raised = self.is_terminated = False
        self._terminal: list[Any] | None = None

    def install(self) -> None:
        """Take over from Python's own handlers. Only for the main thread of a program."""
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, self._terminate)
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            _import_handlers().set_interrupt_handler(self._raise_once)  # for SIGTERM
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return
        try:
            self._terminal = _terminal_attributes()
            reader, writer = os.pipe()
            if sys.platform != "win32":
                os.set_blocking(writer, False)
            # `threading.Thread` would wait for ever for a thread that lacks the memory to begin.
            _thread.start_new_thread(self._watch, (reader,))
        except (OSError, RuntimeError, MemoryError):  # nothing to watch with: Ctrl-C stays as Python has it
            return
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self._raise_once)

    def conclude(self) -> None:
        """Raise no more: the program has finished and is about to end."""
        self.is_raised = True
        if signal.getsignal(signal.SIGTERM) == self._terminate:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def _raise_once(self, _number: int, _frame: FrameType | None) -> None:
        """Raise the first time. A second exception would interrupt the clearing up after the first."""
        if not self.is_raised:
            self.is_raised = True
            raise KeyboardInterrupt

    def _terminate(self, number: int, frame: FrameType | None) -> None:
        """Do what the first Ctrl-C does, at the first SIGTERM only: `timeout` sends two."""
        if self.is_terminated:
            return
        self.is_terminated = True
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            if (handler := _import_handlers().interrupt_handler()) is not None:
                handler(number, frame)
        else:
            signal.raise_signal(signal.SIGINT)

    def _watch(self, reader: int) -> None:
        """Count interrupts, and end the program soon after the second one."""
        for _ in range(2):
            while os.read(reader, 1)[0] != signal.SIGINT:
                pass
        time.sleep(SECONDS_TO_END)
        self._end()

    def _end(self) -> None:
        """End the program as it is, with the terminal as it was."""
        if self._terminal is not None:
            _restore_terminal(self._terminal)
        os._exit(INTERRUPTED)


def _import_handlers() -> Any:
    """Return the module that keeps the handlers while Ctrl-C is ignored: help comes sooner without it."""
    return import_module("movegen.system")


def _terminal_attributes() -> list[Any] | None:
    """Return the attributes of the terminal on standard error; None if it is none."""
    if sys.platform != "win32":
        with suppress(OSError, termios.error):
            return termios.tcgetattr(_STANDARD_ERROR)
    return None


def _restore_terminal(attributes: list[Any]) -> None:
    """Give the terminal back its cursor and its attributes."""
    if sys.platform != "win32":
        with suppress(OSError, termios.error):
            os.write(_STANDARD_ERROR, _SHOW_CURSOR)
            termios.tcsetattr(_STANDARD_ERROR, termios.TCSANOW, attributes)
