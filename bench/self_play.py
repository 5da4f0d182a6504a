"""How long whole games of static self-play take in the core, leaves of a learned table's size included.

    python bench/self_play.py --lexicon enable1.txt --games 2000

Plays with RackH2's values as a table of 914,624 leaves (so that looking a leave up costs what it does with
learned ones) and with RackH2 itself. `--profile` only plays, for valgrind: the table is made before.
"""

import argparse
import resource
import statistics
import tempfile
from pathlib import Path
from time import perf_counter

from movegen import Lexicon, TileSet
from sims import play_static_games
from strategy import Leaves, LeaveTable, StaticStrategy, write_klv2
from strategy.static import StrategyConfig

_BATCHES = 5


def table_strategy(folder: Path) -> StaticStrategy:
    """RackH2 with its leaves as a file of 914,624 values."""
    path = folder / "table.klv2"
    write_klv2(LeaveTable.tabulated(Leaves.load("rackh2", TileSet.load("english"))), path)
    config = StaticStrategy.load("rackh2").config
    return StaticStrategy(StrategyConfig(**{**_fields(config), "name": "table", "leaves": str(path)}))


def _fields(config: StrategyConfig) -> dict[str, object]:
    return {name: getattr(config, name) for name in config.__struct_fields__}


def peak_megabytes() -> float:
    """The most memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(strategy: StaticStrategy, lexicon: Lexicon, games: int, turns: bool) -> None:
    """Play in batches and print the fastest and the median."""
    play_static_games([strategy] * 2, lexicon, games=10)
    times, counted = [], 0
    for batch in range(_BATCHES):
        share = games // _BATCHES
        start = perf_counter()
        played = play_static_games([strategy] * 2, lexicon, first=batch * share, games=share, turns=turns)
        times.append((perf_counter() - start) / played.games["turns"].sum() * 1e6)
        counted += int(played.games["turns"].sum())
    rate = games / counted / statistics.median(times) * 1e6
    what = f"{strategy.name}{', every turn told' if turns else ''}"
    print(
        f"{what:24} {min(times):6.1f} us a turn (median {statistics.median(times):.1f}), "
        f"{counted / games:.1f} turns a game, {rate:.0f} games a second, peak {peak_megabytes():.0f} MB"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lexicon", help="name or file; the lexicon inside if not given")
    parser.add_argument("--games", type=int, default=2000)
    options = parser.parse_args()
    print(f"peak of Python with NumPy and this program: {peak_megabytes():.0f} MB")
    lexicon = Lexicon.load(options.lexicon)
    print(f"with {lexicon.name} loaded: {peak_megabytes():.0f} MB")
    measure(StaticStrategy.load("rackh2"), lexicon, options.games, turns=False)
    with tempfile.TemporaryDirectory() as folder:
        table = table_strategy(Path(folder))
        measure(table, lexicon, options.games, turns=False)
        measure(table, lexicon, options.games, turns=True)


if __name__ == "__main__":
    main()
