"""Vocabularies: which of a lexicon's words a player knows."""

from functools import lru_cache

from movegen.errors import LexiconError
from movegen.lexicon import Lexicon
from movegen.word_text import LONGEST_POSSIBLE, within_lengths


@lru_cache(maxsize=8)
def known_words(vocabulary: str, lexicon: Lexicon) -> Lexicon:
    """The words of a lexicon that a vocabulary, a name or path as `Lexicon.load` takes it, has too.

    Made once for each lexicon.

    Raises
    ------
    UnknownNameError: nothing goes by the name.
    LexiconError: the vocabulary cannot be read, is for other letters, or has none of the words.
    """
    known = Lexicon.load(vocabulary, lexicon.tile_set, longest=LONGEST_POSSIBLE)
    words = known.graph.words().split(b"\0")[:-1]
    common = [word for word in words if lexicon.graph.contains(word)]
    if not common:
        raise LexiconError(
            f"{lexicon.name} has none of the words of {known.name}",
            cure="name a list of words of the game's language",
        )
    if len(common) in (len(lexicon), len(known)):
        return lexicon if len(common) == len(lexicon) else known
    encoded = within_lengths(b"".join(word + b"\0" for word in common), LONGEST_POSSIBLE)
    return Lexicon.from_encoded(encoded, lexicon.tile_set, f"{lexicon.name} in {known.name}")
