"""The difficulty of a puzzle: who finds the answer, how it ranks by score and leave, how rare its words are.

There are seven signs of difficulty: each of the levels of `LEVELS` that misses the answer, an answer that is
not the best move by score and leave, one that is not among the ten best, and a word that everyday
vocabularies lack. The difficulty is 1 without any, 2 with one or two, and so on up to 5 with seven.
"""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from movegen.board import Move, MoveKind, words_formed
from movegen.errors import JackdawError
from movegen.lexicon import EMBEDDED, Lexicon
from movegen.position import Position
from sims.games import MoveChooser
from strategy.players import StaticStrategy

LEVELS = ("beginner", "casual", "club", "expert")
"""The levels that try a puzzle, from weak to strong."""
VOCABULARIES = {20: "scowl20", 35: "scowl35", 60: "scowl60", 80: EMBEDDED}
"""The sizes of SCOWL, from everyday words to nearly all: names for `Lexicon.load`."""
_DRAWS = 5
"""Tries of a level that errs at random; it finds the answer if it does in most of them."""
_FEW_RANKS = 10
_EVERYDAY = 35


class Difficulty(msgspec.Struct, frozen=True):
    """The difficulty of a puzzle, from 1 to 5.

    Attributes
    ----------
    static_rank: rank of the answer by score and leave, from 1.
    vocabulary:  the smallest SCOWL size with all words that the answer forms: 20, 35, 60 or 80; None for an
                 answer without words, other languages, and words that SCOWL80 lacks.
    found_by:    the levels that find the answer.
    """

    value: int
    static_rank: int
    vocabulary: int | None
    found_by: tuple[str, ...]


def measure_difficulty(
    position: Position, answer: Move, static_rank: int, lexicon: Lexicon, seed: int
) -> Difficulty:
    """Return the difficulty of finding the answer in a position."""
    found_by = tuple(level for level in LEVELS if _finds(level, position, answer, lexicon, seed))
    vocabulary = smallest_vocabulary(position, answer)
    is_rare = answer.kind is MoveKind.PLAY and (vocabulary or 0) > _EVERYDAY
    signs = len(LEVELS) - len(found_by) + (static_rank > 1) + (static_rank > _FEW_RANKS) + is_rare
    return Difficulty(1 + (signs + 1) // 2, static_rank, vocabulary, found_by)


def smallest_vocabulary(position: Position, answer: Move) -> int | None:
    """Return the smallest SCOWL size with all words that a play forms; see `Difficulty`."""
    tiles = position.variant.tiles
    if answer.kind is not MoveKind.PLAY or tiles != Lexicon.load().tile_set:
        return None
    words = [tiles.text(word).upper() for word in words_formed(position.board, answer)]
    for size, name in VOCABULARIES.items():
        if all(word in Lexicon.load(name) for word in words):
            return size
    return None


def _finds(level: str, position: Position, answer: Move, lexicon: Lexicon, seed: int) -> bool:
    """Return whether a level finds the answer in most of its tries.

    A level whose vocabulary is of another language, and has nothing for this one, finds nothing.
    """
    with suppress(JackdawError):
        strategy = StaticStrategy.load(level)
        is_noisy = strategy.config.handicap.for_tiles(position.variant.tiles).noise > 0
        draws = _DRAWS if is_noisy else 1
        return 2 * sum(_choices(strategy, position, answer, lexicon, seed, range(draws))) > draws
    return False


def _choices(
    strategy: StaticStrategy,
    position: Position,
    answer: Move,
    lexicon: Lexicon,
    seed: int,
    numbers: Sequence[int],
) -> list[bool]:
    return [
        MoveChooser(lexicon, seed, number).choose_in(strategy, position)[0] == answer for number in numbers
    ]
