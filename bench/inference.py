"""What inferring the opponent's rack is worth: the tables of docs/inference.md.

    python bench/inference.py bits --games 100
    python bench/inference.py decisions --games 100
    python bench/inference.py match --games 400

Players simulate two plies. `bits`: how much more likely the leaf that was kept is by inference than by chance
alone, at several temperatures. `decisions`: positions of games without inference, simulated with and without;
where the choices differ, both are rolled out against the rack that the opponent really had. `match`: games in
pairs, in which one player infers.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from statistics import mean, stdev
from time import process_time

import numpy as np
import numpy.typing as npt

from movegen import Game, Lexicon, Move, MoveKind, Position, Rack, Variant
from movegen.generation import MoveGenerator
from sims import RolloutSetting, roll_out, simulate
from sims.selfplay import Bag, play_out
from strategy import InferredRacks, StaticStrategy, infer_from_game, infer_racks, load_strategy
from strategy.inference import equities_lost, plausibility
from strategy.last_move import LastMove
from strategy.leaf_lists import ways
from strategy.supposed_leaves import Draw, SupposedLeaves

CANDIDATES, MARGIN = 12, 25.0
ITERATIONS, CONFIDENCE = 400, 0.9
JUDGED_PLIES, JUDGED_ITERATIONS = 4, 500
TEMPERATURES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
FLOORS = (0.0, 0.001, 0.003, 0.01, 0.03)
KEPT = range(1, 7)

Leaf = tuple[int, npt.NDArray[np.float64]]
"""How many tiles were kept, and bits by temperature and floor."""


@cache
def engine() -> tuple[Lexicon, StaticStrategy, Variant]:
    return Lexicon.load(), load_strategy("static"), Variant.standard()


def position_of(game: Game, rack: Rack) -> Position:
    """The position to be played, by a player who knows his own rack alone."""
    position = game.current_position()
    racks = tuple(rack if player == position.on_turn else None for player in range(2))
    return replace(position, racks=racks)


def simulated(position: Position, moves: list[Move], known: InferredRacks | None, seed: int) -> Move:
    """The best of the moves by simulation."""
    lexicon, strategy, _ = engine()
    return simulate(
        position,
        moves,
        lexicon,
        strategy=strategy,
        iterations=ITERATIONS,
        confidence=CONFIDENCE,
        opponent_rack=known,
        seed=seed,
    ).best.move


def inferred(game: Game, position: Position) -> InferredRacks | None:
    """What the opponent holds now."""
    lexicon, strategy, _ = engine()
    last = LastMove.of(game, len(game.turns) + 1)
    return infer_racks(position, last, lexicon, strategy) if last else None


def played(number: int, infers: tuple[bool, bool], watch: Callable[[Game, list[Move], Move], None]) -> Game:
    """A game between players who infer or not. `watch` is told of every choice that was simulated."""
    lexicon, strategy, variant = engine()
    generator = MoveGenerator(variant, lexicon)
    everything = Rack(variant.tiles, variant.tiles.counts)

    def choose(game: Game, rack: Rack, bag_count: int) -> Move:
        unseen = everything - Rack(variant.tiles, game.state.board.tile_counts) - rack
        best = strategy.best(generator, rack, bag_count, unseen, count=CANDIDATES, margin=MARGIN)
        moves = [candidate.move for candidate in best]
        move = moves[0]
        if bag_count and len(moves) > 1:
            position = position_of(game, rack)
            known = inferred(game, position) if infers[game.state.on_turn] else None
            move = simulated(position, moves, known, number * 100 + len(game.turns))
            watch(game, moves, move)
        generator.play(move)
        return move

    game = Game.new(variant, ["one", "two"], lexicon.name)
    play_out(game, Bag(variant.tiles, 5, number), choose)
    return game


def bits_of_game(number: int) -> list[Leaf]:
    """For each play after which tiles were kept and the bag was not empty."""
    lexicon, strategy, variant = engine()
    game = played(number, (False, False), lambda *_: None)
    found = []
    for turn in range(2, len(game.turns) + 1):
        position, last = game.position(turn), LastMove.of(game, turn)
        if not position.bag_count:
            break
        rack = game.turns[turn - 2].rack
        if (
            last is None
            or rack is None
            or last.move.kind is not MoveKind.PLAY
            or rack == last.move.tiles_used
        ):
            continue
        used = last.move.tiles_used.array
        truth = rack.array - used
        leaves = SupposedLeaves.of(
            Draw.of(position, last, Rack.empty(variant.tiles)), 25_000, 4000, np.random.Philox(key=1)
        )
        kept = np.concatenate([leaves.kept, truth[np.newaxis]])
        chances = np.append(leaves.chances, 0)
        lost = equities_lost(position, last, lexicon, strategy, kept + used, kept)
        choices = ways(kept + used, kept)
        bits = np.zeros((len(TEMPERATURES), len(FLOORS)))
        for row, temperature in enumerate(TEMPERATURES):
            for column, floor in enumerate(FLOORS):
                weights = plausibility(lost, temperature, floor) / choices
                bits[row, column] = np.log2(weights[-1] / (chances @ weights) * chances.sum())
        found.append((int(truth.sum()), bits))
    return found


def decisions_of_game(number: int) -> list[float]:
    """For each choice, how many points better the one with inference is: 0 where they agree."""
    lexicon, strategy, _ = engine()
    gains: list[float] = []
    choices: list[tuple[Game, int, list[Move], Move]] = []
    game = played(
        number, (False, False), lambda game, moves, move: choices.append((game, len(game.turns), moves, move))
    )
    for _, turn, moves, without in choices:
        if turn == 0:
            continue
        rack, opponents = (
            game.turns[place].rack if place < len(game.turns) else None for place in (turn, turn + 1)
        )
        if rack is None or opponents is None:
            continue
        recorded = game.position(turn + 1)
        position = replace(recorded, racks=tuple(rack if p == recorded.on_turn else None for p in range(2)))
        known = infer_from_game(game, turn + 1, lexicon, strategy)
        chosen = simulated(position, moves, known, number * 100 + turn)
        if chosen == without:
            gains.append(0.0)
            continue
        setting = RolloutSetting.of(
            position, [chosen, without], strategy, plies=JUDGED_PLIES, seed=turn, opponent_rack=opponents
        )
        means = roll_out(setting, lexicon, 0, JUDGED_ITERATIONS).equities.mean(axis=0) / 1000
        gains.append(float(means[0] - means[1]))
    return gains


def pair(number: int) -> tuple[float, float, float]:
    """Two games with the same tiles and seats changed: for who infers, mean spread, games won, seconds."""
    start = process_time()
    spreads = []
    for infers in ((True, False), (False, True)):
        scores = played(number, infers, lambda *_: None).scores
        spreads.append(scores[0] - scores[1] if infers[0] else scores[1] - scores[0])
    won = sum((spread > 0) + (spread == 0) / 2 for spread in spreads)
    return mean(spreads), won, process_time() - start


def with_error(values: Iterable[float]) -> str:
    listed = list(values)
    error = stdev(listed) / len(listed) ** 0.5
    return f"{mean(listed):+.3f} ± {error:.3f} (standard error), {len(listed):,} values"


def tell_bits(found: Iterator[list[Leaf]]) -> None:
    leaves = [leaf for game in found for leaf in game]
    every = np.array([bits for _, bits in leaves])
    print("bits by temperature (rows) and floor (columns)")
    print("          " + " ".join(f"{floor:8}" for floor in FLOORS))
    for temperature, row in zip(TEMPERATURES, every.mean(axis=0), strict=True):
        print(f"T = {temperature:4} " + " ".join(f"{value:8.3f}" for value in row))
    best = np.unravel_index(np.argmax(every.mean(axis=0)), every.shape[1:])
    print(f"best: T = {TEMPERATURES[best[0]]}, floor {FLOORS[best[1]]}")
    print("there", with_error(every[:, best[0], best[1]].tolist()))
    for kept in KEPT:
        some = [float(bits[best]) for size, bits in leaves if size == kept]
        if len(some) > 1:
            print(f"{kept} kept", with_error(some))


def tell_decisions(found: Iterator[list[float]]) -> None:
    gains = [gain for game in found for gain in game]
    print("points a decision", with_error(gains))
    print(f"other choices: {100 * mean(gain != 0 for gain in gains):.1f} %")


def tell_match(found: Iterator[tuple[float, float, float]]) -> None:
    pairs: list[tuple[float, float, float]] = []
    for result in found:
        pairs.append(result)
        if len(pairs) % 20 == 0:
            print("spread a game", with_error(spread for spread, _, _ in pairs), flush=True)
    print("spread a game", with_error(spread for spread, _, _ in pairs))
    print("games won", with_error(won / 2 for _, won, _ in pairs))
    print(f"{mean(seconds for _, _, seconds in pairs) / 2:.1f} s of processor time a game")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["bits", "decisions", "match"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.games)
    with ProcessPoolExecutor(options.workers) as pool:
        if options.what == "bits":
            tell_bits(pool.map(bits_of_game, numbers))
        elif options.what == "decisions":
            tell_decisions(pool.map(decisions_of_game, numbers))
        else:
            tell_match(pool.map(pair, numbers[: options.games // 2]))


if __name__ == "__main__":
    main()
