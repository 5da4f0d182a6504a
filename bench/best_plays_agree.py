"""Compare the best plays with all plays, valued and sorted, on positions of self-play for each strategy.

python bench/best_plays_agree.py [POSITIONS] [LEXICON]
"""

import sys
from itertools import count

import numpy as np

from movegen import Lexicon, MoveGenerator, Rack, SubRacks, Variant
from movegen.board import MoveList, sort_order
from sims import play_static_games
from strategy import StaticStrategy, load_strategy

NAMES = ["greedy", "rackh1", "rackh2", "rackh3"]
SEVERAL, MARGIN = 15, 10_000  # number of best plays to compare, and their margin in milli-points


def main(positions: int, lexicon: Lexicon) -> None:
    checked = different = 0
    strategies = [load_strategy(name) for name in NAMES]
    for number in count():
        seats = [strategies[number % 4], strategies[number // 4 % 4]]
        played = play_static_games(seats, lexicon, seed=9, games=range(number, number + 1), turns=True)
        generator = MoveGenerator(Variant.standard(), lexicon)
        unseen_all = Rack(generator.variant.tiles, generator.variant.tiles.counts)
        for turn in played.turns:
            tiles = turn["rack"][: turn["rack_size"]].tolist()
            rack = Rack.from_tiles(generator.variant.tiles, tiles)
            different += not agrees(
                generator, rack, int(turn["bag_count"]), seats[turn["player"]], unseen_all
            )
            checked += 1
            generator.play(MoveList(turn["move"][np.newaxis], generator.board, rack)[0])
        print(f"\r{checked:,} positions, {different} different", end="", flush=True)
        if checked >= positions:
            print()
            return


def agrees(
    generator: MoveGenerator, rack: Rack, bag_count: int, strategy: StaticStrategy, unseen: Rack
) -> bool:
    values = strategy.leave_values(SubRacks(rack), bag_count, unseen)
    moves = generator.find_moves(rack, 0)
    plays = moves[moves["kind"] == 0]
    equities = plays["score"].astype(np.int64) * 1000 + values[plays["leave"]]
    order = sort_order(plays, equities, plays["score"])[:SEVERAL]
    near = order[equities[order] >= equities[order[0]] - MARGIN] if len(order) else order
    one, one_equity = generator.best_plays(rack, values)
    several, _ = generator.best_plays(rack, values, count=SEVERAL, margin=MARGIN)
    return (
        np.array_equal(one, plays[order[:1]])
        and np.array_equal(one_equity, equities[order[:1]])
        and np.array_equal(several, plays[near])
    )


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 10_000,
        Lexicon.load(sys.argv[2] if len(sys.argv) > 2 else None),
    )
