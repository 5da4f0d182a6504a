"""Messages of the terminal: events in words."""

from pathlib import Path

import pytest
from sessions import human_seats, make_setup

from jackdaw.terminal.messages import event_text
from movegen import TileSet
from movegen.game import Event, EventKind
from sims.play import FreeGame, Mode, begin_saved


@pytest.mark.parametrize(
    ("kind", "score", "tiles", "expected"),
    [
        (EventKind.END_RACK_PENALTY, -1, "E", "Ann: less 1 point for E."),
        (EventKind.END_RACK_PENALTY, -2, "EE", "Ann: less 2 points for EE."),
        (EventKind.END_RACK_BONUS, 0, "?", "Ann: 0 points for ?."),
        (EventKind.CHALLENGE_BONUS, 1, None, "Ann: 1 point for a failed challenge."),
        (EventKind.TIME_PENALTY, -1, None, "Ann: less 1 point for overtime."),
    ],
)
def test_points_agree_with_their_number(
    tmp_path: Path, kind: EventKind, score: int, tiles: str | None, expected: str
) -> None:
    rack = None if tiles is None else TileSet.load("english").parse_rack(tiles)
    setup = make_setup(Mode.FREE, 1, seats=human_seats("Ann", "Ben"))
    with begin_saved(tmp_path / "game.jackdaw", setup) as saved:
        assert isinstance(saved.session, FreeGame)
        event = Event(kind, 0, score=score, tiles=rack)
        assert event_text(saved.session, event) == expected
