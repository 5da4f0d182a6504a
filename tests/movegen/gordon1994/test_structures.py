"""The automata of Gordon's paper: their figures for CARE and CAREEN, and what they must be by definition."""

import random
from collections import Counter, defaultdict
from collections.abc import Hashable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import SmallGame, alphabet, build_lexicon, junk_board, racks, small_games, word_sets
from word_oracle import SEPARATOR, Letters, gaddag_strings

from movegen.board import Board, MoveList
from movegen.errors import LexiconError
from movegen.gordon1994 import (
    Representation,
    Structure,
    StructureSizes,
    find_plays,
    measure_structure,
    store_structure,
)
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from movegen.variant import Rack, TileSet, Variant

pytestmark = pytest.mark.core


def state_of(beginning: Letters, rests: frozenset[Letters], structure: Structure) -> Hashable:
    """Return the key that prefixes of strings share if they lead to one state."""
    if structure in (Structure.DAWG_MINIMIZED, Structure.GADDAG_MINIMIZED):
        return rests
    if structure is Structure.GADDAG_SEMI_MINIMIZED and SEPARATOR in beginning:
        cut = beginning.index(SEPARATOR)
        return ("behind", *beginning[:cut][::-1], *beginning[cut + 1 :])  # xy identifies REV(x)@y
    return beginning


def expected(words: frozenset[Letters], structure: Structure) -> tuple[int, int, int, dict[int, int]]:
    """States, arcs, letter sets and states by arcs, from all beginnings of all strings.

    A beginning leads to a state if two letters or more may follow it: a last one is in a letter set.
    """
    futures: dict[Letters, set[Letters]] = defaultdict(set)
    for string in gaddag_strings(words) if structure.is_gaddag else words:
        for cut in range(len(string) - 1):
            futures[string[:cut]].add(string[cut:])
    states = {state_of(start, frozenset(rests), structure): rests for start, rests in futures.items()}
    letter_sets = set()
    by_arcs: Counter[int] = Counter()
    for rests in states.values():
        firsts = {rest[0] for rest in rests}
        by_arcs[len(firsts)] += 1
        for first in firsts:
            letter_sets.add(frozenset(rest[1] for rest in rests if rest[0] == first and len(rest) == 2))
    arcs = sum(count * states for count, states in by_arcs.items())
    return len(states), arcs, len(letter_sets), dict(by_arcs)


def found(sizes: StructureSizes) -> tuple[int, int, int, dict[int, int]]:
    by_arcs = {arcs: states for arcs, states in enumerate(sizes.states_by_arcs) if states}
    return sizes.states, sizes.arcs, sizes.letter_sets, by_arcs


@st.composite
def lexica(draw: st.DrawFn) -> tuple[frozenset[Letters], TileSet]:
    tile_set = alphabet(draw(st.sampled_from([2, 5, 31, 32, 62])))
    pool = draw(st.sets(st.integers(1, tile_set.letters), min_size=1, max_size=5))
    return draw(word_sets(st.sampled_from(sorted(pool)), longest=8, max_words=25)), tile_set


@settings(max_examples=60)
@given(lexica(), st.sampled_from(Structure))
def test_any_words(drawn: tuple[frozenset[Letters], TileSet], structure: Structure):
    words, tile_set = drawn
    sizes = measure_structure(build_lexicon(words, tile_set), structure)
    assert found(sizes) == expected(words, structure)
    assert sizes.characters == sum(map(len, words))


@pytest.mark.parametrize("structure", Structure)
@pytest.mark.parametrize("letters", [26, 62])
def test_many_words(structure: Structure, letters: int):
    chance = random.Random(letters)
    pool = sorted({1, 2, 3, letters - 1, letters})
    words = frozenset(tuple(chance.choices(pool, k=chance.randint(2, 7))) for _ in range(400))
    assert found(measure_structure(build_lexicon(words, alphabet(letters)), structure)) == expected(
        words, structure
    )


@pytest.mark.parametrize(
    ("word", "figure", "structure", "states", "arcs"),
    [
        ("CARE", 1, Structure.GADDAG_UNMINIMIZED, 12, 15),
        ("CARE", 5, Structure.GADDAG_SEMI_MINIMIZED, 11, 14),
        ("CAREEN", 6, Structure.GADDAG_SEMI_MINIMIZED, 23, 28),
    ],
)
def test_the_figures_of_the_paper(  # the figures' last nodes have no arcs and are no states
    standard: Variant, word: str, figure: int, structure: Structure, states: int, arcs: int
):
    # CAREEN by hand: 19 states before the separator (18 arcs between them), C, CA, CAR and CARE behind it;
    # 5 arcs for the separator, 4 behind it (A, R, E, the E before a last N), and A of NEERA before a last C.
    sizes = measure_structure(Lexicon.from_words([word], standard.tiles), structure)
    assert (sizes.states, sizes.arcs) == (states, arcs), f"figure {figure}"


