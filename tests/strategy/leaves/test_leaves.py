"""Leave values compared with slow implementations of the rack heuristics and with hand-computed figures."""

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen import ConfigError, Rack, SubRacks, Tile, TileSet, Variant
from strategy import Leaves, LeaveTable, StaticStrategy, load_leaves, load_strategy

ENGLISH = TileSet.load("english")
LETTERS = "?ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def leaves(number: int) -> Leaves:
    return Leaves.load(f"rackh{number}", ENGLISH)


def slow_value(table: Leaves, leave: Rack) -> int:
    """Add up the copies of each tile and the mix of vowels and consonants."""
    value = 0
    for tile in set(leave):
        for copy in range(1, leave.counts[tile] + 1):
            value += table.first[tile] + (copy - 1) * table.duplicate[tile]
    if table.mix:
        vowels = sum(ENGLISH.vowels[tile] for tile in leave)
        value += table.mix[vowels][len(leave) - leave.counts[0] - vowels]
    return value


@given(st.text(alphabet=LETTERS, max_size=7), st.sampled_from([1, 2, 3]))
def test_every_sub_rack_equals_the_slow_sum(text: str, number: int) -> None:
    table, sub_racks = leaves(number), SubRacks(ENGLISH.parse_rack(text))
    values = table.values(sub_racks)
    assert values.tolist() == [slow_value(table, sub_racks[i]) for i in range(len(sub_racks))]


@given(st.text(alphabet="ABC?", max_size=8))
def test_sub_racks_are_all_sub_multisets_once(text: str) -> None:
    rack = ENGLISH.parse_rack(text)
    sub_racks = SubRacks(rack)
    found = [str(sub_racks[i]) for i in range(len(sub_racks))]
    expected = {
        str(Rack.from_tiles(ENGLISH, chosen))
        for size in range(len(rack) + 1)
        for chosen in itertools.combinations(list(rack), size)
    }
    assert sorted(found) == sorted(expected)
    assert (found[0], found[-1]) == ("", str(rack))
    assert sub_racks.counts.shape == (len(found), len(sub_racks.kinds))


# From Gordon's tables: S 7.5; SS 7.5 + 7.5 - 4; ?? 24.5 + 24.5 - 15; AEINST adds up, mix of 3 and 3 is +3.
@pytest.mark.parametrize(
    ("number", "leave", "points"),
    [
        (1, "S", 7.5),
        (1, "SS", 15.0),
        (2, "SS", 11.0),
        (2, "??", 34.0),
        (2, "EEE", 4 * 3 - 2.5 - 5.0),
        (3, "AEINST", 1 + 4 - 0.5 + 0.5 + 7.5 + 0 + 3),
        (3, "Q", -11.5 + 0),
        (3, "?", 24.5),
        (3, "IIU", -0.5 * 2 - 4 - 3 - 3),
    ],
)
def test_values_by_hand(number: int, leave: str, points: float) -> None:
    rack = ENGLISH.parse_rack(leave)
    assert leaves(number).values(SubRacks(rack))[-1] == points * 1000


def test_mix_is_the_papers_table() -> None:
    paper = [
        [0, 0, -1, -2, -3, -4, -5],
        [-1, 1, 1, 0, -1, -2],
        [-2, 0, 2, 2, 1],
        [-3, -1, 1, 3],
        [-4, -2, 0],
        [-5, -3],
        [-6],
    ]
    mix = leaves(3).mix
    for vowels, row in enumerate(paper):
        assert [value / 1000 for value in mix[vowels][: len(row)]] == row


def test_a_tile_without_a_value_is_an_error() -> None:
    other = TileSet.from_letters("other", [Tile("A", "a", 9, 1), Tile("Ø", "ø", 9, 1)], blanks=2)
    with pytest.raises(ConfigError, match="is not a tile of other"):
        Leaves.load("rackh1", other)
    more = TileSet("more", (*ENGLISH.tiles, Tile("Ø", "ø", 1, 5)))
    with pytest.raises(ConfigError, match="no value for Ø of more"):
        Leaves.load("rackh1", more)


def test_a_mix_of_seven_tiles_continues_in_straight_lines() -> None:
    table = leaves(3).mix_table
    assert table[8, 0] == -8000 and table[0, 16] == -15_000
    assert table[1, 7] == -4000 and table[5, 3] == 1000
    assert leaves(3)["BCDFGHJK"] == slow_value(leaves(1), ENGLISH.parse_rack("BCDFGHJK")) - 7000
    assert leaves(3).values(SubRacks(ENGLISH.parse_rack("ABCDEFGH")))[-1] == leaves(3)["ABCDEFGH"]


