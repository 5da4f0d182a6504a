"""Setup for all tests: the path of helper modules, a Hypothesis profile, private user folders, options.

`--spawn` lets Python start processes by the method of macOS and Windows, also in the programs that tests run.
`--read-only-home` gives the tests a home folder in which nothing can be created.

`tests/support` and `tests/faults` hold modules that tests import by name (`from move_oracle import
MoveOracle`). With `--import-mode=importlib` pytest puts no folder on the path, so that is done here.
"""

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_TESTS = Path(__file__).resolve().parent
for _helpers in ("support", "faults"):
    sys.path.insert(0, str(_TESTS / _helpers))

# Where Python is set to write no compiled modules, each run would rewrite the assertions of all tests, and
# each program that tests start would compile its modules. These go into the cache of pytest.
if sys.dont_write_bytecode and os.access(_TESTS.parent, os.W_OK):
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(_TESTS.parent / ".pytest_cache" / "compiled_modules")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# Tests need no threads for linear algebra, which NumPy starts in each program: a third of its import.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The machine may be busy, and compiling a lexicon slows down the first example.
settings.register_profile("jackdaw", deadline=None, suppress_health_check=[HealthCheck.too_slow])
if not os.access(_TESTS.parent, os.W_OK):  # Hypothesis would warn that it cannot keep its examples
    settings.register_profile("jackdaw", settings.get_profile("jackdaw"), database=None)
# CI judges a change, not luck: the same examples in each run (CONTRIBUTING.md, Tests).
settings.register_profile(
    "ci", settings.get_profile("jackdaw"), derandomize=True, database=None, print_blob=True
)
settings.register_profile("nightly", settings.get_profile("jackdaw"))  # `repeats` tries more there
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
def compiled_modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Share compiled modules among programs that tests start, even where Python is set to write none.

    Each start would compile all modules again, which takes longer than most commands. Where pytest's cache
    cannot be written, the modules go into a folder of this run, which the processes of pytest-xdist share.
    """
    with pytest.MonkeyPatch.context() as patch:
        if sys.dont_write_bytecode:
            base = tmp_path_factory.getbasetemp()
            shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(shared / "compiled_modules"))
        yield


@pytest.fixture(scope="session", autouse=True)
def own_folders(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Create cache, data and configuration folders for this run, also for programs that tests start."""
    base = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        if request.config.getoption("--read-only-home"):
            patch.setenv("HOME", str(base))
        for name in ("CACHE", "DATA", "CONFIG", "STATE"):
            folder = base / name.lower()
            folder.mkdir()
            patch.setenv(f"XDG_{name}_HOME", str(folder))
        if request.config.getoption("--read-only-home"):
            for folder in (*base.iterdir(), base):
                folder.chmod(0o555)
        yield base
        base.chmod(0o755)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that make the environment of the tests hostile."""
    group = parser.getgroup("jackdaw")
    group.addoption("--spawn", action="store_true", help="start processes by spawning them, not by forking")
    group.addoption(
        "--read-only-home", action="store_true", help="give the tests a home without write access"
    )


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the medium tests as slow, too, and start with the slow ones where processes share the work.

    So none of them ends long after the others.
    """
    for item in items:
        if item.get_closest_marker("medium"):
            item.add_marker("slow")
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempt thousands of tests and their modules from garbage collection: it took a tenth of the time."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Set the start method here and, through `sitecustomize`, in the programs that tests start."""
    if config.getoption("--read-only-home") and os.geteuid() == 0:
        raise pytest.UsageError(
            "--read-only-home: the superuser can write anywhere; run this as another user"
        )
    if config.getoption("--spawn"):
        multiprocessing.set_start_method("spawn", force=True)
        paths = [str(_TESTS / "support" / "spawn"), os.environ.get("PYTHONPATH")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
