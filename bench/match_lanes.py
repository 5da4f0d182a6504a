"""Measure three ways of matching a lane, and how their time grows with the lexicon.

    PYTHONPATH=tests/support python bench/match_lanes.py --lexicon enable1.txt --lanes 300

Lanes and racks come from self-play with the whole lexicon; they are then matched with every 16th word of it,
every 8th and so on. The growth is given as an exponent of the number of words, and as the cost of 1000 more
words, from the smallest lexicon to the largest. Then the constraint tables are compared with the word graph.
"""

import argparse
import itertools
import math
import random
import statistics
import time
from collections.abc import Callable, Iterable
from functools import partial

from lane_matchers import GraphMatcher, LaneMatcher, ScanMatcher
from pair_index import PairIndexMatcher

from movegen import Direction, Lexicon, Rack
from movegen.lexicon import Constraints, ConstraintTables, GraphConstraints, Lane
from sims.benchmark import self_play_positions

MATCHERS: dict[str, type[LaneMatcher]] = {
    "scan": ScanMatcher,
    "pair index": PairIndexMatcher,
    "word graph": GraphMatcher,
}
PARTS = (16, 8, 4, 2, 1)
Problem = tuple[Lane, Rack]


def problems(lexicon: Lexicon, games: int, count: int) -> list[Problem]:
    """Return lanes with racks from self-play, drawn at random from all lanes of all positions."""
    found = [
        (lane, rack)
        for game in range(games)
        for generator, rack, _ in self_play_positions(lexicon, game)
        for direction in Direction
        for lane in generator.lanes(direction)
    ]
    return random.Random(1).sample(found, min(count, len(found)))


def seconds(call: Callable[[], object], repeats: int = 1) -> float:
    """Return the shortest of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def matching_times(matcher: LaneMatcher, lanes: Iterable[Problem], repeats: int) -> list[float]:
    """Return the time of each lane in microseconds."""
    return [1e6 * seconds(partial(matcher.match_records, lane, rack), repeats) for lane, rack in lanes]


def built_size(kind: type[LaneMatcher], lexicon: Lexicon) -> int:
    """Build a matcher with its lazy tables and return its size in bytes."""
    return kind(lexicon).nbytes


def compare_matchers(lexicon: Lexicon, lanes: list[Problem], repeats: int) -> None:
    """Print times, sizes and their growth with the number of words."""
    plain = [rack.counts[0] == 0 for _, rack in lanes]
    print(f"{len(lanes)} lanes, {plain.count(False)} of them with a blank on the rack; us a lane (median)")
    print("    words  placements  matcher         mean  median  no blank   blank   ready in       MB")
    means: dict[str, list[float]] = {name: [] for name in MATCHERS}
    words, sizes = list(lexicon), []
    for part in PARTS:
        fewer = Lexicon.from_words(words[::part], lexicon.tile_set)
        sizes.append(len(fewer))
        placed = statistics.mean(len(fewer.match_records(lane, rack)) for lane, rack in lanes)
        for name, kind in MATCHERS.items():
            matcher = kind(fewer)
            ready = seconds(partial(built_size, kind, fewer))
            megabytes = matcher.nbytes / 1e6  # builds the lazy tables
            times = matching_times(matcher, lanes, repeats)
            means[name].append(statistics.mean(times))
            by_blank = [
                statistics.mean(list(itertools.compress(times, chosen)) or [math.nan])
                for chosen in (plain, [not flag for flag in plain])
            ]
            mean, median = means[name][-1], statistics.median(times)
            print(
                f"{len(fewer):9,}  {placed:10.1f}  {name:10} {mean:9.0f} {median:7.0f}"
                f" {by_blank[0]:9.0f} {by_blank[1]:7.0f} {ready:8.2f} s {megabytes:8.1f}",
                flush=True,
            )
    for name, times in means.items():
        power = math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0])
        more = 1000 * (times[-1] - times[0]) / (sizes[-1] - sizes[0])
        print(
            f"{name}: grows with the words to the power {power:.2f}, {more:.2f} us a lane for 1000 words more"
        )


def compare_constraints(lexicon: Lexicon) -> None:
    """Print the sizes of the tables, and the time of a query of them and of the word graph."""
    build = seconds(lambda: ConstraintTables(lexicon))
    tables, graph = ConstraintTables(lexicon), GraphConstraints(lexicon)
    print(f"constraint tables made in {build:.2f} s: {tables.sizes}")
    chance = random.Random(1)
    around = [key.split(b"\0") for key in chance.sample(sorted(tables.infix), 10_000)]
    before = [(key, b"") for key in chance.sample(sorted(tables.suffix), 10_000)]
    for what, queries in (("suffix", before), ("infix", around)):
        for name, constraints in (("tables", tables), ("word graph", graph)):
            took = seconds(partial(query, constraints, queries), 3)
            print(f"{what} from {name}: {1e6 * took / len(queries):.2f} us")


def query(constraints: Constraints, queries: Iterable[Iterable[bytes]]) -> None:
    for before, behind in queries:
        constraints.cross_check(before, behind)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lexicon", help="name or file; default: the one included")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--lanes", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=3, help="runs of each lane; the shortest counts")
    options = parser.parse_args()
    lexicon = Lexicon.load(options.lexicon)
    print(f"{lexicon.name}: {len(lexicon):,} words")
    compare_matchers(lexicon, problems(lexicon, options.games, options.lanes), options.repeats)
    compare_constraints(lexicon)


if __name__ == "__main__":
    main()