@settings(max_examples=60)
@given(
    small_games(st.sampled_from([3, 26, 31])),
    st.sampled_from(Structure),
    st.sampled_from(Representation),
    st.data(),
)
def test_every_form_of_every_structure_leads_to_the_same_plays(
    game: SmallGame, structure: Structure, form: Representation, data: st.DataObject
):
    stored = store_structure(game.lexicon, structure, form)
    assert stored is not None
    board = junk_board(game, data.draw(st.sampled_from([0.0, 0.1, 0.4])), data.draw(st.integers(0, 1000)))
    generator = game.generator(board)
    rack = game.rack(data.draw(racks(game.pool)))
    expected = generator.find_moves(rack, 0)
    plays = find_plays(generator, stored, rack)
    assert_same_moves(plays, expected[expected["kind"] == 0], board, rack)


@pytest.mark.parametrize("structure", Structure)
@pytest.mark.parametrize("form", Representation)
def test_games_on_every_form_of_every_structure(
    standard: Variant, structure: Structure, form: Representation
):
    lexicon = Lexicon.load().up_to(5)
    stored = store_structure(lexicon, structure, form)
    assert stored is not None
    bag = list(Rack(standard.tiles, standard.tiles.counts))
    random.Random(1).shuffle(bag)
    generator = MoveGenerator(standard, lexicon)
    while bag:
        rack = Rack.from_tiles(standard.tiles, bag[:7])
        moves = generator.moves(rack, 0)
        plays = find_plays(generator, stored, rack)
        assert_same_moves(plays, moves.records[moves.records["kind"] == 0], generator.board, rack)
        generator.play(moves[0])
        del bag[:7]


def assert_same_moves(found: np.ndarray, expected: np.ndarray, board: Board, rack: Rack) -> None:
    lists = [MoveList.by_score(records, board, rack).records for records in (found, expected)]
    assert np.array_equal(*lists)


def test_structures_too_large_for_an_arc_are_not_stored():
    """Under compression a destination is an index into the whole array, too large sooner than a state."""
    lexicon = Lexicon.load().up_to(8)
    assert store_structure(lexicon, Structure.GADDAG_UNMINIMIZED, Representation.COMPRESSED) is None
    sizes = measure_structure(lexicon, Structure.GADDAG_UNMINIMIZED)
    room = (sizes.letter_sets - 1).bit_length()
    assert (sizes.states + sizes.arcs).bit_length() + room > 32


def test_other_lexica_and_wide_alphabets(standard: Variant):
    words, others = (Lexicon.from_words([word], standard.tiles) for word in ("CARE", "DARE"))
    stored = store_structure(others, Structure.DAWG_MINIMIZED, Representation.EXPANDED)
    assert stored is not None
    with pytest.raises(LexiconError, match="the structure is of"):
        find_plays(MoveGenerator(standard, words), stored, standard.tiles.parse_rack("CARE"))
    wide = build_lexicon(frozenset({(1, 2)}), alphabet(32))
    assert store_structure(wide, Structure.DAWG_MINIMIZED, Representation.EXPANDED) is None


def sizes_of(structure: Structure, states: int, arcs: int, letter_sets: int, letters: int) -> StructureSizes:
    return StructureSizes(structure, letters, 504_600, states, arcs, letter_sets, ())


def test_the_bytes_of_table_3():
    """From the paper's counts follow the paper's bytes, and its bits for the characters of its lexicon."""
    dawg = sizes_of(Structure.DAWG_MINIMIZED, 17_856, 49_341, 908, 26)
    assert (dawg.expanded_bytes, dawg.compressed_bytes) == (1_860_656, 272_420)
    gaddag = sizes_of(Structure.GADDAG_MINIMIZED, 89_031, 244_117, 2_575, 26)
    assert (gaddag.expanded_bytes, gaddag.compressed_bytes) == (9_625_648, 1_342_892)
    bits = [gaddag.expanded_bits_per_character, gaddag.compressed_bits_per_character]
    bits += [dawg.expanded_bits_per_character, dawg.compressed_bits_per_character]
    assert [round(bit, 1) for bit in bits] == [152.6, 21.3, 29.5, 4.3]


def test_a_wide_alphabet_takes_two_words_for_a_bit_map():
    wide = sizes_of(Structure.GADDAG_MINIMIZED, 10, 30, 4, 40)
    assert wide.compressed_bytes == 4 * (2 * 10 + 30 + 2 * 4)
    assert wide.expanded_bytes == 4 * (10 * 41 + 2 * 4)


def test_no_words(standard: Variant):
    sizes = measure_structure(Lexicon.from_words([], standard.tiles), Structure.GADDAG_MINIMIZED)
    assert (sizes.arcs, sizes.letter_sets, sizes.characters) == (0, 0, 0)
    assert sizes.compressed_bits_per_character >= 0
