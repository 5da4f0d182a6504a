"""The examples in the documentation of the public names do what they say."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

ROOMS = ("movegen", "strategy", "sims", "jackdaw")


def modules() -> list[str]:
    """Every module of the rooms."""
    names = []
    for room in ROOMS:
        package = importlib.import_module(room)
        names.append(room)
        names += [found.name for found in pkgutil.walk_packages(package.__path__, f"{room}.")]
    return names


def public_names(module: ModuleType) -> dict[str, object]:
    """What the examples may use without importing it: the library's public names."""
    movegen = importlib.import_module("movegen")
    return {name: getattr(movegen, name) for name in movegen.__all__} | vars(module)


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, extraglobs=public_names(module), verbose=False)
    assert failed == 0
