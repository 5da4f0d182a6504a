"""Finding and reading the TOML files under `configs/`.

A configuration is identified by its kind (a folder: `boards`, `tiles`, `rules` ...) and its name, or by the
path of a file that ends in `.toml`.
"""

import re
import tomllib
from collections.abc import Mapping
from importlib.util import find_spec
from numbers import Integral
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from movegen.errors import ConfigError, UnknownNameError, one_line, quote
from movegen.files import MIB, InputKind, file_label, read_bytes

T = TypeVar("T", bound=msgspec.Struct)

_KIND = InputKind(MIB, ConfigError, expected="a configuration (TOML)")  # real ones have a few kilobytes

_SINGULAR = {
    "boards": "board",
    "tiles": "tile set",
    "strategies": "strategy",
    "lexica": "lexicon",
    "tournaments": "tournament",
    "grades": "grading scheme",
    "addresses": "site",
}

OTHER_NAMES: Mapping[str, Mapping[str, str]] = {
    "boards": {
        "crosswordgame": "standard15",
        "supercrosswordgame": "super21",
        "crossplaygame": "crossplay15",
    },
    "tiles": {"english_super": "super_english", "english_crossplay": "crossplay"},
    "rules": {
        "classic": "standard",
        "crossword_game": "standard",
        "scrabble": "standard",
        "classic_super": "super",
    },
}
"""The kinds of which game records and positions hold the name only, and other programs' names for ours."""


_NAMES_OF_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
"""What msgspec's names of types mean in a file."""
_LITERALS = {"int": r"[+-]?\d+", "float": r"[+-]?\d+(\.\d*)?", "bool": "true|false"}
"""What the values of a type look like, that are often put in quotes by mistake."""


def config_folder() -> Path:
    """Return the folder of configurations: that of the source tree, else the one installed with the core."""
    beside = Path(__file__).resolve().parent.parent / "configs"
    if beside.is_dir():
        return beside
    core = find_spec("jackdaw_core")
    for folder in (core.submodule_search_locations or ()) if core else ():
        installed = Path(folder) / "configs"
        if installed.is_dir():
            return installed
    raise ConfigError("the folder of configurations is missing", cure="install Jackdaw again")


def list_configs(kind: str) -> list[str]:
    """Return the names that `load_config(kind, ...)` knows, sorted.

    >>> "standard15" in list_configs("boards")
    True
    """
    return sorted(path.stem for path in (config_folder() / kind).glob("*.toml"))


def load_config(kind: str, name_or_path: str | Path, type: type[T]) -> T:
    """Read a configuration into a msgspec Struct of the given type.

    If the Struct has a field `name`, it gets the name of the file without `.toml`; the file must not
    contain the key.

    Raises
    ------
    UnknownNameError: there is no configuration of this kind and name.
    ConfigError: the file cannot be read, is not TOML, holds an unknown, missing or wrong key, or differs
                 from the included board, tile set or rules of its name, for which records would take it.
    """
    path = find_config(kind, name_or_path)
    found = convert_config(read_toml(path), path, type)
    if kind in OTHER_NAMES:
        name = path.stem.lower()  # readers take names in either case
        included = config_folder() / kind / f"{OTHER_NAMES[kind].get(name, name)}.toml"
        is_named_alike = path != included and included.is_file()
        if is_named_alike and found != convert_config(read_toml(included), path, type):
            alias = "" if included.stem == name else f" {included.stem}, which records also call {name}"
            raise ConfigError(
                f"is named like the included {_SINGULAR.get(kind, kind)}{alias}, but differs",
                file=path,
                cure="give the file another name, since records and positions hold its name only",
            )
    return found


def convert_config(table: Mapping[str, Any], path: Path, type: type[T]) -> T:
    """Convert the contents of a file to a Struct; see `load_config`. Raises ConfigError."""
    try:
        if "name" in type.__struct_fields__:
            if "name" in table:
                raise ConfigError("a configuration is named by its file", key="name", cure="remove the key")
            table = {**table, "name": file_label(path)}
        return msgspec.convert(table, type)
    except msgspec.ValidationError as error:
        raise _explain(error, path, table, type) from None
    except ConfigError as error:
        raise ConfigError(error.problem, file=path, key=error.key, cure=error.cure) from None