def test_a_leave_beyond_a_short_mix_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    figures = "\n".join(f'"{tile}" = 0.0' for tile in LETTERS)
    path.write_text(f"mix = [[0.0, 1.0], [2.0]]\n[first]\n{figures}\n", encoding="utf-8")
    short = Leaves.load(path, ENGLISH)
    assert short["E"] == 2000
    with pytest.raises(ConfigError, match="mix of leaves short is not complete for 2 vowels and consonants"):
        short["EE"]


def test_strategies_load_by_name() -> None:
    assert load_strategy("rackh2").config.leaves == "rackh2"
    assert isinstance(load_strategy("greedy"), StaticStrategy)
    with pytest.raises(ConfigError, match="did you mean rackh3"):
        load_strategy("rackh33")


GEORGIAN = TileSet.from_letters(
    "georgian",
    [
        Tile("ა", "ა'", 9, 1, True),
        Tile("ბ", "ბ'", 2, 1),
        Tile("ჭ", "ჭ'", 1, 8),
        Tile("ეა", "ეა'", 1, 4, True),
    ],
    blanks=2,
)


@pytest.mark.parametrize(
    ("leave", "points"),
    [
        ("ბ", 0.5 + 0),  # a consonant of a point; one of it: 0
        ("ა", 0.0 - 1),  # a vowel; one of it: -1
        ("ჭ", 0.5 - 7 * 0.3 + 0),  # seven points more than one
        ("ეა", 0.0 - 3 * 0.3 - 1),
        ("აბბ", 0.0 + 2 * 0.5 - 3 + 1),  # a copy; one vowel and two consonants: 1
        ("??", 24.5 + 24.5 - 15),
    ],
)
def test_letters_without_their_own_figures(leave: str, points: float) -> None:
    general = Leaves.load("general", GEORGIAN)
    assert general.values(SubRacks(GEORGIAN.parse_rack(leave)))[-1] == round(points * 1000)


def test_the_general_mix_extends_that_of_rackh3() -> None:
    general, paper = Leaves.load("general", ENGLISH), leaves(3)
    assert (general.mix_reach, paper.mix_reach) == (16, 7)
    for vowels, consonants in itertools.product(range(8), range(8)):
        if vowels + consonants <= 6:
            assert general.mix[vowels][consonants] == paper.mix[vowels][consonants]
    assert general.mix[0][16] == -15_000 and general.mix[8][8] == 8_000 and general.mix[16][0] == -16_000


def test_own_figures_for_some_letters(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        '[first]\n"?" = 20\n"ბ" = 3\n[duplicate]\n"ა" = -9\n'
        "[other_letters]\nvowel = 1\nconsonant = 2\nduplicate = -4\n",
        encoding="utf-8",
    )
    found = Leaves.load(path, GEORGIAN)
    assert found.first == (20_000, 1000, 3000, 2000, 1000)
    assert found.duplicate == (0, -9000, -4000, -4000, -4000)
    path.write_text("[first]\n[other_letters]\nvowel = 1\nconsonant = 2\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"no value for \? of georgian"):
        Leaves.load(path, GEORGIAN)
    path.write_text('[first]\n"?" = 1\n[other_letters]\nvowel = 1e9\nconsonant = 2\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="is out of range"):
        Leaves.load(path, GEORGIAN)


def test_the_value_of_one_leave() -> None:
    heuristic = leaves(3)
    table = LeaveTable.from_heuristic(heuristic, 3)
    for text in ("S", "ER", "?AQ", "UUV"):
        rack = ENGLISH.parse_rack(text)
        assert heuristic[text] == heuristic[rack] == table[text] == table[rack] == slow_value(heuristic, rack)
        assert text in table and rack in table
    assert "ERST" not in table and table["ERST"] == 0 and "" not in table
    assert len(list(table)) == len(table) and next(iter(table)) == ENGLISH.parse_rack("?")
    spanish = TileSet.load("spanish").parse_rack("S")
    for values in (heuristic, table):
        with pytest.raises(ConfigError, match="<Rack S> is of spanish; give tiles of english"):
            values[spanish]
    with pytest.raises(ConfigError, match="is of spanish"):
        assert spanish in table


@pytest.mark.parametrize("value", [8.25, float("nan"), "8"])
def test_tables_are_made_of_whole_milli_points(value: Any) -> None:
    with pytest.raises(ConfigError, match=r"give whole milli-points: round\(1000 \* points\)"):
        LeaveTable.from_values({ENGLISH.parse_rack("S"): value}, ENGLISH)


@pytest.mark.parametrize("tiles", ["english", Variant.standard()])
def test_leaves_need_a_tile_set(tiles: Any) -> None:
    with pytest.raises(ConfigError, match="is not a tile set; give one"):
        load_leaves("scowl80", tiles)
