"""Measure the time and memory of whole games of static self-play in the core.

    python bench/self_play.py --lexicon enable1.txt --games 2000

Plays with RackH2 as it is worked out, and with its values as a table of 914,624 leaves, so that looking a
leave up costs what it does with learned ones. Tables are made in a process of their own: what is said of
memory is the peak of playing.
"""

import argparse
import resource
import statistics
import tempfile
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace

from movegen import Lexicon, TileSet
from sims import play_static_games
from strategy import Leaves, LeaveTable, StaticStrategy, load_strategy, write_klv2

BATCHES = 5


def write_table(path: Path) -> None:
    """Write RackH2 as a file of leaves of up to six tiles."""
    write_klv2(LeaveTable.from_heuristic(Leaves.load("rackh2", TileSet.load("english"))), path)


def peak() -> float:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(what: str, strategy: StaticStrategy, lexicon: Lexicon, games: int, turns: bool = False) -> None:
    """Play in batches and print the fastest and the median."""
    play_static_games([strategy] * 2, lexicon, games=10)
    share = max(1, games // BATCHES)
    times, counts, points = [], [], []
    for batch in range(BATCHES):
        start = perf_counter()
        played = play_static_games(
            [strategy] * 2, lexicon, games=range(batch * share, (batch + 1) * share), turns=turns
        )
        times.append((perf_counter() - start) * 1e6)
        counts.append(int(played.games["turns"].sum()))
        points.append(played.games["scores"][:, :2].mean())
    per_turn = [time / count for time, count in zip(times, counts, strict=True)]
    print(
        f"{what:24} {min(per_turn):6.1f} us a turn (median {statistics.median(per_turn):.1f}), "
        f"{share / min(times) * 1e6:.0f} games a second, {sum(counts) / share / BATCHES:.1f} turns a game, "
        f"{statistics.mean(points):.1f} points a player, peak {peak():.0f} MB"
    )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lexicon", help="name or file; default: the one included")
    parser.add_argument("--games", type=int, default=2000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.klv2"
        writer = get_context("spawn").Process(target=write_table, args=(path,))
        writer.start()
        writer.join()
        print(f"peak of Python, NumPy and this program: {peak():.0f} MB")
        lexicon = Lexicon.load(options.lexicon)
        print(f"with {lexicon.name} loaded: {peak():.0f} MB")
        worked_out = load_strategy("rackh2")
        table = StaticStrategy(replace(worked_out.config, name="table", leaves=str(path)))
        measure("rackh2", worked_out, lexicon, options.games)
        measure("a table of it", table, lexicon, options.games)
        measure("the same, with turns", table, lexicon, options.games, turns=True)


if __name__ == "__main__":
    main()
