"""Text from outside is encoded as valid UTF-8, without what a terminal would obey."""

import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from movegen.encoding import encodable, encode_json, encode_text, show_hidden

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30)


@given(ANY_TEXT)
def test_any_text_can_be_encoded_and_most_unchanged(text: str) -> None:
    assert encode_text(text).decode() == encodable(text)
    if not any("\ud800" <= character <= "\udfff" for character in text):
        assert encodable(text) == text
        assert json.loads(encode_json([text])) == [text]


def test_a_byte_of_a_name_is_an_escape() -> None:
    assert encode_text("game\udcff\ud800.gcg") == rb"game\xff\ud800.gcg"
    assert msgspec.json.decode(encode_json({"\udcff": ("\udc80",)})) == {r"\xff": [r"\x80"]}


@given(ANY_TEXT)
def test_json_and_shown_text_obey_nobody(text: str) -> None:
    encoded = encode_json({"name": text}).decode()
    assert not any(_is_obeyed(character) for character in encoded)
    assert encoded.count("\n") == 0
    shown = show_hidden(text)
    assert not any(_is_obeyed(character) for character in shown if character not in "\t\n")
    assert show_hidden(shown) == shown


def _is_obeyed(character: str) -> bool:
    """Return True for control characters and those that reverse text."""
    code = ord(character)
    return code < 0x20 or 0x7F <= code < 0xA0 or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069
