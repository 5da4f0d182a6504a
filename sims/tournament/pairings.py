"""Schedules fixed in advance: round robin and gauntlet. For Swiss pairings see `swiss`.

A table is the players of a game in the order of play. Playing first is an advantage, so each player has each
seat about equally often.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from sims.match import MAX_PLAYERS, ResultsError

Table = tuple[str, ...]


@dataclass(frozen=True)
class Round:
    """The tables of a round, each player at one at most, and the players left over, who have a bye.

    In Swiss tournaments a bye counts as games won; in a round robin all wait as often, and it counts nothing.
    """

    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()


class SeatCounts:
    """Counts how often each player has had each seat, to choose the next ones."""

    def __init__(self, rounds: Iterable[Round] = ()) -> None:
        self._counts: dict[tuple[str, int], int] = {}
        for played in rounds:
            for table in played.tables:
                self._add(table)

    def seat(self, players: Sequence[str]) -> Table:
        """Return the players in the order that gives them their least used seats, and count it.

        Among equally good orders, the first of `itertools.permutations` wins, beginning with the given one.
        """
        table = min(permutations(players), key=self._excess)
        self._add(table)
        return table

    def _excess(self, table: Table) -> int:
        return sum(self._counts.get(place, 0) for place in zip(table, range(len(table)), strict=True))

    def _add(self, table: Table) -> None:
        for place in zip(table, range(len(table)), strict=True):
            self._counts[place] = self._counts.get(place, 0) + 1


def round_robin(players: Sequence[str], *, per_table: int = 2, cycles: int = 1) -> list[Round]:
    """Return rounds in which every set of `per_table` players meets once per cycle.

    Tables of two use the circle method: one round fewer than players or, with an odd number, as many rounds
    as players, each of whom has one bye. Each plays first as often as second, give or take one; every second
    cycle exchanges the seats. Tables of three and four: all sets of players, each in the first round in which
    all its players are free, with seats by `SeatCounts` and no byes.

    Raises ResultsError on fewer players than a table has, a repeated player, or numbers out of range.
    """
    _check(players, per_table, cycles)
    if per_table == 2:
        rounds = _circle(players)
        changed = [Round(tuple(table[::-1] for table in each.tables), each.byes) for each in rounds]
        return [each for cycle in range(cycles) for each in (changed if cycle % 2 else rounds)]
    seats = SeatCounts()
    sets = _disjoint_rounds(players, per_table)
    return [Round(tuple(seats.seat(table) for table in each)) for _ in range(cycles) for each in sets]


def gauntlet(challengers: Sequence[str], opponents: Sequence[str], *, cycles: int = 1) -> list[Round]:
    """Return rounds in which each challenger meets each opponent once per cycle, and nobody else meets.

    There are as many rounds as players on the larger side. Players without a table wait; there are no byes.

    Raises ResultsError on an empty side, a repeated player, or `cycles` below 1.
    """
    if not challengers or not opponents:
        raise ResultsError("a gauntlet needs challengers and opponents")
    _check([*challengers, *opponents], 2, cycles)
    seats = SeatCounts()
    size = max(len(challengers), len(opponents))
    rounds = []
    for turn in range(cycles * size):
        meetings = [(index, (index + turn) % size) for index in range(size)]
        rounds.append(
            Round(
                tuple(
                    seats.seat((challengers[one], opponents[other]))
                    for one, other in meetings
                    if one < len(challengers) and other < len(opponents)
                )
            )
        )
    return rounds


def check_players(players: Sequence[str], per_table: int) -> None:
    """Raise ResultsError unless these players, all different, can fill a table of this size."""
    if not 2 <= per_table <= MAX_PLAYERS:
        raise ResultsError(f"tables of {per_table} players", cure=f"expected 2 to {MAX_PLAYERS}")
    if len(players) < per_table:
        raise ResultsError(f"{len(players)} players are too few for a table of {per_table}")
    if len(set(players)) < len(players):
        raise ResultsError("a player appears twice", cure="give the players different names")


def _check(players: Sequence[str], per_table: int, cycles: int) -> None:
    check_players(players, per_table)
    if cycles < 1:
        raise ResultsError(f"{cycles} cycles", cure="expected 1 or more")


def _circle(players: Sequence[str]) -> list[Round]:
    """Return the rounds of the circle method: opposite seats meet, then all but the last one move on by one.

    Of two players, the one named earlier plays first if their indices differ by an odd number, which balances
    first and second moves.
    """
    size = len(players) + len(players) % 2  # with an odd number, the last seat stays empty
    rounds = []
    for turn in range(size - 1):
        circle = [(turn + step) % (size - 1) for step in range(size - 1)]
        meetings = [(circle[0], size - 1)] + [(circle[step], circle[-step]) for step in range(1, size // 2)]
        pairs = [sorted(meeting) for meeting in meetings]
        rounds.append(
            Round(
                tuple(
                    (players[low], players[high]) if (high - low) % 2 else (players[high], players[low])
                    for low, high in pairs
                    if high < len(players)
                ),
                tuple(players[low] for low, high in pairs if high == len(players)),
            )
        )
    return rounds


def _disjoint_rounds(players: Sequence[str], per_table: int) -> list[list[Table]]:
    rounds: list[list[Table]] = []
    seated: list[set[str]] = []
    for table in combinations(players, per_table):
        index = next((index for index, taken in enumerate(seated) if taken.isdisjoint(table)), len(rounds))
        if index == len(rounds):
            rounds.append([])
            seated.append(set())
        rounds[index].append(table)
        seated[index].update(table)
    return rounds
