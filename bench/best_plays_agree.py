"""Compare the best plays with all plays, valued and sorted, for each variant and strategy, in self-play.

python bench/best_plays_agree.py [POSITIONS] [LEXICON]

The positions are shared out among the variants; lines of the same equity must come in the same order, too. In
WordSmog positions of more plays than are listed are left out.
"""

import argparse
from collections.abc import Iterator
from itertools import count

import numpy as np
from msgspec.structs import replace

from movegen import Lexicon, MoveGenerator, Rack, SubRacks, Variant
from movegen.board import MoveList, sort_order
from movegen.position import MAX_ANY_ORDER_PLAYS
from movegen.variant import WordOrder
from sims import play_static_games
from strategy import StaticStrategy, load_strategy
from strategy.players import fit_strategy

NAMES = ["greedy", "rackh1", "rackh2", "rackh3"]
LARGE = ["greedy", "rackh1", "rackh2", "static"]  # for racks of more tiles than the leaves of rackh3 reach
RULES = ["standard", "blocked", "crossplay", "super", "wordsmog"]
RACKS = [8, 9, 10]
SEVERAL, MARGIN = 15, 10_000  # number of best plays to compare, and their margin in milli-points


def variants() -> Iterator[tuple[str, Variant]]:
    """Yield the variants by name: those of the rules, and the standard game with larger racks."""
    for name in RULES:
        yield name, Variant.load(name)
    standard = Variant.standard()
    for size in RACKS:
        rules = replace(standard.rules, rack_size=size)
        yield f"racks of {size}", Variant(standard.tiles, standard.layout, rules)


def main(positions: int, lexicon: Lexicon) -> None:
    """Compare so many positions in all, and print how many of each variant are different."""
    chosen = list(variants())
    for name, variant in chosen:
        checked, different, left_out = compare(variant, lexicon, positions // len(chosen))
        print(f"{name}: {checked:,} positions, {different} different, {left_out} left out", flush=True)


def compare(variant: Variant, lexicon: Lexicon, positions: int) -> tuple[int, int, int]:
    """Return how many positions were compared, were different, and were left out."""
    checked = different = left_out = 0
    is_capped = variant.rules.word_order is WordOrder.ANY
    strategies = [
        _static(name, lexicon, variant) for name in (LARGE if variant.rules.rack_size > 7 else NAMES)
    ]
    for number in count():
        seats = [strategies[number % 4], strategies[number // 4 % 4]]
        played = play_static_games(
            seats, lexicon, variant=variant, seed=9, games=range(number, number + 1), turns=True
        )
        generator = MoveGenerator(variant, lexicon)
        unseen_all = Rack(variant.tiles, variant.tiles.counts)
        for turn in played.turns:
            rack = Rack.from_tiles(variant.tiles, turn["rack"][: turn["rack_size"]].tolist())
            bag_count, strategy = int(turn["bag_count"]), seats[turn["player"]]
            same = agrees(generator, rack, bag_count, strategy, unseen_all, is_capped)
            checked += same is not None
            left_out += same is None
            different += same is False
            generator.play(MoveList(turn["move"][np.newaxis], generator.board, rack)[0])
        if checked >= positions:
            return checked, different, left_out
    raise AssertionError


def _static(name: str, lexicon: Lexicon, variant: Variant) -> StaticStrategy:
    fitted = fit_strategy(load_strategy(name), lexicon, variant)
    assert isinstance(fitted, StaticStrategy)
    return fitted


def agrees(
    generator: MoveGenerator,
    rack: Rack,
    bag_count: int,
    strategy: StaticStrategy,
    unseen: Rack,
    is_capped: bool,
) -> bool | None:
    """Return whether the best plays are those of the list of all; None if that is not complete."""
    values = strategy.leave_values(SubRacks(rack), bag_count, unseen)
    moves = generator.find_moves(rack, 0)
    plays = moves[moves["kind"] == 0]
    if is_capped and len(plays) >= MAX_ANY_ORDER_PLAYS:
        return None
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("positions", nargs="?", type=int, default=10_000, help="in all (default: 10,000)")
    parser.add_argument("lexicon", nargs="?", help="name or file; default: the one included")
    options = parser.parse_args()
    main(options.positions, Lexicon.load(options.lexicon))
