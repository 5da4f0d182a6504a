"""Tables of openings: every rack, the move that the generator ranks first, and the surprises counted anew."""

import csv
import gzip
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb
from pathlib import Path

import msgspec
import numpy as np
import pytest
from languages import word_file
from move_oracle import MoveOracle
from repeats import repeats
from tiny_game import WORDS, tiny_lexicon, tiny_variant

from movegen import Lexicon, Rack, Variant
from movegen.board import MoveKind
from movegen.errors import ConfigError
from movegen.variant import TileSet
from sims.lexicon_source import LexiconSource
from sims.openings import (
    COLUMNS,
    OpeningRacks,
    OpeningSetup,
    OpeningSums,
    OpeningTask,
    Surprise,
    Tally,
    add_sums,
    cut_racks,
    find_openings,
    opening_position,
    opening_table,
)
from strategy.players import CandidateList, StaticStrategy

pytestmark = pytest.mark.core


def setup_of(rules: str = "standard", lexicon: str | Path | None = None, strategy: str = "") -> OpeningSetup:
    variant = Variant.load(rules)
    player = StaticStrategy.load(strategy) if strategy else StaticStrategy.default(variant.tiles)
    return OpeningSetup(LexiconSource.of(lexicon, variant), variant, player)


def rows_of(setup: OpeningSetup, first: int, racks: int) -> list[dict[str, str]]:
    lines = gzip.decompress(find_openings(OpeningTask(setup, first, racks)).rows).decode("utf-8").splitlines()
    return list(csv.DictReader(lines, COLUMNS))


def ranked(setup: OpeningSetup, lexicon: Lexicon, rack: Rack) -> CandidateList:
    """All moves of the generator, ranked by the strategy in Python."""
    return setup.strategy.candidates(opening_position(setup.variant, rack), lexicon)


def check_row(row: dict[str, str], setup: OpeningSetup, lexicon: Lexicon) -> None:
    rack = setup.variant.tiles.parse_rack(row["rack"])
    candidates = ranked(setup, lexicon, rack)
    best, plays = candidates[0], [each.score for each in candidates if each.move.kind is MoveKind.PLAY]
    assert (row["move"], row["score"], row["leave"]) == (str(best.move), str(best.score), str(best.leave))
    assert float(row["equity"]) == best.equity
    assert row["highest_score"] == (str(max(plays)) if plays else "")
    expected = [comb(setup.variant.tiles.counts[tile], rack.counts[tile]) for tile in range(len(rack.counts))]
    assert int(row["ways"]) == np.prod(expected)


