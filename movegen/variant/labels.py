"""Labels of tiles: what they may be, and how text has them."""

import unicodedata

from movegen.errors import ConfigError, NotationError, one_line, quote

MAX_LABEL = 8
"""The largest number of characters of a label."""
_INNER = "·'\u2019"


def nfc(text: str) -> str:
    """Return `text` in Unicode's form NFC, where a letter and its accent are one character if possible.

    Raises NotationError if it is not a text: whatever a user types comes by here.
    """
    if not isinstance(text, str):
        raise NotationError(f"{one_line(repr(text), 60)} is not a text", cure="give a str")
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def usual_blank_label(label: str) -> str:
    """Return the label of a blank for a letter: in lower case, or with an apostrophe if there is none."""
    lower = nfc(label.lower())
    return lower if lower != label else f"{label}'"


def bracketed(label: str) -> str:
    """Return a label as text has it: in brackets unless it is a single letter or `?`.

    Digits and signs also denote empty squares, a number of tiles and premium squares.
    """
    return label if len(label) == 1 and (label.isalpha() or label == "?") else f"[{label}]"


def first_unit(text: str, position: int) -> str:
    """Return the character at a position, or the whole bracket that opens there."""
    end = text.find("]", position) if text[position] == "[" else -1
    return text[position : max(end, position) + 1]


def check_label(key: str, label: str, taken: set[str]) -> None:
    """Check that a label cannot be confused with other text in a notation, and add it to those taken.

    Raises ConfigError with the key.
    """
    if not 1 <= len(label) <= MAX_LABEL:
        raise ConfigError(
            f"{quote(label)} is not a label", key=key, cure=f"expected 1 to {MAX_LABEL} characters"
        )
    if not is_symbol(label[0]) or not all(is_symbol(character, inside=True) for character in label):
        raise ConfigError(
            f"{quote(label)} is not a label",
            key=key,
            cure="expected letters, digits or mathematical signs; inside also a middle dot or apostrophe",
        )
    if nfc(label) != label:
        raise ConfigError(f"{quote(label)} is not in Unicode's form NFC", key=key)
    if label in taken:
        cure = "give a blank_label of its own" if key.endswith("blank_label") else None
        raise ConfigError(f"{quote(label)} is taken already", key=key, cure=cure)
    taken.add(label)


def is_symbol(character: str, *, inside: bool = False) -> bool:
    """Return True for a letter, a digit or a sign such as + = ♥ (not / or -); inside a label also a mark."""
    category = unicodedata.category(character)
    if category[0] in "LN" or category in ("Sm", "So"):
        return True
    return inside and (category[0] == "M" or character in _INNER)
