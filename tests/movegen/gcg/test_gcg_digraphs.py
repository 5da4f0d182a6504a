"""Racks and moves of game records in which one tile has several characters."""

import pytest

from movegen.errors import CgpError, GcgError
from movegen.gcg import format_gcg, parse_gcg
from movegen.position import read_cgp

pytestmark = pytest.mark.core


def test_single_tiles_beside_bracketed_ones() -> None:
    """Other programs bracket each tile of several characters; two single L then stand as LL."""
    text = (
        "#tile-distribution spanish\n#player1 Ana Ana\n#player2 Luis Luis\n"
        ">Ana: AE[LL]NORS 8E O[LL]ERAS +26 26\n>Luis: AACLLNO 9C ALLANO +19 19\n"
    )
    game = parse_gcg(text, file="game.gcg")
    first, second = game.turns
    assert (str(first.rack), str(second.rack)) == ("AE[LL]NORS", "AAC[L]LNO")
    assert len(second.rack) == 7 and str(second.move) == "9C A[L]LANO"
    assert parse_gcg(format_gcg(game)) == game
    exchange = parse_gcg(f"{text}>Ana: EIILLRS -LL +0 26\n").turns[2].move
    assert exchange.exchange_count == 2
    until = parse_gcg(f"{text}>Ana: EIILLRS -LL +0 26\n", until=2)
    assert len(until.position(3).rack) == 7


def test_racks_without_brackets() -> None:
    """LL is the tile, unless two single ones fill the rack and allow the move."""
    head = "#tile-distribution spanish\n#player1 Ana Ana\n#player2 Luis Luis\n"
    for event, rack in {
        "AELLNORS 8E OLLERAS +26 26": "AE[LL]NORS",
        "AELLRST 8H LAS +6 6": "AE[L]LRST",
        "AELLRST 8G OLLA +20 20": "AE[LL]RST",
        "ACELLST 8E CALLE +34 34": "ACE[LL]ST",
        "AELLRS 8H LAS +6 6": "AE[LL]RS",
        "CHELLOS - +0 0": "CEH[L]LOS",
        "EIILLRS -2 +0 0": "EII[L]LRS",
    }.items():
        assert str(parse_gcg(f"{head}>Ana: {event}\n").turns[0].rack) == rack


def test_a_tile_of_other_rules_is_answered_with_them() -> None:
    head = "#player1 Ana Ana\n#player2 Luis Luis\n"
    with pytest.raises(GcgError, match=r"'\[LL\]' is not a tile of english.*perhaps --rules spanish$"):
        parse_gcg(f"{head}>Ana: AE[LL]NORS 8E O[LL]ERAS +26 26\n")
    rows = "/".join(["15"] * 14)
    with pytest.raises(CgpError, match=r"'\[NY\]' is not a tile of english.*perhaps --rules catalan$"):
        read_cgp(f"{rows}/4[NY]U9 AE/ 0/0 0")
    with pytest.raises(CgpError, match=r"'Ł' is not a tile of english.*; perhaps --rules polish$"):
        read_cgp(f"{rows}/15 AEŁ/ 0/0 0")
