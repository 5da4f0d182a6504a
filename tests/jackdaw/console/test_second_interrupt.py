"""A second Ctrl-C ends a program, whatever it does then, with exit code 130 and without a traceback.

SIGTERM acts as a first Ctrl-C.
"""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

WAYS_TO_HANG = {
    "a lock": "import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "a thread at exit": "import threading; threading.Thread(target=threading.Event().wait).start()",
    "a call that is resumed": "os.read(os.pipe()[0], 1)",
    "a finished program": "import atexit; atexit.register(time.sleep, 600)",
}


def program(way: str) -> str:
    """A program that begins to hang once it has caught the first Ctrl-C."""
    return f"""if True:
        import os, signal, sys, time
        from jackdaw import interrupts
        interrupts.SECONDS_TO_END = 0.1
        def work():
            try:
                print("ready", flush=True)
                while True:  # one long sleep may begin just after the signal, and not hear of it
                    time.sleep(0.01)
            except KeyboardInterrupt:
                print("first", flush=True)
            {way}
            sys.exit(130)
        interrupts.run_program(work)
        """


def hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("way", WAYS_TO_HANG)
def test_the_second_interrupt_ends_it(way: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", program(WAYS_TO_HANG[way])], cwd=ROOT, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_interrupts,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        for line in ("ready\n", "first\n"):
            assert process.stdout.readline() == line, process.communicate()
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, errors) == (130, "")


def test_an_ignored_interrupt_stays_ignored() -> None:
    """As in a background job of a shell."""
    code = """if True:
        import os, signal
        from jackdaw.interrupts import run_program
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        run_program(lambda: [os.kill(os.getpid(), signal.SIGINT) for _ in range(3)])
        """
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


@pytest.mark.parametrize("handler", ["default_int_handler", "SIG_IGN"])
def test_sigterm_interrupts_once(handler: str) -> None:
    """Also where Ctrl-C is ignored. A second one, as `timeout` sends it, does not hurry the end."""
    code = f"""if True:
        import os, signal, sys, time
        from jackdaw import interrupts
        interrupts.SECONDS_TO_END = 0.1
        def terminate():
            os.kill(os.getpid(), signal.SIGTERM)
        def work():
            try:
                terminate()
                time.sleep(600)
            except KeyboardInterrupt:
                terminate()
                time.sleep(0.5)
            print("saved")
            sys.exit(130)
        signal.signal(signal.SIGINT, signal.{handler})
        interrupts.run_program(work)
        """
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (143, "saved\n", "")


@pytest.mark.parametrize("missing", ["os.pipe", "_thread.start_new_thread"])
def test_without_a_pipe_or_a_thread_programs_run(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then Ctrl-C stays as Python has it."""
    from jackdaw.interrupts import run_program

    def fail(*_: object) -> None:
        raise OSError(24, "Too many open files") if missing == "os.pipe" else RuntimeError("no thread")

    monkeypatch.setattr(missing, fail)
    before = signal.getsignal(signal.SIGINT)
    ran = []
    run_program(lambda: ran.append(True))
    assert ran and signal.getsignal(signal.SIGINT) is before


@pytest.fixture
def own_interrupts() -> Iterator[None]:
    """Let a program run in this process handle Ctrl-C, and take that back for the tests after it."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("own_interrupts")
def test_a_program_without_memory_to_begin(capfd: pytest.CaptureFixture[str]) -> None:
    """Such as for parsing its arguments: a command reports this itself."""
    from jackdaw.interrupts import run_program

    def lack_memory() -> None:
        raise MemoryError

    with pytest.raises(SystemExit) as ended:
        run_program(lack_memory)
    assert ended.value.code == 2
    assert capfd.readouterr().err.startswith("Error: there is not enough memory")
