"""KLV2, the file format of leave values that MAGPIE, macondo and wolges exchange.

A file holds, all little-endian: a count n, n nodes of a KWG whose words are the leaves (tile 0 is the
blank), a count m, and m values in points as 32-bit floats. The index of a leave's value is the number of
leaves before it in a depth-first walk. Node 0 points to the list of first tiles. In a node, bits 31-24 are
the tile, bit 23 is set if a leave ends here, bit 22 if no sibling follows, and bits 21-0 are the first child.
"""

from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError, JackdawError
from movegen.files import InputKind, file_label, read_bytes, write_atomic
from movegen.numbers import show_value
from movegen.variant import TileSet, check_tile_set
from strategy.leaves.leave_keys import (
    MAX_LEAVE_TILES,
    MAX_LEAVES,
    Keys,
    digit_shift,
    digits_at,
    encode_keys,
    prefixes,
)
from strategy.leaves.leave_table import LeaveTable
from strategy.leaves.leaves import MILLI

SUFFIX = ".klv2"

_TILE_SHIFT, _ACCEPTS, _LAST, _CHILD = 24, 1 << 23, 1 << 22, (1 << 22) - 1
_KIND = InputKind(8 + 4 * (_CHILD + 1) + 4 * MAX_LEAVES, ConfigError, "the table of leaves")
_MAX_POINTS = 1_000_000.0
_AT_ONCE = 1 << 13  # lists of siblings expanded together: a few megabytes
_FEWEST_TILES = 20
"""Tables of fewer different tiles are part of one, rather than of a shorter alphabet."""
_CURE = "copy the file again, or name leaves for these tiles"

Nodes = npt.NDArray[np.uint32]


def read_klv2(path: str | Path, tile_set: TileSet) -> LeaveTable:
    """Read a file of leave values, rounded to milli-points.

    The format has no alphabet: its tiles are indices into the tile set.
    Raises ConfigError if the file cannot be read, is damaged, or is of a longer or shorter alphabet.

    >>> from tempfile import TemporaryDirectory
    >>> english = TileSet.load("english")
    >>> table = LeaveTable.from_values({english.parse_rack("S"): 8000}, english)
    >>> with TemporaryDirectory() as folder:
    ...     write_klv2(table, f"{folder}/few.klv2")
    ...     read_klv2(f"{folder}/few.klv2", english)
    <LeaveTable few: 1 leaves, english>
    """
    check_tile_set(tile_set)
    path = Path(path)
    content = read_bytes(path, _KIND)
    try:
        nodes, points = _split(content)
        keys = _leave_keys(nodes, tile_set, len(points))
        _check_alphabet(keys, tile_set.size)
        if not np.isfinite(points).all() or np.abs(points).max(initial=0) > _MAX_POINTS:
            index = int(np.flatnonzero(~(np.abs(points) <= _MAX_POINTS))[0])
            raise _DamagedError(f"value {index} is not a number of points")
    except _DamagedError as fault:
        raise ConfigError(f"is not a KLV2 file for {tile_set.name}: {fault}", file=path, cure=_CURE) from None
    milli = np.empty(len(points), dtype=np.int64)
    for at in range(0, len(points), _AT_ONCE):
        milli[at : at + _AT_ONCE] = np.rint(points[at : at + _AT_ONCE].astype(np.float64) * MILLI)
    return LeaveTable(tile_set, file_label(path), keys, milli)


def write_klv2(table: LeaveTable, path: str | Path) -> None:
    """Write a table as a KLV2 file.

    Raises JackdawError if it cannot be written, has too many leaves, or is no table.

    >>> from tempfile import TemporaryDirectory
    >>> english = TileSet.load("english")
    >>> table = LeaveTable.from_values({english.parse_rack("S"): 8000}, english)
    >>> with TemporaryDirectory() as folder:
    ...     write_klv2(table, f"{folder}/few.klv2")
    ...     read_klv2(f"{folder}/few.klv2", english)[english.parse_rack("S")]
    8000
    """
    if not isinstance(table, LeaveTable):
        raise ConfigError(
            f"{show_value(repr(table))} is not a table of leaves",
            cure="make one of a heuristic with LeaveTable.from_heuristic",
        )
    nodes = _build_nodes(table.keys)
    if len(nodes) > _CHILD + 1:
        raise JackdawError(f"{table.name} has too many leaves for the KLV2 format", where=str(path))
    points = (table.points / MILLI).astype("<f4")
    sizes = [np.array([len(part)], dtype="<u4").tobytes() for part in (nodes, points)]
    write_atomic(Path(path), sizes[0], nodes.astype("<u4").tobytes(), sizes[1], points.tobytes())


