"""Lines on the analysis page: other moves from a turn of a game, and the folder they are saved in."""

from jackdaw.web.lines.line_api import LineApi
from jackdaw.web.lines.line_requests import (
    LineRequest,
    NamedLineRequest,
    PlayLineRequest,
    RecordRequest,
    SaveLineRequest,
)

__all__ = [
    "LineApi",
    "LineRequest",
    "NamedLineRequest",
    "PlayLineRequest",
    "RecordRequest",
    "SaveLineRequest",
]
