"""The benchmark of everything as outputs: text and JSON."""

from jackdaw.speeds.report import speed_line, speeds_footer, speeds_header
from jackdaw.speeds.schema import SCHEMA, speeds_json

__all__ = ["SCHEMA", "speed_line", "speeds_footer", "speeds_header", "speeds_json"]