class _DamagedError(Exception):
    """The reason why a file is refused."""


def _split(content: bytes) -> tuple[Nodes, npt.NDArray[np.float32]]:
    """Return the nodes and the values after checking their sizes."""
    if len(content) < 12 or len(content) % 4:
        raise _DamagedError(f"its size, {len(content):,} bytes, cannot be right")
    words = np.frombuffer(content, dtype="<u4")
    nodes = int(words[0])
    if not 1 <= nodes <= len(words) - 2:
        raise _DamagedError(f"{nodes:,} nodes do not fit in {len(content):,} bytes")
    values = int(words[nodes + 1])
    if len(words) != nodes + values + 2:
        expected = 4 * (nodes + values + 2)
        raise _DamagedError(
            f"it has {len(content):,} bytes, but {nodes:,} nodes and {values:,} values take {expected:,}"
        )
    return words[1 : nodes + 1], np.frombuffer(content, dtype="<f4", offset=4 * (nodes + 2))


def _leave_keys(nodes: Nodes, tile_set: TileSet, values: int) -> Keys:
    """Return the keys of the leaves in the order of their values."""
    root = int(nodes[0]) & _CHILD
    counts = _count_leaves(nodes, tile_set.size, root, values)
    found = counts[root] if root else 0
    if found != values:
        number = f"{found:,}" if found <= values else "more"
        raise _DamagedError(f"its nodes have {number} leaves, but there are {values:,} values")
    return _expand(nodes, np.array(counts, dtype=np.int64), root, values)


def _check_alphabet(keys: Keys, size: int) -> None:
    """Refuse leaves of all tiles of a shorter alphabet and of no others: they would be taken for others."""
    single = encode_keys(range(size), np.eye(size, dtype=np.uint8))
    if np.any(keys == single[-1]):
        return
    last = max(int(digits_at(keys, index).max(initial=0)) for index in range(MAX_LEAVE_TILES))
    if _FEWEST_TILES <= last < size and np.isin(single[:last], keys).all():
        raise _DamagedError(f"it has leaves of {last} different tiles, not of {size}")


def _count_leaves(nodes: Nodes, tiles: int, root: int, values: int) -> list[int]:
    """Count, for each node, the leaves that pass it or a later sibling: at most `values + 1`; 0 if unreached.

    The count of a node depends on its child and its next sibling. A stack holds the nodes that wait for
    these; a node that depends on a waiting one is part of a cycle.
    """
    entries = nodes.tolist()
    unvisited, waiting = -1, -2
    counts = [unvisited] * (len(entries) + 1)
    stack = [root] if root else []
    if root >= len(entries):
        raise _DamagedError("node 0 points beyond the last node")
    while stack:
        at = stack[-1]
        if counts[at] >= 0:
            stack.pop()
            continue
        entry = entries[at]
        child, sibling = entry & _CHILD, 0 if entry & _LAST else at + 1
        if counts[at] == unvisited:
            _check_node(entries, at, tiles)
            counts[at] = waiting
            for successor in (child, sibling):
                if successor and counts[successor] == waiting:
                    raise _DamagedError(f"a path from node {at} leads back to it")
                if successor and counts[successor] == unvisited:
                    stack.append(successor)
            continue
        below = (1 if entry & _ACCEPTS else 0) + (counts[child] if child else 0)
        if not below:
            raise _DamagedError(f"node {at} leads to no leave")
        counts[at] = min(below + (counts[sibling] if sibling else 0), values + 1)
        stack.pop()
    return [max(count, 0) for count in counts]


def _check_node(entries: list[int], at: int, tiles: int) -> None:
    """Check a node's tile, links and order of tiles; a leave out of order would never be found."""
    entry = entries[at]
    tile, child = entry >> _TILE_SHIFT, entry & _CHILD
    if tile >= tiles:
        raise _DamagedError(f"node {at} has tile {tile}, the last is {tiles - 1}")
    if child >= len(entries):
        raise _DamagedError(f"node {at} points beyond the last node")
    if child and entries[child] >> _TILE_SHIFT < tile:
        raise _DamagedError(f"the tiles of a leave are out of order at node {at}")
    if not entry & _LAST:
        if at + 1 == len(entries):
            raise _DamagedError(f"the list of siblings at node {at} has no end")
        if entries[at + 1] >> _TILE_SHIFT <= tile:
            raise _DamagedError(f"the list of siblings does not ascend after node {at}")


