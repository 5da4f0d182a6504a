"""What every test shares: helpers to import, and folders of its own instead of the user's.

`tests/support` holds modules that tests import by name (`from move_oracle import MoveOracle`). With
`--import-mode=importlib` pytest puts no folder on the path, so that is done here.
"""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

# The machine may be busy, and a lexicon that is compiled in the first example slows that one down.
settings.register_profile("jackdaw", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "jackdaw"))


@pytest.fixture(scope="session", autouse=True)
def ctrl_c() -> None:
    """Tests press it; who was started in the background by a shell would not hear it, nor would a child."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Cache, data and configuration folders for this run alone; programs that tests start see them too."""
    base = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CACHE", "DATA", "CONFIG", "STATE"):
            folder = base / name.lower()
            folder.mkdir()
            patch.setenv(f"XDG_{name}_HOME", str(folder))
        yield base
