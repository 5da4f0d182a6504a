"""The languages with built-in tile sets and a small word list each, from `tests/data/languages`."""

from pathlib import Path

from movegen import Lexicon, TileSet

FOLDER = Path(__file__).resolve().parent.parent / "data" / "languages"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def word_file(language: str) -> Path:
    """The path of a list of some hundred common words."""
    return FOLDER / f"{language}.txt"


def small_lexicon(language: str) -> Lexicon:
    """Load the small word list of a language as a lexicon."""
    return Lexicon.from_text(word_file(language).read_text("utf-8"), TileSet.load(language), language)
