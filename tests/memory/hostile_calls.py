"""Call every function of the compiled modules with arguments that do not fit: for a process of its own.

A call is a valid one with some arguments replaced: arrays cut, stretched, turned, of other types or of random
bytes, numbers at the limits of machine words, objects of another lexicon or board. It must return or raise a
Python exception. `python tests/memory/hostile_calls.py --calls 100000` is a campaign; the last line
printed before a crash names the seed of the call.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from jackdaw_core import movegen, sims, strategy

from movegen import Lexicon, TileSet, Variant
from movegen.arrays import freeze
from movegen.position import MoveGenerator
from movegen.variant import core_bonuses, core_counts, core_layout, core_points, core_variant
from strategy import load_strategy
from strategy.players import core_strategy

NUMBERS = (
    0,
    1,
    -1,
    2,
    7,
    16,
    17,
    63,
    64,
    255,
    2**15,
    2**31 - 1,
    -(2**31),
    2**31,
    2**63 - 1,
    -(2**63),
    2**64,
    10**30,
)
DTYPES = (
    np.uint8,
    np.int8,
    np.uint16,
    np.int32,
    np.uint32,
    np.int64,
    np.uint64,
    np.float64,
    np.bool_,
    object,
)
WORDS = ("AB", "BA", "ABBA", "CAB", "DABS", "SAD", "CABS")
Call = tuple[str, Callable[..., Any], list[Any]]


class World:
    """A lexicon, a variant and what is made of them, as the core takes it."""

    def __init__(self, letters: int, rack: str) -> None:
        english = TileSet.load("english")
        self.tiles = english if letters <= 26 else TileSet.load("polish")
        self.variant = Variant(self.tiles, Variant.standard().layout, Variant.standard().rules)
        self.lexicon = Lexicon.from_words(WORDS, self.tiles)
        self.graph, self.map = self.lexicon.graph, self.lexicon.word_map
        self.layout, self.points = core_layout(self.variant.layout), core_points(self.tiles)
        self.bonus = core_bonuses(self.variant.rules)
        self.core_variant = core_variant(self.variant)
        self.strategy = core_strategy(load_strategy("static" if letters > 26 else "rackh1"), self.variant)
        self.rack = self.tiles.parse_rack(rack)
        generator = MoveGenerator(self.variant, self.lexicon)
        generator.play(generator.moves(self.tiles.parse_rack("CABS"), 0)[0])
        self.generator = generator
        self.squares = generator.board.squares
        self.counts = core_counts(self.rack.counts)
        self.moves = generator.find_moves(self.rack, 0)
        self.unseen = core_counts(self.tiles.parse_rack("ABCDABS").counts)
        self.text = self.graph.words()

    def board(self) -> Any:
        board = movegen.Board(self.graph, self.layout, self.points)
        board.set_squares(self.squares)
        return board

    def search_board(self) -> Any:
        return strategy.SearchBoard(self.graph, self.core_variant, self.squares)


def movegen_calls(world: World) -> Iterator[Call]:
    """Yield valid calls of jackdaw_core.movegen."""
    data, letters = world.lexicon.data, world.tiles.letters
    leave_values = np.zeros(int(np.prod([count + 1 for count in world.rack.counts])), dtype=np.int32)
    raw = np.ascontiguousarray(world.moves).view(np.uint8)
    zeros = np.zeros(len(world.moves), dtype=np.int64)
    board, multipliers = world.board(), world.variant.layout
    sizes = [world.layout, world.points, world.bonus, 7]
    finder = movegen.BestPlays(world.graph, world.map, *sizes)
    graph = [data.words, data.root, data.dawg_root, letters, data.word_count]
    yield "build_word_graph", movegen.build_word_graph, [world.text, letters, 1 << 20]
    yield "build_word_map", movegen.build_word_map, [world.text]
    yield "kwg_words", movegen.kwg_words, [world.graph.kwg(), letters]
    yield "WordGraph", movegen.WordGraph, [*graph, False]
    yield "word_graph_fault", movegen.word_graph_fault, graph
    yield "WordMap", movegen.WordMap, [data.word_map, letters]
    yield "word_map_fault", movegen.word_map_fault, [data.word_map, letters]
    yield "contains", world.graph.contains, [b"\1\2"]
    yield "hooks", world.graph.hooks, [b"\1\2"]
    yield "anagrams", world.graph.anagrams, [world.counts, 2, 7]
    yield "matching", world.graph.matching, [np.array([6, 0, 2], dtype=np.uint64)]
    lane = np.zeros(15, dtype=np.uint8), np.full(15, 2**26 - 2, dtype=np.uint64)
    yield "match_lane", world.graph.match_lane, [*lane, world.counts]
    yield "measure_structure", movegen.measure_structure, [world.text, letters, 4]
    yield "store_automaton", movegen.store_automaton, [world.text, min(letters, 31), 2, 1]
    yield "move_order", movegen.move_order, [raw, world.moves.dtype.itemsize, zeros, zeros]
    yield (
        "make_layout",
        movegen.make_layout,
        [multipliers.letter_multipliers, multipliers.word_multipliers, (7, 7), True],
    )
    counts = core_counts(world.tiles.counts)
    yield (
        "make_variant",
        movegen.make_variant,
        [world.layout, world.points, counts, 6, world.bonus, 7, 7, 7, 6, 0, True],
    )
    yield "Board", movegen.Board, [world.graph, world.layout, world.points]
    yield "place", world.board().place, [0, 3, 2, b"\1\2"]
    yield "set_squares", world.board().set_squares, [world.squares]
    for name in ("squares", "cross_checks", "cross_scores"):
        yield name, getattr(board, name), [1]
    yield "moves", board.moves, [world.counts, world.bonus, 7, 0]
    yield "exchanges_and_pass", board.exchanges_and_pass, [world.counts, 7]
    stored = movegen.store_automaton(world.text, min(letters, 31), 2, 1)
    yield "stored_plays", board.stored_plays, [stored, world.counts, world.bonus]
    yield "work", board.work, [world.counts, 1]
    yield "BestPlays", movegen.BestPlays, [world.graph, world.map, *sizes]
    yield "find", finder.find, [board, world.counts, leave_values, 10, 5000]


def strategy_calls(world: World) -> Iterator[Call]:
    """Yield valid calls of jackdaw_core.strategy."""
    kinds = world.tiles.size
    keys = strategy.all_leave_keys(world.counts, 3)
    values = np.arange(len(keys), dtype=np.int32)
    steps = np.zeros(64, dtype=np.int32)
    steps[1:] = 1
    steps[1] = 8
    heuristic = [steps, steps, steps, np.zeros(64, dtype=np.int32)]
    racks = np.stack([world.counts, world.unseen])
    rows = np.ascontiguousarray(racks[:, :kinds])
    none = np.zeros_like(rows)
    yield "all_leave_keys", strategy.all_leave_keys, [world.counts, 3]
    yield "leave_indices", strategy.leave_indices, [kinds, 3, keys]
    yield "DenseLeaves", values_of(strategy.DenseLeaves, world), [kinds, 3, keys, values]
    yield "SortedLeaves", values_of(strategy.SortedLeaves, world), [3, freeze(keys), freeze(values)]
    yield "heuristic_leaves", values_of(strategy.heuristic_leaves, world), heuristic
    yield "values", strategy.heuristic_leaves(*heuristic).values, [world.counts]
    yield (
        "StaticStrategy",
        strategy.StaticStrategy,
        [None, 1, 2, 3, 4, steps, np.zeros(65536, dtype=np.int32)],
    )
    player = [world.graph, world.map, world.core_variant, world.strategy, world.squares]
    yield "equities_lost", strategy.equities_lost, [*player, 9, rows, none, 1000]
    yield "best_equities", strategy.best_equities, [*player, 9, 50, rows]
    yield "best_moves", strategy.best_moves, [*player, 9, 50, rows]
    yield "value_leaves", strategy.value_leaves, [world.strategy, rows]
    yield "SearchBoard", strategy.SearchBoard, [world.graph, world.core_variant, world.squares]
    yield "EndgamePosition", strategy.EndgamePosition, [racks, 0]
    yield "solve_endgame", solve_endgame(world), [racks, 0, 2, True, 1, False, 0, 0.05, 50, 1 << 20, 1]
    yield "max_unopposed_gain", strategy.max_unopposed_gain, [world.search_board(), few(world), 10]
    endgame = [strategy.EndgamePosition(racks, 0), strategy.ScorelessRule(2, True), 50]
    yield "bound_by_gains", strategy.bound_by_gains, [world.search_board(), *endgame]
    yield "bag_orders", strategy.bag_orders, [world.unseen, 2]
    orders, weights = strategy.bag_orders(world.unseen, 1)
    raw = np.ascontiguousarray(world.moves[world.moves["kind"] != 1][:3]).view(np.uint8)
    preendgame = [
        world.counts,
        world.unseen,
        1,
        0,
        0,
        raw,
        np.linspace(-1, 1, len(raw) // world.moves.itemsize),
        orders.reshape(-1, 1),
        weights,
        1,
        0.05,
        50,
        1 << 20,
        1,
    ]
    yield "solve_preendgame", solve_preendgame(world), preendgame


def values_of(make: Callable[..., Any], world: World) -> Callable[..., Any]:
    """Return a call that makes leaves and asks them for the values of a rack."""
    return lambda *arguments: make(*arguments).values(world.counts)


def few(world: World) -> np.ndarray[Any, Any]:
    counts = np.zeros(64, dtype=np.uint8)
    counts[[1, 2, 4]] = 1
    return counts


def solve_endgame(world: World) -> Callable[..., Any]:
    """Return a call of solve_endgame with plain arguments."""

    def solve(*arguments: Any) -> Any:
        racks, scoreless, turns, passes, moves, first, draw, *limits = arguments
        return strategy.solve_endgame(
            world.search_board(),
            strategy.EndgamePosition(racks, scoreless),
            strategy.ScorelessRule(turns, passes),
            strategy.EndgameGoal(moves=moves, first_win=first, draw_value=draw, narrow=True),
            small_limits(*limits),
            None,
            None,
        )

    return solve


def small_limits(seconds: Any, nodes: Any, memory: Any, workers: Any) -> Any:
    """Return limits: valid ones, but never much time, memory or many threads."""
    strategy.SearchLimits(seconds=seconds, nodes=nodes, memory=memory, workers=workers)
    return strategy.SearchLimits(
        seconds=min(seconds or 0.05, 0.05),
        nodes=min(nodes or 50, 50),
        memory=min(memory, 1 << 20),
        workers=min(workers, 2),
    )


def solve_preendgame(world: World) -> Callable[..., Any]:
    """Return a call of solve_preendgame with plain arguments."""

    def solve(*arguments: Any) -> Any:
        rack, unseen, bag, spread, scoreless, raw, priors, orders, weights, spreads, *limits = arguments
        return strategy.solve_preendgame(
            world.search_board(),
            strategy.PreendgamePosition(rack, unseen, bag=bag, spread=spread, scoreless=scoreless),
            raw,
            priors,
            strategy.BagOrders(orders, weights),
            strategy.PreendgameOptions(adversarial=False, all_wins=False, spreads=spreads),
            small_limits(*limits),
            strategy.PreendgameCallbacks(None, None),
        )

    return solve


def sims_calls(world: World) -> Iterator[Call]:
    """Yield valid calls of jackdaw_core.sims."""
    kinds = world.tiles.size
    counts = core_counts(world.tiles.counts)
    leaves = freeze(np.stack([world.unseen[:kinds], few(world)[:kinds]]))
    weights = freeze(np.array([2**31, 2**32 - 1], dtype=np.uint32))
    raw = np.ascontiguousarray(world.moves[:3]).view(np.uint8)
    yield "Bag", sims.Bag, [counts, 1, 2]
    yield "Bag.draw", sims.Bag(counts, 1, 2).draw, [7]
    yield "Bag.put_back", sims.Bag(counts, 1, 2).put_back, [b"\1\2"]
    yield "TwoEndedBag", sims.TwoEndedBag, [counts, 1, 2]
    yield "TwoEndedBag.draw", sims.TwoEndedBag(counts, 1, 2).draw, [1, 7]
    ends = sims.TwoEndedBag(counts, 1, 2)
    ends.draw(0, 3)
    yield "TwoEndedBag.put_back", ends.put_back, [0, b"\1\2"]
    yield "philox", sims.philox, [[1, 2, 3, 4], [5, 6]]
    yield "noise_numbers", sims.noise_numbers, [1, 2, 3, 10]
    game = [world.core_variant, (world.strategy, world.strategy), 1, 0, 1, 1, True]
    yield "play_static_games", play_games, [(world.graph,), (world.map,), (0, 0), *game]
    start = [world.squares, world.counts, world.unseen, leaves, weights, 7, 5, 0, -1]
    yield "roll_out", roll_out(world), [*start, raw, 1, 0, 2, 2, 2, 30, 4]
    player = [world.graph, world.map, world.core_variant, world.strategy]
    yield "sum_leaves", sum_leaves, [*player, 1, 0, 1, 1, kinds, 3, 2, 1, 40]


def play_games(*arguments: Any) -> Any:
    """Play up to two games."""
    graphs, maps, lexica, variant, players, seed, first, step, games, turns = arguments
    batch = sims.GameBatch(seed, first, step, few_of(games, 2**20))
    return sims.play_static_games(graphs, maps, lexica, variant, players, batch, turns)


def sum_leaves(*arguments: Any) -> Any:
    """Sum up leaves of up to two games."""
    *player, seed, first, step, games, kinds, size, racks, turn, bag = arguments
    batch = sims.GameBatch(seed, first, step, few_of(games, 2**20))
    return sims.sum_leaves(*player, batch, sims.LeaveSampling(kinds, size, few_of(racks, 10**6), turn, bag))


def roll_out(world: World) -> Callable[..., Any]:
    """Return a call of roll_out with plain arguments; its calls share endgames and likely plays."""
    estimates, plays = sims.EndgameEstimates(), sims.LikelyPlays()

    def run(*arguments: Any) -> Any:
        *start, raw, seed, first, iterations, plies, summed, nodes, compared = arguments
        limits = (seed, first, few_of(iterations, 2**40), plies, summed, few_of(nodes, 2**40))
        plan = sims.RolloutPlan(*limits, estimates, compared, plays)
        player = (world.graph, world.map, world.core_variant, world.strategy)
        return sims.roll_out(*player, sims.RolloutStart(*start), raw, plan)

    return run


def few_of(count: Any, limit: int) -> Any:
    """Return a count as it is if it is out of range, else at most 2."""
    return min(count, 2) if 0 <= count <= limit else count


def random_bytes(array: Any, dice: random.Random) -> Any:
    """Return a copy with some bytes changed, frozen at times."""
    if not array.size or array.dtype == object:
        return array
    spoiled = np.array(array)
    flat = spoiled.reshape(-1).view(np.uint8)
    for _ in range(dice.choice([1, 1, 2, 8, len(flat)])):
        flat[dice.randrange(len(flat))] = dice.choice([*BYTES, dice.randrange(256)])
    return freeze(spoiled) if dice.random() < 0.4 else spoiled


def _cast(array: np.ndarray[Any, Any], dtype: Any) -> np.ndarray[Any, Any]:
    """Return an array of another type, or itself if its numbers do not fit."""
    try:
        with np.errstate(all="ignore"):
            return array.astype(dtype)
    except OverflowError:
        return array


BYTES = (0, 1, 2, 17, 63, 64, 127, 128, 129, 255)
OTHERS = (None, [], (), "text", b"\0\xff", {}, 2**40)
SPOILERS: tuple[Callable[[Any, random.Random], Any], ...] = (
    lambda array, dice: array[: dice.randrange(len(array) + 1)],
    lambda array, dice: np.concatenate([array] * dice.randrange(1, 4)),
    lambda array, dice: array[::-1],
    lambda array, dice: array[..., ::2],
    lambda array, dice: array.T if array.ndim > 1 else array.reshape(1, -1),
    lambda array, dice: array.ravel(),
    lambda array, dice: _cast(array, dice.choice(DTYPES)),
    lambda array, dice: np.zeros((0,) * dice.randrange(1, 4), dtype=array.dtype),
    lambda array, dice: dice.choice([*OTHERS, array.tolist(), array.tobytes()]),
    *[random_bytes] * 4,
)
"""Ways to return an array that does not fit as the given one does."""


def spoil(value: Any, others: list[Any], dice: random.Random) -> Any:
    """Return another value in the place of an argument."""
    if isinstance(value, np.ndarray):
        return dice.choice(SPOILERS)(value, dice)
    if isinstance(value, bytes):
        spoiled = bytearray(value)
        for _ in range(dice.randrange(1, 4)):
            if spoiled:
                spoiled[dice.randrange(len(spoiled))] = dice.randrange(256)
        return dice.choice([bytes(spoiled), value[: dice.randrange(len(value) + 1)], value * 40, b"", "text"])
    if isinstance(value, bool | int | float):
        return dice.choice([*NUMBERS, 0.5, float("nan"), float("inf"), None, "1"])
    if isinstance(value, tuple | list):
        spoiled_list = [spoil(item, others, dice) if dice.random() < 0.5 else item for item in value]
        spoiled_list = spoiled_list * dice.randrange(3) if dice.random() < 0.3 else spoiled_list
        return type(value)(spoiled_list)
    return dice.choice([*others, None, 1])


def make_calls() -> tuple[list[Call], list[Any]]:
    """Return valid calls, and objects of several worlds to exchange."""
    calls: list[Call] = []
    others: list[Any] = []
    for letters, rack in ((26, "ABBCADS"), (40, "ABBCADS")):
        world = World(letters, rack)
        for of_module in (movegen_calls, strategy_calls, sims_calls):
            calls += [
                call
                for call in of_module(world)
                if letters <= 26 or call[0] not in ("store_automaton", "stored_plays")
            ]
        small = Variant.load("super") if letters > 26 else world.variant
        others += [world.graph, world.map, core_layout(small.layout), core_variant(small)]
        others += [world.strategy, world.board(), world.search_board()]
        others.append(movegen.Board(world.graph, core_layout(small.layout), world.points))
    return calls, others


def run(seed: int, count: int) -> dict[str, int]:
    """Make `count` hostile calls; return how many of them each kind of answer had."""
    calls, others = make_calls()
    answers: dict[str, int] = {}
    for name, function, arguments in calls:
        function(*arguments)  # what is spoiled below is valid
        answers[name] = 0
    for number in range(seed, seed + count):
        dice = random.Random(number)
        name, function, arguments = dice.choice(calls)
        spoiled = list(arguments)
        for _ in range(dice.choice([1, 1, 1, 2, 3])):
            index = dice.randrange(len(spoiled))
            spoiled[index] = spoil(spoiled[index], others, dice)
        CURRENT[0] = f"seed {number}: {name}"
        try:
            function(*spoiled)
            answers["returned"] = answers.get("returned", 0) + 1
        except Exception as error:
            kind = type(error).__name__
            answers[kind] = answers.get(kind, 0) + 1
    return {kind: number for kind, number in answers.items() if number}


CURRENT = [""]
"""The call under way, for the watcher."""


def main() -> None:
    """Run a campaign."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(run(options.seed, options.calls))


if __name__ == "__main__":
    sys.exit(main())
