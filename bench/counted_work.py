"""The work whose instructions are counted; `instruction_counts.py` runs this program under callgrind.

Before and after each piece of work it calls `os.getppid`, where callgrind writes and clears its counts.
Everything is small: what counts is that it takes the same path through the engine as in earnest.
"""

import os
import tempfile
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path

from movegen import Game, Lexicon, MoveGenerator, Position, format_gcg, parse_gcg, read_cgp
from movegen.variant import core_counts
from sims import RolloutSetting, play_static_games, roll_out
from strategy import SearchLimits, StaticStrategy, solve_endgame, solve_preendgame
from strategy.players import make_core_leaves

MIDGAME = "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"


def games_of(lexicon: Lexicon, numbers: range) -> list[Game]:
    """Play games and return them."""
    strategy = StaticStrategy.load("rackh3")
    played = play_static_games([strategy] * 2, lexicon, games=numbers, turns=True)
    return [played.game(number) for number in numbers]


def positions_of(game: Game) -> list[Position]:
    """Return the positions before each turn."""
    return [game.position(turn) for turn in range(1, len(game.turns) + 1)]


def with_bag(lexicon: Lexicon, tiles: int, wanted: int) -> list[Position]:
    """Return the first positions of self-play with so many tiles in the bag, one of a game."""
    found = (
        next((each for each in positions_of(games_of(lexicon, range(number, number + 1))[0])
              if each.bag_count == tiles), None)
        for number in count()
    )  # fmt: skip
    return list(islice(filter(None, found), wanted))


def prepare() -> dict[str, Callable[[], object]]:
    """Return the work by the name of its count."""
    lexicon, strategy = Lexicon.load(), StaticStrategy.load("static")
    games = games_of(lexicon, range(4))
    positions = [position for game in games for position in positions_of(game)]
    generators = [MoveGenerator(each.variant, lexicon, each.board) for each in positions]
    leaves = make_core_leaves(strategy.leaves(lexicon.tile_set), 7)
    racks = [core_counts(each.rack.counts) for each in positions] * 4
    midgame = read_cgp(MIDGAME)
    moves = [each.move for each in strategy.candidates(midgame, lexicon)[:15]]
    two, five = (RolloutSetting.of(midgame, moves, strategy, plies=plies) for plies in (2, 5))
    endgames, preendgames = with_bag(lexicon, 0, 6), with_bag(lexicon, 1, 1)
    words = list(lexicon)[::12]
    small = Lexicon.from_words(words, lexicon.tile_set, "small")
    folder = tempfile.mkdtemp()
    small.save(Path(folder) / "small.jackdaw")
    records = [format_gcg(game) for game in games]
    return {
        "self_play": lambda: play_static_games([strategy] * 2, lexicon, games=30),
        "generation": lambda: [
            generator.find_moves(each.rack, each.bag_count)
            for generator, each in zip(generators, positions, strict=True)
        ],
        "leave_sums": lambda: [leaves.values(rack) for rack in racks],
        "rollouts_2": lambda: roll_out(two, lexicon, 0, 40),
        "rollouts_5": lambda: roll_out(five, lexicon, 0, 10),
        "endgames": lambda: [
            solve_endgame(each, lexicon, limits=SearchLimits(nodes=500, narrow=False)) for each in endgames
        ],
        "preendgames": lambda: [
            solve_preendgame(each, lexicon, limits=SearchLimits(nodes=300)) for each in preendgames
        ],
        "lexicon_compiled": lambda: Lexicon.from_words(words, lexicon.tile_set, "again"),
        "lexicon_loaded": lambda: Lexicon.load(Path(folder) / "small.jackdaw", lexicon.tile_set),
        "read_gcg": lambda: [parse_gcg(record) for record in records],
    }


NAMES = (
    "self_play",
    "generation",
    "leave_sums",
    "rollouts_2",
    "rollouts_5",
    "endgames",
    "preendgames",
    "lexicon_compiled",
    "lexicon_loaded",
    "read_gcg",
)
"""The counts, in the order of the work."""


def main() -> None:
    """Do the work."""
    work = prepare()
    for name in NAMES:
        os.getppid()
        work[name]()
    os.getppid()


if __name__ == "__main__":
    main()
