"""Rate all players of some matches and tournaments together: the ladder of docs/strength.md.

    jackdaw tournament levels --log levels.csv
    jackdaw pit sim_2ply static --games 400 --log sim.csv
    python bench/ladder.py levels.csv sim.csv

Ratings have the highest likelihood of all games, relative to `static`; errors are clustered by tile order.
The logs of runs with the same seed share their tiles, so give each run its own or ignore the small error.
"""

import argparse
import csv
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from sims.match import GameResult, rate_players


def read_results(path: Path, first: int) -> Iterator[GameResult]:
    """Yield the results of a log; its tile orders are numbered from `first`."""
    with path.open(encoding="utf-8", newline="") as lines:
        for _, rows in groupby(csv.DictReader(lines), key=lambda row: row["game"]):
            seats = {row["seat"]: row for row in rows}
            players = [seats[seat] for seat in sorted(seats)]
            yield GameResult(
                tuple(row["player"] for row in players),
                tuple(int(row["final_score"]) for row in players),
                first + int(players[0]["tile_order"]),
            )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("logs", nargs="+", type=Path, help="CSV files of `--log`")
    parser.add_argument("--anchor", default="static", help="the player rated 0 (static)")
    options = parser.parse_args()
    results: list[GameResult] = []
    for path in options.logs:
        first = max((result.tile_order or 0 for result in results), default=-1) + 1
        results += read_results(path, first)
    ratings = rate_players(results, anchor=options.anchor)
    print("| player | pairs | Elo | points |")
    print("|---|---|---|---|")
    for rating in ratings.ranked:
        mine = [result for result in results if rating.player in result.players]
        scores = [result.scores[result.players.index(rating.player)] for result in mine]
        low, high = rating.ci95
        print(
            f"| {rating.player} | {len(mine) // 2:,} | {rating.elo:+.0f} ({low:+.0f} to {high:+.0f}) "
            f"| {sum(scores) / len(scores):.0f} |"
        )


if __name__ == "__main__":
    main()
