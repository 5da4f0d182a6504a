"""Measure tables of leave values: filling one with RackH3, writing and reading it as KLV2, looking up leaves.

python bench/leave_tables.py
"""

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from movegen import SubRacks, TileSet
from strategy import Leaves, LeaveTable, read_klv2, write_klv2

RACKS = ["AEINRST", "AABBCDE", "?QUIZED", "EEEEIIO"]


def seconds(work: Callable[[], object], repeats: int) -> float:
    """Return the shortest of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return min(times)


def values_of(leaves: Leaves | LeaveTable, sub_racks: list[SubRacks]) -> None:
    for each in sub_racks:
        leaves.values(each)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    english = TileSet.load("english")
    heuristic = Leaves.load("rackh3", english)
    table = LeaveTable.from_heuristic(heuristic)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rackh3.klv2"
        print(
            f"fill   {seconds(lambda: LeaveTable.from_heuristic(heuristic), 3):.3f} s, {len(table):,} leaves"
        )
        print(f"write  {seconds(lambda: write_klv2(table, path), 3):.3f} s, {path.stat().st_size:,} bytes")
        print(f"read   {seconds(lambda: read_klv2(path, english), 5):.3f} s")
    sub_racks = [SubRacks(english.parse_rack(rack)) for rack in RACKS]
    for leaves in (heuristic, table):
        spent = seconds(partial(values_of, leaves, sub_racks * 500), 3)
        print(f"{type(leaves).__name__:10} {spent / len(RACKS) / 500 * 1e6:.1f} us a rack")


if __name__ == "__main__":
    main()
