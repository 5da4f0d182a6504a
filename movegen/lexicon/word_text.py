"""Encoded words, as the core reads them: a byte (the tile index) per letter, a 0 after each word."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from movegen.errors import LexiconError, quote
from movegen.variant import TileSet, nfc

MIN_WORD_LENGTH = 2
"""The smallest number of letters of a word: a word of one letter cannot be played."""

MAX_WORD_LENGTH = 63
"""The largest number of letters of a word in a word graph."""

_EXAMPLES = 5
_NO_LETTER = 255
_PRIVATE = 0xE000  # private characters represent tiles of several characters during encoding


@dataclass(frozen=True, slots=True)
class EncodedWords:
    """Words for the core, repeated ones included, and the numbers left out for their length.

    `others` counts the lines that are not words in the letters of the tile set; `examples` holds some.
    """

    text: bytes
    words: int
    too_short: int
    too_long: int
    others: int = 0
    examples: tuple[str, ...] = ()


class _Codes(dict[int, str]):
    """A map from characters to letters; any other character becomes `_NO_LETTER`."""

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
    """Encode a list with a word per line, in either case; empty lines and `#` comments are ignored.

    From left to right, the longest tile that fits is taken; `TileSet.respell` replaces letters that no tile
    has. With `skip_others`, lines with other characters are left out.

    Raises LexiconError with the line that has other characters, or when `longest`, the limit in letters, is
    out of range.
    """
    if not MIN_WORD_LENGTH <= longest <= MAX_WORD_LENGTH:
        problem = f"words of up to {longest} letters cannot be stored"
        raise LexiconError(problem, cure=f"expected {MIN_WORD_LENGTH} to {MAX_WORD_LENGTH}")
    lines = _clean_lines(nfc(text))
    encoded = _encode_lines(tile_set.respell(lines), tile_set)
    wrong = encoded.find(_NO_LETTER)
    if wrong >= 0 and skip_others:
        return _skip_others(lines, encoded, longest)
    if wrong >= 0:
        line = encoded.count(0, 0, wrong)
        raise LexiconError(
            f"{quote(lines.split(chr(10))[line])} is not a word in the letters of {tile_set.name}",
            where=f"{file}, line {line + 1}" if file else f"line {line + 1}",
            cure="give one word per line; for words in other letters name their tiles (--tiles, in games"
            " --rules); jackdaw lexicon build --skip-others leaves such lines out",
        )
    return filter_lengths(encoded, longest)


def _skip_others(lines: str, encoded: bytes, longest: int) -> EncodedWords:
    """Return the words of a list without the lines that have other letters."""
    letters = np.frombuffer(encoded, dtype=np.uint8)
    ends = np.flatnonzero(letters == 0)
    starts = np.concatenate([[0], ends[:-1] + 1])
    is_other = np.maximum.reduceat(letters, starts) == _NO_LETTER
    words = letters[np.repeat(~is_other, ends - starts + 1)].tobytes()
    others, split = np.flatnonzero(is_other), lines.split("\n")
    chosen = others[:: max(1, len(others) // _EXAMPLES)][:_EXAMPLES]  # from the whole list
    examples = tuple(split[line] for line in chosen.tolist())
    return replace(filter_lengths(words, longest), others=len(others), examples=examples)


def decode_words(encoded: bytes, tile_set: TileSet) -> list[str]:
    """Return the words in the order of the core, in upper case, as `TileSet.spell` writes them."""
    codes = {letter: tile.label for letter, tile in enumerate(tile_set.tiles)} | {0: "\n"}
    lines = encoded.decode("latin-1").translate(codes)
    words = lines.split("\n")[:-1]
    if all(len(tile.label) == 1 for tile in tile_set.tiles) or _encode_lines(lines, tile_set) == encoded:
        return words
    return [tile_set.spell(word) for word in encoded.split(b"\0")[:-1]]


def _encode_lines(lines: str, tile_set: TileSet) -> bytes:
    """Encode words that end with line feeds, taking the longest tile unless brackets separate tiles."""
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


def _clean_lines(text: str) -> str:
    """Return the text with a last line end and no space around words; line numbers do not change."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "#" in text:
        text = re.sub(r"^[^\S\n]*#.*$", "", text, flags=re.MULTILINE)
    if " " in text or "\t" in text:
        text = "\n".join(line.strip() for line in text.split("\n"))
    return text if text.endswith("\n") else text + "\n"


def filter_lengths(encoded: bytes, longest: int) -> EncodedWords:
    """Return encoded words without those that are too short or too long."""
    letters = np.frombuffer(encoded, dtype=np.uint8)
    lengths = np.diff(np.flatnonzero(letters == 0), prepend=-1) - 1
    short, long = lengths < MIN_WORD_LENGTH, lengths > longest
    is_valid = ~(short | long)
    text = encoded if is_valid.all() else letters[np.repeat(is_valid, lengths + 1)].tobytes()
    too_short = int(np.count_nonzero(short & (lengths > 0)))
    return EncodedWords(text, int(np.count_nonzero(is_valid)), too_short, int(np.count_nonzero(long)))


def sort_letters(encoded: bytes) -> bytes:
    """Return the distinct alphagrams of encoded words, in order: the letters of each word sorted."""
    letters = np.frombuffer(encoded, dtype=np.uint8)
    is_end = letters == 0
    word = np.cumsum(is_end)[~is_end]
    sorted_letters = np.sort(word << 8 | letters[~is_end]) & 0xFF
    lengths = np.diff(np.flatnonzero(is_end), prepend=-1) - 1
    columns = np.arange(lengths.max(initial=0) + 1)
    rows = np.zeros((len(lengths), len(columns)), dtype=np.uint8)
    rows[columns < lengths[:, np.newaxis]] = sorted_letters
    distinct = np.unique(rows.view(f"S{len(columns)}")).view(np.uint8).reshape(-1, len(columns))
    is_text = columns <= np.count_nonzero(distinct, axis=1)[:, np.newaxis]
    return bytes(distinct[is_text])
