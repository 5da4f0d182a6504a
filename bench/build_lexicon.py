"""Measure the time and memory to build a word graph, and the time to load it.

python bench/build_lexicon.py WORDS.txt
"""

import argparse
import resource
import tempfile
import time
from pathlib import Path

from movegen import Lexicon, TileSet
from movegen.lexicon import embedded_file, read_word_list


def peak() -> float:
    """Return the peak memory of this process in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "words", nargs="?", type=Path, default=embedded_file(), help="a list, one word a line"
    )
    options = parser.parse_args()
    tile_set = TileSet.load("english")
    before = peak()
    start = time.perf_counter()
    text = read_word_list(options.words)
    read = time.perf_counter()
    lexicon = Lexicon.from_text(text, tile_set, "bench", file=options.words)
    built = time.perf_counter()
    print(f"{len(lexicon):,} words: read in {read - start:.3f} s, built in {built - read:.3f} s")
    print(f"memory: {peak() - before:.0f} MB more than the {before:.0f} MB of Python and its modules")
    print(lexicon.statistics)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.jackdaw"
        lexicon.save(path)
        start = time.perf_counter()
        Lexicon.load(path)
        print(f"loaded in {(time.perf_counter() - start) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
