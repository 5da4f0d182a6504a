"""Swiss rounds: who meets whom depends on the results so far.

Each round seats players who stand next to each other (the Monrad way) and avoids that they meet again. Which
tables are best is decided exactly, as a set partitioning problem: of all tables that could be formed, choose
those that seat everyone once and cost least. scipy's solver of integer programs does that, for tables of two
(where a matching algorithm would do, of another library) as for tables of three and four (where none does).
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np

from sims.pairings import Round, SeatCounts, check_players
from sims.results import GameResult, place_of
from sims.score_frequencies import Floats, Integers
from sims.standings import standings

_REACH = {2: 128, 3: 18, 4: 12}
"""How far apart in the standings, at most, the players of a table of two, three and four may be.

Keeps the number of possible tables below some ten thousands.
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
    """The next round of a Swiss tournament.

    - Standings: by wins then spread, of `results` and of the byes in `rounds`, each worth `games_per_table`
      won games; players level stand in an order that the seed and the round's number decide.
    - Byes, if the players do not fill tables of `per_table`: those with the fewest byes so far, of these the
      lowest.
    - Tables: as few meetings again as can be (the second meeting of two players counts 1, the third 4, and so
      on; among players up to 128, 18 and 12 places apart at tables of two, three and four); then the
      smallest sum of squared distances in the standings; then by the seed.
    - Seats: those that the players had least (`SeatCounts`); of two level in that the higher plays first.

    The same players, rounds, results and seed give the same round.

    Raises ResultsError on players too few or twice there, and on rounds or results that name others.
    """
    check_players(players, per_table)
    for name in (name for each in rounds for table in (*each.tables, each.byes) for name in table):
        place_of(players, name)
    random = np.random.Generator(np.random.Philox(key=[seed, len(rounds)]))
    byes = Counter(name for each in rounds for name in each.byes)
    shuffled = [players[place] for place in random.permutation(len(players))]
    worth = {name: count * games_per_table for name, count in byes.items()}
    ordered = [standing.player for standing in standings(shuffled, results, worth)]
    without = _byes(ordered, byes, len(players) % per_table)
    ordered = [name for name in ordered if name not in without]
    seats = SeatCounts(rounds)
    tables = _cheapest_tables(_meetings(ordered, rounds), per_table, random)
    return Round(tuple(seats.seat([ordered[place] for place in table]) for table in tables), without)


def _byes(ordered: Sequence[str], byes: Counter[str], count: int) -> tuple[str, ...]:
    """So many players with the fewest byes, of these the last in the standings; in the order of `ordered`."""
    chosen = sorted(range(len(ordered)), key=lambda place: (byes[ordered[place]], -place))[:count]
    return tuple(ordered[place] for place in sorted(chosen))


def _meetings(ordered: Sequence[str], rounds: Sequence[Round]) -> Integers:
    """How many rounds two players have sat at the same table: int64, (players, players)."""
    places = {name: place for place, name in enumerate(ordered)}
    meetings = np.zeros((len(ordered), len(ordered)), dtype=np.int64)
    for each in rounds:
        for table in each.tables:
            for one, other in permutations([places[name] for name in table if name in places], 2):
                meetings[one, other] += 1
    return meetings


def _cheapest_tables(
    meetings: Integers, per_table: int, random: np.random.Generator
) -> list[tuple[int, ...]]:
    """The tables, as places in the standings; each player sits at one."""
    from scipy.optimize import Bounds, LinearConstraint, milp  # slow to import
    from scipy.sparse import csc_array

    size = len(meetings)
    tables = _possible_tables(size, per_table)
    costs = _costs(tables, meetings) + random.uniform(0, 1e-3, len(tables))
    columns = np.arange(len(tables)).repeat(per_table)
    seated = csc_array((np.ones(tables.size), (tables.ravel(), columns)), shape=(size, len(tables)))
    found = milp(
        costs,
        integrality=np.ones(len(tables)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(seated, 1, 1),
        options={"mip_rel_gap": 0},
    )
    return [tuple(table) for table in tables[found.x > 0.5].tolist()]


def _possible_tables(size: int, per_table: int) -> Integers:
    """Every table of players near enough to each other: places in ascending order, (tables, per_table)."""
    reach = _REACH[per_table]
    tables = [
        (first, *others)
        for first in range(size)
        for others in combinations(range(first + 1, min(size, first + reach + 1)), per_table - 1)
    ]
    return np.array(tables, dtype=np.int64).reshape(-1, per_table)


def _costs(tables: Integers, meetings: Integers) -> Floats:
    """What each table costs; one meeting again outweighs all distances."""
    size, per_table = len(meetings), tables.shape[1]
    distance = np.zeros(len(tables))
    again = np.zeros(len(tables))
    for one, other in combinations(range(per_table), 2):
        distance += (tables[:, other] - tables[:, one]) ** 2
        again += meetings[tables[:, one], tables[:, other]] ** 2
    return distance + again * float(size * per_table * min(size, _REACH[per_table]) ** 2)
