"""Static equity, term by term."""

import dataclasses
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from movegen import (
    ConfigError,
    Lexicon,
    Move,
    MoveGenerator,
    MoveKind,
    Position,
    Rack,
    SubRacks,
    TileSet,
    Variant,
    read_cgp,
)
from strategy import Candidate, LeaveTable, StaticStrategy, load_strategy
from strategy.leaves import load_leaves, write_table
from strategy.players import StrategyConfig, core_strategy
from strategy.players.strategy_files import PreEndgameConfig

ENGLISH = TileSet.load("english")
LEXICON = Lexicon.from_words(
    ["ab", "ad", "ba", "bad", "dab", "cab", "ace", "aced", "bade", "abed", "ed", "de", "ae", "ea"], ENGLISH
)
EMPTY_BOARD = "/".join(["15"] * 15)


def by_text(position: Position, strategy: str) -> dict[str, Candidate]:
    candidates = load_strategy(strategy).candidates(position, LEXICON)
    return {str(candidate.move): candidate for candidate in candidates}


def test_equity_is_score_plus_leave() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABDQ/ 0/0 0")
    found = by_text(position, "rackh1")
    assert found["8F BAD"].leave_value == -11.5
    # (3 + 1 + 2) * 2 points; the A lies on column G, beside double letters.
    assert found["8F BAD"].equity == pytest.approx(12 - 11.5 - 0.7)
    assert found["8G BAD"].equity == 12 - 11.5


def test_vowels_beside_premiums_cost_on_an_empty_board() -> None:
    # Column G (6) and I (8) of row 8 have double letters above and below, column H has none.
    position = read_cgp(f"{EMPTY_BOARD} ABDQ/ 0/0 0")
    found = by_text(position, "rackh1")
    assert found["8H AB"].equity == pytest.approx(found["8G BA"].equity)  # the A lies on H both times
    assert found["8G AB"].equity == pytest.approx(found["8H AB"].equity - 0.7)


@given(st.lists(st.integers(0, 26), min_size=1, max_size=8), st.integers(0, 2**32))
def test_a_whole_rack_follows_from_its_leaves(tiles: list[int], seed: int) -> None:
    """The value is exact if values are sums over tiles and pairs of tiles."""
    chance = np.random.default_rng(seed)
    single, pair = chance.integers(-9000, 9000, 27), chance.integers(-900, 900, (27, 27))
    rack = Rack.from_tiles(ENGLISH, tiles)

    def value(leave: Rack) -> int:
        drawn = list(leave)
        return int(sum(single[drawn]) + sum(pair[both] for both in combinations(drawn, 2)))

    sub_racks = SubRacks(rack)
    known = {sub_racks[number]: value(sub_racks[number]) for number in range(1, len(sub_racks) - 1)}
    table = LeaveTable.from_values(known, ENGLISH)
    expected = [0, *known.values(), value(rack) if len(rack) > 2 else sum(single[tiles])]
    if len(rack) == 1:
        expected = [0, 0]  # there are no leaves to extrapolate from
    assert table.rack_values(sub_racks).tolist() == expected
    more = Rack.from_tiles(ENGLISH, [*tiles, 1, 2])  # two tiles longer: no value
    assert len(rack) == 1 or table.rack_values(SubRacks(more))[-1] == 0


def test_highest_score_alone_for_greedy() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABDEC/ 0/0 0")
    candidates = load_strategy("greedy").candidates(position, LEXICON)
    assert [c.equity for c in candidates] == sorted((c.score for c in candidates), reverse=True)
    assert all(c.leave_value == 0 for c in candidates)


def test_equities_are_sorted_and_the_pass_is_among_them() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABDEC??/ 0/0 0")
    candidates = load_strategy("rackh3").candidates(position, LEXICON)
    equities = [candidate.equity for candidate in candidates]
    assert equities == sorted(equities, reverse=True)
    kinds = [candidate.move.kind for candidate in candidates]
    assert kinds.count(MoveKind.PASS) == 1
    assert kinds.count(MoveKind.EXCHANGE) == 2**5 * 3 - 1  # two blanks alike, five other tiles


def test_the_leave_is_the_rest_of_the_rack() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABDEC?Q/ 0/0 0")
    for candidate in load_strategy("rackh2").candidates(position, LEXICON):
        assert candidate.leave == position.rack - candidate.move.tiles_used


def test_equity_with_an_empty_bag(tmp_path: Path) -> None:
    tiles = tmp_path / "few.toml"
    tiles.write_text(
        'blanks = 0\nletters = [{label="A", count=2, points=1}, {label="B", count=1, points=3},'
        ' {label="D", count=3, points=2}]\n',
        encoding="utf-8",
    )
    rules = tmp_path / "rules.toml"
    rules.write_text(
        'board = "standard15"\ntiles = "few.toml"\nrack_size = 2\nplayers_max = 2\n', encoding="utf-8"
    )
    variant = Variant.load(rules)
    lexicon = Lexicon.from_words(["ab", "ba", "ad", "dad", "dada"], variant.tiles)
    position = read_cgp(f"{'/'.join(['15'] * 7)}/7AD6/{'/'.join(['15'] * 7)} AB/DD 0/0 0", variant=variant)
    assert position.bag_count == 0
    candidates = load_strategy("rackh2").candidates(position, lexicon)
    values = {}
    for candidate in candidates:
        values.setdefault(len(candidate.leave), set()).add(candidate.equity - candidate.score)
    assert values[0] == {2 * (2 + 2)}  # going out: twice the opponent's DD
    assert values[2] == {-2 * (1 + 3) - 10}  # the pass keeps AB
    with_one_tile = {-2 * 1 - 10, -2 * 3 - 10}
    assert values.get(1, with_one_tile) <= with_one_tile


