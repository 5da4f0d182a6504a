"""The players of games, by name: their strategies, and those whose moves may differ from run to run."""

from collections.abc import Sequence

from strategy.players import ProgramStrategy, Strategy, is_timed


def player_names(strategies: Sequence[Strategy]) -> tuple[str, ...]:
    """Return names for the players: those of their strategies, numbered where they repeat.

    >>> from strategy import load_strategy
    >>> player_names([load_strategy(name) for name in ("static", "greedy", "static")])
    ('static-1', 'greedy', 'static-2')
    """
    names = [strategy.name for strategy in strategies]
    return tuple(
        name if names.count(name) == 1 else f"{name}-{1 + names[:index].count(name)}"
        for index, name in enumerate(names)
    )


def timed_players(names: Sequence[str], strategies: Sequence[Strategy]) -> tuple[str, ...]:
    """Return the names of the players with a time limit. Their games are not reproducible."""
    return tuple(name for name, each in zip(names, strategies, strict=True) if is_timed(each))


def program_players(names: Sequence[str], strategies: Sequence[Strategy]) -> tuple[str, ...]:
    """Return the names of the players that are outside programs.

    Their games are reproducible only if the programs are.
    """
    players = zip(names, strategies, strict=True)
    return tuple(name for name, each in players if isinstance(each, ProgramStrategy))
