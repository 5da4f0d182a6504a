"""What is packed and published: the check of distributions, and files that repeat pyproject.toml."""

import importlib.util
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "packaging/conda/recipe.yaml"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
INFO = "jackdaw_engine-1.2.3.dist-info"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "check_distributions", ROOT / "tools/check_distributions.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def project() -> Any:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def make_wheel(tool: ModuleType, path: Path, *, without: str = "", extra: str | None = None) -> Path:
    names = [*tool.NEEDED, *(f"{INFO}/licenses/{notice}" for notice in tool.NOTICES)]
    names += [f"jackdaw_core/{name}.so" for name in ("movegen", "sims", "strategy")]
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{INFO}/METADATA", "Name: jackdaw-engine\nVersion: 1.2.3\n")
        for name in [name for name in names if name != without] + [extra] * (extra is not None):
            wheel.writestr(name, "")
    return path


def test_a_whole_wheel(tool: ModuleType, tmp_path: Path) -> None:
    assert tool.wheel_faults(make_wheel(tool, tmp_path / "a.whl")) == []


@pytest.mark.parametrize("name", ["jackdaw/py.typed", f"{INFO}/licenses/THIRD-PARTY.md"])
def test_a_wheel_without_a_file(tool: ModuleType, tmp_path: Path, name: str) -> None:
    assert tool.wheel_faults(make_wheel(tool, tmp_path / "a.whl", without=name)) == [f"{name} is missing"]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("tests/test_a.py", "tests is not ours"),
        ("strategy/core/a.cpp", "strategy/core/a.cpp is a source"),
        ("sims/__pycache__/a.pyc", "sims/__pycache__/a.pyc is of a build or a cache"),
        ("jackdaw_core/other.so", "there are not three compiled modules"),
    ],
)
def test_a_wheel_with_a_file_too_many(tool: ModuleType, tmp_path: Path, name: str, fault: str) -> None:
    assert tool.wheel_faults(make_wheel(tool, tmp_path / "a.whl", extra=name)) == [fault]


def test_a_file_that_is_too_large(tool: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(11))
    assert tool.size(tmp_path / "a", 11) == []
    assert tool.size(tmp_path / "a", 10) == ["it has 11 bytes, more than 10"]


def test_notices_are_those_of_the_project(tool: ModuleType, project: Any) -> None:
    assert sorted(tool.NOTICES) == sorted(project["project"]["license-files"])
    text = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in text or f"({name})" in text for name in tool.NOTICES[:1] + tool.NOTICES[2:])
    fonts = {path.parent for path in (ROOT / "jackdaw").rglob("*.woff2")}
    assert fonts == {ROOT / "jackdaw/web/fonts"}  # whose notice is in the list


def test_all_is_all_extras_for_users(project: Any) -> None:
    extras = project["project"]["optional-dependencies"]
    named = re.fullmatch(r"jackdaw-engine\[(.*)\]", extras["all"][0])
    assert named is not None and set(named[1].split(",")) == set(extras) - {"all", "test"}


def test_the_conda_recipe_needs_what_the_project_needs(project: Any) -> None:
    recipe = RECIPE.read_text(encoding="utf-8")
    run = re.search(r"^  run:\n((?:    - .*\n)+)", recipe, re.M)
    assert run is not None
    needed = {line[6:].replace(" ", "") for line in run[1].splitlines()} - {"python"}
    assert needed == set(project["project"]["dependencies"])
    for requirement in project["build-system"]["requires"]:
        assert f"- {requirement.replace('>=', ' >=')}\n" in recipe
    for notice in project["project"]["license-files"]:
        assert f"    - {notice}\n" in recipe


def test_the_build_group_is_what_builds_without_isolation(project: Any) -> None:
    assert set(project["build-system"]["requires"]) <= set(project["dependency-groups"]["wheel"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_pin_their_actions_and_ask_for_little(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(r"^permissions:\n  contents: read\n", text, re.M)
    for action in re.findall(r"uses: (.*)", text):
        assert re.fullmatch(r"[\w/-]+@v\d+\.\d+\.\d+", action), action
    assert text.count("persist-credentials: false") == text.count("uses: actions/checkout@")
    assert text.count("runs-on: ") == text.count("timeout-minutes: ")


def test_the_version_is_in_no_file(project: Any) -> None:
    assert project["project"]["dynamic"] == ["version"]
    assert "version" not in project["project"]


def test_the_version_is_that_of_the_tag(tmp_path: Path, project: Any) -> None:
    scm = pytest.importorskip("setuptools_scm", reason="setuptools-scm is not installed")

    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def version() -> str:
        found: str = scm.get_version(root=tmp_path, **project["tool"]["setuptools_scm"])
        return found

    assert version() == "0.0.0.dev0"  # no clone
    git("init", "--quiet")
    git("commit", "--allow-empty", "--message", "a")
    assert re.fullmatch(r"0\.0\.0\.dev1\+g[0-9a-f]+(\.d\d+)?", version())  # no tags, as in a shallow clone
    git("tag", "v1.2.0")
    assert version() == "1.2.0"
    git("commit", "--allow-empty", "--message", "b")
    assert version().startswith("1.2.1.dev1+g")


def test_the_constraints_pin_what_the_project_and_its_tests_need(project: Any) -> None:
    pinned = re.findall(
        r"^([\w.-]+)==", (ROOT / "packaging/constraints.txt").read_text(encoding="utf-8"), re.M
    )
    extras = project["project"]["optional-dependencies"].values()
    needed = {re.split(r"[<>=\[]", each)[0] for each in sum(extras, project["project"]["dependencies"])}
    assert needed - {"jackdaw-engine"} <= set(pinned)
