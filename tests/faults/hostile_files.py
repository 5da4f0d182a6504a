"""Damaged files of every format: readers raise a JackdawError, or return something that works.

Each format has samples, a way to damage them that also repairs checksums, and a way to read and use the
result. `run_format` does this in a process of its own, so that a crash is a finding, too.

A campaign by hand: `python tests/faults/hostile_files.py --mutations 10000 [--format kwg] [--seed 7]`.
"""

import argparse
import faulthandler
import json
import os
import resource
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))

import hostile_inputs
import hostile_runs

from movegen import JackdawError

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120
"""The time that a damaged file may take; a thread of the interpreter's measures it, also inside the core."""
_MEMORY = 6 << 30

FORMATS = {**hostile_inputs.FORMATS, **hostile_runs.FORMATS}


class Finding(NamedTuple):
    """What went wrong: the format, the number of the mutation, and a traceback or signal."""

    format: str
    number: int
    what: str


def run_format(name: str, mutations: Iterable[int], seed: int, folder: Path) -> tuple[list[Finding], str]:
    """Damage files of a format in a process of its own; return what went wrong, and a line of figures.

    A process that died is started again behind the mutation that it died of.
    """
    waiting, findings, figures = list(mutations), [], []
    while waiting:
        program = [sys.executable, __file__, "--child", name, "--seed", str(seed), "--folder", str(folder)]
        numbers = ["--first", str(waiting[0]), "--mutations", str(len(waiting))]
        done = subprocess.run([*program, *numbers], capture_output=True, cwd=ROOT, check=False)
        lines = [json.loads(line) for line in done.stdout.decode().splitlines() if line.startswith("{")]
        findings += [Finding(name, line["number"], line["what"]) for line in lines if "what" in line]
        figures += [line["figures"] for line in lines if "figures" in line]
        if done.returncode == 0:
            break
        reached = folder / f"{name}.at"
        last = int(reached.read_text(encoding="utf-8")) if reached.exists() else waiting[0]
        what = f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[-3000:]}"
        findings.append(Finding(name, last, what))
        waiting = list(range(last + 1, waiting[-1] + 1))
    return findings, "; ".join(figures)


def _run_child(name: str, first: int, mutations: int, seed: int, folder: Path) -> None:
    if "asan" not in os.environ.get("LD_PRELOAD", ""):  # AddressSanitizer reserves terabytes
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    warnings.simplefilter("error")
    folder.mkdir(parents=True, exist_ok=True)
    work = folder / name
    work.mkdir(exist_ok=True)
    for old in work.glob("*.review"):
        old.unlink()
    import tempfile

    with tempfile.TemporaryDirectory(dir=work) as place:
        form = FORMATS[name](Path(place))
        accepted, begun = 0, time.perf_counter()
        reached = (folder / f"{name}.at").open("w")
        for number in range(first, first + mutations):
            reached.seek(0)
            reached.write(f"{number:12}")
            reached.flush()
            chance = Random(f"{seed} {name} {number}")
            data = form.damage(chance.choice(form.samples), chance)
            path = Path(place) / f"damaged{number}{form.suffix}"  # readers cache by path
            path.write_bytes(data)
            faulthandler.dump_traceback_later(SECONDS, exit=True)
            try:
                form.use(path)
                accepted += 1
            except JackdawError as error:
                str(error)
            except BaseException:
                print(json.dumps({"number": number, "what": traceback.format_exc()}), flush=True)
            faulthandler.cancel_dump_traceback_later()
            for made in Path(place).glob(f"damaged{number}*"):
                made.unlink()
    seconds = time.perf_counter() - begun
    print(json.dumps({"figures": f"{mutations} mutations, {accepted} accepted, {seconds:.1f} s"}), flush=True)


def main() -> None:
    """Run a campaign, or the part of one in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutations", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--format", action="append", choices=FORMATS)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--child", choices=FORMATS)
    options = parser.parse_args()
    if options.child:
        _run_child(options.child, options.first, options.mutations, options.seed, options.folder)
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.format or FORMATS:
        numbers = range(options.first, options.first + options.mutations)
        findings, figures = run_format(name, numbers, options.seed, options.folder)
        print(f"{name}: {figures}; {len(findings)} findings", flush=True)
        for found in findings[:20]:
            print(f"  {found.format} {found.number}: {found.what.strip()[-1500:]}", flush=True)


if __name__ == "__main__":
    main()
