"""The core's sums of self-play equal those of a slow Python loop, game by game, rack by rack."""

import itertools
import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_bag import SlowBag, SlowStream
from tiny_game import tiny_lexicon, tiny_variant

from movegen import ConfigError, Game, Move, MoveGenerator, Rack, Variant
from sims.bag import play_out
from sims.training.leave_sums import FIRST_TURN, MIN_BAG, RACKS, LeaveSums, max_leave_tiles, sum_leaves
from strategy import LeaveTable, StaticStrategy, write_klv2
from strategy.leaves import all_keys

pytestmark = pytest.mark.core

VARIANT, LEXICON = tiny_variant(), tiny_lexicon()
TILES = VARIANT.tiles
MOST = 3


def drawn_table(most: int = MOST) -> LeaveTable:
    keys = all_keys(TILES, most)
    points = np.random.default_rng(3).integers(-9000, 9000, len(keys))
    return LeaveTable(TILES, "drawn", keys, points)


class SlowSums:
    """The core's sums in plain Python, with every rule written out."""

    def __init__(self, strategy: StaticStrategy, most: int) -> None:
        self.strategy, self.most = strategy, most
        self.deviations: Counter[Rack] = Counter()
        self.counts: Counter[Rack] = Counter()
        self.racks = self.equities = self.squares = 0

    def play(self, seed: int, number: int) -> None:
        bag, random = SlowBag(TILES, seed, number), SlowStream(seed, number, use=1)
        generator = MoveGenerator(VARIANT, LEXICON)
        everything = Rack(TILES, TILES.counts)
        turns = itertools.count(1)

        def choose(game: Game, rack: Rack, bag_count: int) -> Move:
            hidden = everything - Rack(TILES, game.state.board.tile_counts)
            other = hidden - rack - Rack.from_tiles(TILES, bag.tiles)
            hands = [rack, other] if game.state.on_turn == 0 else [other, rack]
            if next(turns) >= FIRST_TURN and bag_count >= MIN_BAG:
                self.deal(generator, [*bag.tiles, *hands[0], *hands[1]], random, bag_count, hidden)
            move = self.strategy.choose(generator, rack, bag_count, hidden - rack).move
            generator.play(move)
            return move

        play_out(Game.new(VARIANT, ["one", "two"], LEXICON.name), bag, choose)  # type: ignore[arg-type]

    def deal(
        self, generator: MoveGenerator, unseen: list[int], random: SlowStream, bag_count: int, hidden: Rack
    ) -> None:
        racks, equities = [], []
        for _ in range(RACKS):
            for place in range(VARIANT.rules.rack_size):
                other = place + random.draw_up_to(len(unseen) - place - 1)
                unseen[place], unseen[other] = unseen[other], unseen[place]
            rack = Rack.from_tiles(TILES, unseen[: VARIANT.rules.rack_size])
            racks.append(rack)
            equities.append(int(self.strategy.best(generator, rack, bag_count, hidden - rack).equities[0]))
        for place, rack in enumerate(racks):
            others = equities[:place] + equities[place + 1 :]
            deviation = len(others) * equities[place] - sum(others)
            self.racks += 1
            self.equities += equities[place]
            self.squares += int(deviation / (10 * len(others))) ** 2
            for size in range(1, self.most + 1):
                for saved in itertools.combinations(list(rack), size):  # each way to choose a leave
                    leave = Rack.from_tiles(TILES, saved)
                    self.deviations[leave] += deviation
                    self.counts[leave] += 1


@pytest.mark.parametrize("most", [3, 2])
def test_the_sums_are_those_of_a_slow_loop(most: int, tmp_path: Path) -> None:
    table = drawn_table(most)
    path = tmp_path / "drawn.klv2"
    write_klv2(table, path)
    strategy = StaticStrategy.load(str(path))
    slow = SlowSums(strategy, most)
    for number in range(5, 11):
        slow.play(seed=8, number=number)
    sums = sum_leaves(LEXICON, VARIANT, strategy.config, table, max_tiles=most, seed=8, games=range(5, 11))
    leaves = [leave for leave, _ in table.items()]
    assert sums.deviations.tolist() == [slow.deviations[leave] for leave in leaves]
    assert sums.counts.tolist() == [slow.counts[leave] for leave in leaves]
    assert (sums.racks, sums.equities, sums.squares) == (slow.racks, slow.equities, slow.squares)
    assert sums.racks > 6 * RACKS and (sums.counts > 0).mean() > 0.9
    assert sums.mean_equity == pytest.approx(slow.equities / slow.racks / 1000)
    mean = slow.deviations[leaves[0]] / slow.counts[leaves[0]] / (RACKS - 1) / 1000
    assert sums.means[0] == pytest.approx(mean)


def test_parts_add_up() -> None:
    config, table = StaticStrategy.load("static").config, drawn_table()

    def play(first: int, games: int) -> LeaveSums:
        return sum_leaves(
            LEXICON, VARIANT, config, table, max_tiles=MOST, seed=1, games=range(first, first + games)
        )

    whole, parts = play(0, 9), play(4, 5) + play(0, 1) + play(1, 3)
    for field in ("deviations", "counts"):
        assert np.array_equal(getattr(whole, field), getattr(parts, field))
    for field in ("racks", "equities", "squares", "mean_equity", "variance"):
        assert getattr(whole, field) == getattr(parts, field)


def test_how_long_leaves_may_be() -> None:
    assert (max_leave_tiles(VARIANT), max_leave_tiles(VARIANT, 1), max_leave_tiles(Variant.standard())) == (
        3,
        1,
        6,
    )
    for longest in (0, 4):
        with pytest.raises(ConfigError, match=f"leaves of up to {longest} tiles; expected 1 to 3"):
            max_leave_tiles(VARIANT, longest)


@given(st.lists(st.integers(-(1 << 62), 1 << 62) | st.integers(-9, 9) | st.just(0), max_size=40), st.data())
def test_sums_survive_being_sent(deviations: list[int], data: st.DataObject) -> None:
    counts = data.draw(st.lists(st.integers(0, 1 << 40), min_size=len(deviations), max_size=len(deviations)))
    sums = LeaveSums(3, np.array(deviations, np.int64), np.array(counts, np.int64), 5, -6, 7)
    sent = pickle.loads(pickle.dumps(sums))
    assert sent.deviations.dtype == sent.counts.dtype == np.int64
    assert (sent.deviations.tolist(), sent.counts.tolist()) == (deviations, counts)
    assert (sent.max_tiles, sent.racks, sent.equities, sent.squares) == (3, 5, -6, 7)


def test_sums_are_sent_packed() -> None:
    """Most leaves have small sums or none: 8 bytes and a quarter for each that has one, not 16 for all."""
    values = np.zeros(100_000, np.int64)
    values[::10] = -70_000
    sent = pickle.dumps(LeaveSums(3, values, np.abs(values), 0, 0, 0))
    assert len(sent) < 10_000 * 8 + 100_000 // 4 + 1000
