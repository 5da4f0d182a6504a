"""How long generating every move of a position takes, on positions of self-play.

    python bench/generate_moves.py --lexicon enable1.txt --games 20

Prints microseconds a position: as an array from the core, and sorted as a list.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator

from movegen import Lexicon, MoveGenerator, MoveKind, Rack, Variant
from sims.selfplay import Bag
from strategy import load_strategy


def positions(lexicon: Lexicon, games: int) -> Iterator[tuple[MoveGenerator, Rack, int]]:
    """Each position of self-play with the strategy rackh3, two players."""
    variant, strategy = Variant.standard(), load_strategy("rackh3")
    everything = Rack(variant.tiles, variant.tiles.counts)
    for seed in range(games):
        bag, generator = Bag(variant.tiles, seed), MoveGenerator(variant, lexicon)
        racks = [bag.draw(7), bag.draw(7)]
        on_board, scoreless, player = Rack.empty(variant.tiles), 0, 0
        while all(len(rack) for rack in racks) and scoreless < 6:
            rack = racks[player]
            yield generator, rack, len(bag)
            move = strategy.choose(generator, rack, len(bag), everything - on_board - rack)
            generator.play(move)
            racks[player] = rack - move.tiles_used + bag.draw(len(move.tiles_used))
            if move.kind is MoveKind.EXCHANGE:
                bag.put_back(move.tiles_used)
            elif move.kind is MoveKind.PLAY:
                on_board += move.tiles_used
            scoreless = 0 if move.score else scoreless + 1
            player = 1 - player


def best_of(repeats: int, call: Callable[[Rack, int], object], rack: Rack, bag_count: int) -> float:
    """The shortest of some runs: microseconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call(rack, bag_count)
        times.append(time.perf_counter() - start)
    return min(times) * 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lexicon", help="name or file; the lexicon inside if not given")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3, help="runs of each position; the shortest counts")
    options = parser.parse_args()
    lexicon = Lexicon.load(options.lexicon)
    core_times, list_times, counts = [], [], []
    for generator, rack, bag_count in positions(lexicon, options.games):
        counts.append(len(generator.moves(rack, bag_count)))
        core_times.append(best_of(options.repeats, generator.find_moves, rack, bag_count))
        list_times.append(best_of(options.repeats, generator.moves, rack, bag_count))
    print(f"{lexicon.name}: {len(counts)} positions, {statistics.mean(counts):.0f} moves a position")
    for what, times in (("found, as an array", core_times), ("sorted, as a MoveList", list_times)):
        mean, median = statistics.mean(times), statistics.median(times)
        print(f"{what:22} {mean:6.0f} us a position (median {median:.0f})")


if __name__ == "__main__":
    main()
