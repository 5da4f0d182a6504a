"""Make the sample puzzles, jackdaw/samples/puzzles.jsonl, from the puzzles of 50 games of self-play.

    jackdaw puzzles --self-play 50 --seed 1 -o puzzles.jsonl
    python tools/make_sample_puzzles.py puzzles.jsonl

The puzzles are chosen at equal distances, as many as fit in 300 KB, so that all games, phases and kinds of
answers have their share.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

SAMPLE = Path(__file__).resolve().parent.parent / "jackdaw" / "samples" / "puzzles.jsonl"
MAX_BYTES = 300_000


def choose_evenly(lines: Sequence[bytes], max_bytes: int = MAX_BYTES) -> list[bytes]:
    """Return as many lines at equal distances as have at most so many bytes together."""
    for count in range(len(lines), 0, -1):
        chosen = [lines[index * len(lines) // count] for index in range(count)]
        if sum(map(len, chosen)) <= max_bytes:
            return chosen
    return []


def main() -> None:
    """Choose the puzzles and write the sample."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    lines = parser.parse_args().file.read_bytes().splitlines(keepends=True)
    chosen = choose_evenly(lines)
    SAMPLE.write_bytes(b"".join(chosen))
    print(f"{len(chosen)} of {len(lines)} puzzles, {SAMPLE.stat().st_size:,} bytes, in {SAMPLE}")


if __name__ == "__main__":
    main()
