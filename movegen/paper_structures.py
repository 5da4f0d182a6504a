"""The automata of Gordon's paper, with letter sets on arcs: their sizes, and stored to be timed.

S. A. Gordon, "A Faster Scrabble Move Generation Algorithm", Software: Practice and Experience 24 (1994).
The word graph that moves are generated with keeps letter sets in nodes, and so has other sizes.
"""

from dataclasses import dataclass
from enum import IntEnum

from movegen.lexicon import Lexicon
from movegen.native import core

_WORD = 4  # bytes
_NARROW = 31  # letters that fit, with the separator, into a bit map of one word


class Structure(IntEnum):
    """The paper's structures, by the steps of their construction."""

    DAWG_UNMINIMIZED = 0
    """The trie of the words."""
    DAWG_MINIMIZED = 1
    GADDAG_UNMINIMIZED = 2
    """Figure 1; the paper gives no sizes of it."""
    GADDAG_SEMI_MINIMIZED = 3
    """What the algorithm of figure 4 builds."""
    GADDAG_MINIMIZED = 4

    @property
    def is_gaddag(self) -> bool:
        """Whether there is a separator."""
        return self >= Structure.GADDAG_UNMINIMIZED


@dataclass(frozen=True, slots=True)
class StructureSizes:
    """The sizes of a structure, and of the paper's two ways to store it.

    `letters` is the size of the alphabet, `characters` the letters of all words together,
    `states_by_arcs[k]` how many states have k arcs, up to as many as a state can have.
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

        A state of a GADDAG has room for the separator too. The paper counts 27 arcs a state for its
        GADDAGs and 26 for its DAWGs.
        """
        return _WORD * self.states * (self.letters + self.structure.is_gaddag) + self._table_bytes

    @property
    def compressed_bytes(self) -> int:
        """A bit map a state, 32 bits an arc, and the table of letter sets."""
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
    """The paper's two ways to store a structure. An arc of 32 bits tells a letter set and a destination."""

    EXPANDED = 0
    """A two-dimensional array of arcs, by state and letter."""
    COMPRESSED = 1
    """One array: the bit map of a state's arcs, then its arcs."""


class StoredStructure:
    """A structure in memory, in one of the paper's forms, which `MoveGenerator.find_plays_on` walks.

    Make one with `store_structure`.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        structure: Structure,
        representation: Representation,
        stored: core.StoredStructure,
    ) -> None:
        self.lexicon = lexicon
        self.structure = structure
        self.representation = representation
        self.core = stored

    @property
    def bytes(self) -> int:
        """What its arrays take: what the paper counts, and a state more, at 0, which has no arcs."""
        return self.core.bytes


def store_structure(
    lexicon: Lexicon, structure: Structure, representation: Representation
) -> StoredStructure | None:
    """Build one of the paper's structures for a lexicon, and store it.

    None when it has so many states and letter sets that an arc of 32 bits cannot tell both, or when the
    alphabet has more than 31 letters.
    """
    letters = lexicon.tile_set.letters
    if letters > _NARROW:
        return None
    stored = core.store_paper_structure(lexicon.graph.words(), letters, structure, representation)
    return None if stored is None else StoredStructure(lexicon, structure, representation, stored)


def measure_structure(lexicon: Lexicon, structure: Structure) -> StructureSizes:
    """Build one of the paper's structures for a lexicon, and measure it: seconds for a whole lexicon."""
    text = lexicon.graph.words()
    letters = lexicon.tile_set.letters
    states, arcs, letter_sets, by_arcs = core.paper_structure(text, letters, structure)
    most = letters + structure.is_gaddag
    return StructureSizes(
        structure=structure,
        letters=letters,
        characters=len(text) - text.count(0),
        states=states,
        arcs=arcs,
        letter_sets=letter_sets,
        states_by_arcs=tuple(by_arcs[: most + 1].tolist()),
    )
