"""Addresses of the analysis page that open a game or positions, as its script writes them."""

import zlib
from base64 import urlsafe_b64encode
from urllib.parse import urlencode

from jackdaw.inputs import Source, parse_source
from jackdaw.web.analysis import MAX_POSITIONS, check_length
from movegen.encoding import encode_text
from movegen.errors import JackdawError
from movegen.game import UTF_8, Game
from movegen.gcg import format_gcg


def page_fragment(source: Source) -> str:
    """Return the fragment of an address, with its #, that opens a game or up to 100 positions.

    Raises JackdawError for content that cannot be read, or is more than the page shows.

    >>> page_fragment(Source("a position", b"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"))
    '#cgp=15/15/15/15/15/15/15/15/15/15/15/15/15/15/15+AEINRST/+0/0+0'
    """
    parsed = parse_source(source)
    if isinstance(parsed, Game):
        parsed.encoding = UTF_8
        return _fragment("game", _pack(format_gcg(check_length(parsed))))
    lines = [position.cgp() for position in parsed]
    if len(lines) > MAX_POSITIONS:
        raise JackdawError(
            f"has {len(lines):,} positions", where=source.name, cure=f"the page shows at most {MAX_POSITIONS}"
        )
    return _fragment("cgp", lines[0]) if len(lines) == 1 else _fragment("positions", _pack("\n".join(lines)))


def _fragment(key: str, value: str) -> str:
    return "#" + urlencode({key: value}, safe="/?")


def _pack(text: str) -> str:
    """Compress text as static/address.js does: raw DEFLATE in the Base64 of addresses, without padding."""
    compress = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    packed = compress.compress(encode_text(text)) + compress.flush()
    return urlsafe_b64encode(packed).decode("ascii").rstrip("=")
