"""The orders in which the tiles of the bag may be drawn: all of them, or an even sample."""

import random
from collections import Counter
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from movegen.variant import Rack, core_counts
from strategy.native import core


class BagOrders(NamedTuple):
    """Orders in which the tiles of the bag may be drawn.

    orders:  the tiles of each, uint8 (orders, tiles in the bag).
    weights: number of ways to draw single tiles that look like it, uint32.
    """

    orders: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.uint32]


class Sampling(NamedTuple):
    """How many arrangements of the unseen tiles are searched: samples, None for all of so many."""

    samples: int | None
    arrangements: int


def list_orders(unseen: Rack, bag: int) -> BagOrders:
    """List all orders of so many tiles in the bag."""
    tiles, weights = core.bag_orders(core_counts(unseen.counts), bag)
    return BagOrders(tiles.reshape(-1, bag), weights)


def sample_orders(unseen: Rack, bag: int, samples: int, seed: int) -> BagOrders:
    """Sample orders without replacement: each set of single tiles as often as any other, or once more.

    So for moves that draw the whole bag such a stratified sample holds all arrangements, if it takes each set
    equally often.
    """
    tiles, randomness = list(unseen), random.Random(seed)
    sets = list(combinations(range(len(tiles)), bag))
    each, rest = divmod(samples, len(sets))
    once_more = set(randomness.sample(range(len(sets)), rest))
    weights: Counter[tuple[int, ...]] = Counter()
    for number, places in enumerate(sets):
        orders = list(permutations(tiles[place] for place in places))
        weights.update(randomness.sample(orders, each + (number in once_more)))
    return BagOrders(np.array(list(weights), dtype=np.uint8), np.fromiter(weights.values(), dtype=np.uint32))


def sampling_of_whole_bag(unseen: int, bag: int, sampling: Sampling) -> Sampling:
    """Return what a stratified sample is for moves that draw all tiles of the bag, in whatever order."""
    sets = comb(unseen, bag)
    if sampling.samples is None or sampling.samples % sets == 0:
        return Sampling(None, sampling.arrangements)
    return Sampling(sampling.samples, sets) if sampling.samples < sets else sampling
