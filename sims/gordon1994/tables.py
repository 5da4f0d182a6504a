"""The experiment of Gordon's paper: sizes of DAWG and GADDAG, and the work of both move generators.

S. A. Gordon, "A Faster Scrabble Move Generation Algorithm", Software: Practice and Experience 24 (1994).
In the paper each algorithm played games of its own; here both work on every position of the same games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time_ns

from movegen.gordon1994 import (
    GenerationWork,
    Representation,
    StoredStructure,
    Structure,
    StructureSizes,
    count_work,
    find_plays,
    measure_structure,
    store_structure,
)
from movegen.lexicon import Lexicon
from movegen.position import Algorithm, MoveGenerator
from movegen.variant import BLANK, Rack
from sims.games import play_game
from strategy.players import Candidate, RandomSource, StaticStrategy

STRUCTURES = (
    Structure.DAWG_UNMINIMIZED,
    Structure.DAWG_MINIMIZED,
    Structure.GADDAG_SEMI_MINIMIZED,
    Structure.GADDAG_MINIMIZED,
    Structure.GADDAG_UNMINIMIZED,
)
"""The structures of the paper's table III, and the unminimized GADDAG, which is not in it."""
PAIRINGS = (("greedy", "greedy"), ("rackh1", "greedy"), ("rackh2", "greedy"), ("rackh3", "greedy"))
"""The strategies that meet in table VI; the first pairing is that of tables IV and V."""

Progress = Callable[[str, int, int], None]
"""Receives the name of the current part, how much of it is done, and how much there is."""

_FIRST_BAND_BITS = 8
_RUNS = 3


@dataclass
class RackWork:
    """The work on one kind of racks: moves, arcs looked up and followed, and a histogram of lookups.

    `histogram[0]` counts moves with fewer than 256 lookups, `histogram[k]` those with 128 * 2**k and more.
    """

    moves: int = 0
    lookups: int = 0
    arcs: int = 0
    histogram: list[int] = field(default_factory=list)

    def add(self, work: GenerationWork) -> None:
        """Count a move."""
        band = max(0, work.lookups.bit_length() - _FIRST_BAND_BITS)
        self.histogram += [0] * (band + 1 - len(self.histogram))
        self.histogram[band] += 1
        self.moves += 1
        self.lookups += work.lookups
        self.arcs += work.arcs

    @property
    def lookups_per_move(self) -> float:
        """The mean number of arcs looked up per move; 0 without moves."""
        return self.lookups / max(1, self.moves)


@dataclass
class AlgorithmWork:
    """The work of one algorithm on the positions of some games."""

    algorithm: Algorithm
    with_blank: RackWork = field(default_factory=RackWork)
    without_blank: RackWork = field(default_factory=RackWork)
    anchors: int = 0
    cpu_nanoseconds: int = 0

    @property
    def moves(self) -> int:
        """The number of positions."""
        return self.with_blank.moves + self.without_blank.moves

    @property
    def lookups(self) -> int:
        """The number of arcs looked up."""
        return self.with_blank.lookups + self.without_blank.lookups

    @property
    def arcs(self) -> int:
        """The number of arcs followed."""
        return self.with_blank.arcs + self.without_blank.arcs

    @property
    def lookups_per_move(self) -> float:
        """The mean number of arcs looked up per move."""
        return self.lookups / max(1, self.moves)

    @property
    def arcs_per_move(self) -> float:
        """The mean number of arcs followed per move."""
        return self.arcs / max(1, self.moves)

    @property
    def anchors_per_move(self) -> float:
        """The mean number of anchors used per move."""
        return self.anchors / max(1, self.moves)

    @property
    def seconds_per_move(self) -> float:
        """The mean CPU time of finding every move, without counting."""
        return self.cpu_nanoseconds / max(1, self.moves) / 1e9

    def measure(self, generator: MoveGenerator, rack: Rack, bag_count: int) -> None:
        """Find every move once to count the work, then several times to take the shortest time."""
        work = count_work(generator, rack, algorithm=self.algorithm)
        self.cpu_nanoseconds += _shortest(
            lambda: generator.find_moves(rack, bag_count, algorithm=self.algorithm)
        )
        (self.with_blank if rack.counts[BLANK] else self.without_blank).add(work)
        self.anchors += work.anchors


