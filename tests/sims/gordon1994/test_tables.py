"""The paper's experiment: what it counts, and that the seed decides."""

from dataclasses import replace

import pytest

from movegen import Lexicon
from movegen.gordon1994 import GenerationWork, Representation, Structure
from movegen.position import Algorithm
from sims.gordon1994 import GordonResults, measure_tables
from sims.gordon1994.tables import PAIRINGS, RackWork, play_pairing

LEXICON = Lexicon.load().up_to(8)
SHORT_WORDS = LEXICON.up_to(6)


def timeless(results: GordonResults) -> GordonResults:
    """The results without the times."""
    pairings = tuple(
        replace(
            pairing,
            dawg=replace(pairing.dawg, cpu_nanoseconds=0),
            gaddag=replace(pairing.gaddag, cpu_nanoseconds=0),
        )
        for pairing in results.pairings
    )
    representations = tuple(replace(work, stored=None, cpu_nanoseconds=0) for work in results.representations)
    return replace(results, pairings=pairings, representations=representations)


@pytest.fixture(scope="module")
def results() -> GordonResults:
    return measure_tables(SHORT_WORDS, games=2, seed=3)


def test_every_table_has_its_figures(results: GordonResults) -> None:
    assert (results.words, results.longest_word) == (len(SHORT_WORDS), 6)
    dawg, dawg_minimized, gaddag, gaddag_minimized, every_path = results.structures
    assert dawg.states > dawg_minimized.states and every_path.states > gaddag.states > gaddag_minimized.states
    assert [pairing.strategies for pairing in results.pairings] == list(PAIRINGS)
    for pairing in results.pairings:
        assert pairing.dawg.moves == pairing.gaddag.moves > 2 * 15
        for work in (pairing.dawg, pairing.gaddag):
            for racks in (work.with_blank, work.without_blank):
                assert sum(racks.histogram) == racks.moves
            assert work.lookups > work.arcs > 0 and work.seconds_per_move > 0
        assert all(score > 200 for score in pairing.mean_scores)


def test_each_structure_is_timed_in_each_form(results: GordonResults) -> None:
    assert len({(work.structure, work.representation) for work in results.representations}) == 10
    sizes = {size.structure: size for size in results.structures}
    for work in results.representations:
        assert work.moves == results.pairings[0].dawg.moves and (work.seconds_per_move or 0) > 0
        size = sizes[work.structure]
        expanded = work.representation is Representation.EXPANDED
        assert 0 <= (work.bytes or 0) - (size.expanded_bytes if expanded else size.compressed_bytes) <= 4 * 28


@pytest.mark.medium
def test_a_structure_too_large_for_a_form_has_no_times_in_it() -> None:
    """The unminimized GADDAG has more states than 32 bits can number beside the letter sets."""
    results = measure_tables(LEXICON, games=2, seed=3)
    (work,) = (work for work in results.representations if work.stored is None)
    assert work.structure is Structure.GADDAG_UNMINIMIZED
    assert work.representation is Representation.COMPRESSED
    assert (work.bytes, work.moves, work.seconds_per_move) == (None, 0, None)


def test_the_gaddag_does_less(results: GordonResults) -> None:
    """Table IV: fewer arcs and fewer anchors, by about the paper's ratios of 2.50 and 1.64."""
    work = results.pairings[0]
    assert work.dawg.lookups > 1.5 * work.gaddag.lookups
    assert work.dawg.arcs > 1.5 * work.gaddag.arcs
    assert work.dawg.anchors > 1.3 * work.gaddag.anchors


def test_the_seed_decides() -> None:
    first, again, other = (
        timeless(measure_tables(LEXICON.up_to(4), games=2, seed=seed)) for seed in (3, 3, 4)
    )
    assert first == again != other


def test_progress_is_reported() -> None:
    reported: list[tuple[str, int, int]] = []
    pairing = play_pairing(LEXICON, ("greedy", "rackh1"), 2, 0, lambda *what: reported.append(what))
    assert reported == [("greedy against rackh1", done, 2) for done in range(3)]
    assert (pairing.dawg.algorithm, pairing.gaddag.algorithm) == (Algorithm.DAWG, Algorithm.GADDAG)


def test_bands_of_the_histogram() -> None:
    work = RackWork()
    for lookups in (0, 255, 256, 511, 512, 1023, 2048):
        work.add(GenerationWork(plays=0, lookups=lookups, arcs=1, anchors=0))
    assert work.histogram == [2, 2, 2, 0, 1]
    assert (work.moves, work.arcs, work.lookups_per_move) == (7, 7, (255 + 256 + 511 + 512 + 1023 + 2048) / 7)
