"""The example of docs/internals/objects-in-a-grid.md runs; its rule and the placements are right."""

import doctest
import itertools
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from move_oracle import MoveOracle
from small_games import SmallGame, collect_plays, expected_plays

from movegen import Lexicon, MoveKind, Variant

pytestmark = pytest.mark.core

FOLDER = Path(__file__).resolve().parents[3] / "docs/internals/equations"
GAME = Variant.load(FOLDER / "equations.toml")
LABELS = [tile.label for tile in GAME.tiles.tiles[1:]]
Symbols = tuple[str, ...]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """The folder of the example, in which its own modules are found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(FOLDER)
        patch.syspath_prepend(FOLDER)
        yield FOLDER
    sys.modules.pop("equations", None)


@pytest.fixture(scope="module")
def sequences(folder: Path) -> set[Symbols]:
    from equations import equations  # type: ignore[import-not-found]

    listed = list(equations())
    assert len(listed) == len(set(listed))
    return set(listed)


def is_true(symbols: Symbols) -> bool:
    """Check, reading from left to right, that symbols form an equation as the page defines it."""
    text = " ".join(symbols)
    values = [_value(side) for side in text.split("=")]
    return len(values) == 2 and values[0] is not None and values[0] == values[1]


def _value(side: str) -> int | None:
    """Return the value of a side; None if it is malformed, leaves a remainder or falls below zero."""
    total, sign = 0, "+"
    for part in re.split(r" ?([+−]) ?", side.strip()):
        if part in ("+", "−"):
            sign = part
            continue
        product = _product(part)
        if product is None or (sign == "−" and product > total):
            return None
        total = total + product if sign == "+" else total - product
    return total


def _product(part: str) -> int | None:
    product, sign = 1, "×"
    for factor in re.split(r" ?([×÷]) ?", part.strip()):
        if factor in ("×", "÷"):
            sign = factor
            continue
        if not re.fullmatch(r"[0-9]|1[0-9]|20|[1-9] [0-9]", factor):
            return None
        number = int(factor.replace(" ", ""))
        if sign == "÷" and (number == 0 or product % number):
            return None
        product = product // number if sign == "÷" else product * number
    return product


@pytest.mark.medium
def test_the_rule_lists_true_equations(sequences: set[Symbols]):
    assert all(is_true(symbols) for symbols in sequences)
    assert {len(symbols) for symbols in sequences} == {3, 4, 5, 6, 7}


def test_the_rule_leaves_none_out(sequences: set[Symbols]):
    for length in (2, 3, 4):
        for symbols in itertools.product(LABELS, repeat=length):
            if "=" in symbols:
                assert (symbols in sequences) == is_true(symbols), symbols
    chance = random.Random(1)
    for symbols in chance.sample(sorted(sequences), 5000):  # near an equation others are dense
        place = chance.randrange(len(symbols))
        other = (*symbols[:place], chance.choice(LABELS), *symbols[place + 1 :])
        assert (other in sequences) == is_true(other), other


def test_the_page_runs(folder: Path):
    page = str(folder.parent / "objects-in-a-grid.md")
    failed, tried = doctest.testfile(page, module_relative=False, encoding="utf-8")
    assert (failed, tried > 10) == (0, True)


@pytest.mark.medium
@pytest.mark.parametrize(
    ("longest", "seeds", "turns"), [(5, range(3), 8), pytest.param(7, range(1), 4, marks=pytest.mark.slow)]
)
def test_placements_against_the_oracle(sequences: set[Symbols], longest: int, seeds: range, turns: int):
    """Games of random plays; in each position the plays and scores that trying everything finds."""
    tiles = GAME.tiles
    index = {label: letter for letter, label in enumerate(LABELS, start=1)}
    words = frozenset(
        tuple(index[symbol] for symbol in symbols) for symbols in sequences if len(symbols) <= longest
    )
    lexicon = Lexicon.from_words(map(tiles.text, words), tiles)
    game = SmallGame(GAME, (), words, lexicon, MoveOracle(GAME, words))
    assert len(lexicon) == len(words)
    crossings = 0
    for seed in seeds:
        chance = random.Random(seed)
        bag = [tile for tile, count in enumerate(tiles.counts) for _ in range(count)]
        generator = game.generator()
        for _ in range(turns):
            rack = game.rack(chance.sample(bag, GAME.rules.rack_size))
            moves = generator.moves(rack, 0)
            assert collect_plays(moves) == expected_plays(game, generator.board, rack)
            if plays := [move for move in moves if move.kind is MoveKind.PLAY]:
                play = chance.choice(plays)
                crossings += not all(play.placed)
                generator.play(play)
    assert crossings
