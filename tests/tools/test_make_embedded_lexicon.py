"""The tool that makes the built-in word list, run on small made-up packages."""

import lzma
import re
import subprocess
import sys
from pathlib import Path

import pytest

MAKER = Path(__file__).resolve().parents[2] / "tools" / "make_embedded_lexicon.py"

RECIPE = """
name = "SMALL"
tiles = "english"
file = "small.txt.xz"

[source]
package = "scowl"
version = "1"
files = "*-words.*"
maximum_size = 80
words = 10
sha256 = "0"

[fold]
strip_accents = true
letters = { "æ" = "ae", "œ" = "oe", "ø" = "o" }

[length]
minimum = 2
maximum = 8

[two_letters]
words = "aa ox"

[drop]
units = "kcal"

[add]
abbreviations = "bro bros"
"""

ACCENTED = "café\nfœtus\nægis\nsmørbrød\nǽon\n"


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "scowl"
    folder.mkdir()
    (folder / "english-words.10").write_text("zebra\ncat\ncat's\nParis\nkb\nkcal\nelephants\na\n", "ascii")
    (folder / "british-words.80").write_text("colour\ncat\n", "ascii")
    (folder / "american-words.95").write_text("toorare\n", "ascii")
    (folder / "english-abbreviations.10").write_text("abbr\n", "ascii")
    return folder


@pytest.fixture
def recipe(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(RECIPE, "utf-8")
    return path


def run(folder, recipe, output):
    command = [sys.executable, str(MAKER), str(folder), "--recipe", str(recipe), "--output", str(output)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def make_words(folder, recipe, output):
    result = run(folder, recipe, output)
    assert (result.returncode, result.stderr) == (0, "")
    return lzma.decompress(output.read_bytes()).decode("ascii").splitlines()


def test_chooses_files_words_and_lists(package, recipe, tmp_path):
    words = make_words(package, recipe, tmp_path / "out.xz")
    assert words == ["AA", "BRO", "BROS", "CAT", "COLOUR", "OX", "ZEBRA"]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_folds_accents_and_ligatures_in_either_encoding(package, recipe, tmp_path, encoding):
    accented = ACCENTED.encode(encoding, errors="ignore")
    (package / "variant_1-words.50").write_bytes(accented)
    words = make_words(package, recipe, tmp_path / "out.xz")
    expected = {"CAFE", "AEGIS", "SMORBROD"} | ({"FOETUS", "AEON"} if encoding == "utf-8" else set())
    assert expected <= set(words)


def test_accepts_the_root_of_an_unpacked_package(package, recipe, tmp_path):
    nested = tmp_path / "root" / "usr" / "share" / "dict" / "scowl"
    nested.parent.mkdir(parents=True)
    direct = make_words(package, recipe, tmp_path / "direct.xz")
    package.rename(nested)
    assert make_words(tmp_path / "root", recipe, tmp_path / "nested.xz") == direct


def test_two_runs_give_equal_bytes(package, recipe, tmp_path):
    first, second = tmp_path / "first.xz", tmp_path / "second.xz"
    make_words(package, recipe, first)
    make_words(package, recipe, second)
    assert first.read_bytes() == second.read_bytes()


def test_notes_a_different_source_and_a_list_without_effect(package, recipe, tmp_path):
    recipe.write_text(RECIPE.replace('"kcal"', '"kcal psia"'), "utf-8")
    printed = run(package, recipe, tmp_path / "out.xz").stdout
    assert "note: the recipe was measured with other words" in printed
    assert "note: drop changes nothing for: psia" in printed
    assert re.search(r"product: 7 words", printed)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[length]", "[length", "not a TOML file"),
        ("maximum = 8", "", "length.maximum: this key is missing"),
        ("maximum = 8", "maximum = 8\nfoo = 1", "length.foo: unknown key; known here: maximum, minimum"),
        ("maximum = 8", 'maximum = "8"', "length.maximum: expected int, found str"),
        ("maximum = 8", "maximum = 1", "length: minimum must be at least 1 and at most maximum"),
        ('"kcal"', '"kcal bro"', "both dropped and added: bro"),
        ('"kcal"', '"kcal kb"', "drop: words of two letters belong in two_letters alone: kb"),
        ('"aa ox"', '"aa ox aa"', "two_letters: written twice: aa"),
        ('"bro bros"', '"bro Bros"', "add: not [a-z]{2,8}: Bros"),
        ('"*-words.*"', '"../*"', "source.files: expected a pattern of file names"),
        ('"*-words.*"', '"*-wrods.*"', "holds no file *-wrods.* of size 80 or less"),
    ],
)
def test_a_bad_recipe_is_one_line_and_exit_code_2(package, recipe, tmp_path, old, new, message):
    assert old in RECIPE
    recipe.write_text(RECIPE.replace(old, new, 1), "utf-8")
    result = run(package, recipe, tmp_path / "out.xz")
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
    assert not (tmp_path / "out.xz").exists()


def test_missing_folder_recipe_and_output_folder(package, recipe, tmp_path):
    for folder, recipe_path, output in [
        (tmp_path / "none", recipe, tmp_path / "out.xz"),
        (package, tmp_path / "none.toml", tmp_path / "out.xz"),
        (package, recipe, tmp_path / "none" / "out.xz"),
    ]:
        result = run(folder, recipe_path, output)
        assert result.returncode == 2
        assert "none" in result.stderr and result.stderr.count("\n") == 1
