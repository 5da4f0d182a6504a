"""Programs load no more than they need: counts of modules, which repeat, where seconds do not."""

import json
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = str(ROOT / "jackdaw" / "samples" / "ann_v_ben.gcg")


def loaded_by(code: str) -> set[str]:
    """Return the names of the modules that a program has loaded at its end, but an empty program has not.

    Some packages load others, by a `.pth` file, whenever Python starts.
    """
    return _loaded_after(code) - _loaded_after("pass")


@cache
def _loaded_after(code: str) -> set[str]:
    program = f"import json, sys\ntry:\n  {code}\nfinally:\n  print('\\n' + json.dumps(list(sys.modules)))"
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", cwd=ROOT, check=False
    )
    assert shown.stdout, shown.stderr
    return set(json.loads(shown.stdout.splitlines()[-1]))


def foreign_packages(modules: set[str]) -> set[str]:
    """Return the top-level packages that are neither Python's nor ours; private ones belong to another."""
    tops = {name.partition(".")[0] for name in modules if not name.startswith("_")}
    ours = {"jackdaw", "movegen", "strategy", "sims", "jackdaw_core", "cython_runtime"}
    return tops - ours - set(sys.stdlib_module_names)


def test_the_help_loads_click_and_nothing_heavier() -> None:
    modules = loaded_by("from jackdaw import cli; sys.argv[1:] = ['--help']; cli.main()")
    assert foreign_packages(modules) <= {"click", "colorama"}
    ours = Counter(name.partition(".")[0] for name in modules)
    assert not {"movegen", "strategy", "sims"} & set(ours)
    assert ours["jackdaw"] <= 20
    assert len(modules) <= 130  # each of NumPy's 130 modules takes more time than most of these


@pytest.mark.parametrize("package", ["movegen", "strategy", "sims", "jackdaw"])
def test_a_package_loads_no_folder_before_a_name_is_used(package: str) -> None:
    modules = loaded_by(f"import {package}")
    assert not foreign_packages(modules)
    folders = {path.name for path in (ROOT / package).iterdir() if (path / "__init__.py").exists()}
    assert folders and not [name for name in folders if f"{package}.{name}" in modules]


def test_a_lexicon_needs_no_players() -> None:
    modules = loaded_by("from movegen import Lexicon; Lexicon.load()")
    assert "movegen.lexicon" in modules and "movegen.gcg" not in modules
    assert not [name for name in modules if name.startswith(("strategy", "sims", "jackdaw."))]


@pytest.mark.parametrize(
    "arguments",
    [
        ("moves", f"{'15/' * 14}15 AEINRST/ 0/0 0"),
        ("endgame", SAMPLE, "--turn", "23"),
        ("lexicon", "anagram", "AEINRS?"),
        ("lexicon", "--help"),
        ("leaves", "--help"),
        ("pit", "--help"),
    ],
)
def test_a_command_loads_neither_scipy_nor_random_numbers_of_numpy(arguments: tuple[str, ...]) -> None:
    """SciPy's parts take several times as long to load as NumPy, `numpy.random` an eighth of its time."""
    modules = loaded_by(f"from jackdaw import cli; sys.argv[1:] = {list(arguments)}; cli.main()")
    assert "jackdaw.commands" in modules
    loaded_anyway = {"numpy.random"} if np.__version__.startswith("1.") else set()  # by `import numpy`
    assert not ({"scipy.optimize", "scipy.linalg", "numpy.random"} - loaded_anyway) & modules


def test_a_quick_review_loads_no_page_and_no_match() -> None:
    modules = loaded_by(
        f"from jackdaw import cli; sys.argv[1:] = [{SAMPLE!r}, '--effort', 'quick']; cli.analyze_main()"
    )
    assert "sims.review" in modules
    assert foreign_packages(modules) <= {"click", "colorama", "msgspec", "numpy", "platformdirs",
                                         "typing_extensions"}  # fmt: skip
    unused = ("jackdaw.html", "jackdaw.web", "jackdaw.collection", "sims.match",
              "sims.workers", "sims.training", "movegen.gordon1994")  # fmt: skip
    assert not [name for name in unused if name in modules]
