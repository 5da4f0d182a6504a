"""Results as pandas frames. pandas is an optional dependency."""

from typing import TYPE_CHECKING, Literal

import msgspec

from jackdaw.collection.collection import Collection
from jackdaw.collection.game_facts import extract_turn_facts
from jackdaw.schemas import position_json
from movegen.errors import JackdawError
from movegen.numbers import show_value
from movegen.showing import Tabular, import_pandas
from sims.review import GameReview
from strategy.analysis import PositionAnalysis

if TYPE_CHECKING:
    from pandas import DataFrame


def to_frame(
    found: GameReview | Collection | PositionAnalysis | Tabular, of: Literal["turns", "games"] = "turns"
) -> "DataFrame":
    """Convert a result of `jackdaw.analyze` to a frame.

    A review gives one row per turn, with the columns of `TurnFacts` and the player's name; a collection the
    same for all games with file, date and opponent, or with `of="games"` one row per player and game; a
    position gives one row per candidate, with the fields of the JSON (docs/json.md). Every other result that
    is a table, such as a list of moves, a simulation, an endgame or a match, gives its own frame.

    Raises JackdawError if pandas is not installed or there is no such frame.

    >>> import jackdaw
    >>> review = jackdaw.analyze("jackdaw/samples/ann_v_ben.gcg", method="static")
    >>> to_frame(review)[["name", "move", "score"]].head(2).values.tolist()
    [['Ann Archer', '8H PELON', 16], ['Ben Boyle', '9I HIREE', 28]]
    """
    if isinstance(found, Collection):
        return found.to_frame(of)
    if isinstance(found, Tabular) and not isinstance(found, PositionAnalysis | GameReview):
        return found.to_frame()
    pandas = import_pandas()
    if isinstance(found, PositionAnalysis):
        candidates = position_json(found, len(found.candidates)).candidates
        rows = [msgspec.structs.asdict(candidate) for candidate in candidates]
        return pandas.DataFrame(rows).drop(columns="rollouts", errors="ignore")
    if not isinstance(found, GameReview):
        raise JackdawError(
            f"no frame can be made of {show_value(repr(found))}",
            cure="give a result of analyze, or another table such as a list of moves; for several reviews,"
            " concatenate their frames with pandas.concat",
        )
    names = found.game.display_names
    return pandas.DataFrame(
        {"name": names[turn.player], **msgspec.structs.asdict(extract_turn_facts(turn, found.grading))}
        for turn in found.turns
    )
