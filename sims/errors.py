"""Errors of experiments."""

from movegen.errors import JackdawError


class PoolError(JackdawError):
    """Workers are not available, or no longer."""


class EngineError(JackdawError):
    """An outside program that fails as a player: it dies, says nothing, too much, or no legal move."""


class EngineStartError(EngineError):
    """An outside program that cannot be started, or does not answer the greeting."""


class EngineStoppedError(EngineError):
    """An outside program that was stopped while it was thinking, because this program ends."""
