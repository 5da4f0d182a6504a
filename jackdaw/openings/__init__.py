"""Tables of openings: the run, its files, and what it says as text and JSON."""

from jackdaw.openings.opening_report import OpeningReport, openings_json, openings_view, report_openings
from jackdaw.openings.output import check_output, write_table
from jackdaw.openings.run import OpeningRun

__all__ = [
    "OpeningReport",
    "OpeningRun",
    "check_output",
    "openings_json",
    "openings_view",
    "report_openings",
    "write_table",
]
