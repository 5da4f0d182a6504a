"""The lines of a game in the terminal: adding and listing them, and trying moves in a dialogue."""

from jackdaw.lines.dialogue import HELP, LineDialogue
from jackdaw.lines.line_moves import parse_line_move
from jackdaw.lines.line_views import lines_json, lines_view, misfit_view

__all__ = ["HELP", "LineDialogue", "lines_json", "lines_view", "misfit_view", "parse_line_move"]
