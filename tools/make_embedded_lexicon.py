#!/usr/bin/env python3
"""Make the word list that ships inside Jackdaw from an installed or unpacked ``scowl`` package.

Usage: ``python tools/make_embedded_lexicon.py [FOLDER] [--recipe FILE.toml] [--output FILE.txt.xz]``

The recipe (configs/lexica/scowl80.toml) tells which files are read and which words are dropped and added.
The product is sorted text, one upper-case word a line, compressed by xz. Equal input gives an equal file.
Needs nothing but Python's standard library. Exit codes: 0 done, 2 bad input (one line on standard error).
"""

import argparse
import hashlib
import lzma
import re
import sys
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[1]
DEFAULT_FOLDER = Path("/usr/share/dict/scowl")
DEFAULT_RECIPE = REPOSITORY / "configs" / "lexica" / "scowl80.toml"
DATA_FOLDER = REPOSITORY / "movegen" / "data"

# Chosen by measuring: four bits of literal context and no alignment suit text of single bytes, and save 1 %
# over the presets. Every parameter is named, so that a change of the library's presets changes nothing here.
XZ_FILTERS: list[dict[str, int]] = [
    {
        "id": lzma.FILTER_LZMA2,
        "dict_size": 8 << 20,
        "lc": 4,
        "lp": 0,
        "pb": 0,
        "mode": lzma.MODE_NORMAL,
        "nice_len": 64,
        "mf": lzma.MF_BT4,
        "depth": 512,
    }
]

# Every table of a recipe with its keys and the type of each; "" is the top. [fold.letters], [drop] and [add]
# have keys of their own choice, each with a text.
RECIPE_TABLES: dict[str, dict[str, type]] = {
    "": {
        "name": str,
        "tiles": str,
        "file": str,
        "source": dict,
        "fold": dict,
        "length": dict,
        "two_letters": dict,
        "drop": dict,
        "add": dict,
    },
    "source": {
        "package": str,
        "version": str,
        "files": str,
        "maximum_size": int,
        "words": int,
        "sha256": str,
    },
    "fold": {"strip_accents": bool, "letters": dict},
    "length": {"minimum": int, "maximum": int},
    "two_letters": {"words": str},
}


class InputError(Exception):
    """A recipe or a word folder that cannot be used; its text is one line."""


@dataclass(frozen=True)
class Recipe:
    """A checked recipe; every word in it is lower case."""

    file: str
    pattern: str
    maximum_size: int
    measured_words: int
    measured_sha256: str
    strip_accents: bool
    fold_letters: Mapping[str, str]
    minimum: int
    maximum: int
    two_letters: frozenset[str]
    drop: frozenset[str]
    add: frozenset[str]


def read_recipe(path: Path) -> Recipe:
    """Read and check the recipe at ``path``; raises InputError."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a TOML file: {error}") from error
    try:
        check_keys(document)
        recipe = build_recipe(document)
        check_words(recipe)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    return recipe


def check_keys(document: Mapping[str, Any]) -> None:
    """Raise InputError unless ``document`` has exactly the tables and keys of a recipe, each of its type."""
    for name, keys in RECIPE_TABLES.items():
        check_table(name, document[name] if name else document, keys)
    letters = document["fold"]["letters"]
    for name, table in (("fold.letters", letters), ("drop", document["drop"]), ("add", document["add"])):
        check_table(name, table, dict.fromkeys(table, str))


def check_table(name: str, table: Mapping[str, Any], keys: Mapping[str, type]) -> None:
    """Raise InputError unless ``table`` has exactly ``keys``, each of its type."""
    for key in sorted(keys.keys() | table.keys()):
        path = f"{name}.{key}".lstrip(".")
        if key not in table:
            raise InputError(f"{path}: this key is missing")
        if key not in keys:
            raise InputError(f"{path}: unknown key; known here: {', '.join(sorted(keys))}")
        found = type(table[key])
        if found is not keys[key]:
            raise InputError(f"{path}: expected {keys[key].__name__}, found {found.__name__}")


def build_recipe(document: Mapping[str, Any]) -> Recipe:
    """Turn a document with the right keys into a Recipe; raises InputError for a word written twice."""
    source, fold, length = document["source"], document["fold"], document["length"]
    return Recipe(
        file=document["file"],
        pattern=source["files"],
        maximum_size=source["maximum_size"],
        measured_words=source["words"],
        measured_sha256=source["sha256"],
        strip_accents=fold["strip_accents"],
        fold_letters=fold["letters"],
        minimum=length["minimum"],
        maximum=length["maximum"],
        two_letters=word_set("two_letters", [document["two_letters"]["words"]]),
        drop=word_set("drop", document["drop"].values()),
        add=word_set("add", document["add"].values()),
    )


def word_set(name: str, texts: Iterable[str]) -> frozenset[str]:
    """The words of ``texts``, separated by white space; raises InputError for a word written twice."""
    counts = Counter(word for text in texts for word in text.split())
    twice = sorted(word for word, count in counts.items() if count > 1)
    if twice:
        raise InputError(f"{name}: written twice: {' '.join(twice)}")
    return frozenset(counts)


def check_words(recipe: Recipe) -> None:
    """Raise InputError where the recipe's lists contradict its lengths or each other."""
    if not 1 <= recipe.minimum <= recipe.maximum:
        raise InputError("length: minimum must be at least 1 and at most maximum")
    if not recipe.pattern or "/" in recipe.pattern:
        raise InputError("source.files: expected a pattern of file names, as *-words.*")
    playable = word_pattern(recipe)
    for name, words in (("two_letters", recipe.two_letters), ("drop", recipe.drop), ("add", recipe.add)):
        wrong = sorted(word for word in words if (len(word) == 2) != (name == "two_letters"))
        if wrong:
            raise InputError(f"{name}: words of two letters belong in two_letters alone: {' '.join(wrong)}")
        wrong = sorted(word for word in words if not playable.fullmatch(word))
        if wrong:
            raise InputError(f"{name}: not {playable.pattern}: {' '.join(wrong)}")
    both = sorted(recipe.drop & recipe.add)
    if both:
        raise InputError(f"both dropped and added: {' '.join(both)}")


