"""The architecture of docs/internals/architecture.md: layers, folders without cycles, small folders.

Everything is read from the sources, so imports inside functions and for type checking count as well.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("movegen", "strategy", "sims", "jackdaw")  # bottom up
BINDINGS = {"movegen/native.py", "strategy/native.py", "sims/native.py"}
SOURCES = [path for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py"))]
LAZY_PACKAGES = [
    path
    for path in SOURCES
    if path.name == "__init__.py" and "__getattr__" in path.read_text(encoding="utf-8")
]
CORE_SOURCES = sorted(ROOT.glob("*/core/**/*.[hc]pp"))

LOADED_BY_THE_MODULE = {"jackdaw.commands", "jackdaw.commands.strategies", "jackdaw.runs"}
"""A command loads what it uses, no more."""
MAX_FILES_IN_A_FOLDER = 14
MAX_FUNCTION_IMPORTS = 20
MAX_CORE_COLUMNS = 100


class Import(NamedTuple):
    """An import of one of our modules or of another one, and whether it is inside a function or for types."""

    module: str
    names: tuple[str, ...]
    in_function: bool
    for_types: bool


def layer_of(module: str) -> str:
    """The top-level package of a module."""
    return module.partition(".")[0]


@cache
def module_name(path: Path) -> str:
    """The dotted name of a source file; of a package for its __init__."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in SOURCES}


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """All imports of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    in_functions = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
    }
    for_types = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    found = []
    for node in ast.walk(tree):
        where = (id(node) in in_functions, id(node) in for_types)
        if isinstance(node, ast.Import):
            found += [Import(alias.name, (), *where) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            found.append(Import(node.module or "", tuple(alias.name for alias in node.names), *where))
    return tuple(found)


@cache
def exports(package: str) -> dict[str, str]:
    """The names that a package's __init__ takes from its modules, with the module each comes from."""
    path = MODULES[package]
    if path.name != "__init__.py":
        return {}
    return {name: each.module for each in imports(path) for name in each.names if not each.in_function}


def imported_modules(path: Path) -> Iterator[str]:
    """Yield the project's modules that a file imports: packages, or modules named by their own path."""
    for each in imports(path):
        if each.module not in MODULES:
            continue
        submodules = [name for name in each.names if name not in exports(each.module)]
        submodules = [f"{each.module}.{name}" for name in submodules if f"{each.module}.{name}" in MODULES]
        yield from submodules
        if len(submodules) < max(1, len(each.names)):
            yield each.module


def defining_modules(path: Path) -> Iterator[str]:
    """The modules of ours that a file needs when it runs, looked up through the exports of packages."""
    for each in imports(path):
        if each.module not in MODULES or each.for_types:
            continue
        for name in each.names or ("",):
            module = each.module
            while name in exports(module) and exports(module)[name] in MODULES:
                module = exports(module)[name]
            yield f"{module}.{name}" if f"{module}.{name}" in MODULES else module


def folder_of(module: str) -> str:
    """The folder a module stands in, as a dotted name."""
    path = MODULES[module]
    return ".".join(path.parent.relative_to(ROOT).parts)


def cycle(graph: dict[str, set[str]]) -> list[str]:
    """The nodes of a cycle of a graph; none if it has no cycle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down_the_layers(path: Path) -> None:
    layer = LAYERS.index(path.relative_to(ROOT).parts[0])
    modules = {each.module for each in imports(path)}
    assert not [module for module in modules if layer_of(module) in LAYERS[layer + 1 :]]
    if str(path.relative_to(ROOT)) not in BINDINGS:
        assert "jackdaw_core" not in {layer_of(module) for module in modules}


@pytest.mark.parametrize("path", LAZY_PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_packages_that_import_on_first_use_have_all_their_names(path: Path) -> None:
    package = import_module(module_name(path))
    for name in package.__all__:
        module = import_module(exports(package.__name__)[name])
        assert getattr(package, name) is getattr(module, name)


@pytest.mark.parametrize("layer", LAYERS)
def test_no_folders_of_a_package_import_each_other(layer: str) -> None:
    graph = defaultdict(set)
    for path in SOURCES:
        folder = folder_of(module_name(path))
        if layer_of(folder) != layer or folder == layer:
            continue  # the root's __init__ exports from every folder
        others = {folder_of(module) for module in imported_modules(path)}
        graph[folder] |= {other for other in others if layer_of(other) == layer} - {folder, layer}
    assert not cycle(graph)


def test_no_files_import_each_other() -> None:
    """Types may: a board draws itself, and what draws it names its type."""
    graph = {
        module_name(path): set(defining_modules(path)) - {module_name(path)}
        for path in SOURCES
        if path.name != "__init__.py"
    }
    assert not cycle(graph)


def test_other_folders_are_imported_by_their_exports() -> None:
    """A folder's modules are its own business: from outside one imports what its __init__ exports."""
    past_the_exports = [
        f"{module_name(path)} -> {module}"
        for path in SOURCES
        for module in imported_modules(path)
        if MODULES[module].name != "__init__.py"
        and folder_of(module) not in (*LAYERS, *LOADED_BY_THE_MODULE)
        and folder_of(module) != folder_of(module_name(path))
        and not folder_of(module_name(path)).startswith(folder_of(module) + ".")
    ]
    assert not past_the_exports


