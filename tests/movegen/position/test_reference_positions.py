"""Positions with their legal plays as slower programs found them.

`tests/data/positions.jsonl` is made by tools/make_reference_positions.py, from self-play and an oracle that
tries every word at every place. `../shared/reference/moves.jsonl`, when it is there, holds positions that an
independent engine counted the plays of, on the ENABLE list.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from movegen.board import MoveKind, MoveList
from movegen.lexicon import Lexicon
from movegen.position import Position, read_cgp

pytestmark = pytest.mark.core

REPOSITORY = Path(__file__).resolve().parents[3]
OURS = REPOSITORY / "tests" / "data" / "positions.jsonl"
SHARED = REPOSITORY / ".." / "shared"


def lines_of(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        pytest.skip(f"the reference positions are not there: {path.relative_to(REPOSITORY)}")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@cache
def enable() -> Lexicon:
    path = SHARED / "data" / "enable1.txt"
    if not path.is_file():
        pytest.skip(f"the ENABLE list is not there: {path.relative_to(REPOSITORY)}")
    return Lexicon.load(path)


def summarize(position: Position, lexicon: Lexicon) -> dict[str, Any]:
    """Return the core's results in the form of the file."""
    moves = position.moves(lexicon)
    scores = moves.records["score"][moves.records["kind"] == 0]
    return {
        "tiles_in_bag": position.bag_count,
        "plays": len(scores),
        "sum_of_scores": int(np.sum(scores)),
        "scores": [list(pair) for pair in sorted(Counter(scores.tolist()).items(), reverse=True)][:40],
    }


def top_plays(moves: MoveList, least: int) -> Counter[tuple[frozenset[tuple[int, int, int]], int]]:
    """Squares, tiles and score of the plays that score so much; a play of one tile has no direction then."""
    plays = [move for move in moves.select(moves.records["score"] >= least) if move.kind is MoveKind.PLAY]
    return Counter((frozenset(play.squares), play.score) for play in plays)


def assert_as_listed(line: dict[str, Any], lexicon: Lexicon) -> None:
    position = read_cgp(line["cgp"])
    found = summarize(position, lexicon)
    assert found == {key: line[key] for key in found}, line["cgp"]
    listed = [(position.parse_move(text), score) for text, score in line["top"]]
    assert all(move.score == score for move, score in listed), line["cgp"]
    plays = top_plays(position.moves(lexicon), min((score for _, score in listed), default=0))
    wanted = Counter((frozenset(move.squares), score) for move, score in listed)
    assert max(wanted.values(), default=0) <= 1 and wanted <= plays, line["cgp"]
    highest = sorted((score for _, score in plays), reverse=True)[: len(listed)]
    assert [score for _, score in listed] == highest, line["cgp"]


def test_positions_of_self_play():
    lexicon = Lexicon.load()
    lines = lines_of(OURS)
    for line in lines:
        assert line["lexicon"] == lexicon.name
        assert_as_listed(line, lexicon)
    racks = [read_cgp(line["cgp"]).rack for line in lines]
    assert len(lines) >= 30
    assert {rack.counts[0] for rack in racks} == {0, 1, 2}
    assert min(line["tiles_in_bag"] for line in lines) == 0 and any(
        "15/" * 14 in line["cgp"] for line in lines
    )


@pytest.mark.parametrize("part", range(6))
def test_positions_of_an_independent_engine(part: int):
    lines = lines_of(SHARED / "reference" / "moves.jsonl")
    assert len(lines) == 300
    for line in lines[part::6]:
        assert_as_listed(line, enable())
