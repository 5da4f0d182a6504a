"""What was found as pandas frames, for which pandas is needed: it is not installed unless asked for."""

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from jackdaw.collection import Collection
from jackdaw.collection_rows import game_rows, turn_rows
from jackdaw.game_facts import turn_facts
from jackdaw.json_output import position_json
from jackdaw.page_turns import names_of
from movegen.errors import JackdawError
from sims.game_review import GameReview
from strategy.analysis import PositionAnalysis

if TYPE_CHECKING:
    from pandas import DataFrame

_ROWS = {"turns": turn_rows, "games": game_rows}


def to_frame(
    found: GameReview | Collection | PositionAnalysis, of: Literal["turns", "games"] = "turns"
) -> "DataFrame":
    """What `jackdaw.analyze` gives, as a frame.

    Of a review it has a row a turn, with the columns of `jackdaw.game_facts.TurnFacts` and the player's name;
    of a collection the same for all games with file, date and opponent, or with `of="games"` a row a player
    and game; of a position a row a candidate, with the fields of the JSON (docs/json.md).

    Raises JackdawError when pandas is not installed, or there is no such frame.
    """
    pandas = _pandas()
    if isinstance(found, PositionAnalysis):
        told = position_json(found, len(found.candidates)).candidates
        rows = [msgspec.structs.asdict(candidate) for candidate in told]
        return pandas.DataFrame(rows).drop(columns="rollouts", errors="ignore")
    if isinstance(found, GameReview):
        names = names_of(found.game)
        return pandas.DataFrame(
            {"name": names[turn.player], **msgspec.structs.asdict(turn_facts(turn))} for turn in found.turns
        )
    if of not in _ROWS:
        raise JackdawError(f"no frame of {of!r}", cure=f"expected {' or '.join(_ROWS)}")
    frame = pandas.DataFrame(_ROWS[of](found))
    if len(frame):
        frame["date"] = pandas.to_datetime(frame["date"])
    return frame


def _pandas() -> Any:
    """The module. JackdawError if it is not installed."""
    try:
        import pandas
    except ImportError:
        raise JackdawError("pandas is not installed", cure="pip install 'jackdaw[pandas]'") from None
    return pandas
