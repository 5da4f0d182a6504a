"""Errors of experiments."""

from movegen.errors import JackdawError


class PoolError(JackdawError):
    """Workers are not available, or no longer."""
