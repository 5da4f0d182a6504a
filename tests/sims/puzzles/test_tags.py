"""The tags of hand-made positions, whose answers are given."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from puzzles import ENDGAME
from runs import LEXICON

from movegen import read_cgp
from movegen.position import Position
from sims.puzzles import find_tags
from strategy import analyze_position

pytestmark = pytest.mark.core

ROWS = "15/15/15/15/15/15/15/{}/15/15/15/15/15/15/15 {}/ 0/0 0"
NOTHING, GRAVE = "15", "5GRAVE5"


def tags_of(position: Position, answer: str) -> set[str]:
    return set(find_tags(analyze_position(position, LEXICON.load()), position.parse_move(answer)))


@pytest.mark.medium
@pytest.mark.parametrize(
    ("row", "rack", "answer", "expected"),
    [
        (NOTHING, "AEINRST", "8D STAINER", {"bingo", "bingo-7"}),
        (NOTHING, "AEINRS?", "8D StAINER", {"bingo", "bingo-7", "blank"}),
        (NOTHING, "AEINRST", "8H RAN", {"non-bingo"}),
        (NOTHING, "AQUIVVW", "8H QUA", {"power-tile"}),
        (NOTHING, "AUIVVW?", "8H qUA", {"blank"}),  # a blank is worth nothing, whatever it stands for
        (NOTHING, "AEIVVUU", "(exch VVU)", {"exchange"}),
        (NOTHING, "AEIVVUU", "(pass)", {"pass"}),
        (GRAVE, "OBLDAII", "K8 DOB", {"hook"}),  # GRAVED, across it
        (GRAVE, "OBLDAII", "8F (GRAVE)D", {"extension"}),
        (GRAVE, "EENDIIU", "8D EN(GRAVE)D", {"extension"}),
        (GRAVE, "OBLDAII", "I7 A(V)OID", set()),  # through one tile: neither hook nor extension
        (GRAVE, "AAEHIIL", "7G HAE", {"parallel"}),  # HR, AA, EV beside the row
        (GRAVE, "AAEHIIL", "7F A", set()),
    ],
)
def test_the_tags_of_a_move(row: str, rack: str, answer: str, expected: set[str]) -> None:
    assert tags_of(read_cgp(ROWS.format(row, rack)), answer) == expected


def test_a_tile_between_two_words_hooks_neither() -> None:
    joined = read_cgp("15/15/15/15/15/6GO7/15/6ED7/15/15/15/15/15/15/15 AEILNTT/ 0/0 0")
    assert "hook" not in tags_of(joined, "7F LA")


def test_a_play_that_ends_the_game_goes_out() -> None:
    position = read_cgp(ENDGAME)
    assert tags_of(position, "15H CEINTU(R)E") == {"bingo", "bingo-8", "endgame", "out-play"}
    assert tags_of(position, "15H ENTICE(R)") == {"endgame", "non-bingo"}


def test_phases_have_tags() -> None:
    position = read_cgp(
        "1M2U2AZIDO2T/1I1BE4FONDER/1CHAY5GEE1U/PEEN10S/I1JAM9T/E1ALA8QI/C1B1N9l/E1SHOVEL3FOXY/4R1DIRTIER2/"
        "11R1V1/11ADO1/11LOWP/12U1O/12T1N/6LATINOS1G ?AIINTW/ 420/436 0"
    )
    assert "pre-endgame" in tags_of(position, "(pass)")


CHECKED = [
    msgspec.json.decode(line)
    for line in (Path(__file__).parents[2] / "data" / "puzzles" / "tags.jsonl").read_bytes().splitlines()
]
"""Fifty puzzles of self-play, whose tags were checked by hand on the board."""


@pytest.mark.medium
@pytest.mark.parametrize("puzzle", CHECKED, ids=lambda puzzle: puzzle["answer"])
def test_tags_that_were_checked_by_hand(puzzle: dict[str, Any]) -> None:
    assert tags_of(read_cgp(puzzle["cgp"]), puzzle["answer"]) == set(puzzle["tags"])


def test_fifty_were_checked() -> None:
    assert len({puzzle["cgp"] for puzzle in CHECKED}) == 50
