"""The process of an outside engine: its start, its answers, all that can go wrong, and its end.

Whatever the program does, it costs no more than the time limit and a few hundred kilobytes: lines and output
have limits, of standard error only the end is kept, and the end of this process, however it comes, ends the
program and all that it has started in its process group.
"""

import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import IO, TypeVar

from movegen.errors import one_line, quote
from movegen.system import kill_group, stop_blocking
from sims.engines.protocol import (
    ERROR,
    GREETED,
    GREETING,
    MAX_LINE,
    MAX_OUTPUT,
    NEW_GAME,
    PING,
    PONG,
    QUIT,
    SKIPPED,
    STOP,
    Question,
    move_words,
)
from sims.errors import EngineError, EngineStartError, EngineStoppedError
from strategy.players import ProgramStrategy

Answer = TypeVar("Answer")

_CHUNK = 1 << 16
_KEPT_BYTES = 4096
_SECONDS_BETWEEN_LOOKS = 0.1
_SECONDS_TO_STOP = 1.0
"""Time for the answer after `stop`."""
_SECONDS_TO_QUIT = 0.5
_SECONDS_TO_EXIT = 1.0
_STOPPED = "was stopped while it was thinking"
_MAX_QUOTED = 200
_MAX_READS = 16

_GUARD = 'read -r _; kill -s KILL -- "-$1"'
"""A shell that waits until the other end of its standard input closes, and then kills a process group."""


