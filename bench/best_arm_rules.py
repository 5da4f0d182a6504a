"""Rules that choose the best of several candidates by rollouts, on recorded ones. See `best_arm.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[Any]

ERROR = 0.01
TUNED_FOR, UNSEEN = 500, 2  # as in sims/simulation/paired_sums.py
BATCH = 32  # iterations of a candidate between two choices of a top-two rule
LATE, EARLY = (128,), (32, 48, 64, 96, 128)


@dataclass(frozen=True)
class Outcome:
    """The iterations of each candidate, the chosen one, whether that is sure, and those not eliminated."""

    counts: Values
    chosen: int
    is_sure: bool
    active: Values


class Run:
    """The iterations of one run, with sums over the first n of them for each n."""

    def __init__(self, values: Values, limit: int, margin: float, widest: float) -> None:
        self.limit, self.margin, self.widest = limit, margin, widest
        self.candidates = values.shape[1]
        self.sums = np.vstack([np.zeros(self.candidates), np.cumsum(values, axis=0)])
        products = np.cumsum(values[:, :, np.newaxis] * values[:, np.newaxis], axis=0)
        self.products = np.concatenate([np.zeros((1, *products.shape[1:])), products])

    def differences(self, counts: Values, other: int) -> tuple[Values, Values]:
        """Return the mean differences of all candidates to one over these counts, and their variances."""
        own = np.arange(self.candidates)
        first, second = self.sums[counts, own], self.sums[counts, other]
        squares = self.products[counts, own, own], self.products[counts, other, other]
        total = squares[0] + squares[1] - 2 * self.products[counts, own, other]
        variance = (total - (first - second) ** 2 / counts) / (counts - 1)
        unpaired = (squares[0] - first**2 / counts + squares[1] - second**2 / counts) / (counts - 1)
        return (first - second) / counts, np.maximum(variance, 0) + UNSEEN * unpaired / counts


def boundary(counts: Values, error: float) -> Values:
    """Return the normal mixture boundary in standard errors, one-sided."""
    rho = (-2 * np.log(2 * error) + np.log(1 - 2 * np.log(2 * error))) / TUNED_FOR
    grown = counts * rho + 1
    bound: Values = np.sqrt(2 * grown / (counts * rho) * np.log(np.sqrt(grown) / (2 * error)))
    return bound


def looks(run: Run, early: tuple[int, ...]) -> list[int]:
    """Return the checkpoints: early ones, then a fifth more iterations each time, then the limit."""
    found = list(early)
    while found[-1] < run.limit:
        found.append(min(run.limit, int(found[-1] * 1.2)))
    return found


def upper_bounds(run: Run, count: int, other: int, error: float) -> Values:
    """Return upper bounds of the differences to a candidate: confidence sequences, one-sided."""
    counts = np.full(run.candidates, count)
    difference, variance = run.differences(counts, other)
    bounds: Values = difference + boundary(counts, error) * np.sqrt(variance / count)
    return bounds


def bernstein_bounds(run: Run, count: int, other: int, error: float) -> Values:
    """Return empirical Bernstein bounds, whose errors at all checkpoints sum up to `error`."""
    number = looks(run, LATE).index(count) + 1
    difference, variance = run.differences(np.full(run.candidates, count), other)
    log = np.log(3 * number * (number + 1) / error)
    bounds: Values = difference + np.sqrt(2 * variance * log / count) + 3 * run.widest * log / count
    return bounds


def eliminate(
    run: Run,
    early: tuple[int, ...],
    *,
    sides: int = 1,
    bounds: Callable[[Run, int, int, float], Values] = upper_bounds,
) -> Outcome:
    """Run successive elimination by anytime-valid bounds of paired differences."""
    active, counts, leader = np.arange(run.candidates), np.zeros(run.candidates, dtype=int), 0
    error = ERROR / sides / max(1, run.candidates - 1)
    for count in looks(run, early):
        counts[active] = count
        leader = int(active[np.argmax(run.sums[count, active])])
        worst = bounds(run, count, leader, error)[active]
        if np.all((worst <= run.margin) | (active == leader)):
            return Outcome(counts, leader, True, active)
        active = active[(worst >= 0) | (active == leader)]
    return Outcome(counts, leader, False, active)


def eliminate_by_reference(run: Run) -> Outcome:
    """Test each candidate against the leader of the checkpoint before, which needs no Bonferroni.

    Only the best candidate's test can go wrong, and its reference is chosen before the rollouts that it is
    compared by. The margin is tested by pairs, with a tenth of the error.
    """
    active, counts = np.arange(run.candidates), np.zeros(run.candidates, dtype=int)
    own, before, leader = np.arange(run.candidates), 0, 0
    total, squares, number = np.zeros((3, run.candidates))
    for count in looks(run, EARLY):
        counts[active] = count
        sums, products = run.sums[count] - run.sums[before], run.products[count] - run.products[before]
        tested = active[active != leader]
        total[tested] += (sums - sums[leader])[tested]
        squares[tested] += (products[own, own] + products[leader, leader] - 2 * products[leader])[tested]
        number[tested] += count - before
        much = np.maximum(number, 2)
        _, unpaired = run.differences(np.full(run.candidates, count), leader)
        variance = np.maximum((squares - total**2 / much) / (much - 1), unpaired / 2)
        bounds = total / much + boundary(much, 0.9 * ERROR) * np.sqrt(variance / much)
        before, leader = count, int(active[np.argmax(run.sums[count, active])])
        pairs = upper_bounds(run, count, leader, 0.1 * ERROR / max(1, run.candidates - 1))
        if np.all((pairs[active] <= run.margin) | (active == leader)):
            return Outcome(counts, leader, True, active)
        active = active[((bounds >= 0) | (number == 0))[active] | (active == leader)]
        if len(active) == 1:
            return Outcome(counts, leader, True, active)
    return Outcome(counts, leader, False, active)


def top_two(run: Run, first: int, *, by_bound: bool = False, sequence: bool = True) -> Outcome:
    """Roll out the leader and its closest challenger, until the generalized likelihood ratio suffices.

    The challenger has the smallest ratio (Garivier and Kaufmann 2016; Russo 2016), or the highest upper bound
    (LUCB; Kalyanakrishnan et al. 2012). The threshold is the confidence sequence, or the usual
    log((K - 1) (1 + log n) / error).
    """
    own, counts = np.arange(run.candidates), np.full(run.candidates, first)
    error = ERROR / max(1, run.candidates - 1)
    while True:
        leader = int(np.argmax(run.sums[counts, own] / counts))
        for _ in range(3):  # means of different iterations may mislead; paired differences decide
            common = np.minimum(counts, counts[leader])
            difference, variance = run.differences(common, leader)
            if difference.max() <= 0:
                break
            leader = int(np.argmax(difference))
        common = np.minimum(counts, counts[leader])
        difference, variance = run.differences(common, leader)
        variance = np.maximum(variance, 1e-30)
        needed = boundary(common, error) ** 2 / 2 if sequence else np.log((1 + np.log(common)) / error)
        ratio = common * np.maximum(0, run.margin - difference) ** 2 / (2 * variance)
        is_open = (ratio < needed) & (own != leader)
        if not is_open.any():
            return Outcome(counts, leader, True, own)
        is_open &= common < run.limit
        if not is_open.any():
            return Outcome(counts, leader, False, own)
        upper = difference + np.sqrt(2 * needed * variance / common)
        challenger = int(np.argmin(np.where(is_open, -upper if by_bound else ratio - needed, np.inf)))
        for index in (leader, challenger):
            if counts[index] <= common[challenger]:
                counts[index] = min(run.limit, counts[index] + BATCH)


def known_best(run: Run, truth: Values) -> Outcome:
    """Compare each candidate with the best, which is known: what no rule with these bounds can beat."""
    best, counts = int(np.argmax(truth)), np.full(run.candidates, run.limit)
    is_open = np.arange(run.candidates) != best
    for count in range(16, run.limit + 1, 8):
        bounds = upper_bounds(run, count, best, ERROR)
        counts[is_open & (bounds <= run.margin)] = count
        is_open &= bounds > run.margin
        if not is_open.any():
            break
    counts[best] = np.delete(counts, best).max(initial=0)
    return Outcome(counts, best, not is_open.any(), np.arange(run.candidates))


RULES: dict[str, Callable[[Run, Values], Outcome]] = {
    "`simulate`: two-sided, from 128": lambda run, _: eliminate(run, LATE, sides=2),
    "two-sided, from 32": lambda run, _: eliminate(run, EARLY, sides=2),
    "one-sided, from 128": lambda run, _: eliminate(run, LATE),
    "one-sided, from 32": lambda run, _: eliminate(run, EARLY),
    "against the leader before, from 32": lambda run, _: eliminate_by_reference(run),
    "empirical Bernstein, from 128": lambda run, _: eliminate(run, LATE, bounds=bernstein_bounds),
    "top-two, from 128": lambda run, _: top_two(run, LATE[0]),
    "top-two, from 32": lambda run, _: top_two(run, EARLY[0]),
    "top-two, log log threshold, from 32": lambda run, _: top_two(run, EARLY[0], sequence=False),
    "LUCB, from 32": lambda run, _: top_two(run, EARLY[0], by_bound=True),
    "best move known": known_best,
}
