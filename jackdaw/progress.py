"""Progress on standard error."""

import sys

import click


class ProgressLine:
    """One line that changes where a terminal shows it, else one line a stage that begins with a word."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._live = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, what: str, done: int, all_: int) -> None:
        """Tell how much of a stage is done."""
        if self._live:
            click.echo(
                f"\r\033[K{what}: {done:,} of {all_:,}" if done < all_ else "\r\033[K", nl=False, err=True
            )
        elif done == 0:
            click.echo(f"{self._word}: {what} ({all_:,})", err=True)
