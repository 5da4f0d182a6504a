"""What the bindings refuse, for the core would read outside of its arrays."""

import pytest
from jackdaw_core import movegen as core

from movegen.errors import ArgumentError
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from movegen.variant import Variant, core_bonuses, core_counts

pytestmark = pytest.mark.core


@pytest.mark.parametrize("structure", range(5))
def test_automata_of_words_of_one_letter(structure: int) -> None:
    with pytest.raises(ArgumentError, match="a word has fewer than two letters"):
        core.measure_structure(b"\1\2\0\1\0", 2, structure)


def test_an_automaton_of_fewer_letters_than_the_board_has() -> None:
    stored = core.store_automaton(b"\1\2\0", 2, 0, 0)
    variant = Variant.standard()
    board, rack = MoveGenerator(variant, Lexicon.load()).core, variant.tiles.parse_rack("AB")
    with pytest.raises(ArgumentError, match="the board has letters that the automaton does not have"):
        board.stored_plays(stored, core_counts(rack.counts), core_bonuses(variant.rules))
