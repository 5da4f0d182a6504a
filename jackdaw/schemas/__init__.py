"""The outputs of commands as JSON, CSV and annotated GCG; docs/json.md explains every field."""

from jackdaw.schemas.annotated_game import annotate_game
from jackdaw.schemas.encoding import csv_cell, encode_json, escape_formula
from jackdaw.schemas.endgame_json import endgame_json
from jackdaw.schemas.json_output import PositionJson, analysis_json, moves_json, position_json
from jackdaw.schemas.move_csv import endgame_csv, moves_csv, preendgame_csv
from jackdaw.schemas.preendgame_json import preendgame_json
from jackdaw.schemas.review_csv import review_csv
from jackdaw.schemas.review_json import ReviewJson, review_json, turn_json

__all__ = [
    "PositionJson",
    "ReviewJson",
    "analysis_json",
    "annotate_game",
    "csv_cell",
    "encode_json",
    "endgame_csv",
    "endgame_json",
    "escape_formula",
    "moves_csv",
    "moves_json",
    "position_json",
    "preendgame_csv",
    "preendgame_json",
    "review_csv",
    "review_json",
    "turn_json",
]
