"""Measure the time to generate every move of a position, on positions of self-play.

    python bench/generate_moves.py --lexicon enable1.txt --games 20

Prints microseconds a position: as an array from the core, and sorted as a list.
"""

import argparse
import statistics
import time
from collections.abc import Callable

from movegen import Lexicon, Rack
from sims.benchmark import self_play_positions


def best_of(repeats: int, call: Callable[[Rack, int], object], rack: Rack, bag_count: int) -> float:
    """Return the shortest of several runs, in microseconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call(rack, bag_count)
        times.append(time.perf_counter() - start)
    return min(times) * 1e6


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lexicon", help="name or file; default: the one included")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3, help="runs of each position; the shortest counts")
    options = parser.parse_args()
    lexicon = Lexicon.load(options.lexicon)
    core_times, list_times, counts = [], [], []
    for seed in range(options.games):
        for generator, rack, bag_count in self_play_positions(lexicon, seed):
            counts.append(len(generator.moves(rack, bag_count)))
            core_times.append(best_of(options.repeats, generator.find_moves, rack, bag_count))
            list_times.append(best_of(options.repeats, generator.moves, rack, bag_count))
    print(f"{lexicon.name}: {len(counts)} positions, {statistics.mean(counts):.0f} moves a position")
    for what, times in (("found, as an array", core_times), ("sorted, as a MoveList", list_times)):
        mean, median = statistics.mean(times), statistics.median(times)
        print(f"{what:22} {mean:6.0f} us a position (median {median:.0f})")


if __name__ == "__main__":
    main()
