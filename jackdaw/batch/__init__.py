"""Analysis of many positions in a worker pool, with a journal to resume from.

`positions` analyzes one position, `run` all of them; `output` writes JSON, CSV or Parquet, and `summary`
the report.
"""

from jackdaw.batch.output import read_lines
from jackdaw.batch.positions import BatchPlan
from jackdaw.batch.run import BatchRun
from jackdaw.batch.summary import BatchSummary

__all__ = ["BatchPlan", "BatchRun", "BatchSummary", "read_lines"]
