"""Damaged journals, states and saved games: only a JackdawError may come of reading them.

A campaign by hand: `python tests/support/damaged_files.py --journals 20000 --states 6000 --games 6000`.
"""

import argparse
import io
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from struct import pack, unpack_from

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from mutations import damage_bytes
from tiny_game import RULES, WORDS

from movegen.errors import JackdawError

Reseal = Callable[[bytes, Random], bytes]


def read_all(
    content: bytes, count: int, seed: int, read: Callable[[bytes], object], reseal: Reseal | None = None
) -> tuple[int, int]:
    """Read mutated copies of a file; return how many were read and how many refused with a JackdawError.

    `reseal` mutates a file within its checksums; half the copies are made by it.
    """
    done = refused = 0
    random = Random(seed)
    for _ in range(count):
        damage = reseal if reseal is not None and random.random() < 0.5 else damage_bytes
        damaged = damage(content, random)
        try:
            read(damaged)
            done += 1
        except JackdawError as error:
            assert str(error).isprintable() and len(str(error)) < 3000
            refused += 1
        except BaseException:
            found = Path(tempfile.gettempdir()) / f"damaged-{seed}-{done + refused}"
            found.write_bytes(damaged)
            print(f"the damaged file is {found}", file=sys.stderr)
            raise
    return done, refused


def reseal_journal(content: bytes, random: Random) -> bytes:
    """Mutate, repeat, swap or drop entries of a journal, with right checksums."""
    entries = list(_entries(content))
    at = random.randrange(len(entries))
    action = random.randrange(5)
    if action == 0:
        entries.insert(random.randrange(len(entries)), entries[at])
    elif action == 1:
        del entries[at]
    elif action == 2:
        random.shuffle(entries)
    else:
        entries[at] = damage_bytes(entries[at], random)
    return content[:8] + b"".join(pack("<II", len(entry), zlib.crc32(entry)) + entry for entry in entries)


def _entries(content: bytes) -> Iterator[bytes]:
    at = 8
    while at < len(content):
        (length,) = unpack_from("<I", content, at)
        yield content[at + 8 : at + 8 + length]
        at += 8 + length


