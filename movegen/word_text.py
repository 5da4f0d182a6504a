"""Words as the core reads them: each letter one byte (its tile index), each word closed by a 0."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from movegen.errors import LexiconError, shown
from movegen.tiles import TileSet, nfc

SHORTEST_WORD = 2
"""A word of one letter cannot be played."""

LONGEST_POSSIBLE = 63
"""The most letters of a word in a word graph."""

_EXAMPLES = 5
_NO_LETTER = 255
_PRIVATE = 0xE000  # private characters stand for tiles of several characters while a text is read


@dataclass(frozen=True, slots=True)
class EncodedWords:
    """Words for the core, and how many were left out for their length (repeated words are still there).

    `others` are lines that are no words in the letters of the tile set, `examples` some of them.
    """

    text: bytes
    words: int
    too_short: int
    too_long: int
    others: int = 0
    examples: tuple[str, ...] = ()


class _Codes(dict[int, str]):
    """Characters to letters; whatever is no letter becomes `_NO_LETTER`."""

    def __missing__(self, character: int) -> str:
        return chr(_NO_LETTER)


def encode_words(
    text: str,
    tile_set: TileSet,
    longest: int,
    file: str | Path | None = None,
    *,
    skip_others: bool = False,
) -> EncodedWords:
    """Read a list with a word a line, in either case; empty lines and those that begin with `#` say nothing.

    In each word the longest tile is taken that fits, from left to right; letters that no tile has are read as
    `TileSet.as_tiles` tells. With `skip_others` lines that hold anything else are left out.

    Raises LexiconError naming the line when it holds anything else and is not to be left out, or when
    `longest`, in letters, is out of range.
    """
    if not SHORTEST_WORD <= longest <= LONGEST_POSSIBLE:
        what = f"words of up to {longest} letters cannot be stored"
        raise LexiconError(what, cure=f"expected {SHORTEST_WORD} to {LONGEST_POSSIBLE}")
    lines = _tidied(nfc(text))
    encoded = _encoded(tile_set.as_tiles(lines), tile_set)
    wrong = encoded.find(_NO_LETTER)
    if wrong >= 0 and skip_others:
        return _without_others(lines, encoded, longest)
    if wrong >= 0:
        line = encoded.count(0, 0, wrong)
        raise LexiconError(
            f"{shown(lines.split(chr(10))[line])} is not a word in the letters of {tile_set.name}",
            where=f"{file}, line {line + 1}" if file else f"line {line + 1}",
            cure="give one word a line, or name the tile set that the words are for",
        )
    return within_lengths(encoded, longest)


def _without_others(lines: str, encoded: bytes, longest: int) -> EncodedWords:
    """What is left of a list without the lines that hold other letters."""
    letters = np.frombuffer(encoded, dtype=np.uint8)
    ends = np.flatnonzero(letters == 0)
    starts = np.concatenate([[0], ends[:-1] + 1])
    is_other = np.maximum.reduceat(letters, starts) == _NO_LETTER
    kept = letters[np.repeat(~is_other, ends - starts + 1)].tobytes()
    places, split = np.flatnonzero(is_other), lines.split("\n")
    chosen = places[:: max(1, len(places) // _EXAMPLES)][:_EXAMPLES]  # from the whole list
    examples = tuple(split[place] for place in chosen.tolist())
    return replace(within_lengths(kept, longest), others=len(places), examples=examples)


def decode_words(encoded: bytes, tile_set: TileSet) -> list[str]:
    """The words, in the core's order, in upper case, as `TileSet.spelled` writes them."""
    codes = {letter: tile.label for letter, tile in enumerate(tile_set.tiles)} | {0: "\n"}
    lines = encoded.decode("latin-1").translate(codes)
    words = lines.split("\n")[:-1]
    if all(len(tile.label) == 1 for tile in tile_set.tiles) or _encoded(lines, tile_set) == encoded:
        return words
    return [tile_set.spelled(word) for word in encoded.split(b"\0")[:-1]]


def _encoded(lines: str, tile_set: TileSet) -> bytes:
    """The letters of words, each closed by a line feed; the longest tile is taken, brackets tell another."""
    codes = _Codes({ord("\n"): "\0"})
    forms: dict[str, int] = {}
    for letter, tile in enumerate(tile_set.tiles[1:], start=1):
        for form in (tile.label, tile.blank_label, tile.label[0] + tile.blank_label[1:]):
            forms.setdefault(form, letter)
    codes |= {ord(form): chr(letter) for form, letter in forms.items() if len(form) == 1}
    if "[" in lines:
        forms |= {f"[{form}]": letter for form, letter in forms.items()}
    long_forms = sorted((form for form in forms if len(form) > 1), key=len, reverse=True)
    if long_forms:
        codes |= {_PRIVATE + letter: chr(letter) for letter in forms.values()}
        lines = re.sub("|".join(map(re.escape, long_forms)), lambda m: chr(_PRIVATE + forms[m[0]]), lines)
    return lines.translate(codes).encode("latin-1")


def _tidied(text: str) -> str:
    """The text with an end to its last line and no space around its words; lines keep their numbers."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "#" in text:
        text = re.sub(r"^[^\S\n]*#.*$", "", text, flags=re.MULTILINE)
    if " " in text or "\t" in text:
        text = "\n".join(line.strip() for line in text.split("\n"))
    return text if text.endswith("\n") else text + "\n"


def within_lengths(encoded: bytes, longest: int) -> EncodedWords:
    """Encoded words without those that are too short or too long."""
    letters = np.frombuffer(encoded, dtype=np.uint8)
    lengths = np.diff(np.flatnonzero(letters == 0), prepend=-1) - 1
    short, long = lengths < SHORTEST_WORD, lengths > longest
    kept = ~(short | long)
    text = encoded if kept.all() else letters[np.repeat(kept, lengths + 1)].tobytes()
    too_short = int(np.count_nonzero(short & (lengths > 0)))
    return EncodedWords(text, int(np.count_nonzero(kept)), too_short, int(np.count_nonzero(long)))
