"""Results as text for the terminal: positions, games, searches, matches, tournaments."""

from jackdaw.text.board_view import group_tiles, position_lines
from jackdaw.text.details_view import details_view
from jackdaw.text.endgame_report import describe_bounds, describe_verdict, endgame_view
from jackdaw.text.game_report import (
    game_view,
    grade_mark,
    line_heading,
    line_scores,
    practice_view,
    turn_table,
)
from jackdaw.text.leaves_views import convert_leaves, leave_values_view
from jackdaw.text.levels import ENGLISH_ONLY, RATING_OF_STATIC, Level, levels
from jackdaw.text.preendgame_report import (
    PreendgameShown,
    describe_errors,
    describe_outcomes,
    describe_preendgame,
    describe_searched,
    describe_source,
    preendgame_view,
)
from jackdaw.text.remarks import (
    METHODS,
    UNKNOWN,
    describe_lexicon,
    describe_values,
    phony_text,
    static_note,
    turn_remarks,
)
from jackdaw.text.report import moves_view, position_view
from jackdaw.text.sentences import explanation_sentences
from jackdaw.text.simulation_report import (
    describe_depth,
    describe_known_rack,
    describe_ranking,
    describe_simulation_errors,
    simulation_figures,
    simulation_table,
)
from jackdaw.text.solved_endgame import SolvedEndgame
from jackdaw.text.why_view import turn_why

__all__ = [
    "ENGLISH_ONLY",
    "METHODS",
    "RATING_OF_STATIC",
    "UNKNOWN",
    "Level",
    "PreendgameShown",
    "SolvedEndgame",
    "convert_leaves",
    "describe_bounds",
    "describe_depth",
    "describe_errors",
    "describe_known_rack",
    "describe_lexicon",
    "describe_outcomes",
    "describe_preendgame",
    "describe_ranking",
    "describe_searched",
    "describe_simulation_errors",
    "describe_source",
    "describe_values",
    "describe_verdict",
    "details_view",
    "endgame_view",
    "explanation_sentences",
    "game_view",
    "grade_mark",
    "group_tiles",
    "leave_values_view",
    "levels",
    "line_heading",
    "line_scores",
    "moves_view",
    "phony_text",
    "position_lines",
    "position_view",
    "practice_view",
    "preendgame_view",
    "simulation_figures",
    "simulation_table",
    "static_note",
    "turn_remarks",
    "turn_table",
    "turn_why",
]