@pytest.mark.parametrize("racks", [60, pytest.param(repeats(400, 2_000), marks=pytest.mark.slow)])
def test_the_move_is_the_one_that_the_generator_ranks_first(racks: int) -> None:
    setup = setup_of()
    lexicon = setup.lexicon.load()
    count = OpeningRacks(setup.variant).count
    for first in range(0, count - 4, count // (racks // 4)):
        for row in rows_of(setup, first, 4):
            check_row(row, setup, lexicon)


@pytest.mark.parametrize(
    ("rules", "lexicon", "strategy"),
    [
        ("rack8", None, ""),
        ("super", None, "rackh3"),
        ("blocked", None, "greedy"),
        ("spanish", word_file("spanish"), ""),
        ("german", word_file("german"), ""),
        ("slovene", word_file("slovene"), "greedy"),
    ],
)
def test_other_rules_and_languages(rules: str, lexicon: Path | None, strategy: str) -> None:
    setup = setup_of(rules, lexicon, strategy)
    count = OpeningRacks(setup.variant).count
    for first in range(count // 8, count - 3, count // 4):
        for row in rows_of(setup, first, 3):
            check_row(row, setup, setup.lexicon.load())


def test_words_in_any_order() -> None:
    """Moves are ranked by the same rules; which of equal ones comes first depends on how many are listed."""
    setup = setup_of("wordsmog", strategy="greedy")
    for row in rows_of(setup, 2_000_000, 3):
        rack = setup.variant.tiles.parse_rack(row["rack"])
        assert float(row["equity"]) == ranked(setup, setup.lexicon.load(), rack)[0].equity


def tiny_setup() -> OpeningSetup:
    return OpeningSetup(
        LexiconSource.of(WORDS, tiny_variant()), tiny_variant(), StaticStrategy.load("greedy")
    )


def drawn_racks(tiles: TileSet, size: int) -> Counter[Rack]:
    """Each rack, with the number of ways to draw it from distinct tiles."""
    bag = [tile for tile in range(tiles.size) for _ in range(tiles.counts[tile])]
    return Counter(Rack.from_tiles(tiles, draw) for draw in combinations(bag, size))


def test_all_racks_are_there_with_their_probabilities() -> None:
    variant = tiny_variant()
    racks, expected = OpeningRacks(variant), drawn_racks(variant.tiles, variant.rules.rack_size)
    tiles = racks.tiles(np.arange(racks.count))
    found = {
        Rack(variant.tiles, tuple(row.tolist())): int(ways)
        for row, ways in zip(tiles, racks.ways_to_draw(tiles), strict=True)
    }
    assert found == dict(expected) and len(found) == racks.count
    assert sum(found.values()) == racks.ways == comb(variant.tiles.total, variant.rules.rack_size)
    texts = [str(rack) for rack in found]
    assert texts == sorted(texts, key=lambda text: text.replace("?", " "))
    some = np.array([racks.count - 1, 0, 7])
    assert (racks.tiles(some) == tiles[some]).all()


def test_plays_are_those_of_a_slow_generator() -> None:
    """By points alone: the highest score of any play is the best move's."""
    setup, variant = tiny_setup(), tiny_variant()
    lexicon = tiny_lexicon()
    oracle = MoveOracle(variant, [variant.tiles.parse_word(word) for word in lexicon])
    empty = [[0] * variant.layout.columns for _ in range(variant.layout.rows)]
    rows = rows_of(setup, 0, OpeningRacks(variant).count)
    assert len(rows) > 100
    for row in rows:
        plays = oracle.plays(empty, variant.tiles.parse_rack(row["rack"]).counts)
        assert row["highest_score"] == (str(max(plays.values())) if plays else "")
        assert int(row["score"]) == max(plays.values(), default=0)


def test_sums_do_not_depend_on_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = tiny_setup()
    count = OpeningRacks(setup.variant).count

    def total() -> OpeningSums:
        return add_sums(find_openings(task).sums for task in cut_racks(setup, count))

    whole = total()
    monkeypatch.setattr(opening_table, "CHUNK", 7)
    parts = total()
    assert whole.surprises == parts.surprises and whole.all == parts.all
    assert whole.by_move == parts.by_move and whole.by_points == parts.by_points
    assert (whole.all.racks, whole.all.ways) == (count, OpeningRacks(setup.variant).ways)


def test_what_is_summed_is_what_the_rows_say() -> None:
    """Surprises are counted anew from the ranking of all moves, for racks of the real game."""
    setup = setup_of()
    lexicon, first, racks = setup.lexicon.load(), 700_000, 300
    sums = find_openings(OpeningTask(setup, first, racks)).sums
    found: Counter[Surprise] = Counter()
    by_move: Counter[str] = Counter()
    by_points: Counter[int] = Counter()
    for row in rows_of(setup, first, racks):
        rack = setup.variant.tiles.parse_rack(row["rack"])
        candidates = ranked(setup, lexicon, rack)
        best, highest = candidates[0], candidates.by_score()[0]
        size = len(best.move.tiles_used)
        by_move[f"{best.move.kind} {size}" if size else "pass"] += 1
        by_points[int(np.floor(best.equity))] += 1
        is_play, is_exchange = best.move.kind is MoveKind.PLAY, best.move.kind is MoveKind.EXCHANGE
        has_bingo = len(highest.move.tiles_used) == 7 and highest.move.kind is MoveKind.PLAY
        found[Surprise.BINGO_DECLINED] += has_bingo and not (is_play and size == 7)
        found[Surprise.EXCHANGE] += is_exchange and highest.score >= 20
        found[Surprise.LOWER_SCORE] += is_play and highest.score - best.score >= 20
        found[Surprise.EXCHANGE_ALL] += is_exchange and size == 7
        found[Surprise.FEW_TILES] += is_play and size == 2
    assert {kind: each.tally.racks for kind, each in sums.surprises.items()} == dict(found)
    assert {name: each.racks for name, each in sums.by_move.items()} == dict(by_move)
    assert {points: each.racks for points, each in sums.by_points.items()} == dict(by_points)
    assert found[Surprise.LOWER_SCORE] and found[Surprise.FEW_TILES]


def test_examples_are_the_racks_drawn_most_often() -> None:
    setup = tiny_setup()
    racks = OpeningRacks(setup.variant)
    sums = find_openings(OpeningTask(setup, 0, racks.count)).sums
    short = [
        (-int(row["ways"]), number)
        for number, row in enumerate(rows_of(setup, 0, racks.count))
        if row["move"][0].isdigit() and len(row["leave"]) == 2
    ]
    assert short
    examples = sums.surprises[Surprise.FEW_TILES].examples
    assert [(-each.ways, each.number) for each in examples] == sorted(short)


def test_the_mean_is_over_draws() -> None:
    setup = tiny_setup()
    rows = rows_of(setup, 0, OpeningRacks(setup.variant).count)
    sums = find_openings(OpeningTask(setup, 0, len(rows))).sums
    expected = sum(int(row["ways"]) * float(row["equity"]) for row in rows)
    assert sums.all == Tally(len(rows), sum(int(row["ways"]) for row in rows), pytest.approx(expected))


def test_too_many_racks_are_refused() -> None:
    variant = Variant.load("super")
    large = replace(variant, rules=msgspec.structs.replace(variant.rules, rack_size=15))
    with pytest.raises(ConfigError, match="are too many for a table; choose rules with fewer tiles"):
        OpeningRacks(large)
