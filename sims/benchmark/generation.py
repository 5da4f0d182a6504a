"""The speed of move generation on this machine, and a signature of its results."""

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from movegen.variant import Rack
from sims.games import play_game
from sims.workers import Progress, no_progress
from strategy.players import StaticStrategy


@dataclass(frozen=True)
class GenerationSpeed:
    """The number of moves in a fixed set of positions, and the time to generate them.

    `moves` is also a signature: the same games with the same lexicon give the same number unless the
    behaviour of the generator, the strategy or the bag changes.
    """

    lexicon_name: str
    games: int
    positions: int
    moves: int
    seconds: float


def self_play_positions(lexicon: Lexicon, seed: int) -> Iterator[tuple[MoveGenerator, Rack, int]]:
    """Yield the positions of a game of `rackh3` against itself: generator, rack and tiles in the bag.

    All share one generator, which moves on with the next position.
    """
    strategy = StaticStrategy.load("rackh3")
    game = play_game([strategy, strategy], lexicon, seed=seed)
    generator = MoveGenerator(game.variant, lexicon)
    for turn, event in enumerate(game.turns, start=1):
        position = game.position(turn)
        yield generator, position.rack, position.bag_count
        if event.move is not None:
            generator.play(event.move)


def measure_generation(lexicon: Lexicon, games: int, progress: Progress = no_progress) -> GenerationSpeed:
    """Generate and time every move of every position of some games, with the seeds 0, 1, ..."""
    positions = moves = 0
    seconds = 0.0
    for seed in range(games):
        progress("self-play", seed, games)
        for generator, rack, bag_count in self_play_positions(lexicon, seed):
            start = perf_counter()
            found = generator.find_moves(rack, bag_count)
            seconds += perf_counter() - start
            positions += 1
            moves += len(found)
    progress("self-play", games, games)
    return GenerationSpeed(lexicon.name, games, positions, moves, seconds)