def test_folders_say_what_they_are_about() -> None:
    for path in SOURCES:
        if path.name == "__init__.py":
            text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            assert len(text.split()) >= 4, f"{path} says nothing about its subject"


def test_imports_inside_functions_are_few() -> None:
    inside = [
        f"{module_name(path)}: {each.module}"
        for path in SOURCES
        for each in imports(path)
        if each.in_function
    ]
    assert len(inside) <= MAX_FUNCTION_IMPORTS, inside


def test_folders_are_small() -> None:
    files = [*SOURCES, *CORE_SOURCES]
    sizes = Counter(str(path.parent.relative_to(ROOT)) for path in files)
    assert not {folder: size for folder, size in sizes.items() if size > MAX_FILES_IN_A_FOLDER}


def included(path: Path) -> list[str]:
    """The files of ours that a C++ file includes."""
    return re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)


def test_one_module_knows_the_operating_systems() -> None:
    """Handling Ctrl-C, which imports the terminal's module itself, begins before anything else is loaded."""
    of_systems = {"fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "termios", "tty", "winreg"}
    found = {module_name(path) for path in SOURCES for each in imports(path) if each.module in of_systems}
    assert found == {"movegen.system", "jackdaw.interrupts"}


def test_core_includes_point_down_the_layers() -> None:
    assert CORE_SOURCES
    for path in CORE_SOURCES:
        layer = LAYERS.index(path.relative_to(ROOT).parts[0])
        for name in included(path):
            assert (ROOT / name).exists(), f"{path} includes {name}, not a whole path"
            assert LAYERS.index(name.partition("/")[0]) <= layer, path


@pytest.mark.parametrize("by_folder", [True, False], ids=["folders", "files"])
def test_core_includes_have_no_cycle(by_folder: bool) -> None:
    graph = defaultdict(set)
    for path in CORE_SOURCES:
        name = str(path.relative_to(ROOT))
        for other in included(path):
            ends = (str(Path(name).parent), str(Path(other).parent)) if by_folder else (name, other)
            if ends[0] != ends[1]:
                graph[ends[0]].add(ends[1])
    assert not cycle(graph)


def test_core_lines_are_short() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in CORE_SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > MAX_CORE_COLUMNS
    ]
    assert not long


@pytest.mark.medium
def test_the_encoding_of_files_is_never_that_of_the_machine() -> None:
    """It is UTF-8 or what the file says, also where the user's language is not written in UTF-8."""
    others = [path for name in ("tests", "tools", "bench") for path in sorted((ROOT / name).rglob("*.py"))]
    for path in [*SOURCES, *others]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            options = {option.arg for option in node.keywords}
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            if isinstance(node.func, ast.Attribute) and node.func.attr in {"read_text", "write_text"}:
                if ast.unparse(node.func.value) == "lexicon":  # `Lexicon.write_text` always writes UTF-8
                    continue
                assert "encoding" in options or node.args[node.func.attr == "write_text" :], place
            elif isinstance(node.func, ast.Attribute) and node.func.attr in {"run", "Popen", "check_output"}:
                assert not options & {"text", "universal_newlines"}, place


def test_no_buffer_of_a_stream_is_taken() -> None:
    """Python 3.12.1 crashes when it collects a reference cycle that holds one (docs/portability.md)."""
    for path in SOURCES:
        assert ".getbuffer(" not in path.read_text(encoding="utf-8"), path
