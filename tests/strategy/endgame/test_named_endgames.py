"""Endgames with a difficulty of their own; docs/internals/endgame.md lists them."""

import json
import subprocess
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from slow_endgame import endgame_value
from small_endgames import empty_bag_position

from movegen import BoardLayout, Lexicon, Position, Rules, TileSet, Variant, read_cgp
from movegen.variant import BLANK_FLAG
from strategy import EndgameResult, solve_endgame

pytestmark = pytest.mark.core

ENABLE = Path(__file__).resolve().parents[4] / "shared" / "data" / "enable1.txt"

# The positions with short names are known in the field. An independent engine has the same values where
# it has finished.
NAMED = {
    "VsCanik": (
        "9A1PIXY/9S1L3/2ToWNLETS1O3/9U1DA1R/3GERANIAL1U1I/9g2T1C/8WE2OBI/6EMU4ON/6AID3GO1/5HUN4ET1/4ZA1T4ME1/"
        "1Q1FAKEY3JOES/FIVE1E5IT1C/5SPORRAN2A/6ORE2N2D BGIV/DEHILOR 384/389 0",
        12,
        "1G VIG(A)",
    ),
    "PassFirst": (
        "GATELEGs1POGOED/R4MOOLI3X1/AA10U2/YU4BREDRIN2/1TITULE3E1IN1/1E4N3c1BOK/1C2O4CHARD1/QI1FLAWN2E1OE1/"
        "IS2E1HIN1A1W2/1MOTIVATE1T1S2/1S2N5S4/3PERJURY5/15/15/15 FV/AADIZ 442/388 0",
        -51,
        "6B (E)F",
    ),
    "ZeroPt": (
        "IBADAT1B7/2CAFE1OD1TRANQ/2TUT2RENIED2/3REV2YOMIM2/4RAFT1NISI2/5COR2N1x2/6LA1AGEE2/6LIAISED2/5POKY2W3/"
        "4JOWS7/V2LUZ9/ORPIN10/L1OE11/TUX12/I14 EEEEGH?/AGHNOSU 308/265 0",
        -39,
        "6M (x)u",
    ),
    "a pass is best, and three more follow": (
        "7TURTLInG/5l1A7/5E1CANNED2/3TEUGH2EMEU1/2BONK1E7/1FEN1O5L3/5T4PE3/J2WAIRS2EAR2/A1XI1C3TORI2/"
        "WHID5ON1B2/1O1DO4PI1L2/AT1YAY4EME2/R3FA4SIS2/V4G5ES2/O3DILUVIAN3 Z/OQR 0/0 0",
        -16,
        "(pass)",
    ),
    "stuck with U, five passes": (
        "11MURA/14I/11ZEDS/10JIN2/7L1WOT3/G6ABO1SEW1/A6HOED1TET/I5YAY1U4/T6ROLE1I1N/ER3V4NIXIE/RE3I4N1O1C/"
        "1CLONE4AIR1K/3POStBAG1FART/1QaT4GOLF1AI/4PAUSED3ME DEHNV/U 0/0 0",
        18,
        "11J E(N)",
    ),
    "tile by tile against stuck Gs": (
        "7TWIBIL2/7U7/2A4R7/2JILL1B1S5/2E2ANOPIA4/1VEERY2IZAR3/6MOPE5/4QUODS5V/4U5A2TI/3DEXY3T2HO/4E5W2Al/"
        "F2SNICK2A2TO/AMI1E5I3N/CANTDOG1DENTuRE/E4ROUE5S EFHLNOR/GG 0/0 0",
        81,
        "L10 OE",
    ),
}
HARD = {
    "VsRoy": (
        "10LURID/2O11I/2U5PRICERS/OUTRATES3O2T/2V8u2E/G1I1COLONIAL2N/A1ES7T2D/N2E3UPBYE2E/J2R2M2O1R2D/"
        "AB1EN1AGAVES3/1L1NO1F1MIX4/1I1AN1I2D5/1GATEWAYs6/1H1E11/1T13 EFHIKOQ/WZ 331/427 0",
        83,
        "H12 F(Y)KE",
    ),
    "VsJoel": (
        "1LEMNISCI2L1ER/7O1PAINT1/4A2L1RAVE2/WEDGE2Z1I1R3/4R1JAUNTEd2/4OXO2K5/2YOB3P6/3FAUNAE6/4T3GUY4/"
        "6BESTEaD2/7T2HIE2/7H4VUG/2CORMOID6/7O7/7NONIDEAL AAFIRTW/EIQSS 373/393 0",
        57,
        "13L WAT",
    ),
}


@lru_cache
def enable() -> Lexicon:
    if not ENABLE.exists():
        pytest.skip("no word list beside the clone")
    return Lexicon.load(str(ENABLE))


def check_solution(cgp: str, value: int, first: str) -> EndgameResult:
    position = read_cgp(cgp)
    result = solve_endgame(position, enable())
    assert result.is_proven
    assert result.value == value
    assert str(result.variation[0]) == first
    if len(position.rack) + len(position.unseen) <= 6:
        assert endgame_value(position, enable()) == value
    return result