class EngineProcess:
    """A running engine. Used by one thread at a time.

    Attributes
    ----------
    strategy: what is run.
    title:    the name that the program gives itself; empty if it gives none.

    Raises EngineStartError when the program cannot be started or is not ready in time.
    """

    def __init__(self, strategy: ProgramStrategy) -> None:
        self.strategy = strategy
        self.title = ""
        self._game: object = None
        self._lines: list[bytes] = []
        self._partial = b""
        self._outgoing = b""
        self._errors = b""
        self._received = 0
        self._has_ended = False
        self._is_killed = False
        self._is_stopped = False
        self._selector = selectors.DefaultSelector()
        self._process = self._start()
        self._guard: subprocess.Popen[bytes] | None = None
        try:
            self._guard = _start_guard(self._process.pid)
            for stream, events in self._streams():
                stop_blocking(stream.fileno())
                if events & selectors.EVENT_READ:
                    self._selector.register(stream, events)
            self._greet()
        except BaseException:
            self.kill()
            raise

    def best_move(
        self,
        question: Question,
        limit: float,
        game: object = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> str:
        """Ask for the best move and return its text.

        `limit` is the time to wait for the answer, in seconds. When `game`, any object, is not that of the
        question before, the engine gets `ucginewgame` first. `should_stop` is asked ten times a second; once
        it returns True the engine gets `stop`, and a second to answer.

        Raises EngineError when no valid answer comes in time, and EngineStoppedError when none comes after
        `stop`; the process must then not be used again. Raises CgpError when the position cannot be written.
        """
        lines = question.lines()
        if game is not None and game is not self._game:
            lines = [NEW_GAME, *lines]
        self._game = game
        self._take_output()
        for line in self._lines:
            if move_words(_text(line) or "") is not None:
                raise self.failure(f"answers {quote(_shown(line))} without a question")
        self._lines.clear()
        try:
            return self._ask(lines, self._answer, limit, "a move", EngineError, should_stop)
        except EngineError as error:
            error.question = lines[-2]
            raise

    def failure(
        self, problem: str, *, cure: str | None = None, kind: type[EngineError] = EngineError
    ) -> EngineError:
        """Return an error of this program, with the end of what it wrote to standard error."""
        last = one_line(self._last_error(), _MAX_QUOTED)
        problem += f" (it wrote to standard error: {last})" if last else ""
        return kind(problem, where=_place(self.strategy), cure=cure)

    def close(self) -> None:
        """Ask the program to quit, and kill it if it does not."""
        self._outgoing += f"{QUIT}\n".encode()
        deadline = monotonic() + _SECONDS_TO_QUIT
        with suppress(OSError, ValueError):
            self._write()
            if self._process.stdin is not None:
                self._process.stdin.close()
            while not self._has_ended and monotonic() < deadline:
                self._pump(deadline - monotonic())
                self._lines.clear()
        self.kill()

    def stop(self) -> None:
        """Kill the program. The thread that waits for its answer, if any, raises EngineStoppedError."""
        self._is_stopped = True
        with suppress(OSError):
            kill_group(self._process.pid)

    def kill(self) -> None:
        """Kill the program and all processes in its group, and wait for its end."""
        if self._is_killed:
            return
        self._is_killed = True
        self._selector.close()
        with suppress(OSError):
            kill_group(self._process.pid)
        for process in (self._process, self._guard):
            if process is None:
                continue
            process.kill()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with suppress(OSError):  # what is still to be written
                        stream.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_SECONDS_TO_EXIT)

    def _start(self) -> subprocess.Popen[bytes]:
        program = self.strategy.config.program
        if sys.platform == "win32":  # its pipes cannot be waited for together
            raise EngineStartError("cannot be started on Windows", where=_place(self.strategy))
        try:
            # A session of its own: Ctrl-C at the terminal is for this process, which ends the program.
            return subprocess.Popen(
                program.command,
                cwd=program.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineStartError(
                f"cannot be started ({reason})",
                where=_place(self.strategy),
                cure=f"correct `command` in its strategy file; it runs in {program.folder}",
            ) from None

    def _streams(self) -> list[tuple[IO[bytes], int]]:
        process = self._process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        return [
            (process.stdin, selectors.EVENT_WRITE),
            (process.stdout, selectors.EVENT_READ),
            (process.stderr, selectors.EVENT_READ),
        ]

    def _greet(self) -> None:
        """Wait until the program is ready."""
        seconds = self.strategy.config.program.start_seconds
        deadline = monotonic() + seconds

        def accept(word: str) -> Callable[[bytes], bool | None]:
            return lambda line: self._greeted(line, word)

        self._ask([GREETING], accept(GREETED), seconds, f"`{GREETED}`", EngineStartError)
        self._ask([PING], accept(PONG), max(0.0, deadline - monotonic()), f"`{PONG}`", EngineStartError)

    def _greeted(self, line: bytes, word: str) -> bool | None:
        """Return True for the line that ends the greeting; other lines may be anything."""
        words = (_text(line) or "").split()
        if words[:2] == ["id", "name"]:
            self.title = one_line(" ".join(words[2:]), _MAX_QUOTED)
        return True if words[:1] == [word] else None

    def _answer(self, line: bytes) -> str | None:
        """Return the move of an answer; None for a line to skip."""
        text = _text(line)
        if text is not None:
            move = move_words(text)
            if move:
                return move
            first = text.split(maxsplit=1)[0] if text.strip() else SKIPPED[0]
            if first in SKIPPED:
                return None
            if first == ERROR:
                raise self.failure(f"answers {quote(_shown(line), _MAX_QUOTED)}")
        raise self.failure(f"answers {quote(_shown(line))}, which is no `bestmove` with a move")

    def _ask(
        self,
        lines: list[str],
        accept: Callable[[bytes], Answer | None],
        limit: float,
        expected: str,
        kind: type[EngineError],
        should_stop: Callable[[], bool] | None = None,
    ) -> Answer:
        """Send lines and return the first answer that `accept` takes. Raises an EngineError of this kind."""
        self._outgoing += "".join(f"{line}\n" for line in lines).encode()
        self._received = 0
        deadline = monotonic() + limit
        was_asked_to_stop = False
        while True:
            while self._lines:
                line = self._lines.pop(0)
                self._check_line(line, kind)
                answer = accept(line)
                if answer is not None:
                    return answer
            if self._is_stopped:
                raise self.failure(_STOPPED, kind=EngineStoppedError)
            if self._has_ended:
                raise self.failure(f"{self._describe_end()} before {expected}", kind=kind)
            self._check_output(expected, kind)
            if should_stop is not None and should_stop() and not was_asked_to_stop:
                was_asked_to_stop = True
                self._outgoing += f"{STOP}\n".encode()
                deadline = min(deadline, monotonic() + _SECONDS_TO_STOP)
            left = deadline - monotonic()
            if left <= 0 and was_asked_to_stop:
                raise self.failure(_STOPPED, kind=EngineStoppedError)
            if left <= 0:
                raise self.failure(
                    f"gives no answer within {limit:.4g} s: {expected} was expected",
                    cure="if it needs more, raise the limit in its strategy file; it must flush its output",
                    kind=kind,
                )
            self._pump(left if should_stop is None else min(left, _SECONDS_BETWEEN_LOOKS))

    def _check_line(self, line: bytes, kind: type[EngineError]) -> None:
        if len(line) > MAX_LINE:
            raise self.failure(f"writes a line of more than {MAX_LINE:,} bytes", kind=kind)

    def _check_output(self, expected: str, kind: type[EngineError]) -> None:
        self._check_line(self._partial, kind)
        if self._received > MAX_OUTPUT:
            raise self.failure(f"writes more than {MAX_OUTPUT:,} bytes, but not {expected}", kind=kind)

    def _take_output(self) -> None:
        """Take what the program has written meanwhile, up to the limit."""
        self._received = 0
        before = -1
        while self._received != before and self._received <= MAX_OUTPUT and not self._has_ended:
            before = self._received
            self._pump(0.0)

    def _pump(self, seconds: float) -> None:
        """Write and read what can be, or wait up to some time until something can be."""
        stdin, stdout, _ = (stream for stream, _ in self._streams())
        if self._outgoing and not stdin.closed and stdin not in self._selector.get_map():
            self._selector.register(stdin, selectors.EVENT_WRITE)
        for key, _ in self._selector.select(seconds):
            if key.fileobj is stdin:
                if not self._write():
                    self._selector.unregister(stdin)
                continue
            try:
                content = os.read(key.fd, _CHUNK)
            except BlockingIOError:
                continue
            if not content:
                self._selector.unregister(key.fileobj)
                self._has_ended |= key.fileobj is stdout
            elif key.fileobj is stdout:
                self._received += len(content)
                *complete, self._partial = (self._partial + content).split(b"\n")
                self._lines += complete
            else:
                self._errors = (self._errors + content)[-_KEPT_BYTES:]

    def _write(self) -> bool:
        """Write what the pipe takes; return whether there is more. A program that has ended takes nothing."""
        assert self._process.stdin is not None
        try:
            written = os.write(self._process.stdin.fileno(), self._outgoing)
            self._outgoing = self._outgoing[written:]
        except BlockingIOError:
            pass
        except OSError:
            self._outgoing = b""
        return bool(self._outgoing)

    def _describe_end(self) -> str:
        """Describe the end of the program, whose standard output is closed."""
        try:
            code = self._process.wait(_SECONDS_TO_EXIT)
        except subprocess.TimeoutExpired:
            return "closes its standard output"
        if code >= 0:
            return f"ends with exit code {code}"
        with suppress(ValueError):
            return f"is killed by {signal.Signals(-code).name}"
        return f"is killed by signal {-code}"

    def _last_error(self) -> str:
        """Return the last line that the program wrote to standard error."""
        with suppress(OSError, ValueError, KeyError):
            for _ in range(_MAX_READS):  # what is still in the pipe
                content = os.read(self._streams()[2][0].fileno(), _CHUNK)
                if not content:
                    break
                self._errors = (self._errors + content)[-_KEPT_BYTES:]
        lines = [line.strip() for line in self._errors.decode(errors="replace").split("\n")]
        unfinished = lines.pop() if not self._has_ended else ""
        return next((line for line in reversed(lines) if line), unfinished)


def _start_guard(group: int) -> "subprocess.Popen[bytes] | None":
    """Start the process that kills a process group when this process ends; None where there is no shell."""
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "sh", str(group)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None


def _place(strategy: ProgramStrategy) -> str:
    """Return the name of a strategy and its command, for messages."""
    return f"{strategy.name} ({one_line(' '.join(strategy.config.program.command), _MAX_QUOTED)})"


def _text(line: bytes) -> str | None:
    """Return a line as text; None if it is not UTF-8."""
    try:
        return line.decode().strip()
    except UnicodeDecodeError:
        return None


def _shown(line: bytes) -> str:
    """Return a line as it may be shown."""
    return line[:_MAX_QUOTED].decode(errors="surrogateescape").strip()
