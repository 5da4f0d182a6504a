"""What differs between operating systems: locks of files, processors, open files, signals."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl
    import resource

KILLED = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal of a process that was killed from outside; Windows has but one way to end a process."""
InterruptHandler = Callable[[int, Any], object]
_ignored_interrupts: list[InterruptHandler | None] = [None]  # the handler while Ctrl-C is ignored
_LOCKED_BYTE = 1 << 62  # on Windows a lock keeps others from reading what it covers, so it is past the end


def open_for_update(path: Path, flags: int = 0) -> int:
    """Open a file to read and write, with further flags of `os.open`, and return its descriptor."""
    return os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0) | flags, 0o666)


def lock_file(file: int | IO[bytes]) -> None:
    """Lock an open file until it is closed. Raises BlockingIOError if another process holds its lock."""
    number = file if isinstance(file, int) else file.fileno()
    if sys.platform == "win32":
        place = os.lseek(number, 0, os.SEEK_CUR)
        os.lseek(number, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from None
        finally:
            os.lseek(number, place, os.SEEK_SET)
    else:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def count_cores() -> int:
    """Return the number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def max_open_files() -> int | None:
    """Return how many files this process may have open at once, None without a limit."""
    if sys.platform != "win32":
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return None if files == resource.RLIM_INFINITY else files
    return None  # the limit is in the thousands


def kill_group(leader: int) -> None:
    """Kill a process and all others in its group. Raises OSError if there is none."""
    if sys.platform == "win32":
        os.kill(leader, signal.SIGTERM)
    else:
        os.killpg(leader, signal.SIGKILL)


def stop_blocking(descriptor: int) -> None:
    """Let reads and writes of a pipe return at once. Windows has no such pipes."""
    if sys.platform != "win32":
        os.set_blocking(descriptor, False)


def run_in_forked_children(function: Callable[[], None]) -> None:
    """Call a function in every process that this one forks."""
    if sys.platform != "win32":
        os.register_at_fork(after_in_child=function)


def block_interrupts() -> None:
    """Keep Ctrl-C from this thread and the processes that it starts. Windows has no such mask."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def interrupt_handler() -> InterruptHandler | None:
    """Return the handler of Ctrl-C or, while that is ignored, of other interrupts; None if there is none."""
    found = signal.getsignal(signal.SIGINT)
    if found is signal.SIG_IGN:
        return _ignored_interrupts[0]
    return found if callable(found) else None


def set_interrupt_handler(handler: InterruptHandler) -> None:
    """Handle Ctrl-C so from now on; while that is ignored, only what else interrupts the program."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        _ignored_interrupts[0] = handler
    else:
        signal.signal(signal.SIGINT, handler)


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Let interrupts wait until the end of the block. In threads other than the main one none arrives."""
    before = interrupt_handler()
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    waiting: list[tuple[int, Any]] = []
    set_interrupt_handler(lambda number, frame: waiting.append((number, frame)))
    try:
        yield
    finally:
        set_interrupt_handler(before)
        for number, frame in waiting:
            before(number, frame)