@pytest.mark.parametrize("name", NAMED)
def test_named(name: str) -> None:
    check_solution(*NAMED[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", HARD)
def test_hard(name: str) -> None:
    check_solution(*HARD[name])


MEASURE_MEMORY = """
import json
import sys
from movegen import Lexicon, read_cgp
from strategy import SearchLimits, solve_endgame

def peak_memory():
    status = open("/proc/self/status").read()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024

lexicon, position = Lexicon.load(sys.argv[1]), read_cgp(sys.argv[2])
solve_endgame(position, lexicon, limits=SearchLimits(memory=1, nodes=10))
before = peak_memory()
solve_endgame(position, lexicon, limits=SearchLimits(**json.loads(sys.argv[3])))
print(peak_memory() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read the memory from")
@pytest.mark.parametrize(
    ("name", "memory", "limits"),
    [("VsJoel", 4, {"nodes": 100_000}), ("VsRoy", 16, {"workers": 2}), ("VsJoel", 64, {"nodes": 150_000})],
)
def test_memory_stays_within_its_limit(name: str, memory: int, limits: dict[str, int]) -> None:
    """Peak memory by the system's count, in a process of its own; it also comes near the limit."""
    enable()
    arguments = [str(ENABLE), HARD[name][0], json.dumps({"memory": memory, **limits})]
    run = subprocess.run(
        [sys.executable, "-c", MEASURE_MEMORY, *arguments], capture_output=True, encoding="utf-8", check=True
    )
    least = 0.4 * memory if memory > 4 else 0.0  # what loading left free is used first
    assert least <= float(run.stdout) < 1.1 * memory


def odd_position(
    rows: dict[int, str], racks: tuple[str, str], points: dict[str, int], bingo_tiles: int = 7
) -> Position:
    """A board without premium squares; letters are worth nothing but those given. A row's dots are empty."""
    tiles = tuple(replace(tile, points=points.get(tile.label, 0)) for tile in Variant.standard().tiles.tiles)
    rules = Rules(name="odd", bingo_tiles=bingo_tiles, players_max=2)
    variant = Variant(TileSet("odd", tiles), BoardLayout("plain", (" " * 15,) * 15, (0, 0)), rules)
    squares = np.zeros((15, 15), dtype=np.uint8)
    for row, text in rows.items():
        for column, letter in enumerate(text):
            number = 0 if letter == "." else ord(letter.upper()) - ord("A") + 1
            squares[row, column] = number | (BLANK_FLAG if letter.islower() else 0)
    held = [[0 if letter == "?" else ord(letter) - ord("A") + 1 for letter in rack] for rack in racks]
    return empty_bag_position(variant, squares, held)


def test_25_plies() -> None:
    """A chain of letters, each word one letter longer than the last, so that nobody wants to hurry.

    The opponent has the next six letters, and the sixth makes a dear word besides, that is worth more than
    the letters behind it; those are the player's, who passes until then. Both are left with a tile.
    """
    position = odd_position(
        {0: "AB......I", 1: ".......Z", 2: ".......Z"}, ("JKLMNOX", "CDEFGHQ"), {"A": 1, "Z": 10}
    )
    chain = "ABCDEFGHIJKLMNO"
    words = [chain[:length] for length in (2, 3, 4, 5, 6, 7, *range(9, 16))]
    lexicon = Lexicon.from_words([*words, "HZZ"], position.variant.tiles)
    result = solve_endgame(position, lexicon)
    assert [str(move) for move in result.variation] == [
        "(pass)",
        *("1A (AB)C", "(pass)", "1A (ABC)D", "(pass)", "1A (ABCD)E", "(pass)", "1A (ABCDE)F", "(pass)"),
        *("1A (ABCDEF)G", "(pass)", "1A (ABCDEFG)H(I)", "1A (ABCDEFGHI)J", "(pass)", "1A (ABCDEFGHIJ)K"),
        *("(pass)", "1A (ABCDEFGHIJK)L", "(pass)", "1A (ABCDEFGHIJKL)M", "(pass)"),
        *("1A (ABCDEFGHIJKLM)N", "(pass)", "1A (ABCDEFGHIJKLMN)O", "(pass)", "(pass)"),
    ]
    assert len(result.variation) == 25
    assert result.value == 6 - (6 + 20) == endgame_value(position, lexicon)


def test_play_of_no_points_sets_up_a_bingo() -> None:
    """A blank beside a blank is worth nothing, but lets three tiles be laid in the next column."""
    position = odd_position(
        {0: "a", 1: "Q"}, ("?CDE", "QQ"), {"C": 1, "D": 1, "E": 1, "Q": 10}, bingo_tiles=3
    )
    lexicon = Lexicon.from_words(["AB", "ABC", "CDE"], position.variant.tiles)
    result = solve_endgame(position, lexicon, moves=None)
    assert [str(move) for move in result.variation] == ["1A (a)b", "(pass)", "C1 CDE"]
    assert result.variation[0].score == 0
    assert result.value == 54 + 2 * 20 == endgame_value(position, lexicon)
