"""Outside engines: their line protocol, their processes, and the pool of those that run."""

from sims.engines.engine_pool import borrow_engine, close_engines, start_engines
from sims.engines.engine_process import EngineProcess
from sims.engines.protocol import Question, move_words

__all__ = ["EngineProcess", "Question", "borrow_engine", "close_engines", "move_words", "start_engines"]
