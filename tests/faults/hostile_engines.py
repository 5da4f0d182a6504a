"""Outside engines that follow random scripts: every one ends in a legal move or in one line of error.

    python tests/faults/hostile_engines.py --iterations 5000 --seed 1

Each engine is greeted and asked for two moves. Whatever it writes, and however it ends, nothing of it may be
left: no process, no open file.
"""

import argparse
import os
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))

from mutations import damage_bytes
from programs import program

from movegen import Lexicon, Move, Position, Variant
from sims.engines import close_engines
from sims.errors import EngineError
from sims.games import MoveChooser

ENGINE = Path(__file__).with_name("reciting_engine.py")
STANDARD = Variant.standard()
POSITION = Position(
    STANDARD, Position.initial(STANDARD).board, (STANDARD.tiles.parse_rack("AEINRST"), None), (0, 0)
)
_LINES = (
    b"ucgiok\n", b"readyok\n", b"id name X\n", b"info depth 1\n", b"bestmove pass\n",
    b"bestmove 8D.ANESTRI\n", b"bestmove ex.AEI\n", b"bestmove ex.3\n", b"bestmove\n", b"bestmove 1A.A\n",
    b"bestmove 8D NASTIER\r\n", b"bestmove 15O.ABCDEFGHIJKLMNOP\n", b"bestmove 8D.(NAS)TIER\n",
    b"error no\n", b"\n", b"   \n", b"hello\n", b"bestmove ex.???????\n", b"bestmove 99Z.AA\n",
    "bestmove 8D.É\n".encode(),
)  # fmt: skip
_ACTS = ("exit:0", "exit:3", "kill", "close", "mute", "loud", "long", "much", "sleep")


def play_random_script(chance: Random, lexicon: Lexicon) -> str:
    """Ask an engine with a random script for moves; return what came of it in a few words."""
    steps = [
        _step(chance, good) for good in (b"ucgiok\n", b"readyok\n", b"", b"", b"bestmove pass\n", b"", b"")
    ]
    strategy = program(
        sys.executable, "-S", "-E", str(ENGINE), *steps, start_seconds=0.5, seconds=0.1, grace=0.1
    )
    chooser, outcome = MoveChooser(lexicon), ""
    before, children = _count_files(), _children()
    try:
        for _ in range(2):
            move, _value = chooser.choose_in(strategy, POSITION)
            assert isinstance(move, Move)
            POSITION.after(move)  # raises if it is not legal
            outcome = f"a {move.kind}"
    except EngineError as error:
        text = str(error)
        assert text.isprintable() and len(text) < 3000, text
        outcome = " ".join(error.problem.split()[: 1 if error.problem.startswith("answers") else 2])
    finally:
        close_engines()
    assert _count_files() == before, steps
    assert _children() <= children, steps
    return outcome


def _step(chance: Random, good: bytes) -> str:
    """Return what the engine does after a line: mostly what is expected, or else anything."""
    if chance.random() < 0.85:
        return good.hex() or "0a"
    parts = []
    for _ in range(chance.randint(1, 3)):
        kind = chance.random()
        if kind < 0.25:
            parts.append(chance.choice(_ACTS))
        elif kind < 0.65:
            parts.append(chance.choice(_LINES).hex())
        else:
            parts.append((damage_bytes(chance.choice(_LINES), chance) or b"\n").hex())
    return ",".join(parts)


def _count_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def _children() -> set[str]:
    """Return the processes that this one has started, with those that have ended and are not waited for."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if path.read_text(encoding="utf-8").rpartition(")")[2].split()[1] == str(os.getpid()):
                found.add(path.parent.name)
    return found


def run(iterations: int, seed: int) -> Counter[str]:
    """Run so many scripts and count what came of them."""
    lexicon, found = Lexicon.load(), Counter[str]()
    for number in range(iterations):
        found[play_random_script(Random(f"{seed} {number}"), lexicon)] += 1
    return found


def main() -> None:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for outcome, count in run(arguments.iterations, arguments.seed).most_common():
        print(f"{count:7,} {outcome}")


if __name__ == "__main__":
    main()
