"""The word graph of the 1990s, in three layouts (M. and C. Wutka, "Directed Acyclic Word Graphs", 1999).

A file is nodes of 32 bits: the number of the first child (0 for none), a bit that tells the last of its
siblings, a bit that tells that a word ends here, and a letter, A to Z. Siblings follow each other. Node 0 is
a dummy, so that 0 can stand for no child. Bytes are written in the order in which that page prints them,
highest first; either order is read.

The page's own table of CITIES, CITY, PITIES and PITY is wrong: it gives an I the child 6 instead of 7, and
three lists no end. It is refused, since one of them does not ascend. A child in the middle of a list is no
fault: the page's algorithm merges equal ends of lists where a child points at one of them.
"""

from dataclasses import dataclass
from enum import StrEnum
from string import ascii_uppercase

import numpy as np
import numpy.typing as npt

from movegen.errors import LexiconError
from movegen.graph_file import labels
from movegen.native import core
from movegen.tiles import TileSet

SUFFIX = ".dawg"

_KWG_ACCEPTS, _KWG_LAST, _KWG_CHILD, _KWG_LETTER = 1 << 23, 1 << 22, (1 << 22) - 1, 24
_ENGLISH = tuple(ascii_uppercase)

Words = npt.NDArray[np.uint32]


class DawgLayout(StrEnum):
    """How the 32 bits of a node are shared out; named by the bits of a child's number."""

    BITS_16 = "16-bit"
    """The page's example: a byte of flags, a letter in ASCII; 65,536 nodes."""
    BITS_22 = "22-bit"
    """A CD-ROM's: a letter in lower-case ASCII; the last 26 nodes are the first letters, a to z."""
    BITS_25 = "25-bit"
    """The largest: five bits for a letter, from 0."""

    @property
    def most_nodes(self) -> int:
        """How many nodes can be numbered, the dummy included."""
        return 1 << 32 - _FIELDS[self].child_shift

    @property
    def root_at_end(self) -> bool:
        """Whether the first letters are the last 26 nodes; else they begin at node 1."""
        return self is DawgLayout.BITS_22


@dataclass(frozen=True, slots=True)
class _Fields:
    """Where the parts of a node lie."""

    child_shift: int
    last: int
    accepts: int
    letter_bits: int
    first_letter: int


_FIELDS = {
    DawgLayout.BITS_16: _Fields(16, 1 << 9, 1 << 8, 8, ord("A")),
    DawgLayout.BITS_22: _Fields(10, 1 << 9, 1 << 8, 8, ord("a")),
    DawgLayout.BITS_25: _Fields(7, 1 << 6, 1 << 5, 5, 0),
}


@dataclass(frozen=True, slots=True)
class _Nodes:
    """The nodes of a file, by their numbers. Letters are 1 to 26, 0 for what is none."""

    child: npt.NDArray[np.int64]
    last: npt.NDArray[np.bool_]
    accepts: npt.NDArray[np.bool_]
    letter: npt.NDArray[np.int64]
    sound: npt.NDArray[np.bool_]
    """whether the letter is one and bits without a meaning are 0"""

    @classmethod
    def decode(cls, words: Words, layout: DawgLayout) -> "_Nodes":
        fields = _FIELDS[layout]
        code = words & np.uint32((1 << fields.letter_bits) - 1)
        if layout is DawgLayout.BITS_16:
            code = np.where(code >= ord("a"), code - np.uint32(ord("a") - ord("A")), code)  # either case
        letter = code.astype(np.int64) - fields.first_letter + 1
        letter[(letter < 1) | (letter > len(_ENGLISH))] = 0
        meaning = -(1 << fields.child_shift) | fields.last | fields.accepts | (1 << fields.letter_bits) - 1
        return cls(
            child=(words >> np.uint32(fields.child_shift)).astype(np.int64),
            last=(words & np.uint32(fields.last)) != 0,
            accepts=(words & np.uint32(fields.accepts)) != 0,
            letter=letter,
            sound=(letter > 0) & ((words & np.uint32(~meaning & 0xFFFFFFFF)) == 0),
        )

    def likeness(self) -> float:
        """The share of the nodes that look as if this were the file's layout."""
        return float(np.mean((self.sound & (self.child < len(self.child)))[1:]))


def read_old_dawg(content: bytes, tile_set: TileSet, layout: DawgLayout | None = None) -> bytes:
    """The words of a file, as letters each word closed by a 0, in the order of the alphabet.

    The layout is told by the content unless it is given. Raises LexiconError when the file is damaged or the
    tile set has other letters than A to Z. More nodes than a KWG may have are not read.
    """
    _check_letters(tile_set)
    if len(content) % 4 or len(content) < 8:
        raise LexiconError(f"is no DAWG: its size is {len(content):,} bytes", cure="copy the file again")
    if len(content) // 4 > _KWG_CHILD + 1:
        raise LexiconError(f"has {len(content) // 4:,} nodes, {_KWG_CHILD + 1:,} are the most that are read")

    def decoded(guess: tuple[DawgLayout, str]) -> _Nodes:
        return _Nodes.decode(np.frombuffer(content, dtype=guess[1]).astype(np.uint32), guess[0])

    guesses = [(each, order) for each in ([layout] if layout else DawgLayout) for order in (">u4", "<u4")]
    guesses.sort(key=lambda guess: -decoded(guess).likeness())
    faults = []
    for guess in guesses:
        encoded, fault = _words_of(decoded(guess), guess[0])
        if not fault:
            return encoded
        faults.append(fault)
    raise LexiconError(f"is no DAWG of the {guesses[0][0]} layout: {faults[0]}", cure="copy the file again")