def reseal_archive(content: bytes, random: Random) -> bytes:
    """Mutate, drop, repeat or pack a part of a ZIP archive, with right checksums."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    at = random.randrange(len(parts))
    name, part = parts[at]
    action = random.randrange(6)
    if action == 0:
        del parts[at]
    elif action == 1:
        parts[at] = (random.choice(parts)[0], part)
    elif action == 2:
        text = io.BytesIO()
        kind = random.choice(("<f8", "<i4", ">i8", "<U3", "<M8[s]", "<i8"))
        np.save(text, np.zeros(random.choice((0, 3, 110)), dtype=kind).reshape(random.choice((-1, (1, -1)))))
        parts[at] = (name, text.getvalue())
    else:
        parts[at] = (name, damage_bytes(part, random))
    packed = io.BytesIO()
    kind = random.choice(
        (zipfile.ZIP_STORED,) * 6 + (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    )
    with zipfile.ZipFile(packed, "w", kind) as archive:
        for each, data in dict(parts).items():
            archive.writestr(each, data)
    return packed.getvalue()


def read_match_journals(folder: Path, count: int, seed: int) -> tuple[int, int]:
    """Resume a match from damaged journals, as far as it needs no games."""
    from sims.match import PlayedBatch
    from sims.match.game_batches import RESULT_TYPE
    from sims.workers import Journal

    path = folder / "match.csv.journal"
    run = {"seed": 1, "strategies": ["rackh3 (00000000)", "greedy (11111111)"], "games": 40}
    records = np.zeros(10, dtype=RESULT_TYPE)
    journal = Journal(path, PlayedBatch, run)
    for first in (0, 10, 20, 30):
        rows = tuple(b"%d,1,greedy,ABCDEFG,8H WORD\n" % first for _ in range(10))
        journal.append(PlayedBatch(first, records.tobytes(), (1.5, 0.25), rows, (b"#gcg\n",) * 10))
    journal.close()

    def read(content: bytes) -> None:
        path.write_bytes(content)
        journal = Journal(path, PlayedBatch, run, resume=True)
        try:
            for first in (0, 10, 20, 30):
                if first in journal and len(journal.read(first).records) == records.nbytes:
                    journal.read(first).up_to(15)
        finally:
            journal.close()

    return read_all(path.read_bytes(), count, seed, read, reseal_journal)


def read_batch_journals(folder: Path, count: int, seed: int) -> tuple[int, int]:
    """Resume a batch from damaged journals: all entries are there, so it writes its outputs from them."""
    from jackdaw.batch import BatchPlan, BatchRun, BatchSummary, read_lines
    from jackdaw.inputs import LexiconFinder
    from sims.analysis import AnalysisPlan
    from sims.workers import this_process

    source = folder / "positions.cgp"
    empty = "/".join(["15"] * 15)
    source.write_text("".join(f"{empty} {rack}/ 0/0 0\n" for rack in ("QI", "ABE", "ÄÖ")), encoding="utf-8")

    def run(*, resume: bool) -> BatchRun:
        plan = BatchPlan(AnalysisPlan(), None, 1, details=False)
        return BatchRun([str(source)], [str(folder / "out.csv")], plan, LexiconFinder(None), resume=resume)

    with run(resume=False) as batch:
        batch.analyze(this_process)
        path = batch.journal.path

    def read(content: bytes) -> None:
        path.write_bytes(content)
        with run(resume=True) as batch:
            batch.write()
            list(BatchSummary(read_lines(batch.lines())).view())

    return read_all(path.read_bytes(), count, seed, read, reseal_journal)


def read_leave_states(folder: Path, count: int, seed: int) -> tuple[int, int]:
    """Read damaged states of `leaves train`."""
    from sims.training import LeaveTraining, read_leave_state, train_leaves, write_leave_state

    path = folder / "leaves.csv.state"
    *_, state = train_leaves(LeaveTraining(WORDS, RULES, seed=4, games=30), 2)
    write_leave_state(state, path)

    def read(content: bytes) -> None:
        path.write_bytes(content)
        again = read_leave_state(path)
        assert again.sums is not None
        assert again.sums.means.shape == again.table.points.shape

    return read_all(path.read_bytes(), count, seed, read, reseal_archive)


def read_saved_games(folder: Path, count: int, seed: int) -> tuple[int, int]:
    """Resume damaged saved games."""
    from sims.play import GameSetup, Mode, Seat, begin_saved, read_heading, resume
    from sims.play.actions import DrawTiles, SetRack, TakeBack

    path = folder / "game.jackdaw"
    setting = GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Änn"),), seed=7)
    with begin_saved(path, setting) as saved:
        lexicon = saved.session.lexicon
        for action in (DrawTiles(), SetRack("AEINRST"), TakeBack(), SetRack("QUIZ")):
            saved.session.do(action)

    def read(content: bytes) -> None:
        path.write_bytes(content)
        read_heading(path)
        resume(path, lexicon).close()

    return read_all(path.read_bytes(), count, seed, read)


CAMPAIGNS = {
    "journals": (read_match_journals, read_batch_journals),
    "states": (read_leave_states,),
    "games": (read_saved_games,),
}


def main() -> None:
    """Run a campaign and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in CAMPAIGNS:
        parser.add_argument(f"--{name}", type=int, default=0, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name, readers in CAMPAIGNS.items():
        for reader in readers:
            count, begun = getattr(options, name) // len(readers), time.perf_counter()
            with tempfile.TemporaryDirectory() as folder:
                done, refused = reader(Path(folder), count, options.seed)
            seconds = time.perf_counter() - begun
            print(f"{reader.__name__}: {done:,} read, {refused:,} refused, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
