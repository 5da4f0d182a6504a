"""Broken CGP lines raise only our own errors, and what is accepted is written back to itself."""

from random import Random

import pytest

from movegen import CgpError, JackdawError, read_cgp, write_cgp

EMPTY = "/".join(["15"] * 15)
SEEDS = [
    "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0 lex ENABLE;",
    f"{EMPTY} / 0/0 0",
    "7R7/7A7/6EXALTInG1/12O2/5O6V2/5U3Z2E2/5t3I2N2/POUNDS1AIT1YAUD/5PASTIMES2/5E9/5A9/2WICKED7/15/15/15"
    " DFIIIRT/EQ 257/222 2 lex NWL18; tmr 10000/300; gid abc; mcnz 6; ld english; bdn standard15;",
    f"{EMPTY} AB/C/?? 1/-2/3 0",
    "21/" * 20 + "21 / 0/0 0 var super;",
]
PIECES = [
    *(
        "/",
        "//",
        " ",
        ";",
        "[",
        "]",
        "[CH]",
        "?",
        "9",
        "99999999999999999999",
        "-1",
        "²",
        "٣",
        "ß",
        "É",
        "\0",
    ),
    *("\n", "\t", "\ud800", "lex", " ld klingon;", " bdn ;", "1e9", "e\u0301", "16", "0", "a", "."),
]
MUTATIONS = 20_000


def mutated(line: str, random: Random) -> str:
    """The line with a few pieces put in, left out, or moved."""
    for _ in range(random.randint(1, 4)):
        place, end = sorted(random.choices(range(len(line) + 1), k=2))
        match random.randrange(5):
            case 0:
                line = line[:place] + random.choice(PIECES) + line[place:]
            case 1:
                line = line[:place] + line[place + 1 :]
            case 2:
                line = line[:place] + random.choice(PIECES) + line[place + 1 :]
            case 3:
                line = line[:place] + line[end:] if random.random() < 0.3 else line + line[place:end]
            case 4:
                line = line[:place] + line[place:end][::-1] + line[end:]
    return line


def check(line: str) -> None:
    try:
        position = read_cgp(line)
    except JackdawError as error:
        assert "\n" not in str(error)
        return
    assert read_cgp(write_cgp(position)) == position
    str(position)


@pytest.mark.parametrize("line", SEEDS)
def test_the_seeds_are_sound(line: str) -> None:
    check(line)
    read_cgp(line)


@pytest.mark.slow
def test_broken_lines_raise_only_our_errors() -> None:
    random = Random(1994)
    for _ in range(MUTATIONS):
        check(mutated(random.choice(SEEDS), random))


def test_a_few_broken_lines_raise_only_our_errors() -> None:
    random = Random(7)
    refused = 0
    for _ in range(500):
        line = mutated(random.choice(SEEDS), random)
        check(line)
        try:
            read_cgp(line)
        except CgpError:
            refused += 1
    assert 250 < refused < 500  # the mutations are neither harmless nor hopeless
