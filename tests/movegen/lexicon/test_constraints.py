"""Prefix, suffix and infix constraints: as defined, from tables, from the word graph, and as cross-checks."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import (
    SmallGame,
    alphabet,
    build_lexicon,
    dense_lexica,
    format_word,
    junk_board,
    random_rack,
    small_games,
)

from movegen.board import MoveKind
from movegen.errors import LexiconError, NotationError
from movegen.lexicon import ConstraintTables, Lexicon
from movegen.lexicon.constraints import Constraints, GraphConstraints
from movegen.position import MoveGenerator
from movegen.variant import Direction, Variant

pytestmark = pytest.mark.core

KINDS: list[type[Constraints]] = [ConstraintTables, GraphConstraints]
POOLS = {3: (1, 2, 3), 31: (1, 30, 31), 62: (1, 32, 62)}


@settings(max_examples=60)
@given(st.sampled_from(sorted(POOLS)), st.data())
def test_as_defined(size: int, data: st.DataObject):
    words, tiles = data.draw(dense_lexica(POOLS[size])), alphabet(size)
    lexicon, letters = build_lexicon(words, tiles), [(letter,) for letter in range(1, size + 1)]

    def labels(fits) -> tuple[str, ...]:  # type: ignore[no-untyped-def]
        return tuple(tiles.tiles[a].label for (a,) in letters if fits((a,)) in words)

    pieces = [*sorted(words), *((letter,) for letter in POOLS[size])]
    chance = random.Random(len(words))
    pairs = chance.sample(list(itertools.product(pieces, repeat=2)), 80)
    pairs += [(w[:i], w[i + 1 :]) for w in words for i in range(1, len(w) - 1)]
    pairs = [(w, v) for w, v in pairs if w in pieces and v in pieces]
    kinds = [kind(lexicon) for kind in KINDS]
    for w in pieces:
        before, behind = labels(lambda a, w=w: a + w), labels(lambda a, w=w: w + a)
        hooks = lexicon.hooks(format_word(w, tiles))
        assert (hooks.front, hooks.back) == (before, behind)
        for constraints in kinds:
            assert constraints.c_prefix(format_word(w, tiles)) == before
            assert constraints.c_suffix(format_word(w, tiles).lower()) == behind
    for w, v in pairs:
        between = labels(lambda a, w=w, v=v: w + a + v)
        for constraints in kinds:
            assert constraints.c_infix(format_word(w, tiles), format_word(v, tiles)) == between


def test_tables_hold_what_is_not_empty_and_nothing_else(standard: Variant):
    words = ["BE", "ATE", "BERATE", "BELATE", "TEA", "ARE", "BAT", "EAT"]
    tables = ConstraintTables(Lexicon.from_words(words, standard.tiles))
    sizes = tables.sizes
    # B before E and E behind B; between letters B_T, E_T, A_E (R and T) and T_A; between words BE_ATE
    assert (sizes.prefix, sizes.suffix, sizes.infix, sizes.infix_of_words) == (1, 1, 5, 1)
    assert all(tables.infix.values()) and sizes.bytes > 0
    assert tables.c_infix("be", "ate") == ("L", "R")
    assert tables.c_infix("ate", "be") == tables.c_prefix("ATE") == ()


@pytest.mark.parametrize("kind", KINDS)
def test_neither_word_nor_letter(kind: type[Constraints], standard: Variant):
    constraints = kind(Lexicon.from_words(["BE", "ATE"], standard.tiles, "mine"))
    with pytest.raises(LexiconError, match=r"^'XQ' is neither a word of mine nor a letter; use"):
        constraints.c_prefix("xq")
    for ask in (
        lambda: constraints.c_suffix(""),
        lambda: constraints.c_infix("be", "at"),
        lambda: constraints.cross_check(b"\x01\x01", b""),
        lambda: constraints.cross_check(b"", b"\x63"),
        lambda: constraints.cross_check(b"\0", b""),
    ):
        with pytest.raises(LexiconError):
            ask()
    with pytest.raises(NotationError):
        constraints.c_prefix("b?")


def assert_cross_checks_follow(generator: MoveGenerator, kinds: list[Constraints]) -> int:
    """Each cross-check is what the constraints answer, where the runs beside it are words or letters."""
    squares, compared = generator.board.squares & 0x7F, 0
    every = generator.variant.tiles.all_letters
    for direction in Direction:
        lines = squares.T if direction is Direction.ACROSS else squares  # across the lanes
        opened = generator.variant.layout.letter_multipliers > 0
        opened = opened.T if direction is Direction.ACROSS else opened
        checks = generator.cross_checks(direction)
        checks = checks.T if direction is Direction.ACROSS else checks
        for line, masks, is_open in zip(lines, checks, opened, strict=True):
            tiles = bytes(line)
            for at, mask in enumerate(masks.tolist()):
                if tiles[at] or not is_open[at]:
                    continue
                before = tiles[:at].rpartition(b"\0")[2]
                behind = tiles[at + 1 :].partition(b"\0")[0]
                if all(len(run) < 2 or generator.lexicon.has(run) for run in (before, behind)):
                    compared += bool(before or behind)
                    for constraints in kinds:
                        assert constraints.cross_check(before, behind) == mask & every
    return compared


@settings(max_examples=60)
@given(small_games(), st.booleans(), st.integers(0, 2**32))
def test_cross_checks_of_small_games(game: SmallGame, junk: bool, seed: int):
    chance = random.Random(seed)
    kinds = [kind(game.lexicon) for kind in KINDS]
    generator = game.generator(junk_board(game, 0.3, seed) if junk else None)
    for _ in range(4):
        assert_cross_checks_follow(generator, kinds)
        plays = [move for move in generator.moves(random_rack(game, chance), 0) if move.kind is MoveKind.PLAY]
        if plays:
            generator.play(chance.choice(plays))


def test_cross_checks_of_games_with_the_lexicon_inside(standard: Variant):
    lexicon, chance, compared = Lexicon.load(), random.Random(3), 0
    kinds = [kind(lexicon) for kind in KINDS]
    for _ in range(3):
        generator = MoveGenerator(standard, lexicon)
        for _ in range(14):
            rack = standard.tiles.parse_rack("".join(chance.choices("AAEEIIOURSTNLDGBCMPFHVWY?", k=7)))
            plays = [move for move in generator.moves(rack, 0) if move.kind is MoveKind.PLAY]
            if plays:
                generator.play(chance.choice(plays))
        compared += assert_cross_checks_follow(generator, kinds)
    assert compared > 150
