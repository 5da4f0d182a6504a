"""The reproduction of Gordon (1994) as outputs: figures, report and JSON."""

from jackdaw.gordon1994.report import tables_view
from jackdaw.gordon1994.schema import tables_json

__all__ = ["tables_json", "tables_view"]
