"""Errors of experiments."""

from movegen.errors import JackdawError


class PoolError(JackdawError):
    """Workers are not available, or no longer."""


class EngineError(JackdawError):
    """An outside program that fails as a player: it dies, says nothing, too much, or no legal move.

    `question` is the position that it was asked about, if any; it shows the rack of the player.
    """

    question: str | None = None

    def advice(self) -> str | None:
        """Return the last part of the message: the cure, and the question."""
        parts = [self.cure] if self.cure else []
        parts += [f"the question was: {self.question}"] if self.question else []
        return "; ".join(parts) or None


class EngineStartError(EngineError):
    """An outside program that cannot be started, or does not answer the greeting."""


class EngineStoppedError(EngineError):
    """An outside program that was stopped while it was thinking, because this program ends."""