def word_pattern(recipe: Recipe) -> re.Pattern[str]:
    """Return the pattern that a folded word must match."""
    return re.compile(f"[a-z]{{{recipe.minimum},{recipe.maximum}}}")


def find_files(folder: Path, recipe: Recipe) -> list[Path]:
    """The word files that the recipe names, by name; ``folder`` may be a package's root too.

    Raises InputError when there is none.
    """
    for place in (folder, folder / DEFAULT_FOLDER.relative_to("/"), folder / "final"):
        files = [
            file
            for file in sorted(place.glob(recipe.pattern))
            if file.suffix[1:].isdecimal() and int(file.suffix[1:]) <= recipe.maximum_size
        ]
        if files:
            return files
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; install the package scowl or name an unpacked one")
    raise InputError(f"{folder}: holds no file {recipe.pattern} of size {recipe.maximum_size} or less")


def decode(data: bytes) -> str:
    """Decode a word file: Debian's files are UTF-8, SCOWL's own Latin-1, and names do not say which."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def fold(word: str, recipe: Recipe) -> str:
    """``word`` without accents and ligatures, as the recipe says."""
    if recipe.strip_accents:
        word = "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))
    return "".join(recipe.fold_letters.get(sign, sign) for sign in word)


def collect_words(files: Iterable[Path], recipe: Recipe) -> set[str]:
    """All playable words of ``files``, folded; raises InputError for a file that cannot be read."""
    playable = word_pattern(recipe)
    words: set[str] = set()
    for file in files:
        try:
            lines = decode(file.read_bytes()).replace("\r", "").split("\n")
        except OSError as error:
            raise InputError(f"{file}: {error.strerror or error}") from error
        folded = (line if line.isascii() else fold(line, recipe) for line in lines)
        words.update(word for word in folded if playable.fullmatch(word))
    return words


def apply_lists(words: set[str], recipe: Recipe) -> set[str]:
    """``words`` with the recipe's own words of two letters, less its drops, plus its additions."""
    longer = {word for word in words if len(word) != 2}
    return (longer - recipe.drop) | recipe.add | recipe.two_letters


def as_text(words: Iterable[str]) -> bytes:
    """The product before compression: sorted, upper case, a newline after each word."""
    return "".join(f"{word}\n" for word in sorted(word.upper() for word in words)).encode("ascii")


def compress(text: bytes) -> bytes:
    """``text`` as one xz stream; depends on nothing but ``text`` and the xz library's version."""
    return lzma.compress(text, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=XZ_FILTERS)


def write_file(path: Path, data: bytes) -> None:
    """Replace the file with ``data`` atomically; raises InputError."""
    partial = path.with_name(path.name + ".partial")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error


def report_source(files: list[Path], words: set[str], recipe: Recipe) -> None:
    """Print what was read, with a note where it differs from what the recipe's lists were checked against."""
    digest = hashlib.sha256(as_text(words)).hexdigest()
    print(f"source: {len(files)} files, {len(words)} words, sha256 {digest}")
    if (len(words), digest) != (recipe.measured_words, recipe.measured_sha256):
        print(f"note: the recipe was measured with other words ({recipe.measured_words}); check its lists")
    for name, idle in (("drop", recipe.drop - words), ("add", recipe.add & words)):
        if idle:
            print(f"note: {name} changes nothing for: {' '.join(sorted(idle))}")


def report_product(path: Path, words: set[str], text: bytes, data: bytes) -> None:
    """Print the counts, sizes and digests of the product."""
    lengths = Counter(map(len, words))
    print(f"product: {len(words)} words")
    print(f"lengths: {', '.join(f'{length}: {lengths[length]}' for length in sorted(lengths))}")
    print(f"text: {len(text)} bytes, sha256 {hashlib.sha256(text).hexdigest()}")
    print(f"file: {path}, {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


def make(folder: Path, recipe_path: Path, output: Path | None) -> None:
    """Read the recipe and the words, write the product and print what was done; raises InputError."""
    recipe = read_recipe(recipe_path)
    files = find_files(folder, recipe)
    source = collect_words(files, recipe)
    report_source(files, source, recipe)
    words = apply_lists(source, recipe)
    text = as_text(words)
    data = compress(text)
    path = output or DATA_FOLDER / recipe.file
    write_file(path, data)
    report_product(path, words, text, data)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Make the embedded word list from a scowl package.")
    folder_help = "folder of the word files, or root of an unpacked package (default: %(default)s)"
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER, help=folder_help)
    recipe_help = "the recipe (default: configs/lexica/scowl80.toml)"
    parser.add_argument("--recipe", type=Path, default=DEFAULT_RECIPE, help=recipe_help)
    output_help = "the file to write (default: movegen/data and the recipe's file name)"
    parser.add_argument("--output", type=Path, help=output_help)
    chosen = parser.parse_args(arguments)
    try:
        make(chosen.folder, chosen.recipe, chosen.output)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
