"""The order of play of the games at a table, written down one by one."""

from typing import TypeVar

Player = TypeVar("Player", str, int)


def seatings(table: tuple[Player, ...], games: int) -> list[tuple[Player, ...]]:
    """The order of play of each of some games at a table: each game, everyone moves up by a seat."""
    turns = (game % len(table) for game in range(games))
    return [table[turn:] + table[:turn] for turn in turns]
