"""The file formats of a report: JSON, annotated GCG, CSV and HTML.

Loaded only when a file is asked for, since schemas and templates are slow to import.
"""

from jackdaw.analysis.report import AnalysisReport
from jackdaw.html import game_page
from jackdaw.schemas import analysis_json, annotate_game, review_csv
from movegen.encoding import encode_text
from movegen.gcg import encode_gcg


def report_json(report: AnalysisReport, max_candidates: int) -> bytes:
    """Return a report as JSON, with this many best candidates of each position."""
    return analysis_json(
        report.source,
        report.strategy_name,
        report.positions,
        count=max_candidates,
        game=report.whole.game if report.whole else None,
        review=report.review if report.is_summary else None,
        warnings=[*(report.whole.warnings if report.whole else ()), *report.notes],
    )


def report_gcg(report: AnalysisReport) -> bytes:
    """Return the record of a reviewed game with notes on its turns."""
    assert report.review is not None
    return encode_gcg(annotate_game(report.review))


def report_csv(report: AnalysisReport) -> bytes:
    """Return the turns of a reviewed game as CSV."""
    assert report.review is not None
    return review_csv(report.review)


def report_html(report: AnalysisReport, max_candidates: int) -> bytes:
    """Return the page of a reviewed game."""
    assert report.review is not None
    return encode_text(
        game_page(
            report.review,
            candidates=max_candidates,
            address=report.address,
            record=report.record,
            options=report.choices,
        )
    )
