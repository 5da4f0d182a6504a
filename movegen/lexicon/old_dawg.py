"""The DAWG of the 1990s, in three layouts (M. and C. Wutka, "Directed Acyclic Word Graphs", 1999).

A file is a sequence of nodes of 32 bits: the number of the first child (0 for none), a bit that marks the
last of its siblings, a bit that marks the end of a word, and a letter, A to Z. Siblings are consecutive. Node
0 is a dummy, so that 0 can mean no child. Bytes are written highest first, as that page prints them; either
order is read.

The page's own table of CITIES, CITY, PITIES and PITY is wrong: it gives an I the child 6 instead of 7, and
three lists have no end. It is refused, because one of them does not ascend. A child in the middle of a list
is valid: the page's algorithm merges equal ends of lists if a child points at one of them.
"""

from enum import StrEnum
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from movegen.errors import LexiconError
from movegen.native import core
from movegen.variant import TileSet

DAWG_SUFFIX = ".dawg"

_KWG_ACCEPTS, _KWG_LAST, _KWG_CHILD, _KWG_LETTER = 1 << 23, 1 << 22, (1 << 22) - 1, 24
_ENGLISH = tuple(ascii_uppercase)

Words = npt.NDArray[np.uint32]


class DawgLayout(StrEnum):
    """The layout of the 32 bits of a node, named by the bits of a child's number.

    >>> DawgLayout("22-bit").max_nodes
    4194304
    """

    BITS_16 = "16-bit"
    """The page's example: a byte of flags, a letter in ASCII; 65,536 nodes."""
    BITS_22 = "22-bit"
    """The layout of a CD-ROM: letters in lower-case ASCII, the first letters in the last 26 nodes, a to z."""
    BITS_25 = "25-bit"
    """The largest: five bits for a letter, from 0."""

    @property
    def max_nodes(self) -> int:
        """The largest number of nodes, the dummy included."""
        return 1 << 32 - _FIELDS[self].child_shift

    @property
    def root_at_end(self) -> bool:
        """True if the first letters are the last 26 nodes; otherwise they begin at node 1."""
        return self is DawgLayout.BITS_22


class _Fields(NamedTuple):
    """The bits of the parts of a node."""

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


class _Nodes(NamedTuple):
    """The nodes of a file, by their numbers. Letters are 1 to 26, and 0 for no letter."""

    child: npt.NDArray[np.int64]
    last: npt.NDArray[np.bool_]
    accepts: npt.NDArray[np.bool_]
    letter: npt.NDArray[np.int64]
    is_valid: npt.NDArray[np.bool_]
    """true if the node has a letter and its unused bits are 0"""

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
            is_valid=(letter > 0) & ((words & np.uint32(~meaning & 0xFFFFFFFF)) == 0),
        )

    def likeness(self) -> float:
        """Return the share of the nodes that are valid in this layout."""
        return float(np.mean((self.is_valid & (self.child < len(self.child)))[1:]))


def read_old_dawg(content: bytes, tile_set: TileSet, layout: DawgLayout | None = None) -> bytes:
    """Return the encoded words of a file, in the order of the alphabet.

    The layout is detected unless it is given. Raises LexiconError when the file is damaged, has more nodes
    than a KWG may have, or the tile set has other letters than A to Z.
    """
    _check_letters(tile_set)
    if len(content) % 4 or len(content) < 8:
        raise LexiconError(f"is not a DAWG: its size is {len(content):,} bytes", cure="copy the file again")
    if len(content) // 4 > _KWG_CHILD + 1:
        raise LexiconError(f"has {len(content) // 4:,} nodes; the limit is {_KWG_CHILD + 1:,}")

    def decode(guess: tuple[DawgLayout, str]) -> _Nodes:
        return _Nodes.decode(np.frombuffer(content, dtype=guess[1]).astype(np.uint32), guess[0])

    guesses = [(each, order) for each in ([layout] if layout else DawgLayout) for order in (">u4", "<u4")]
    guesses.sort(key=lambda guess: -decode(guess).likeness())
    faults = []
    for guess in guesses:
        encoded, fault = _decode_words(decode(guess), guess[0])
        if not fault:
            return encoded
        faults.append(fault)
    raise LexiconError(
        f"is not a DAWG of the {guesses[0][0]} layout: {faults[0]}", cure="copy the file again"
    )


