"""The history of instruction counts: reading it, comparing with it, and what excuses a slower count.

A line of `bench/instruction_counts.jsonl` is an entry: the commit that was measured, the environment, the
counts, and the reasons for those that are worse than before. Counts repeat only in the same environment:
compiler, options of the build, valgrind, and for work in Python its version and NumPy's. So an entry is
compared with the last one of the same compiler, build and valgrind, by all counts or by those of the core.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

TOLERANCE = 0.03
"""The share by which a count may be worse without a reason."""

PYTHON_COUNTS = ("read_gcg",)
"""Work in Python: all instructions of the process are counted, else those of the compiled cores."""

_OF_PYTHON = ("python", "numpy")
_REASON = re.compile(r"^Slower: (?P<name>[a-z0-9_]+) because (?P<reason>\S.*\S)$", re.MULTILINE)
_MIN_REASON_WORDS = 3


@dataclass(frozen=True)
class Entry:
    """A line of the history. `commit` is the commit that was measured, `slower` has a reason by count."""

    commit: str
    environment: Mapping[str, str]
    counts: Mapping[str, int]
    slower: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Change:
    """A count that two entries have: instructions before and now."""

    name: str
    before: int
    now: int

    @property
    def ratio(self) -> float:
        """The instructions now, relative to before."""
        return self.now / self.before

    @property
    def is_worse(self) -> bool:
        """Whether it grew by the tolerance or more."""
        return self.now >= self.before * (1 + TOLERANCE)

    def __str__(self) -> str:
        return f"{self.name}: {self.before:,} -> {self.now:,} instructions ({self.ratio - 1:+.1%})"


def read_history(path: Path) -> list[Entry]:
    """Read the entries, oldest first. Raises ValueError for a line that is none."""
    entries = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            entries.append(Entry(**json.loads(line)))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{path}, line {number} is no entry: {error}") from None
    return entries


def format_entry(entry: Entry) -> str:
    """Return the line of an entry."""
    return json.dumps(asdict(entry)) + "\n"


def last_comparable(history: Sequence[Entry], environment: Mapping[str, str]) -> Entry | None:
    """Return the last entry whose core was built and counted in the same way."""
    same = (entry for entry in reversed(history) if _of_core(entry.environment) == _of_core(environment))
    return next(same, None)


def changes(before: Entry, now: Entry) -> list[Change]:
    """Return the change of each count that both have and that their environments allow to compare."""
    skipped = () if before.environment == now.environment else PYTHON_COUNTS
    return [
        Change(name, before.counts[name], count)
        for name, count in now.counts.items()
        if before.counts.get(name) and name not in skipped
    ]


def _of_core(environment: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in environment.items() if key not in _OF_PYTHON}


def reasons_in(messages: Iterable[str]) -> dict[str, str]:
    """Return the reasons that commit messages give, by count: `Slower: NAME because REASON`, a line each."""
    found = (match for message in messages for match in _REASON.finditer(message))
    return {
        match["name"]: match["reason"] for match in found if len(match["reason"].split()) >= _MIN_REASON_WORDS
    }


def unexcused(found: Iterable[Change], reasons: Mapping[str, str]) -> list[Change]:
    """Return the counts that are worse without a reason."""
    return [change for change in found if change.is_worse and change.name not in reasons]


def faults_of(history: Sequence[Entry], names: Sequence[str]) -> list[str]:
    """Return what is wrong with the history itself: missing counts, and steps down without a reason."""
    faults = []
    for number, entry in enumerate(history):
        missing = sorted(set(names) - set(entry.counts)) if entry is history[-1] else []
        faults += [f"{entry.commit[:10]} lacks {name}" for name in missing]
        before = last_comparable(history[:number], entry.environment)
        if before is not None:
            faults += [
                f"{entry.commit[:10]}: {change}, without a reason"
                for change in unexcused(changes(before, entry), entry.slower)
            ]
    return faults
