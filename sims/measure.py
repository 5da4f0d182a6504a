"""How fast this machine generates moves, and a signature of what the generator finds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from movegen.generation import MoveGenerator
from movegen.lexicon import Lexicon
from movegen.tiles import Rack
from sims.games import play_game
from strategy.static import StaticStrategy


@dataclass(frozen=True)
class GenerationSpeed:
    """Moves found in a fixed set of positions, and the time that finding them took.

    `moves` is also the signature: the same games on the same lexicon give the same number, until the
    generator, the strategy or the drawing of tiles behaves in another way.
    """

    lexicon_name: str
    games: int
    positions: int
    moves: int
    seconds: float


def self_play_positions(lexicon: Lexicon, seed: int) -> Iterator[tuple[MoveGenerator, Rack, int]]:
    """The positions of a game of `rackh3` against itself: the board, the rack, the tiles in the bag.

    The generator is the same one throughout: it has moved on once the next position is asked for.
    """
    strategy = StaticStrategy.load("rackh3")
    game = play_game([strategy, strategy], lexicon, seed=seed)
    generator = MoveGenerator(game.variant, lexicon)
    for turn, event in enumerate(game.turns, start=1):
        position = game.position(turn)
        yield generator, position.rack, position.bag_count
        if event.move is not None:
            generator.play(event.move)


def measure_generation(
    lexicon: Lexicon, games: int, progress: Callable[[str, int, int], None] = lambda what, done, all_: None
) -> GenerationSpeed:
    """Find every move of every position of so many games, seeds 0, 1, ..., and time it.

    `progress` is told what is being done, how many games are, and how many there are to be.
    """
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