def encode_old_dawg(kwg: Words, tile_set: TileSet, layout: DawgLayout) -> bytes:
    """Encode the words of a KWG: the lists of its DAWG, breadth first.

    Raises LexiconError when the tile set has other letters than A to Z or there are too many nodes.
    """
    _check_letters(tile_set)
    entries = kwg.astype(np.int64)
    order = _breadth_first_order(entries.tolist())
    first = entries[order[: int(np.argmax(entries[order] & _KWG_LAST > 0)) + 1]]
    if layout.root_at_end:
        order = order[len(first) :]  # all first letters come last, used or not
    count = 1 + len(order) + (len(_ENGLISH) if layout.root_at_end else 0)
    if count > layout.max_nodes:
        raise LexiconError(
            f"has {count:,} nodes, the {layout} layout can number {layout.max_nodes:,}",
            cure="choose another layout",
        )
    number = np.zeros(len(entries), dtype=np.int64)
    number[order] = np.arange(1, len(order) + 1)
    written = entries[order]
    if layout.root_at_end:
        every = np.arange(1, len(_ENGLISH) + 1) << _KWG_LETTER
        every[-1] |= _KWG_LAST
        every[(first >> _KWG_LETTER) - 1] |= first & (_KWG_CHILD | _KWG_ACCEPTS)
        written = np.concatenate([written, every])
    fields = _FIELDS[layout]
    return (
        np.append(fields.last | fields.accepts, _encode_entries(written, number, layout))
        .astype(">u4")
        .tobytes()
    )


def _check_letters(tile_set: TileSet) -> None:
    if tile_set.labels != _ENGLISH:
        raise LexiconError(
            f"an old DAWG has the letters A to Z, {tile_set.name} has others",
            cure="use a KWG or a word list",
        )


def _encode_entries(
    entries: npt.NDArray[np.int64], number: npt.NDArray[np.int64], layout: DawgLayout
) -> npt.NDArray[np.int64]:
    """Encode entries of a KWG as nodes; `number` holds the node number of each entry of the whole KWG."""
    fields = _FIELDS[layout]
    nodes: npt.NDArray[np.int64] = number[entries & _KWG_CHILD] << fields.child_shift
    nodes |= (entries >> _KWG_LETTER) - 1 + fields.first_letter
    nodes |= np.where(entries & _KWG_LAST, fields.last, 0)
    nodes |= np.where(entries & _KWG_ACCEPTS, fields.accepts, 0)
    return nodes


def _breadth_first_order(entries: list[int]) -> npt.NDArray[np.int64]:
    """Return the indices of the entries of a KWG's DAWG, list by list, breadth first."""
    root = entries[0] & _KWG_CHILD
    lists, seen, order = [root] if root else [], {0, root}, []
    for at in lists:  # the list grows during the loop
        while True:
            order.append(at)
            child = entries[at] & _KWG_CHILD
            if child not in seen:
                seen.add(child)
                lists.append(child)
            if entries[at] & _KWG_LAST:
                break
            at += 1
    if not order:
        raise LexiconError("has no words to write")
    return np.array(order, dtype=np.int64)


def _decode_words(nodes: _Nodes, layout: DawgLayout) -> tuple[bytes, str]:
    """Return the encoded words and the fault of the file, one of them empty."""
    count = len(nodes.child)
    root = count - len(_ENGLISH) if layout.root_at_end else 1
    fault = _find_fault(nodes, root, layout)
    if fault:
        return b"", fault
    kwg = nodes.child | nodes.last * _KWG_LAST | nodes.accepts * _KWG_ACCEPTS | nodes.letter << _KWG_LETTER
    kwg[0] = root
    encoded, fault = core.kwg_words(kwg.astype(np.uint32), len(_ENGLISH))
    if not fault:
        stray = _first_unreached(nodes, root)
        fault = f"nothing points at node {stray}" if stray else ""
    return encoded, fault


def _find_fault(nodes: _Nodes, root: int, layout: DawgLayout) -> str:
    """Return the first fault of the nodes and their neighbours, or an empty string."""
    count = len(nodes.child)
    if nodes.child[0]:
        return "node 0 is not a dummy"
    if at := _first(~nodes.is_valid[1:]):
        return f"node {at} has no letter, or flags that mean nothing"
    if at := _first(nodes.child[1:] >= count):
        return f"node {at} points at node {nodes.child[at]:,}, beyond the end"
    if not nodes.last[-1]:
        return "its last list has no end"
    if at := _first(~nodes.last[1:-1] & (nodes.letter[2:] <= nodes.letter[1:-1])):
        here, after = (_ENGLISH[nodes.letter[node] - 1] for node in (at, at + 1))
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
    """Return the number of the first wrong node, 0 if there is none; the array begins with node 1."""
    wrong = np.flatnonzero(is_wrong)
    return int(wrong[0]) + 1 if len(wrong) else 0


def _first_unreached(nodes: _Nodes, root: int) -> int:
    """Return the number of a node that no path reaches, a sign of a damaged file, or 0."""
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
