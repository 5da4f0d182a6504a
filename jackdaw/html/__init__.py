"""The game report as an HTML page: boards, tables of candidates, charts and figures."""

from jackdaw.html.boards import colours, encode_placement, shapes
from jackdaw.html.candidates import (
    CandidateRow,
    CandidateTable,
    build_candidate_table,
    build_preendgame_progress,
    build_simulation_table,
)
from jackdaw.html.chart import build_chart, missing_chart_reason
from jackdaw.html.figures import (
    UNKNOWN,
    Figure,
    absolute,
    lost_points,
    lost_wins,
    percent,
    points,
    signed_points,
    whole,
    with_error,
    with_minus_signs,
)
from jackdaw.html.game_page import game_page, name_record, template_environment
from jackdaw.html.lines import ANY_RECORD
from jackdaw.html.turns import CLASSES, PageTurn, build_turns

__all__ = [
    "ANY_RECORD",
    "CLASSES",
    "UNKNOWN",
    "CandidateRow",
    "CandidateTable",
    "Figure",
    "PageTurn",
    "absolute",
    "build_candidate_table",
    "build_chart",
    "build_preendgame_progress",
    "build_simulation_table",
    "build_turns",
    "colours",
    "encode_placement",
    "game_page",
    "lost_points",
    "lost_wins",
    "missing_chart_reason",
    "name_record",
    "percent",
    "points",
    "shapes",
    "signed_points",
    "template_environment",
    "whole",
    "with_error",
    "with_minus_signs",
]
