"""The examples in docstrings produce the output that they show."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

PACKAGES = ("movegen", "strategy", "sims", "jackdaw")


def list_modules() -> list[str]:
    """List every module of the packages."""
    names = []
    for name in PACKAGES:
        package = importlib.import_module(name)
        names.append(name)
        names += [found.name for found in pkgutil.walk_packages(package.__path__, f"{name}.")]
    return names


def public_names(module: ModuleType) -> dict[str, object]:
    """Return the names that examples may use without an import: the library's public names."""
    movegen = importlib.import_module("movegen")
    return {name: getattr(movegen, name) for name in movegen.__all__} | vars(module)


@pytest.mark.parametrize("name", list_modules())
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, extraglobs=public_names(module), verbose=False)
    assert failed == 0
