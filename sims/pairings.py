"""Schedules known beforehand: who meets whom in a round robin and in a gauntlet. For Swiss see `swiss.py`.

A table is the players of a game in the order of play. Who plays first has an advantage, so each player shall
have each seat about as often as the others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from sims.results import MOST_PLAYERS, ResultsError

Table = tuple[str, ...]


@dataclass(frozen=True)
class Round:
    """Tables that nobody sits at twice, and the players left over, who have a bye."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()


class SeatCounts:
    """How often each player has had each seat, to choose the next ones by."""

    def __init__(self, rounds: Iterable[Round] = ()) -> None:
        self._counts: dict[tuple[str, int], int] = {}
        for played in rounds:
            for table in played.tables:
                self._add(table)

    def seat(self, players: Sequence[str]) -> Table:
        """The players in the order of play that gives them the seats they had least, and count it.

        Of orders as good as each other, the first of `itertools.permutations`, which is the one given.
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
    """Everyone meets everyone: every set of `per_table` players sits together once a cycle.

    Tables of two: the circle method, in one round less than there are players, or, if they are odd in number,
    as many rounds as players, each of whom has a bye in turn. Each plays first as often as second, give or
    take one; every second cycle has the seats changed. Tables of three and four: all sets of players, each in
    the first round where all its players are free; seats go by `SeatCounts`; rounds of such have no byes.

    Raises ResultsError on fewer players than a table has, the same player twice, or numbers out of range.
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
    """Each challenger meets each opponent once a cycle; opponents do not meet, nor do challengers.

    There are as many rounds as there are of the larger side. Whoever has no table waits; nobody has a bye.

    Raises ResultsError on an empty side, a player who is there twice, or `cycles` below 1.
    """
    if not challengers or not opponents:
        raise ResultsError("a gauntlet needs challengers and opponents")
    _check([*challengers, *opponents], 2, cycles)
    seats = SeatCounts()
    size = max(len(challengers), len(opponents))
    rounds = []
    for turn in range(cycles * size):
        meetings = [(place, (place + turn) % size) for place in range(size)]
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


def seatings(table: Table, games: int) -> list[Table]:
    """The order of play in each of some games at a table: every game everyone moves up by a seat.

    So after as many games as there are players each has had each seat; paired games are played with the
    same tiles until then.

    >>> seatings(("ann", "ben"), 3)
    [('ann', 'ben'), ('ben', 'ann'), ('ann', 'ben')]
    """
    turns = (game % len(table) for game in range(games))
    return [table[turn:] + table[:turn] for turn in turns]


def check_players(players: Sequence[str], per_table: int) -> None:
    """Raise ResultsError unless a table of so many can be made of these players, all different."""
    if not 2 <= per_table <= MOST_PLAYERS:
        raise ResultsError(f"tables of {per_table} players", cure=f"expected 2 to {MOST_PLAYERS}")
    if len(players) < per_table:
        raise ResultsError(f"{len(players)} players are too few for a table of {per_table}")
    if len(set(players)) < len(players):
        raise ResultsError("a player is there twice", cure="give the players different names")


def _check(players: Sequence[str], per_table: int, cycles: int) -> None:
    check_players(players, per_table)
    if cycles < 1:
        raise ResultsError(f"{cycles} cycles", cure="expected 1 or more")


def _circle(players: Sequence[str]) -> list[Round]:
    """Places on a circle, the last one fixed: those opposite meet, then all but the last move on by one.

    Of two players the one named earlier plays first if their places are an odd number apart, which gives
    everyone as many first moves as second ones, give or take one.
    """
    size = len(players) + len(players) % 2  # the last place is nobody's if the number is odd
    rounds = []
    for turn in range(size - 1):
        places = [(turn + step) % (size - 1) for step in range(size - 1)]
        meetings = [(places[0], size - 1)] + [(places[step], places[-step]) for step in range(1, size // 2)]
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
    busy: list[set[str]] = []
    for table in combinations(players, per_table):
        place = next((place for place, taken in enumerate(busy) if taken.isdisjoint(table)), len(rounds))
        if place == len(rounds):
            rounds.append([])
            busy.append(set())
        rounds[place].append(table)
        busy[place].update(table)
    return rounds
