"""The tiny game of `tests/data/tiny`, small enough to compute expected training results in Python."""

from pathlib import Path

from movegen import Lexicon, Variant

FOLDER = Path(__file__).resolve().parent.parent / "data" / "tiny"
RULES, WORDS = str(FOLDER / "tiny.toml"), str(FOLDER / "words.txt")


def tiny_variant() -> Variant:
    return Variant.load(RULES)


def tiny_lexicon() -> Lexicon:
    return Lexicon.load(WORDS, tiny_variant().tiles, longest=9)
