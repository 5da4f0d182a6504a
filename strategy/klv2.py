"""KLV2, the file of leave values that other programs exchange.

A count n and n nodes of a KWG whose words are the leaves (tile 0 is the blank), a count m and m values
as 32-bit floats in points, all little-endian. A leave's value stands at its place in a walk through the
nodes, depth first: the number of leaves before it. Node 0 points at the list of first tiles; a node's
bits 31-24 are the tile, bit 23 tells that a leave ends here, bit 22 that no sibling follows, bits 21-0
are the first child.
"""

from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError, JackdawError
from movegen.files import write_whole
from movegen.tiles import TileSet
from strategy.leave_keys import MOST_LEAVES, MOST_TILES, Keys, digits_at, prefixes, shift_of
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI

SUFFIX = ".klv2"

_TILE_SHIFT, _ACCEPTS, _LAST, _CHILD = 24, 1 << 23, 1 << 22, (1 << 22) - 1
_LARGEST_FILE = 8 + 4 * (_CHILD + 1) + 4 * MOST_LEAVES
_MOST_POINTS = 1_000_000.0
_AT_ONCE = 1 << 13  # lists of siblings worked out together: a few megabytes
_CURE = "copy the file again, or name leaves for these tiles"

Nodes = npt.NDArray[np.uint32]


def read_klv2(path: str | Path, tile_set: TileSet) -> LeaveTable:
    """Read a file of leave values, rounded to milli-points.

    There is no alphabet inside: tiles are the tile set's by their indices.
    Raises ConfigError when the file cannot be read, is damaged or has tiles beyond the tile set's.
    """
    path = Path(path)
    try:
        nodes, points = _parts(_read_bytes(path))
        keys = _leaves_of(nodes, tile_set, len(points))
        if not np.isfinite(points).all() or np.abs(points).max(initial=0) > _MOST_POINTS:
            place = int(np.flatnonzero(~(np.abs(points) <= _MOST_POINTS))[0])
            raise _DamagedError(f"value {place} is no number of points")
    except _DamagedError as fault:
        raise ConfigError(f"is no KLV2 for {tile_set.name}: {fault}", file=path, cure=_CURE) from None
    milli = np.empty(len(points), dtype=np.int64)
    for at in range(0, len(points), _AT_ONCE):
        milli[at : at + _AT_ONCE] = np.rint(points[at : at + _AT_ONCE].astype(np.float64) * MILLI)
    return LeaveTable(tile_set, path.stem, keys, milli)


def write_klv2(table: LeaveTable, path: str | Path) -> None:
    """Write leave values for other programs. Raises JackdawError when the file cannot be written."""
    nodes = _nodes_of(table.keys)
    if len(nodes) > _CHILD + 1:
        raise JackdawError(f"{table.name} has too many leaves for the KLV2 format", where=str(path))
    points = (table.points / MILLI).astype("<f4")
    sizes = [np.array([len(part)], dtype="<u4").tobytes() for part in (nodes, points)]
    write_whole(Path(path), sizes[0], nodes.astype("<u4").tobytes(), sizes[1], points.tobytes())


class _DamagedError(Exception):
    """Why a file is refused."""


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # a ValueError when the name holds a zero byte
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ConfigError(f"the leaves cannot be read ({reason})", file=path) from None
    if len(content) > _LARGEST_FILE:
        raise _DamagedError(f"it is larger than {_LARGEST_FILE >> 20} MiB")
    return content


def _parts(content: bytes) -> tuple[Nodes, npt.NDArray[np.float32]]:
    """The nodes and the values, after a check of the sizes."""
    if len(content) < 12 or len(content) % 4:
        raise _DamagedError(f"its size, {len(content):,} bytes, cannot be right")
    words = np.frombuffer(content, dtype="<u4")
    nodes = int(words[0])
    if not 1 <= nodes <= len(words) - 2:
        raise _DamagedError(f"{nodes:,} nodes do not fit into {len(content):,} bytes")
    values = int(words[nodes + 1])
    if len(words) != nodes + values + 2:
        expected = 4 * (nodes + values + 2)
        raise _DamagedError(
            f"it has {len(content):,} bytes, {nodes:,} nodes and {values:,} values {expected:,}"
        )
    return words[1 : nodes + 1], np.frombuffer(content, dtype="<f4", offset=4 * (nodes + 2))


def _leaves_of(nodes: Nodes, tile_set: TileSet, values: int) -> Keys:
    """The keys of the leaves in the order of their values."""
    root = int(nodes[0]) & _CHILD
    before_end = _count_leaves(nodes, tile_set.size, root, values)
    found = before_end[root] if root else 0
    if found != values:
        number = f"{found:,}" if found <= values else "more"
        raise _DamagedError(f"its nodes hold {number} leaves, but there are {values:,} values")
    return _expanded(nodes, np.array(before_end, dtype=np.int64), root, values)


