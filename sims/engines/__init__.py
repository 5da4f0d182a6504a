"""Outside engines: their line protocol, their processes, and the pool of those that run."""

from sims.engines.engine_pool import MAX_IDLE, borrow_engine, close_engines, start_engines, stop_engines
from sims.engines.engine_process import EngineProcess
from sims.engines.protocol import (
    BEST_MOVE,
    ERROR,
    GO,
    GREETED,
    GREETING,
    MAX_LINE,
    NEW_GAME,
    PING,
    PONG,
    QUIT,
    STOP,
    Question,
    move_text,
    move_words,
)

__all__ = [
    "BEST_MOVE",
    "ERROR",
    "GO",
    "GREETED",
    "GREETING",
    "MAX_IDLE",
    "MAX_LINE",
    "NEW_GAME",
    "PING",
    "PONG",
    "QUIT",
    "STOP",
    "EngineProcess",
    "Question",
    "borrow_engine",
    "close_engines",
    "move_text",
    "move_words",
    "start_engines",
    "stop_engines",
]
