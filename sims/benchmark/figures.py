"""The figures of a benchmark of everything: what each measures, and how much work it is.

`Figure.prepare` makes what is not measured and returns the work. The work returns how many units it did and
a signature, a number that depends on its results and not on the machine.
"""

import subprocess
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

from movegen.board import SubRacks
from movegen.gcg import format_gcg, parse_gcg
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, Position, board_lanes, read_cgp
from movegen.variant import Variant
from sims.errors import EngineError
from sims.games import play_static_games
from sims.simulation import RolloutSetting, roll_out
from strategy.endgame import solve_endgame, solve_preendgame
from strategy.leaves import Leaves, LeaveTable, read_klv2, write_klv2
from strategy.players import StaticStrategy
from strategy.search_control import SearchLimits

if TYPE_CHECKING:
    from strategy.players import Plies

MIDGAME = "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"
"""The position of the rollouts; any lexicon has moves in it."""
_CANDIDATES = 15


@dataclass(frozen=True)
class Work:
    """How many units were done, and the signature of the results."""

    units: int
    signature: int


@dataclass(frozen=True)
class Figure:
    """A figure: its name, the unit whose time it gives, and the function that prepares its work.

    `in_processes` is True for work that other processes do.
    """

    name: str
    unit: str
    prepare: Callable[["BenchSetting"], Callable[[], Work]]
    in_processes: bool = False


class BenchSetting:
    """What the figures have in common: a lexicon, an empty folder, how much work is done, and positions."""

    def __init__(self, lexicon: Lexicon, folder: Path, *, quick: bool = False) -> None:
        self.lexicon = lexicon
        self.folder = folder
        self.quick = quick
        self.strategy = StaticStrategy.load("rackh3")

    def amount(self, full: int, quick: int) -> int:
        """Return one of two amounts of work."""
        return quick if self.quick else full

    @cached_property
    def positions(self) -> list[Position]:
        """Every position of some games of self-play."""
        played = play_static_games([self.strategy] * 2, self.lexicon, games=self.amount(10, 2), turns=True)
        games = map(played.game, range(len(played)))
        return [game.position(turn) for game in games for turn in range(1, len(game.turns) + 1)]

    @cached_property
    def generators(self) -> list[MoveGenerator]:
        """A generator for each of the positions."""
        return [MoveGenerator(each.variant, self.lexicon, each.board) for each in self.positions]

    def with_bag(self, tiles: int, wanted: int) -> list[Position]:
        """Return positions of self-play with so many tiles in the bag, one of a game."""
        found = (self._first_with_bag(game, tiles) for game in count())
        return list(islice(filter(None, islice(found, 50 * wanted)), wanted))

    def _first_with_bag(self, number: int, tiles: int) -> Position | None:
        played = play_static_games(
            [self.strategy] * 2, self.lexicon, games=range(number, number + 1), turns=True
        )
        game = played.game(number)
        positions = map(game.position, range(1, len(game.turns) + 1))
        return next((each for each in positions if each.bag_count == tiles), None)


def _all_moves(setting: BenchSetting, *, sort: bool) -> Callable[[], Work]:
    turns = [
        (generator.moves if sort else generator.find_moves, each.rack, each.bag_count)
        for generator, each in zip(setting.generators, setting.positions, strict=True)
    ]

    def work() -> Work:
        return Work(len(turns), sum(len(find(rack, bag)) for find, rack, bag in turns))

    return work


def _match_lanes(setting: BenchSetting) -> Callable[[], Work]:
    lanes = [
        (lane, each.rack)
        for each in setting.positions[:: setting.amount(10, 20)]
        for lane in board_lanes(each.board, setting.lexicon)
    ]

    def work() -> Work:
        return Work(len(lanes), sum(len(setting.lexicon.match_records(lane, rack)) for lane, rack in lanes))

    return work


def _leave_sums(setting: BenchSetting, *, as_table: bool) -> Callable[[], Work]:
    leaves = Leaves.load("rackh3", Variant.standard().tiles)
    source = LeaveTable.from_heuristic(leaves, setting.amount(6, 4)) if as_table else leaves
    racks = [SubRacks(each.rack) for each in setting.positions] * setting.amount(10, 2)

    def work() -> Work:
        return Work(len(racks), int(sum(source.values(rack).sum() for rack in racks)))

    return work


def _leave_file(setting: BenchSetting, *, read: bool) -> Callable[[], Work]:
    tiles = Variant.standard().tiles
    table = LeaveTable.from_heuristic(Leaves.load("rackh3", tiles), setting.amount(6, 4))
    path = setting.folder / "leaves.klv2"
    write_klv2(table, path)

    def work() -> Work:
        if read:
            return Work(1, len(read_klv2(path, tiles)))
        write_klv2(table, path)
        return Work(1, zlib.crc32(path.read_bytes()))

    return work


def _compile_lexicon(setting: BenchSetting) -> Callable[[], Work]:
    words = list(setting.lexicon)[:: setting.amount(1, 10)]

    def work() -> Work:
        compiled = Lexicon.from_words(words, setting.lexicon.tile_set, "words")
        return Work(1, zlib.crc32(compiled.data.words.data))

    return work


