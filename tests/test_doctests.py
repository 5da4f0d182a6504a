"""The examples in docstrings produce the output that they show, and every exported name has one."""

import ast
import builtins
import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("movegen", "strategy", "sims", "jackdaw")
WITHOUT_EXAMPLE = {
    "movegen.BuildError": "only a broken installation raises it",
    "strategy.ProgramStrategy": "it needs a program; docs/engines.md has one, which a test runs",
    "strategy.Strategy": "a union of types, which has no docstring",
}
"""The exported names without an example, and why."""
_DIRECTIVE = re.compile(r"^\.\. auto(?:class|exception|function):: (\S+)$", re.MULTILINE)


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


def exported_names(package: str) -> set[str]:
    """Return the full names that a package exports, and those of its page in the API reference."""
    page = (ROOT / "docs" / "api" / f"{package}.rst").read_text(encoding="utf-8")
    listed = [name if "." in name else f"{package}.{name}" for name in _DIRECTIVE.findall(page)]
    return {*listed, *(f"{package}.{name}" for name in importlib.import_module(package).__all__)}


def examples_of(name: str) -> list[doctest.Example]:
    """Return the examples in the docstring of an exported name."""
    module, _, attribute = name.rpartition(".")
    found = getattr(importlib.import_module(module), attribute)
    return doctest.DocTestParser().get_examples(found.__doc__ or "")


def used_and_bound_names(source: str) -> tuple[set[str], set[str]]:
    """Return the names that a source uses, and those that it assigns, imports, defines or catches."""
    nodes = list(ast.walk(ast.parse(source)))
    used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    bound |= {str(node.name) for node in nodes if isinstance(node, ast.ExceptHandler)}
    return used, bound


@pytest.mark.parametrize("package", PACKAGES)
def test_every_exported_name_has_an_example(package: str) -> None:
    names = exported_names(package)
    assert len(names) > 20
    lacking = {name for name in names if not name.endswith("__version__") and not examples_of(name)}
    assert lacking == {name for name in WITHOUT_EXAMPLE if name.startswith(f"{package}.")}


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_use_what_the_api_reference_says(package: str) -> None:
    """Its pages say which names to import before; an example imports all others."""
    below = PACKAGES[: PACKAGES.index(package) + 1]
    known = {*dir(builtins), "np"}.union(*(importlib.import_module(each).__all__ for each in below))
    for name in exported_names(package):
        module = importlib.import_module(name.rpartition(".")[0])
        used, bound = used_and_bound_names("".join(example.source for example in examples_of(name)))
        assert used <= known | bound | {*getattr(module, "__all__", vars(module))}, name