def _expand(nodes: Nodes, counts: npt.NDArray[np.int64], root: int, values: int) -> Keys:
    """Return the keys of all leaves of checked nodes, expanding many lists of siblings at each step."""
    keys = np.zeros(values, dtype=np.uint64)
    child = (nodes & np.uint32(_CHILD)).astype(np.int64)
    digit = (nodes >> np.uint32(_TILE_SHIFT)).astype(np.uint64) + np.uint64(1)
    accepts = (nodes & np.uint32(_ACCEPTS)) != 0
    ends = np.flatnonzero(nodes & np.uint32(_LAST))
    # For each list of siblings: its first node, the index of its first leave, the tiles before it.
    start = np.array([root] if root else [], dtype=np.int64)
    waiting = [(0, start, np.zeros(len(start), dtype=np.int64), np.zeros(len(start), dtype=np.uint64))]
    while waiting:
        length, first, base, before = waiting.pop()
        if length == MAX_LEAVE_TILES and len(first):
            raise _DamagedError(f"it has leaves of more than {MAX_LEAVE_TILES} tiles")
        lengths = ends[np.searchsorted(ends, first)] - first + 1
        lists = np.repeat(np.arange(len(first)), lengths)
        at = np.arange(len(lists)) - np.repeat(np.cumsum(lengths) - lengths - first, lengths)
        index = (base + counts[first])[lists] - counts[at]
        tiles = before[lists] | digit[at] << digit_shift(length)
        ends_here = accepts[at]
        keys[index[ends_here]] = tiles[ends_here]
        further = np.flatnonzero(child[at])
        for begin in range(0, len(further), _AT_ONCE):
            part = further[begin : begin + _AT_ONCE]
            waiting.append((length + 1, child[at][part], (index + ends_here)[part], tiles[part]))
    return keys


def _build_nodes(keys: Keys) -> Nodes:
    """Build the smallest graph of the leaves: equal lists of siblings are shared.

    The loop goes from the longest leaves to the shortest. It groups the nodes of one length by the tiles
    before them. Each distinct group becomes a numbered list, to which nodes one tile shorter refer.
    """
    register: dict[bytes, int] = {}
    before, number = np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.uint64)  # lists one tile longer
    for length in range(MAX_LEAVE_TILES, 0, -1):
        longer = digits_at(keys, length - 1) > 0
        nodes = np.unique(prefixes(keys[longer], length))
        if not len(nodes):
            continue
        child = np.zeros(len(nodes), dtype=np.uint64)
        child[np.searchsorted(nodes, before)] = number
        accepts = np.isin(nodes, keys, assume_unique=True)
        tile = (digits_at(nodes, length - 1) - 1).astype(np.uint64)
        packed = (
            child << np.uint64(32) | tile << np.uint64(_TILE_SHIFT) | accepts * np.uint64(_ACCEPTS)
        ).tobytes()
        before, starts = np.unique(prefixes(nodes, length - 1), return_index=True)
        bounds = (8 * np.append(starts, len(nodes))).tolist()
        lists = [packed[begin:end] for begin, end in pairwise(bounds)]
        number = np.array([register.setdefault(text, len(register) + 1) for text in lists], dtype=np.uint64)
    return _lay_out(list(register))


def _lay_out(lists: list[bytes]) -> Nodes:
    """Lay out numbered lists as nodes, in reverse order: the last one, of first tiles, follows node 0."""
    if not lists:
        return np.array([_LAST], dtype=np.uint32)
    lists = lists[::-1]
    lengths = np.array([len(text) // 8 for text in lists])
    start = 1 + np.cumsum(lengths) - lengths
    position = np.zeros(len(lists) + 1, dtype=np.uint64)
    position[1:] = start[::-1]  # by number
    packed = np.frombuffer(b"".join(lists), dtype=np.uint64)
    nodes = np.empty(1 + len(packed), dtype=np.uint64)
    nodes[0] = _LAST | 1
    nodes[1:] = packed & np.uint64(0xFFFFFFFF) | position[packed >> np.uint64(32)]
    nodes[start + lengths - 1] |= np.uint64(_LAST)
    return nodes.astype(np.uint32)
