"""Swiss rounds: pairings that depend on the results so far.

Each round seats players who are close in the standings (the Monrad system) and avoids repeated meetings. The
best tables are found exactly, as a set partitioning problem: of all tables that could be formed, choose those
that seat every player once at the least total cost. It is solved as an integer program with HiGHS, through
`scipy.optimize.milp`, for tables of two, three and four alike. A matching algorithm would do for two only.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
import scipy

from sims.match import Floats, GameResult, Integers, player_index
from sims.tournament.pairings import Round, SeatCounts, check_players
from sims.tournament.standings import standings

_REACH = {2: 128, 3: 18, 4: 12}
"""The maximum distance in the standings between the players of a table of two, three and four.

It limits the number of possible tables to some ten thousand.
"""


def swiss_round(
    players: Sequence[str],
    rounds: Sequence[Round],
    results: Sequence[GameResult],
    *,
    per_table: int = 2,
    games_per_table: int = 1,
    seed: int = 0,
) -> Round:
    """Return the next round of a Swiss tournament.

    - Standings: by wins, then by spread. They count `results`, and the byes in `rounds` as `games_per_table`
      won games each. The seed and the number of the round decide the order of tied players.
    - Byes, if the players do not fill tables of `per_table`: for the players with the fewest byes so far, the
      lowest of them first.
    - Tables: those with the fewest repeated meetings (the second meeting of two players counts 1, the third
      4, and so on), then with the smallest sum of squared distances in the standings, then by the seed.
      Players up to 128, 18 and 12 ranks apart may meet at tables of two, three and four.
    - Seats: those that the players had least often (`SeatCounts`). Between equals, the higher plays first.

    The same players, rounds, results and seed give the same round.

    Raises ResultsError when players are too few or named twice, or rounds or results name other players.
    """
    check_players(players, per_table)
    for name in (name for each in rounds for table in (*each.tables, each.byes) for name in table):
        player_index(players, name)
    random = np.random.Generator(np.random.Philox(key=[seed, len(rounds)]))
    byes = Counter(name for each in rounds for name in each.byes)
    shuffled = [players[index] for index in random.permutation(len(players))]
    worth = {name: count * games_per_table for name, count in byes.items()}
    ordered = [standing.player for standing in standings(shuffled, results, worth)]
    without = _byes(ordered, byes, len(players) % per_table)
    ordered = [name for name in ordered if name not in without]
    seats = SeatCounts(rounds)
    tables = _cheapest_tables(_meetings(ordered, rounds), per_table, random)
    return Round(tuple(seats.seat([ordered[index] for index in table]) for table in tables), without)


def _byes(ordered: Sequence[str], byes: Counter[str], count: int) -> tuple[str, ...]:
    """Return the players with the fewest byes, the lowest of them first, in the order of `ordered`."""
    chosen = sorted(range(len(ordered)), key=lambda index: (byes[ordered[index]], -index))[:count]
    return tuple(ordered[index] for index in sorted(chosen))


def _meetings(ordered: Sequence[str], rounds: Sequence[Round]) -> Integers:
    """Return the number of rounds that two players sat at the same table: int64, (players, players)."""
    indices = {name: index for index, name in enumerate(ordered)}
    meetings = np.zeros((len(ordered), len(ordered)), dtype=np.int64)
    for each in rounds:
        for table in each.tables:
            for one, other in permutations([indices[name] for name in table if name in indices], 2):
                meetings[one, other] += 1
    return meetings


def _cheapest_tables(
    meetings: Integers, per_table: int, random: "np.random.Generator"
) -> list[tuple[int, ...]]:
    """Return the tables as indices into the standings; each player sits at one."""
    size = len(meetings)
    tables = _possible_tables(size, per_table)
    costs = _costs(tables, meetings) + random.uniform(0, 1e-3, len(tables))
    columns = np.arange(len(tables), dtype=np.int32).repeat(per_table)  # SciPy 1.12's solver takes no others
    entries = (np.ones(tables.size), (tables.ravel().astype(np.int32), columns))
    seated = scipy.sparse.csc_array(entries, shape=(size, len(tables)))
    found = scipy.optimize.milp(
        costs,
        integrality=np.ones(len(tables)),
        bounds=scipy.optimize.Bounds(0, 1),
        constraints=scipy.optimize.LinearConstraint(seated, 1, 1),
        options={"mip_rel_gap": 0},
    )
    return [tuple(table) for table in tables[found.x > 0.5].tolist()]


def _possible_tables(size: int, per_table: int) -> Integers:
    """Return every table of players near enough to each other: ascending indices, (tables, per_table)."""
    reach = _REACH[per_table]
    tables = [
        (first, *others)
        for first in range(size)
        for others in combinations(range(first + 1, min(size, first + reach + 1)), per_table - 1)
    ]
    return np.array(tables, dtype=np.int64).reshape(-1, per_table)


def _costs(tables: Integers, meetings: Integers) -> Floats:
    """Return the cost of each table; one repeated meeting outweighs all distances."""
    size, per_table = len(meetings), tables.shape[1]
    distance = np.zeros(len(tables))
    again = np.zeros(len(tables))
    for one, other in combinations(range(per_table), 2):
        distance += (tables[:, other] - tables[:, one]) ** 2
        again += meetings[tables[:, one], tables[:, other]] ** 2
    return distance + again * float(size * per_table * min(size, _REACH[per_table]) ** 2)
