"""The word list that ships inside: what the data file holds, and that the recipe still gives it."""

import hashlib
import lzma
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
DATA = REPOSITORY / "movegen" / "data" / "scowl80.txt.xz"
NOTICE = REPOSITORY / "movegen" / "data" / "SCOWL-NOTICE.txt"
RECIPE = REPOSITORY / "configs" / "lexica" / "scowl80.toml"
MAKER = REPOSITORY / "tools" / "make_embedded_lexicon.py"
SCOWL = Path("/usr/share/dict/scowl")
SCOWL_COPYRIGHT = Path("/usr/share/doc/scowl/copyright")
ENABLE = REPOSITORY / ".." / "shared" / "data" / "enable1.txt"

WORDS_PER_LENGTH = {
    2: 124,
    3: 1224,
    4: 5104,
    5: 11515,
    6: 20334,
    7: 30514,
    8: 37829,
    9: 37368,
    10: 32944,
    11: 25993,
    12: 18971,
    13: 12971,
    14: 8481,
    15: 5224,
}
TEXT_SHA256 = "a0ac29090ae68ec6ade99bfe8926b0f566c53048b2dadcfea74e077929402610"


@pytest.fixture(scope="module")
def text():
    return lzma.decompress(DATA.read_bytes()).decode("ascii")


@pytest.fixture(scope="module")
def words(text):
    return text.splitlines()


@pytest.fixture(scope="module")
def recipe():
    return tomllib.loads(RECIPE.read_text(encoding="utf-8"))


def listed(texts):
    return [word.upper() for text in texts for word in text.split()]


def test_words_are_sorted_unique_and_playable(text, words):
    assert text.endswith("\n")
    assert words == sorted(set(words))
    assert [word for word in words if not re.fullmatch("[A-Z]{2,15}", word)] == []


def test_word_counts_and_digest(text, words):
    assert len(words) == 248_596
    assert Counter(map(len, words)) == WORDS_PER_LENGTH
    assert hashlib.sha256(text.encode()).hexdigest() == TEXT_SHA256


def test_two_letter_words_are_those_of_the_recipe(words, recipe):
    wanted = listed([recipe["two_letters"]["words"]])
    assert len(wanted) == 124
    assert [word for word in words if len(word) == 2] == wanted == sorted(set(wanted))


def test_dropped_words_are_absent_and_added_words_present(words, recipe):
    held = set(words)
    assert held & set(listed(recipe["drop"].values())) == set()
    assert set(listed(recipe["add"].values())) - held == set()


def test_recipe_does_not_contradict_itself(recipe):
    dropped, added = listed(recipe["drop"].values()), listed(recipe["add"].values())
    every = dropped + added + listed([recipe["two_letters"]["words"]])
    assert [word for word, count in Counter(every).items() if count > 1] == []
    length = recipe["length"]
    playable = re.compile(f"[A-Z]{{{length['minimum']},{length['maximum']}}}")
    assert [word for word in every if not playable.fullmatch(word)] == []
    assert [word for word in dropped + added if len(word) == 2] == []
    assert (REPOSITORY / "configs" / "tiles" / f"{recipe['tiles']}.toml").is_file()
    assert DATA.name == recipe["file"]


def test_the_maker_gives_the_file_byte_for_byte(recipe, text, tmp_path):
    if not SCOWL.is_dir():
        pytest.skip(f"{SCOWL} is absent: install Debian's package scowl to remake the word list")
    output = tmp_path / "made.txt.xz"
    command = [sys.executable, str(MAKER), "--output", str(output)]
    made = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    if recipe["source"]["sha256"] not in made.stdout:
        pytest.skip(f"the installed scowl is not version {recipe['source']['version']} of the recipe")
    assert "note:" not in made.stdout, "a list of the recipe changes nothing"
    assert lzma.decompress(output.read_bytes()).decode() == text
    assert output.read_bytes() == DATA.read_bytes()


@pytest.mark.parametrize(("size", "count"), [(20, 11_208), (35, 41_195), (60, 81_569)])
def test_the_vocabularies(size, count, words, tmp_path):
    """Words of SCOWL80; their recipes give them byte for byte."""
    data = DATA.with_name(f"scowl{size}.txt.xz")
    found = lzma.decompress(data.read_bytes()).decode("ascii").splitlines()
    assert len(found) == count and found == sorted(set(found)) and set(found) < set(words)
    recipe = RECIPE.with_name(f"scowl{size}.toml")
    if not SCOWL.is_dir():
        pytest.skip(f"{SCOWL} is absent: install Debian's package scowl to remake the list")
    output = tmp_path / "made.txt.xz"
    command = [sys.executable, str(MAKER), "--recipe", str(recipe), "--output", str(output)]
    made = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    if "note: the recipe was measured with other words" in made.stdout:
        pytest.skip("the installed scowl is not the version of the recipe")
    assert "note:" not in made.stdout, "a list of the recipe changes nothing"
    assert output.read_bytes() == data.read_bytes()


def test_the_notice_lies_beside_the_data():
    notice = NOTICE.read_text(encoding="ascii")
    for holder in (
        "Copyright 2000-2018 by Kevin Atkinson",
        "J Ross Beresford",
        "Benjamin Titze",
        "Princeton",
    ):
        assert holder in notice
    if not SCOWL_COPYRIGHT.is_file():
        pytest.skip(f"{SCOWL_COPYRIGHT} is absent: install Debian's package scowl to compare its notice")
    assert SCOWL_COPYRIGHT.read_text(encoding="utf-8") in notice


def test_nearly_all_of_enable_is_held(words):
    if not ENABLE.is_file():
        pytest.skip("../shared/data/enable1.txt is absent: the list ENABLE is not part of the project")
    enable = {word.upper() for word in ENABLE.read_text(encoding="ascii").split() if 2 <= len(word) <= 15}
    assert len(enable & set(words)) / len(enable) >= 0.998
