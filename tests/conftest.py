"""Setup for all tests: the path of helper modules, a Hypothesis profile, and private user folders.

`tests/support` and `tests/faults` hold modules that tests import by name (`from move_oracle import
MoveOracle`). With `--import-mode=importlib` pytest puts no folder on the path, so that is done here.
"""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

for _helpers in ("support", "faults"):
    sys.path.insert(0, str(Path(__file__).resolve().parent / _helpers))

# The machine may be busy, and compiling a lexicon slows down the first example.
settings.register_profile("jackdaw", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "jackdaw"))


@pytest.fixture(scope="session", autouse=True)
def ctrl_c() -> None:
    """Restore the default SIGINT handler: tests press Ctrl-C, which background jobs of a shell ignore."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def no_width() -> Iterator[None]:
    """Forget the width of the terminal, which pytest-xdist tells its workers: output is that of a pipe."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COLUMNS", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Create cache, data and configuration folders for this run, also for programs that tests start."""
    base = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CACHE", "DATA", "CONFIG", "STATE"):
            folder = base / name.lower()
            folder.mkdir()
            patch.setenv(f"XDG_{name}_HOME", str(folder))
        yield base
