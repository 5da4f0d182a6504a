"""`analyze` for one game or file of positions: deep analysis, progress and Ctrl-C, the report, its files."""

from jackdaw.analysis.analyze_file import analyze_file

__all__ = ["analyze_file"]
