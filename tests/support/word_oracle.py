"""Oracles for word graphs: a walk over their arrays in plain Python, and the strings they must accept.

Strings are tuples of letters; 0 is the separator of a GADDAG.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from movegen.lexicon import Lexicon

Letters = tuple[int, ...]
SEPARATOR = 0

KWG_ACCEPTS = 1 << 23
KWG_LAST = 1 << 22
KWG_CHILD = KWG_LAST - 1


def gaddag_strings(words: Iterable[Letters]) -> set[Letters]:
    """Return REV(x), separator, y for each word xy with x not empty; without the separator if y is empty."""
    strings = set()
    for word in words:
        for cut in range(1, len(word)):
            strings.add((*word[:cut][::-1], SEPARATOR, *word[cut:]))
        strings.add(word[::-1])
    return strings


@dataclass(frozen=True)
class Shape:
    """The sizes of the minimal graph that accepts some strings."""

    states: int
    arcs: int
    letter_sets: int


def smallest_graph(strings: set[Letters]) -> Shape:
    """Compute the minimal graph by Myhill and Nerode: prefixes with equal continuations share a state.

    As in Gordon's graph, a letter set marks the strings that end with the next letter, so that a prefix
    without a continuation needs no state.
    """
    futures: dict[Letters, set[Letters]] = {}
    for string in strings:
        for cut in range(len(string)):
            futures.setdefault(string[:cut], set()).add(string[cut:])
    states = {frozenset(future) for future in futures.values()}
    arcs = sum(len({rest[0] for rest in state if len(rest) > 1}) for state in states)
    letter_sets = {frozenset(rest[0] for rest in state if len(rest) == 1) for state in states}
    return Shape(len(states), arcs, len(letter_sets))


@dataclass(frozen=True)
class Node:
    arcs: tuple[tuple[int, int], ...]
    """(letter, child), in the order of letters"""
    letter_set: frozenset[int]


class GraphView:
    """A lexicon's array of 32-bit words, read as `movegen/core/lexicon/word_graph.hpp` describes it."""

    def __init__(self, lexicon: Lexicon) -> None:
        data = lexicon.data
        self.words = data.words.tolist()
        self.root, self.dawg_root = data.root, data.dawg_root
        self.mask_words = 1 if len(data.letters) <= 31 else 2

    def node(self, reference: int) -> Node:
        index, left_out, letter = reference & 0xFFFFFF, reference >> 24 & 3, reference >> 26
        arcs = [letter] if left_out == 2 else self._mask(index)
        letter_set = [] if left_out else self._mask(index + self.mask_words)
        children = index + (2 - left_out) * self.mask_words
        return Node(
            tuple((letter, self.words[children + i]) for i, letter in enumerate(arcs)), frozenset(letter_set)
        )

    def size(self, reference: int) -> int:
        return (2 - (reference >> 24 & 3)) * self.mask_words + len(self.node(reference).arcs)

    def _mask(self, at: int) -> list[int]:
        value = sum(self.words[at + i] << 32 * i for i in range(self.mask_words))
        return [bit for bit in range(32 * self.mask_words) if value >> bit & 1]

    @cached_property
    def nodes(self) -> dict[int, Node]:
        """All nodes reachable from the roots, by reference."""
        return {at: self.node(at) for at in self.reached(self.root) | self.reached(self.dawg_root) | {0}}

    def has_no_gaps(self) -> bool:
        """Check that the nodes are contiguous and that only four zeros follow the last one."""
        end = 0
        for reference in sorted(self.nodes, key=lambda reference: reference & 0xFFFFFF):
            if reference & 0xFFFFFF != end:
                return False
            end += self.size(reference)
        return self.words[end:] == [0] * 4

    def reached(self, root: int) -> set[int]:
        seen: set[int] = set()
        open_ = [root]
        while open_:
            at = open_.pop()
            if at not in seen:
                seen.add(at)
                open_ += [child for _, child in self.node(at).arcs]
        return seen

    def strings(self, root: int) -> Iterator[Letters]:
        """Yield every string that the graph accepts from a node."""
        node = self.node(root)
        yield from ((letter,) for letter in node.letter_set)
        for letter, child in node.arcs:
            yield from ((letter, *rest) for rest in self.strings(child))

    def walk(self, path: Letters) -> int:
        """Return the node at the end of a path from the GADDAG's root; 0 where the path breaks off."""
        at = self.root
        for letter in path:
            at = dict(self.node(at).arcs).get(letter, 0)
        return at

    def letter_set(self, path: Letters) -> frozenset[int]:
        """Return the letter set at the end of a path from the GADDAG's root."""
        return self.node(self.walk(path)).letter_set


def kwg_strings(entries: np.ndarray, root: int) -> Iterator[Letters]:
    """Return every string of a KWG from the list that entry `root` points at."""

    def listed(at: int) -> Iterator[Letters]:
        while True:
            entry = int(entries[at])
            letter, child = entry >> 24, entry & KWG_CHILD
            if entry & KWG_ACCEPTS:
                yield (letter,)
            if child:
                yield from ((letter, *rest) for rest in listed(child))
            if entry & KWG_LAST:
                return
            at += 1

    first = int(entries[root]) & KWG_CHILD
    return listed(first) if first else iter(())
