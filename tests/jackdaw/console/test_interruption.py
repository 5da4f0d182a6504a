"""The first Ctrl-C is noted, the second one ends; signals are as before when it is over."""

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from jackdaw.console import Interruption


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