def _count_leaves(nodes: Nodes, tiles: int, root: int, most: int) -> list[int]:
    """How many leaves begin at each node or at a later sibling of it, at most `most + 1`; 0 if unreached.

    What a node needs is its child and its next sibling. It is worked out with a stack of nodes that wait;
    a node that needs one which waits is part of a circle.
    """
    entries = nodes.tolist()
    unseen, waiting = -1, -2
    counts = [unseen] * (len(entries) + 1)
    stack = [root] if root else []
    if root >= len(entries):
        raise _DamagedError("node 0 leads out of the nodes")
    while stack:
        at = stack[-1]
        if counts[at] >= 0:
            stack.pop()
            continue
        entry = entries[at]
        child, follower = entry & _CHILD, 0 if entry & _LAST else at + 1
        if counts[at] == unseen:
            _check_node(entries, at, tiles)
            counts[at] = waiting
            for needed in (child, follower):
                if needed and counts[needed] == waiting:
                    raise _DamagedError(f"a path from node {at} leads back to where it began")
                if needed and counts[needed] == unseen:
                    stack.append(needed)
            continue
        below = (1 if entry & _ACCEPTS else 0) + (counts[child] if child else 0)
        if not below:
            raise _DamagedError(f"node {at} leads to no leave")
        counts[at] = min(below + (counts[follower] if follower else 0), most + 1)
        stack.pop()
    return [max(count, 0) for count in counts]


def _check_node(entries: list[int], at: int, tiles: int) -> None:
    """That tiles stand in order too: a leave out of order would never be found."""
    entry = entries[at]
    tile, child = entry >> _TILE_SHIFT, entry & _CHILD
    if tile >= tiles:
        raise _DamagedError(f"node {at} has tile {tile}, the last is {tiles - 1}")
    if child >= len(entries):
        raise _DamagedError(f"node {at} leads out of the nodes")
    if child and entries[child] >> _TILE_SHIFT < tile:
        raise _DamagedError(f"the tiles of a leave are out of order at node {at}")
    if not entry & _LAST:
        if at + 1 == len(entries):
            raise _DamagedError(f"the list of siblings at node {at} has no end")
        if entries[at + 1] >> _TILE_SHIFT <= tile:
            raise _DamagedError(f"the list of siblings does not ascend behind node {at}")


def _expanded(nodes: Nodes, counts: npt.NDArray[np.int64], root: int, values: int) -> Keys:
    """Every leave of checked nodes, one tile more at each step for many of them together."""
    keys = np.zeros(values, dtype=np.uint64)
    child = (nodes & np.uint32(_CHILD)).astype(np.int64)
    digit = (nodes >> np.uint32(_TILE_SHIFT)).astype(np.uint64) + np.uint64(1)
    accepts = (nodes & np.uint32(_ACCEPTS)) != 0
    ends = np.flatnonzero(nodes & np.uint32(_LAST))
    # For each list reached: its first node, the place of its first leave, the tiles on the way.
    start = np.array([root] if root else [], dtype=np.int64)
    waiting = [(0, start, np.zeros(len(start), dtype=np.int64), np.zeros(len(start), dtype=np.uint64))]
    while waiting:
        place, first, base, begun = waiting.pop()
        if place == MOST_TILES and len(first):
            raise _DamagedError(f"it has leaves of more than {MOST_TILES} tiles")
        lengths = ends[np.searchsorted(ends, first)] - first + 1
        lists = np.repeat(np.arange(len(first)), lengths)
        at = np.arange(len(lists)) - np.repeat(np.cumsum(lengths) - lengths - first, lengths)
        index = (base + counts[first])[lists] - counts[at]
        tiles = begun[lists] | digit[at] << shift_of(place)
        ending = accepts[at]
        keys[index[ending]] = tiles[ending]
        further = np.flatnonzero(child[at])
        for begin in range(0, len(further), _AT_ONCE):
            part = further[begin : begin + _AT_ONCE]
            waiting.append((place + 1, child[at][part], (index + ending)[part], tiles[part]))
    return keys


def _nodes_of(keys: Keys) -> Nodes:
    """The smallest graph of leaves: equal lists of siblings are one.

    From the longest leaves to the shortest: the nodes of one length are grouped by what comes before them,
    and each distinct group becomes a list with a number, which the nodes one tile shorter refer to.
    """
    register: dict[bytes, int] = {}
    before, number = np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.uint64)  # lists one tile longer
    for length in range(MOST_TILES, 0, -1):
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
    return _laid_out(list(register))


def _laid_out(lists: list[bytes]) -> Nodes:
    """Numbered lists as nodes: the last, which is that of first tiles, behind node 0, and so on backward."""
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
