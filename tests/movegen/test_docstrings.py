"""The examples in docstrings are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import movegen


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(movegen.__path__)])
def test_examples(name: str):
    assert doctest.testmod(import_module(f"movegen.{name}")).failed == 0