def test_adjustments_for_tiles_left_in_the_bag() -> None:
    """A play counts the tiles left after its draw, an exchange or pass those in the bag now."""
    base = load_strategy("rackh1").config
    figures = (-8.0, 0.0, 5.0, 0.5, 0.0, 0.0, 0.0, 3.0)
    adjusted = StaticStrategy(replace(base, pre_endgame=PreEndgameConfig(bag_left=figures)))
    generator, rack, unseen = (
        MoveGenerator(Variant.standard(), LEXICON),
        ENGLISH.parse_rack("ABDEC"),
        Rack.empty(ENGLISH),
    )
    for bag_count in (0, 1, 2, 3, 7, 8, 20):
        moves = generator.moves(rack, bag_count)
        plain = {each.move: each for each in StaticStrategy(base).rank(moves, bag_count, unseen)}
        found = adjusted.rank(moves, bag_count, unseen)
        assert len(found) == len(plain)
        for each in found:
            laid = len(each.move.tiles_used) if each.move.kind is MoveKind.PLAY else 0
            left = max(0, bag_count - laid)
            points = figures[left] if bag_count and left < len(figures) else 0.0
            assert each.equity == pytest.approx(plain[each.move].equity + points)
            assert each.leave_value == plain[each.move].leave_value


def test_a_candidate_prints_well() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABD/ 0/0 0")
    first = load_strategy("greedy").candidates(position, LEXICON)[0]
    assert repr(first).startswith("<Candidate 8")
    assert isinstance(first.move, Move)


def test_vowels_at_the_opening_are_not_rewarded() -> None:
    with pytest.raises(ConfigError, match="opening_vowel_penalty"):
        StrategyConfig(name="odd", kind="static", opening_vowel_penalty=-0.5)


def test_racks_of_eight_get_leaves_of_seven_tiles() -> None:
    """`static` takes the leaves that all commands take, and a table that has none is refused."""
    position = read_cgp(f"{EMPTY_BOARD} AEENNVST/ 0/0 0 var rack8;")
    static = StaticStrategy.load("static")
    by_rackh3 = StaticStrategy.load("rackh3").candidates(position, LEXICON)
    assert list(static.candidates(position, LEXICON)) == list(by_rackh3)
    assert static.leaves_name(ENGLISH, 8) == "rackh3"
    named = StaticStrategy(replace(static.config, leaves="scowl80"))
    for use in (lambda: named.candidates(position, LEXICON), lambda: core_strategy(named, position.variant)):
        with pytest.raises(ConfigError, match="no leaves of 7 tiles, which racks of 8 need; choose inside"):
            use()


def test_leaves_of_six_tiles_learned_with_racks_of_eight_are_taken(tmp_path: Path) -> None:
    """With `leaves train --rules rack8 --longest 6` they leave out those of seven on purpose."""
    position = read_cgp(f"{EMPTY_BOARD} AEENNVST/ 0/0 0 var rack8;")
    table = load_leaves("scowl80", ENGLISH)
    assert isinstance(table, LeaveTable) and table.longest == 6
    for rack_size in (8, 9, 7, None):
        file = tmp_path / f"{rack_size}.leaves"
        write_table(dataclasses.replace(table, rack_size=rack_size), file)
        player = StaticStrategy.load(file)
        if rack_size in (8, 9):
            assert player.candidates(position, LEXICON)
            assert core_strategy(player, position.variant) is not None
        else:
            with pytest.raises(ConfigError, match="no leaves of 7 tiles, which racks of 8 need"):
                player.candidates(position, LEXICON)


@pytest.mark.parametrize(("rack_size", "longest"), [(3, 2), (8, 7), (9, 8)])
def test_all_leaves_of_smaller_racks_are_too_few(rack_size: int, longest: int) -> None:
    """A table that leaves out long leaves of its own racks does so on purpose."""

    def table(tiles: int, rack_size: int | None) -> LeaveTable:
        leave = Rack.from_tiles(ENGLISH, [1] * tiles)
        return dataclasses.replace(LeaveTable.from_values({leave: 5}, ENGLISH), rack_size=rack_size)

    for tiles in range(1, rack_size + 1):
        table(longest, rack_size).check_rack(tiles)
    for larger in (rack_size + 1, 16):
        table(longest - 1, rack_size).check_rack(larger)
        table(longest, None).check_rack(larger)
        expected = f"no leaves of {rack_size} tiles, which racks of {larger} need"
        with pytest.raises(ConfigError, match=expected):
            table(longest, rack_size).check_rack(larger)
