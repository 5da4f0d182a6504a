"""The game report as an HTML page: boards, tables of candidates, charts and figures."""

from jackdaw.html.boards import colours, encode_placement, shapes
from jackdaw.html.candidates import CandidateRow, build_candidate_table
from jackdaw.html.chart import build_chart, missing_chart_reason
from jackdaw.html.figures import UNKNOWN, Figure, percent, points, whole
from jackdaw.html.game_page import game_page, template_environment
from jackdaw.html.turns import CLASSES, build_turns

__all__ = [
    "CLASSES",
    "UNKNOWN",
    "CandidateRow",
    "Figure",
    "build_candidate_table",
    "build_chart",
    "build_turns",
    "colours",
    "encode_placement",
    "game_page",
    "missing_chart_reason",
    "percent",
    "points",
    "shapes",
    "template_environment",
    "whole",
]