@dataclass
class RepresentationWork:
    """The time to find every play of some positions on a structure in one of the paper's representations.

    `stored` is None when the structure has too many arcs for 32 bits. Then there are no moves either.
    """

    structure: Structure
    representation: Representation
    stored: StoredStructure | None
    moves: int = 0
    cpu_nanoseconds: int = 0

    @property
    def bytes(self) -> int | None:
        """The size of its arrays."""
        return self.stored.bytes if self.stored else None

    @property
    def seconds_per_move(self) -> float | None:
        """The mean CPU time of finding every play."""
        return self.cpu_nanoseconds / self.moves / 1e9 if self.moves else None

    def measure(self, generator: MoveGenerator, rack: Rack) -> None:
        """Find every play of a position several times, and add the shortest time."""
        stored = self.stored
        if stored is not None:
            self.cpu_nanoseconds += _shortest(lambda: find_plays(generator, stored, rack))
            self.moves += 1


@dataclass(frozen=True)
class PairingWork:
    """Games between two strategies, and the work of both algorithms on their positions.

    `mean_scores` are points per game by strategy. The players take turns at playing first.
    """

    strategies: tuple[str, str]
    games: int
    mean_scores: tuple[float, float]
    dawg: AlgorithmWork
    gaddag: AlgorithmWork


@dataclass(frozen=True)
class GordonResults:
    """The figures of tables II to VI. `representations` use the positions of the first pairing."""

    lexicon: str
    words: int
    longest_word: int
    characters: int
    games: int
    seed: int
    structures: tuple[StructureSizes, ...]
    pairings: tuple[PairingWork, ...]
    representations: tuple[RepresentationWork, ...]


def measure_tables(
    lexicon: Lexicon, *, games: int = 1000, seed: int = 0, progress: Progress | None = None
) -> GordonResults:
    """Measure the paper's structures for a lexicon, and play a number of games of each pairing with it.

    The games of a pairing have the seeds `seed`, `seed` + 1 and so on. All results except the times depend
    only on lexicon, games and seed.
    """
    report = progress or _ignore_progress
    structures = []
    for done, structure in enumerate(STRUCTURES):
        report("structures", done, len(STRUCTURES))
        structures.append(measure_structure(lexicon, structure))
    representations = [
        RepresentationWork(structure, form, store_structure(lexicon, structure, form))
        for structure in STRUCTURES
        for form in Representation
    ]
    report("structures", len(STRUCTURES), len(STRUCTURES))
    first, *others = PAIRINGS
    pairings = [play_pairing(lexicon, first, games, seed, report, representations)]
    pairings += [play_pairing(lexicon, names, games, seed, report) for names in others]
    sizes = lexicon.statistics
    return GordonResults(
        lexicon=lexicon.name,
        words=sizes.words,
        longest_word=sizes.longest_word,
        characters=structures[0].characters,
        games=games,
        seed=seed,
        structures=tuple(structures),
        pairings=tuple(pairings),
        representations=tuple(representations),
    )


def play_pairing(
    lexicon: Lexicon,
    names: tuple[str, str],
    games: int,
    seed: int,
    progress: Progress,
    representations: Sequence[RepresentationWork] = (),
) -> PairingWork:
    """Play games between two named strategies; the first of them begins every other game.

    `representations` are timed on the same positions.
    """
    works = [AlgorithmWork(Algorithm.DAWG), AlgorithmWork(Algorithm.GADDAG)]

    def watch(generator: MoveGenerator, rack: Rack, bag_count: int) -> None:
        for work in works:
            work.measure(generator, rack, bag_count)
        for timed in representations:
            timed.measure(generator, rack)

    players = [_Watched(StaticStrategy.load(name).config, watch) for name in names]
    part = f"{names[0]} against {names[1]}"
    totals = [0, 0]
    for game in range(games):
        progress(part, game, games)
        order = (0, 1) if game % 2 == 0 else (1, 0)
        scores = play_game([players[index] for index in order], lexicon, seed=seed + game).scores
        for index, score in zip(order, scores, strict=True):
            totals[index] += score
    progress(part, games, games)
    return PairingWork(names, games, _means(totals, games), *works)


@dataclass(frozen=True)
class _Watched(StaticStrategy):
    """A strategy that passes each position to `watch` before it chooses."""

    watch: Callable[[MoveGenerator, Rack, int], None]

    def choose(
        self,
        generator: MoveGenerator,
        rack: Rack,
        bag_count: int,
        unseen: Rack,
        draw: RandomSource | None = None,
    ) -> Candidate:
        """See `StaticStrategy.choose`."""
        self.watch(generator, rack, bag_count)
        return super().choose(generator, rack, bag_count, unseen, draw)


def _ignore_progress(_part: str, _done: int, _total: int) -> None:
    """Report nothing."""


def _shortest(call: Callable[[], object]) -> int:
    """Return the shortest CPU time of several runs of a call, in nanoseconds."""
    times = []
    for _ in range(_RUNS):
        begin = process_time_ns()
        call()
        times.append(process_time_ns() - begin)
    return min(times)


def _means(totals: Sequence[int], games: int) -> tuple[float, float]:
    first, second = (total / max(1, games) for total in totals)
    return first, second