def old_dawg_bytes(kwg: Words, tile_set: TileSet, layout: DawgLayout) -> bytes:
    """A KWG's words in a layout of old: the lists of its DAWG, breadth first.

    Raises LexiconError when the tile set has other letters than A to Z or there are too many nodes.
    """
    _check_letters(tile_set)
    entries = kwg.astype(np.int64)
    order = _places_of(entries.tolist())
    first = entries[order[: int(np.argmax(entries[order] & _KWG_LAST > 0)) + 1]]
    if layout.root_at_end:
        order = order[len(first) :]  # the first letters come last, whether words begin with them or not
    count = 1 + len(order) + (len(_ENGLISH) if layout.root_at_end else 0)
    if count > layout.most_nodes:
        raise LexiconError(
            f"has {count:,} nodes, the {layout} layout has room for {layout.most_nodes:,}",
            cure="choose another layout",
        )
    number = np.zeros(len(entries), dtype=np.int64)
    number[order] = np.arange(1, len(order) + 1)
    kept = entries[order]
    if layout.root_at_end:
        every = np.arange(1, len(_ENGLISH) + 1) << _KWG_LETTER
        every[-1] |= _KWG_LAST
        every[(first >> _KWG_LETTER) - 1] |= first & (_KWG_CHILD | _KWG_ACCEPTS)
        kept = np.concatenate([kept, every])
    fields = _FIELDS[layout]
    return np.append(fields.last | fields.accepts, _encoded(kept, number, layout)).astype(">u4").tobytes()


def _check_letters(tile_set: TileSet) -> None:
    if labels(tile_set) != _ENGLISH:
        raise LexiconError(
            f"an old DAWG has the letters A to Z, {tile_set.name} has others",
            cure="take a KWG or a word list",
        )


def _encoded(
    entries: npt.NDArray[np.int64], number: npt.NDArray[np.int64], layout: DawgLayout
) -> npt.NDArray[np.int64]:
    """Entries of a KWG as nodes; `number` tells where each entry of the whole KWG goes."""
    fields = _FIELDS[layout]
    nodes: npt.NDArray[np.int64] = number[entries & _KWG_CHILD] << fields.child_shift
    nodes |= (entries >> _KWG_LETTER) - 1 + fields.first_letter
    nodes |= np.where(entries & _KWG_LAST, fields.last, 0)
    nodes |= np.where(entries & _KWG_ACCEPTS, fields.accepts, 0)
    return nodes


def _places_of(entries: list[int]) -> npt.NDArray[np.int64]:
    """The places of the entries of a KWG's DAWG, list by list, breadth first."""
    root = entries[0] & _KWG_CHILD
    lists, seen, places = [root] if root else [], {0, root}, []
    for at in lists:  # which grows
        while True:
            places.append(at)
            child = entries[at] & _KWG_CHILD
            if child not in seen:
                seen.add(child)
                lists.append(child)
            if entries[at] & _KWG_LAST:
                break
            at += 1
    if not places:
        raise LexiconError("has no words to write")
    return np.array(places, dtype=np.int64)


def _words_of(nodes: _Nodes, layout: DawgLayout) -> tuple[bytes, str]:
    """The words, and what is wrong with the file, if anything."""
    count = len(nodes.child)
    root = count - len(_ENGLISH) if layout.root_at_end else 1
    fault = _fault_of_nodes(nodes, root, layout)
    if fault:
        return b"", fault
    kwg = nodes.child | nodes.last * _KWG_LAST | nodes.accepts * _KWG_ACCEPTS | nodes.letter << _KWG_LETTER
    kwg[0] = root
    encoded, fault = core.kwg_words(kwg.astype(np.uint32), len(_ENGLISH))
    if not fault:
        stray = _first_unreached(nodes, root)
        fault = f"nothing points at node {stray}" if stray else ""
    return encoded, fault


def _fault_of_nodes(nodes: _Nodes, root: int, layout: DawgLayout) -> str:
    """What is wrong with the nodes one by one and with their neighbours; empty if nothing is."""
    count = len(nodes.child)
    if nodes.child[0]:
        return "node 0 is no dummy"
    if at := _first(~nodes.sound[1:]):
        return f"node {at} has no letter, or flags that mean nothing"
    if at := _first(nodes.child[1:] >= count):
        return f"node {at} points at node {nodes.child[at]:,}, beyond the end"
    if not nodes.last[-1]:
        return "its last list has no end"
    if at := _first(~nodes.last[1:-1] & (nodes.letter[2:] <= nodes.letter[1:-1])):
        here, after = (_ENGLISH[nodes.letter[place] - 1] for place in (at, at + 1))
        return (
            f"the list of node {at} does not ascend ({here}, then {after}): the flag that ends it is missing"
        )
    if layout.root_at_end and (root < 1 or nodes.letter[root] != 1 or nodes.last[root:-1].any()):
        return "its last 26 nodes are not the first letters, a to z"
    idle = (nodes.child == 0) & ~nodes.accepts
    if layout.root_at_end:
        idle[root:] = False  # letters that no word begins with
    if at := _first(idle[1:]):
        return f"node {at} leads to no word"
    return ""


def _first(is_wrong: npt.NDArray[np.bool_]) -> int:
    """The number of the first wrong node when the array begins with node 1; 0 if none is."""
    wrong = np.flatnonzero(is_wrong)
    return int(wrong[0]) + 1 if len(wrong) else 0


def _first_unreached(nodes: _Nodes, root: int) -> int:
    """The number of a node that no path reaches, which tells of a damaged number, or 0."""
    child, last = nodes.child.tolist(), nodes.last.tolist()
    reached = bytearray(len(child))
    reached[0] = 1
    lists = [root]
    while lists:
        at = lists.pop()
        while not reached[at]:
            reached[at] = 1
            lists.append(child[at])
            if last[at]:
                break
            at += 1
    return max(reached.find(0), 0)
