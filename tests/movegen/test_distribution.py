"""What the installed distribution tells: its version, and the command that installs it again."""

import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from movegen import distribution
from movegen.distribution import NAME, install_command, version

ROOT = Path(__file__).resolve().parents[2]


class Stub:
    """A distribution with such a record of its origin."""

    version = "1.2.3"

    def __init__(self, record: str | None) -> None:
        self.record = record

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self.record


def installed_from(monkeypatch: pytest.MonkeyPatch, record: Any) -> None:
    text = record if isinstance(record, str) else json.dumps(record)
    monkeypatch.setattr(distribution, "_distribution", lambda: Stub(text))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "a clone"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    return folder


def test_of_a_clone(monkeypatch: pytest.MonkeyPatch, clone: Path) -> None:
    installed_from(monkeypatch, {"dir_info": {}, "url": clone.as_uri()})
    assert install_command("board") == f"pip install '{clone}[board]'"
    monkeypatch.chdir(clone)
    assert install_command("board") == "pip install '.[board]'"
    assert install_command() == "pip install ."


def test_of_a_clone_in_place(monkeypatch: pytest.MonkeyPatch, clone: Path) -> None:
    installed_from(monkeypatch, {"dir_info": {"editable": True}, "url": clone.as_uri()})
    assert install_command("play") == f"pip install -e '{clone}[play]'"


@pytest.mark.parametrize(
    "record",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"url": 1, "dir_info": {}}',
        '{"url": "file:///no/such/folder", "dir_info": {}}',
        '{"url": "https://example.org/jackdaw", "vcs_info": {"vcs": "git"}}',
        '{"url": "file:///tmp/jackdaw_engine-1.2.3.whl", "archive_info": {}}',
    ],
)
def test_of_the_index(monkeypatch: pytest.MonkeyPatch, record: str) -> None:
    installed_from(monkeypatch, record)
    assert install_command("board") == "pip install 'jackdaw-engine[board]'"
    assert install_command() == "pip install jackdaw-engine"
    assert version() == "1.2.3"


def test_of_source_files_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribution, "NAME", "no-such-distribution")
    assert version() == "unknown"
    assert install_command("board") == "pip install 'no-such-distribution[board]'"


def test_the_version_of_this_installation() -> None:
    assert version() == metadata.version(NAME)


def test_nothing_tells_people_to_install_the_other_project() -> None:
    """On the public index the name `jackdaw` belongs to somebody else."""
    files = subprocess.run(
        ["git", "ls-files", "*.py", "*.md", "*.toml", "*.ipynb", "*.html", "*.js", "*.yml"],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if files.returncode:
        pytest.skip("this is no clone")
    command = re.compile(r"((pip|tool) install ['\"]?|uvx |pipx run |uv add )jackdaw\b(?!-engine)")
    for name in files.stdout.splitlines():
        found = command.search((ROOT / name).read_text(encoding="utf-8"))
        assert found is None, f"{name}: {found[0]}"


@pytest.mark.skipif("-e" in install_command().split(), reason="a clone in use comes before a folder")
@pytest.mark.parametrize("package", ["strategy", "sims"])
@pytest.mark.parametrize(
    "arguments", [["-m", "jackdaw", "pit", "greedy", "static"], ["-c", "import jackdaw; jackdaw.simulate"]]
)
def test_another_package_of_the_same_name(tmp_path: Path, package: str, arguments: list[str]) -> None:
    (tmp_path / f"{package}.py").write_text("answer = 42\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode
    last = done.stderr.strip().splitlines()[-1]
    assert f"another package has the name of Jackdaw's '{package}' ({tmp_path / package}.py)" in last
    if "-m" in arguments:
        assert done.stderr.count("\n") == 1