def check_range(key: str, value: int, low: int, high: int) -> None:
    """Raise a ConfigError naming `key` unless the value is a whole number from `low` to `high`."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise ConfigError(
            f"{quote(str(value))} is not a whole number", key=key, cure=f"expected {low} to {high}"
        )
    if not low <= value <= high:
        raise ConfigError(f"{quote(str(value))} is out of range", key=key, cure=f"expected {low} to {high}")


def find_config(kind: str, name_or_path: str | Path) -> Path:
    """Return the file of a name, or the path itself whether or not it exists. Raises UnknownNameError."""
    if not isinstance(name_or_path, str | Path):
        kind = _SINGULAR.get(kind, kind)
        shown = one_line(repr(name_or_path), 60)
        raise ConfigError(f"{shown} names no {kind}", cure="give a name or a file, as str or Path")
    if isinstance(name_or_path, Path) or name_or_path.endswith(".toml"):
        return Path(name_or_path)
    names = list_configs(kind)
    if name_or_path not in names:
        is_file = any(mark in name_or_path for mark in "./\\")
        cure = "a file must end in .toml" if is_file else None
        raise UnknownNameError(_SINGULAR.get(kind, kind), name_or_path, names, cure=cure)
    return config_folder() / kind / f"{name_or_path}.toml"


def read_toml(path: Path) -> dict[str, Any]:
    """Return the contents of a file. Raises ConfigError when it cannot be read or is not TOML."""
    content = read_bytes(path, _KIND)
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"byte {error.start + 1} is not UTF-8", file=path, cure="save it as UTF-8"
        ) from None
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        raise ConfigError(f"is not valid TOML ({error})", file=path) from None


def _explain(
    error: msgspec.ValidationError, path: Path, table: Mapping[str, Any], type: type[T]
) -> ConfigError:
    """Translate a message of msgspec, such as "Expected `int`, got `str` - at `$.a[0].b`"."""
    problem, _, location = str(error).partition(" - at ")
    key = location.strip("`").removeprefix("$").removeprefix(".")
    if problem.startswith("Invalid enum value "):
        value = problem.removeprefix("Invalid enum value ")
        return ConfigError(f"{value} is not a choice", file=path, key=key, cure=_choices(type, key))
    field = re.search(r"(unknown|missing required) field `(.*)`", problem)
    if not field:
        wrong, cure = _explain_value(problem, _value_at(table, key), _choices(type, key))
        return ConfigError(wrong, file=path, key=key, cure=cure)
    name = field[2]
    full_key = f"{key}.{name}" if key else name
    if field[1] == "missing required":
        return ConfigError("the key is missing", file=path, key=full_key)
    known = [field.name for field in _fields(_types_at(type, key)) if key or field.name != "name"]
    return ConfigError(
        "unknown key", file=path, key=full_key, cure=f"known: {', '.join(known)}" if known else None
    )


def _explain_value(problem: str, value: Any, choices: str | None) -> tuple[str, str | None]:
    """Translate what msgspec says of a value; return what is wrong, and what to do about it."""
    if found := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", problem):
        return f"the list has {found[2]} entr{'y' if found[2] == '1' else 'ies'}", f"expected {found[1]}"
    found = re.fullmatch(r"Expected `(.*)`, got `(.*)`", problem)
    if not found:
        return problem[:1].lower() + problem[1:].replace("`", ""), None
    shown = _NAMES_OF_TYPES.get(found[2], found[2]) if value is None else _show(value)
    if choices:
        return f"{shown} is not a choice", choices
    expected = [name for name in found[1].split(" | ") if name != "null"]
    cure = None
    if expected == ["str"] and isinstance(value, int | float):
        cure = "put it in quotes"
    elif isinstance(value, str) and any(re.fullmatch(_LITERALS.get(name, ""), value) for name in expected):
        cure = "remove the quotes"
    return f"{shown} is not {' or '.join(_NAMES_OF_TYPES.get(name, name) for name in expected)}", cure


def _value_at(table: Any, key: str) -> Any:
    """Return the value at a key such as `letters[3].count`; None if there is none, or the key is no path."""
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+|\.\.\.)\]", key):
        try:
            table = table[name] if name else table[int(index)]
        except (LookupError, TypeError, ValueError):
            return None
    return table


def _show(value: Any) -> str:
    """Show a value of a file as it is written there, but lists and tables by their kind."""
    if isinstance(value, list | tuple):
        return _NAMES_OF_TYPES["array"]
    if isinstance(value, Mapping):
        return _NAMES_OF_TYPES["object"]
    if isinstance(value, bool):
        return str(value).lower()
    return quote(value) if isinstance(value, str) else one_line(str(value), 60)


def _types_at(type: type[T], key: str) -> list[msgspec.inspect.Type]:
    """Return the types that may stand at a key of nested tables; none where a list is on the way."""
    inspect = msgspec.inspect
    kinds: list[inspect.Type] = [inspect.type_info(type)]
    for name in filter(None, key.split(".")):
        found = next((field.type for field in _fields(kinds) if field.encode_name == name), None)
        kinds = list(found.types) if isinstance(found, inspect.UnionType) else [found] if found else []
    return kinds


def _fields(kinds: list[msgspec.inspect.Type]) -> list[msgspec.inspect.Field]:
    return [field for kind in kinds if isinstance(kind, msgspec.inspect.StructType) for field in kind.fields]


def _choices(type: type[T], key: str) -> str | None:
    """Return what may stand at a key of nested tables, for an error; None where that has no names."""
    inspect = msgspec.inspect
    kinds = _types_at(type, key)
    literals = (kind for kind in kinds if isinstance(kind, inspect.LiteralType))
    choices = [quote(str(value)) for kind in literals for value in kind.values]
    enums = (kind.cls for kind in kinds if isinstance(kind, inspect.EnumType))
    choices += [quote(str(each.value)) for enum in enums for each in enum]
    if choices and any(isinstance(kind, inspect.IntType) for kind in kinds):
        choices.append("or a whole number")
    return f"expected {', '.join(choices)}" if choices else None
