"""Samples of the orders in which the tiles of the bag may be drawn, and what they say of each move."""

from collections import Counter
from dataclasses import replace
from math import comb, perm, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_preendgames import WORDS, preendgames

from movegen import Position, PositionError, Rack, TileSet
from strategy import PreendgameOptions, SearchLimits, solve_preendgame
from strategy.endgame import PreendgameOutcomes, Source
from strategy.endgame.bag_samples import (
    BagOrders,
    Sampling,
    list_orders,
    sample_orders,
    sampling_of_whole_bag,
)

pytestmark = pytest.mark.core

ALL_WINS = PreendgameOptions(all_wins=True)


def three_in_the_bag() -> list[Position]:
    """Return positions with moves that draw three tiles, and moves that draw fewer."""
    return preendgames(4, 3)[:3]


@st.composite
def samples(draw: st.DrawFn) -> tuple[Rack, int, int, int]:
    """Draw unseen tiles, the size of the bag, a number of samples, and a seed."""
    text = draw(st.text("ABCDE?", min_size=4, max_size=7))
    bag = draw(st.integers(1, 4))
    count = draw(st.integers(1, perm(len(text), bag)))
    return TileSet.load("english").parse_rack(text), bag, count, draw(st.integers(0, 99))


def weights_of_sets(found: BagOrders) -> Counter[tuple[int, ...]]:
    """Return the weight of each set of tiles in the bag."""
    weights: Counter[tuple[int, ...]] = Counter()
    for order, weight in zip(found.orders.tolist(), found.weights.tolist(), strict=True):
        weights[tuple(sorted(order))] += weight
    return weights


@given(samples())
def test_each_set_of_tiles_is_sampled_as_often_as_any_other_or_once_more(
    given_sample: tuple[Rack, int, int, int],
) -> None:
    unseen, bag, count, seed = given_sample
    found = sample_orders(unseen, bag, count, seed)
    assert found.weights.sum() == count
    counts = Counter(unseen)
    each, rest = divmod(count, comb(len(unseen), bag))
    for tiles, weight in weights_of_sets(found).items():
        ways = prod(comb(counts[tile], number) for tile, number in Counter(tiles).items())
        assert each * ways <= weight <= (each + (rest > 0)) * ways


@given(samples())
def test_no_order_is_sampled_twice(given_sample: tuple[Rack, int, int, int]) -> None:
    unseen, bag, count, seed = given_sample
    found, every = sample_orders(unseen, bag, count, seed), list_orders(unseen, bag)
    most = dict(zip(map(tuple, every.orders.tolist()), every.weights.tolist(), strict=True))
    sampled = dict(zip(map(tuple, found.orders.tolist()), found.weights.tolist(), strict=True))
    assert len(sampled) == len(found.orders)
    assert all(weight <= most[order] for order, weight in sampled.items())
    if count == perm(len(unseen), bag):
        assert sampled == most


def test_the_seed_decides() -> None:
    unseen = TileSet.load("english").parse_rack("AABCDE")
    first, again, other = (
        [each.tolist() for each in sample_orders(unseen, 3, 10, seed)] for seed in (1, 1, 2)
    )
    assert first == again != other


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (None, Sampling(None, 720)),
        (120, Sampling(None, 720)),
        (240, Sampling(None, 720)),
        (32, Sampling(32, 120)),
        (200, Sampling(200, 720)),
    ],
)
def test_what_a_sample_is_for_a_move_that_draws_the_whole_bag(count: int | None, expected: Sampling) -> None:
    assert sampling_of_whole_bag(10, 3, Sampling(count, 720)) == expected


def test_defaults() -> None:
    for unseen, bag, count in (
        (8, 1, None),
        (9, 2, None),
        (10, 3, 120),
        (9, 3, 84),
        (3, 3, 1),
        (11, 4, 330),
        (14, 4, 330),
    ):
        assert PreendgameOptions().count_samples(unseen, bag) == count
    assert PreendgameOptions(samples=720).count_samples(10, 3) is None


def test_moves_that_draw_three_tiles_are_proven_and_others_sampled() -> None:
    """By default each set of three tiles is in the bag once, so nothing is left out for such moves."""
    kinds = set()
    for position in three_in_the_bag():
        moves = position.moves(WORDS)
        whole = [move for move in moves if len(move.tiles_used) >= 3]
        sampled = solve_preendgame(position, WORDS, options=ALL_WINS, limits=SearchLimits(nodes=20_000))
        assert sampled.samples == comb(len(position.unseen), 3)
        for each in sampled.moves:
            draws_all = each.move in whole
            kinds.add((draws_all, each.win_source))
            assert each.is_proven == (draws_all and each.is_settled)
            assert each.possible_win == (each.most_win if draws_all else 1)
        if whole:
            options = replace(ALL_WINS, samples=10_000)
            exact = solve_preendgame(position, WORDS, moves=whole, options=options)
            wins = {each.move: each.win for each in exact.moves}
            found = {each.move: each.win for each in sampled.moves if each.is_proven}
            assert exact.samples is None and found == {move: pytest.approx(wins[move]) for move in found}
    assert kinds >= {(True, Source.PROVEN), (False, Source.SAMPLED)}


def test_a_sampled_rival_may_win_more_often() -> None:
    position = three_in_the_bag()[1]
    found = solve_preendgame(position, WORDS, options=ALL_WINS, limits=SearchLimits(nodes=20_000))
    proven = next(each for each in found.moves if each.is_proven)
    sampled = next(each for each in found.moves if each.samples is not None)
    assert 0 < proven.win < 1 and replace(found, moves=(proven,)).is_proven
    lost = replace(
        sampled, outcomes=PreendgameOutcomes.of([replace(sampled.outcomes[0], lower=-9, upper=-9)])
    )
    assert lost.most_win == 0 and not replace(found, moves=(proven, lost)).is_proven


def test_too_few_samples_are_refused() -> None:
    with pytest.raises(PositionError, match="1 samples"):
        solve_preendgame(three_in_the_bag()[0], WORDS, options=PreendgameOptions(samples=1))
