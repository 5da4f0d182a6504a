"""The languages whose tiles are inside, with small lists of their words: `tests/data/languages`."""

from pathlib import Path

from movegen import Lexicon, TileSet

FOLDER = Path(__file__).resolve().parent.parent / "data" / "languages"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def word_file(language: str) -> Path:
    """A list of some hundred common words."""
    return FOLDER / f"{language}.txt"


def small_lexicon(language: str) -> Lexicon:
    """The lexicon of that list."""
    return Lexicon.from_text(word_file(language).read_text("utf-8"), TileSet.load(language), language)
