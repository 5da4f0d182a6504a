"""A campaign of process faults: every command and every fault at many moments of a run.

    python -m tests.faults.process_campaign --runs pit batch --step 0.05 --seconds 600

It goes through the cases in a random order until the time is up or Ctrl-C, prints findings as they come, and
at the end the number of cases, of findings, and the slowest ends.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from process_faults import FAULTS, RUNS, Outcome, disturb, reference


def main() -> int:
    """Run the campaign; the exit code is 1 if there are findings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", nargs="*", choices=RUNS, default=list(RUNS), metavar="NAME")
    parser.add_argument("--faults", nargs="*", choices=FAULTS, default=list(FAULTS), metavar="NAME")
    parser.add_argument("--step", type=float, default=0.05, help="seconds between moments of a run")
    parser.add_argument("--seconds", type=float, default=3600.0, help="length of the campaign")
    parser.add_argument("--seed", type=int, default=0, help="of the order")
    options = parser.parse_args()
    base = Path(tempfile.mkdtemp(prefix="faults-"))
    cases, expected = [], {}
    for name in options.runs:
        expected[name], length = reference(RUNS[name], base / f"{name} reference")
        print(f"{name}: {length:.1f} s undisturbed", flush=True)
        moments = [step * options.step for step in range(int(length / options.step) + 1)]
        cases += [(name, fault, moment) for fault in options.faults for moment in moments]
    random.Random(options.seed).shuffle(cases)
    end = time.monotonic() + options.seconds
    done: dict[tuple[str, str, float], Outcome] = {}
    with suppress(KeyboardInterrupt):
        for case in cases:
            if time.monotonic() > end:
                break
            folder = base / "case"
            done[case] = disturb(*case, folder, expected[case[0]])
            if done[case].finding:
                print(f"{case}: {done[case].finding}", flush=True)
            shutil.rmtree(folder)
    shutil.rmtree(base)
    _report(done)
    return any(outcome.finding for outcome in done.values())


def _report(done: dict[tuple[str, str, float], Outcome]) -> None:
    findings = sum(outcome.finding is not None for outcome in done.values())
    print(f"{len(done)} cases, {findings} findings")
    print("by command:", dict(Counter(name for name, _, _ in done)))
    print("exit codes:", dict(Counter(outcome.code for outcome in done.values())))
    twice = sorted(outcome.seconds for (_, fault, _), outcome in done.items() if "twice" in fault)
    if twice:
        print(f"after a second Ctrl-C: {len(twice)} ends, the slowest {twice[-1]:.2f} s")


if __name__ == "__main__":
    sys.exit(main())
