"""Names that a package imports from its modules when they are first used, so that programs load no more.

Python looks a name that a module lacks up by the module's `__getattr__` (PEP 562).
"""

from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(
    package: str, names: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package.

    `names` holds the names that it takes from each module, divided by spaces.
    If an import fails because another package has the name of one of ours, the error says so (BuildError).

    >>> find, names = lazy_names("movegen", {"movegen.board": "Board Move"})
    >>> find("Board") is import_module("movegen.board").Board, "Move" in names()
    (True, True)
    """
    modules = {name: module for module, listed in names.items() for name in listed.split()}

    def find(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        try:
            return getattr(import_module(modules[name]), name)
        except ImportError as error:
            raise import_module("movegen.distribution").hidden_package_error(error) or error from None

    def list_names() -> list[str]:
        return sorted({*vars(import_module(package)), *modules})

    return find, list_names
