"""The server side of the analysis page: views of positions and games, tentative plays, analyses, reviews."""

from jackdaw.web.analysis.analysis_api import (
    RolloutResources,
    analyze,
    rank_candidates,
    review,
)
from jackdaw.web.analysis.lexica import WebLexica
from jackdaw.web.analysis.position_views import (
    DrawingView,
    PositionView,
    build_position,
    drawing_view,
    language_of,
    list_rules,
    load_variant,
    parse_position,
    parse_upload,
    position_view,
    sample_game,
    variant_key,
)
from jackdaw.web.analysis.requests import (
    AnalysisRequest,
    CandidatesRequest,
    EmptyBoardRequest,
    PositionRequest,
    ReviewRequest,
    SetupRequest,
    TryRequest,
)
from jackdaw.web.analysis.tables import CandidateRowView, TableView
from jackdaw.web.analysis.tentative import (
    TryView,
    evaluate_move,
    format_tiles_as_play,
    move_view,
    parse_requested_move,
    position_after,
    word_views,
)

__all__ = [
    "AnalysisRequest",
    "CandidateRowView",
    "CandidatesRequest",
    "DrawingView",
    "EmptyBoardRequest",
    "PositionRequest",
    "PositionView",
    "ReviewRequest",
    "RolloutResources",
    "SetupRequest",
    "TableView",
    "TryRequest",
    "TryView",
    "WebLexica",
    "analyze",
    "build_position",
    "drawing_view",
    "evaluate_move",
    "format_tiles_as_play",
    "language_of",
    "list_rules",
    "load_variant",
    "move_view",
    "parse_position",
    "parse_requested_move",
    "parse_upload",
    "position_after",
    "position_view",
    "rank_candidates",
    "review",
    "sample_game",
    "variant_key",
    "word_views",
]
