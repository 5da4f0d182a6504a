"""The death of a worker process, and its cause."""

import signal
from concurrent.futures import BrokenExecutor
from enum import Enum

_CRASHES = frozenset(
    getattr(signal, name)
    for name in ("SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP")
    if hasattr(signal, name)  # Windows has four of them
)


class Cause(Enum):
    """Why a worker died.

    START: it ended by itself before it was ready for a task: no task can be at fault.
    CRASH: it ended by itself or by a fault of the program, such as SIGSEGV: the task is at fault.
    KILL:  a signal from outside ended it: a person, a job scheduler, or the kernel for lack of memory.
    """

    START = "ended before they were ready"
    CRASH = "crashed"
    KILL = "were killed"


class WorkerDied(BrokenExecutor):
    """A worker process died with a task. `cause` is why, `end` names the signal or exit code."""

    def __init__(self, cause: Cause, end: str) -> None:
        super().__init__(f"a worker died ({end})")
        self.cause = cause
        self.end = end

    @classmethod
    def of(cls, exit_code: int, *, was_ready: bool) -> "WorkerDied":
        """Return the death of a process with this exit code, negative for a signal."""
        if exit_code >= 0:
            return cls(Cause.CRASH if was_ready else Cause.START, f"exit code {exit_code}")
        return cls(Cause.CRASH if -exit_code in _CRASHES else Cause.KILL, _signal_name(-exit_code))


def describe_deaths(deaths: list[WorkerDied]) -> str:
    """Describe the deaths of a task's workers, counted by cause.

    >>> describe_deaths([WorkerDied.of(-9, was_ready=True)] * 2 + [WorkerDied.of(-11, was_ready=True)])
    'workers were killed 2 times (SIGKILL), crashed once (SIGSEGV)'
    """
    parts = []
    for cause in Cause:
        ends = [death.end for death in deaths if death.cause is cause]
        if ends:
            times = "once" if len(ends) == 1 else f"{len(ends)} times"
            parts.append(f"{cause.value} {times} ({', '.join(sorted(set(ends)))})")
    return f"workers {', '.join(sorted(parts, reverse=True))}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"
