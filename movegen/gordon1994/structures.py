"""The automata of Gordon's paper, with letter sets on arcs: their sizes, and stored forms for timing.

S. A. Gordon, "A Faster Scrabble Move Generation Algorithm", Software: Practice and Experience 24 (1994).
The word graph of the move generator has letter sets in nodes, and so other sizes.
"""

from dataclasses import dataclass
from enum import IntEnum

from movegen.lexicon import Lexicon
from movegen.native import core

_WORD = 4  # bytes
_NARROW = 31  # letters that fit, with the separator, into a bit map of one word


class Structure(IntEnum):
    """The structures of the paper, by the steps of their construction."""

    DAWG_UNMINIMIZED = 0
    """The trie of the words."""
    DAWG_MINIMIZED = 1
    GADDAG_UNMINIMIZED = 2
    """Figure 1; the paper does not give its sizes."""
    GADDAG_SEMI_MINIMIZED = 3
    """The result of the algorithm of figure 4."""
    GADDAG_MINIMIZED = 4

    @property
    def is_gaddag(self) -> bool:
        """True if there is a separator."""
        return self >= Structure.GADDAG_UNMINIMIZED


@dataclass(frozen=True, slots=True)
class StructureSizes:
    """The sizes of a structure and of its two stored forms in the paper.

    `letters` is the size of the alphabet, `characters` the number of letters of all words together,
    `states_by_arcs[k]` the number of states with k arcs, up to the largest possible number.
    """

    structure: Structure
    letters: int
    characters: int
    states: int
    arcs: int
    letter_sets: int
    states_by_arcs: tuple[int, ...]

    @property
    def expanded_bytes(self) -> int:
        """An array of arcs of 32 bits indexed by state and letter, and the table of letter sets.

        A state of a GADDAG has an entry for the separator too. The paper counts 27 arcs per state for its
        GADDAGs and 26 for its DAWGs.
        """
        return _WORD * self.states * (self.letters + self.structure.is_gaddag) + self._table_bytes

    @property
    def compressed_bytes(self) -> int:
        """A bit map per state, 32 bits per arc, and the table of letter sets."""
        return _WORD * (self.states * self._mask_words + self.arcs) + self._table_bytes

    @property
    def expanded_bits_per_character(self) -> float:
        """Bits of the expanded form for each letter of the words."""
        return 8 * self.expanded_bytes / max(1, self.characters)

    @property
    def compressed_bits_per_character(self) -> float:
        """Bits of the compressed form for each letter of the words."""
        return 8 * self.compressed_bytes / max(1, self.characters)

    @property
    def _mask_words(self) -> int:
        return 1 if self.letters <= _NARROW else 2

    @property
    def _table_bytes(self) -> int:
        return _WORD * self._mask_words * self.letter_sets


class Representation(IntEnum):
    """The paper's two ways to store a structure. An arc of 32 bits has a letter set and a destination."""

    EXPANDED = 0
    """A two-dimensional array of arcs, by state and letter."""
    COMPRESSED = 1
    """One array: the bit map of a state's arcs, then its arcs."""


class StoredStructure:
    """A structure in memory, in one of the paper's forms, for `find_plays`."""

    def __init__(
        self,
        lexicon: Lexicon,
        structure: Structure,
        representation: Representation,
        stored: core.StoredAutomaton,
    ) -> None:
        self.lexicon = lexicon
        self.structure = structure
        self.representation = representation
        self.core = stored

    @property
    def bytes(self) -> int:
        """The size of its arrays: as the paper counts it, and a state 0 without arcs."""
        return self.core.bytes


def store_structure(
    lexicon: Lexicon, structure: Structure, representation: Representation
) -> StoredStructure | None:
    """Build one of the paper's structures for a lexicon in one of its stored forms.

    Returns None when it has too many states and letter sets for arcs of 32 bits, or the alphabet has more
    than 31 letters.
    """
    letters = lexicon.tile_set.letters
    if letters > _NARROW:
        return None
    stored = core.store_automaton(lexicon.graph.words(), letters, structure, representation)
    return None if stored is None else StoredStructure(lexicon, structure, representation, stored)


def measure_structure(lexicon: Lexicon, structure: Structure) -> StructureSizes:
    """Build one of the paper's structures for a lexicon and measure it, which takes seconds."""
    text = lexicon.graph.words()
    letters = lexicon.tile_set.letters
    states, arcs, letter_sets, by_arcs = core.measure_structure(text, letters, structure)
    max_arcs = letters + structure.is_gaddag
    return StructureSizes(
        structure=structure,
        letters=letters,
        characters=len(text) - text.count(0),
        states=states,
        arcs=arcs,
        letter_sets=letter_sets,
        states_by_arcs=tuple(by_arcs[: max_arcs + 1].tolist()),
    )
