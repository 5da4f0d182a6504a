"""Vocabularies: the words of a lexicon that a player knows."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from movegen import ConfigError, Lexicon, LexiconError, TileSet, Variant
from strategy import StaticStrategy, load_strategy
from strategy.players.handicap import known_words
from strategy.players.strategy_files import HandicapConfig

pytestmark = pytest.mark.core

ENGLISH = TileSet.load("english")
WORDS = st.sets(st.text("AB", min_size=2, max_size=5), min_size=1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(WORDS, WORDS)
def test_words_that_both_have(tmp_path: Path, words: set[str], vocabulary: set[str]) -> None:
    lexicon = Lexicon.from_words(words, ENGLISH)
    path = tmp_path / "vocabulary.txt"
    path.write_text("\n".join(vocabulary), encoding="utf-8")
    if not words & vocabulary:
        with pytest.raises(LexiconError, match=r"words has none of the words of"):
            known_words(str(path), lexicon)
        return
    assert set(known_words(str(path), lexicon)) == words & vocabulary


def test_the_embedded_lists() -> None:
    """Each list is part of the next larger one, and its lexicon is cached."""
    lexicon = Lexicon.load()
    small, middle, large = (known_words(name, lexicon) for name in ("scowl20", "scowl35", "scowl60"))
    assert (len(small), len(middle), len(large)) == (11_208, 41_195, 81_569)
    assert set(small) < set(middle) < set(large) < set(lexicon)
    assert {word for word in large if len(word) == 2} == {word for word in lexicon if len(word) == 2}
    assert known_words("scowl35", lexicon) is middle
    assert known_words("scowl80", lexicon) is lexicon


def test_with_another_lexicon() -> None:
    lexicon = Lexicon.from_words(["cat", "qat", "zzz"], ENGLISH)
    assert list(known_words("scowl35", lexicon)) == ["CAT"]


def test_words_of_any_length(tmp_path: Path) -> None:
    """Words of a list may be longer than a standard board."""
    path = tmp_path / "long.txt"
    path.write_text("ab" * 10, encoding="utf-8")
    lexicon = Lexicon.from_words(["ab" * 10, "ab"], ENGLISH, longest=21)
    assert list(known_words(str(path), lexicon)) == ["AB" * 10]


def test_without_a_vocabulary_all_words_are_known() -> None:
    lexicon = Lexicon.load()
    assert load_strategy("static").known_words(lexicon) is lexicon


@pytest.mark.parametrize(
    ("vocabulary", "message"),
    [
        ("scowl53", r"unknown lexicon 'scowl53'; did you mean SCOWL35\?"),
        ("no/list.txt", r"no/list.txt: the lexicon cannot be read \(No such file"),
        ("scowl20", r".*scowl20.txt.xz, line 1: 'AARDVARK' is not a word in the letters of ab"),
    ],
)
def test_invalid_vocabularies(vocabulary: str, message: str) -> None:
    letters = Variant.standard().tiles.tiles[1:3]
    lexicon = Lexicon.from_words(["ab"], TileSet.from_letters("ab", letters, blanks=0))
    config = load_strategy("static").config
    player = StaticStrategy(replace(config, name="mine", handicap=HandicapConfig(vocabulary=vocabulary)))
    with pytest.raises(ConfigError, match=f"^mine, handicap.vocabulary: {message}"):
        player.known_words(lexicon)