def _load_lexicon(setting: BenchSetting) -> Callable[[], Work]:
    path = setting.lexicon.data.file
    if path is None:  # no cache can be written
        path = setting.folder / "words.jackdaw"
        setting.lexicon.save(path)

    def work() -> Work:
        return Work(1, zlib.crc32(Lexicon.load(path, setting.lexicon.tile_set).data.words.data))

    return work


def _self_play(
    setting: BenchSetting, *, rules: str = "standard", player: str = "rackh3", games: tuple[int, int]
) -> Callable[[], Work]:
    variant, strategy = Variant.load(rules), StaticStrategy.load(player)

    def work() -> Work:
        played = play_static_games(
            [strategy] * 2, setting.lexicon, variant=variant, games=setting.amount(*games)
        )
        return Work(int(played.games["turns"].sum()), int(played.games["scores"].sum()))

    return work


def _rollouts(setting: BenchSetting, plies: "Plies", iterations: tuple[int, int]) -> Callable[[], Work]:
    position = read_cgp(MIDGAME)
    candidates = setting.strategy.candidates(position, setting.lexicon)[:_CANDIDATES]
    moves = [candidate.move for candidate in candidates]
    rollouts = RolloutSetting.of(position, moves, setting.strategy, plies=plies)

    def work() -> Work:
        done = roll_out(rollouts, setting.lexicon, 0, setting.amount(*iterations))
        return Work(setting.amount(*iterations) * len(moves), int(done.equities.sum()))

    return work


def _endgames(setting: BenchSetting) -> Callable[[], Work]:
    positions = setting.with_bag(0, setting.amount(20, 3))
    limits = SearchLimits(nodes=setting.amount(20_000, 500), narrow=False)

    def work() -> Work:
        return Work(
            len(positions),
            sum(solve_endgame(each, setting.lexicon, limits=limits).nodes for each in positions),
        )

    return work


def _preendgames(setting: BenchSetting) -> Callable[[], Work]:
    positions = setting.with_bag(1, setting.amount(4, 1))
    limits = SearchLimits(nodes=setting.amount(5_000, 200))

    def work() -> Work:
        nodes = sum(solve_preendgame(each, setting.lexicon, limits=limits).nodes for each in positions)
        return Work(len(positions), nodes)

    return work


def _read_records(setting: BenchSetting) -> Callable[[], Work]:
    played = play_static_games(
        [setting.strategy] * 2, setting.lexicon, games=setting.amount(20, 2), turns=True
    )
    records = [format_gcg(played.game(number)) for number in range(len(played))]

    def work() -> Work:
        return Work(len(records), sum(len(parse_gcg(record).turns) for record in records))

    return work


def _run_program(_: BenchSetting, arguments: Sequence[str]) -> Callable[[], Work]:
    def work() -> Work:
        done = subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
        if done.returncode:
            raise EngineError(f"{' '.join(arguments)} ended with exit code {done.returncode}")
        return Work(1, done.stdout.count(b"\n"))

    return work


def program_figure(name: str, arguments: Sequence[str]) -> Figure:
    """Return the figure of a Python program with these arguments; its signature is the number of lines."""
    return Figure(name, "run", partial(_run_program, arguments=arguments), in_processes=True)


FIGURES = (
    Figure("moves", "position", partial(_all_moves, sort=False)),
    Figure("sorted moves", "position", partial(_all_moves, sort=True)),
    Figure("lanes matched", "lane", _match_lanes),
    Figure("self-play", "turn", partial(_self_play, games=(300, 10))),
    Figure(
        "self-play, racks of 8", "turn", partial(_self_play, rules="rack8", player="rackh2", games=(4, 1))
    ),
    Figure("self-play, WordSmog", "turn", partial(_self_play, rules="wordsmog", games=(2, 1))),
    Figure("rollouts of 2 plies", "rollout", partial(_rollouts, plies=2, iterations=(1000, 20))),
    Figure("rollouts of 5 plies", "rollout", partial(_rollouts, plies=5, iterations=(300, 10))),
    Figure("rollouts to the end", "rollout", partial(_rollouts, plies="end", iterations=(60, 4))),
    Figure("endgames", "endgame", _endgames),
    Figure("pre-endgames", "pre-endgame", _preendgames),
    Figure("leaves from a table", "rack", partial(_leave_sums, as_table=True)),
    Figure("leaves by rackh3", "rack", partial(_leave_sums, as_table=False)),
    Figure("leaves read", "file", partial(_leave_file, read=True)),
    Figure("leaves written", "file", partial(_leave_file, read=False)),
    Figure("lexicon compiled", "lexicon", _compile_lexicon),
    Figure("lexicon loaded", "lexicon", _load_lexicon),
    Figure("records read", "game", _read_records),
    program_figure("import movegen", ("-c", "import movegen")),
)
"""The figures of docs/internals/performance.md that can be measured anywhere."""
