"""The first Ctrl-C is noted, the second one ends; signals are as before when it is over."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jackdaw.console import Interruption

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(params=[signal.default_int_handler, signal.SIG_IGN])
def handler(request: Any) -> Iterator[Any]:
    """Set a SIGINT handler to be in place before and after the interruption."""
    before = signal.signal(signal.SIGINT, request.param)
    yield request.param
    signal.signal(signal.SIGINT, before)


def test_ctrl_c(handler: Any) -> None:
    with Interruption() as interruption:
        assert not interruption.is_requested
        signal.raise_signal(signal.SIGINT)
        assert interruption.is_requested == (handler is not signal.SIG_IGN)
        if handler is not signal.SIG_IGN:
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is handler


@pytest.mark.parametrize("way", ["default_int_handler", "SIG_IGN"])
def test_sigterm_ends_a_search_with_its_result(way: str) -> None:
    """Also where Ctrl-C is ignored, as under nohup; `timeout` sends two of them."""
    code = f"""if True:
        import signal, sys
        from jackdaw.console import Interruption
        from jackdaw.interrupts import run_program
        signal.signal(signal.SIGINT, signal.{way})
        def search():
            with Interruption() as interruption:
                signal.raise_signal(signal.SIGTERM)
                signal.raise_signal(signal.SIGTERM)
                print("the result so far", interruption.is_requested)
            sys.exit(130)
        run_program(search)
        """
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout, done.stderr) == (143, "the result so far True\n", "")


def test_sigterm_waits_for_what_is_written_while_ctrl_c_is_ignored() -> None:
    code = """if True:
        import signal, sys
        from jackdaw.interrupts import run_program
        from movegen.system import defer_interrupts
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        def write():
            try:
                with defer_interrupts():
                    signal.raise_signal(signal.SIGTERM)
                    print("written")
            except KeyboardInterrupt:
                sys.exit(130)
        run_program(write)
        """
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout, done.stderr) == (143, "written\n", "")
