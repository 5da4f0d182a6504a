"""Pairings: round robin, gauntlet, Swiss."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sims.match import GameResult, ResultsError
from sims.tournament.pairings import Round, SeatCounts, gauntlet, round_robin
from sims.tournament.swiss import swiss_round


def named(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


def meetings(rounds: Sequence[Round]) -> Counter[frozenset[str]]:
    tables = [table for each in rounds for table in each.tables]
    return Counter(frozenset(two) for table in tables for two in combinations(table, 2))


def imbalance(rounds: Sequence[Round]) -> int:
    """By how much the commonest and the rarest seat of any player differ."""
    tables = [table for each in rounds for table in each.tables]
    seats: dict[str, list[int]] = {name: [0] * len(tables[0]) for table in tables for name in table}
    for table in tables:
        for seat, name in enumerate(table):
            seats[name][seat] += 1
    return max(max(counts) - min(counts) for counts in seats.values())


def check_rounds(players: Sequence[str], rounds: Sequence[Round], *, everyone: bool) -> None:
    for each in rounds:
        seated = [*(name for table in each.tables for name in table), *each.byes]
        assert len(set(seated)) == len(seated)
        assert set(seated) == set(players) if everyone else set(seated) <= set(players)


@given(st.integers(2, 21), st.integers(1, 3))
def test_round_robin(count: int, cycles: int) -> None:
    players = named(count)
    rounds = round_robin(players, cycles=cycles)
    check_rounds(players, rounds, everyone=True)
    assert len(rounds) == cycles * (count - 1 + count % 2)
    assert set(meetings(rounds).values()) == {cycles}
    assert len(meetings(rounds)) == count * (count - 1) / 2
    assert imbalance(rounds) <= (0 if cycles == 2 else 1)
    assert Counter(name for each in rounds for name in each.byes) == (
        dict.fromkeys(players, cycles) if count % 2 else {}
    )


@given(st.integers(3, 4), st.integers(0, 6), st.integers(1, 2))
def test_round_robin_at_larger_tables(per_table: int, more: int, cycles: int) -> None:
    players = named(per_table + more)
    rounds = round_robin(players, per_table=per_table, cycles=cycles)
    check_rounds(players, rounds, everyone=False)
    tables = Counter(frozenset(table) for each in rounds for table in each.tables)
    assert tables == {frozenset(table): cycles for table in combinations(players, per_table)}
    assert imbalance(rounds) <= 2


@given(st.integers(1, 6), st.integers(1, 9), st.integers(1, 3))
def test_gauntlet(challengers: int, opponents: int, cycles: int) -> None:
    players = named(challengers + opponents)
    ours, theirs = players[:challengers], players[challengers:]
    rounds = gauntlet(ours, theirs, cycles=cycles)
    check_rounds(players, rounds, everyone=False)
    assert meetings(rounds) == {frozenset((one, other)): cycles for one in ours for other in theirs}
    assert len(rounds) == cycles * max(challengers, opponents)
    assert imbalance(rounds) <= 2


def test_seats_go_to_those_who_had_them_least() -> None:
    seats = SeatCounts([Round((("a", "b"),)), Round((("a", "c"),))])
    assert seats.seat(("a", "b")) == ("b", "a")
    assert seats.seat(("b", "c")) == ("c", "b")
    assert SeatCounts().seat(("x", "y", "z")) == ("x", "y", "z")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: round_robin(["a"]), "1 players are too few for a table of 2"),
        (lambda: round_robin(["a", "b"], per_table=5), "tables of 5 players; expected 2 to 4"),
        (lambda: round_robin(["a", "b", "a"]), "a player appears twice"),
        (lambda: round_robin(["a", "b"], cycles=0), "0 cycles; expected 1 or more"),
        (lambda: gauntlet([], ["a"]), "needs challengers and opponents"),
        (lambda: gauntlet(["a"], ["a"]), "a player appears twice"),
        (lambda: swiss_round(["a", "b"], [Round((("a", "x"),))], []), "'x' is not among the players"),
        (lambda: swiss_round(["a", "b"], [], [GameResult(("a", "x"), (1, 2))]), "'x' is not among"),
        (lambda: swiss_round(["a"], [], []), "too few"),
    ],
)
def test_what_cannot_be_scheduled(make, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ResultsError, match=message):
        make()


def played_swiss(
    players: Sequence[str], count: int, *, per_table: int = 2, seed: int = 0
) -> tuple[list[Round], list[GameResult]]:
    """Swiss rounds in which the player named last is the strongest, mostly."""
    random = np.random.default_rng(seed)
    rounds: list[Round] = []
    results: list[GameResult] = []
    for _ in range(count):
        rounds.append(swiss_round(players, rounds, results, per_table=per_table, seed=seed))
        for table in rounds[-1].tables:
            scores = tuple(int(400 + 20 * players.index(name) + random.normal(0, 60)) for name in table)
            results.append(GameResult(table, scores))
    return rounds, results


@settings(max_examples=25)
@given(st.integers(4, 17), st.integers(0, 5))
def test_swiss(count: int, seed: int) -> None:
    players = named(count)
    number = (count - 1) // 2
    rounds, _ = played_swiss(players, number, seed=seed)
    check_rounds(players, rounds, everyone=True)
    # Any player has met at most number - 1 < half of the others, so that new ones can be found (Dirac).
    if count % 2 == 0:
        assert max(meetings(rounds).values()) == 1
    byes = Counter(name for each in rounds for name in each.byes)
    assert sum(byes.values()) == number * (count % 2)
    assert max(byes.values(), default=1) == 1
    assert imbalance(rounds) <= 3


def test_swiss_is_the_same_again_and_other_seeds_differ() -> None:
    players = named(20)
    assert played_swiss(players, 4, seed=3) == played_swiss(players, 4, seed=3)
    assert played_swiss(players, 1, seed=3)[0] != played_swiss(players, 1, seed=4)[0]
    _, results = played_swiss(players, 1)
    assert swiss_round(players, [], results) == swiss_round(players, [], results[::-1])


def test_swiss_pairs_those_who_stand_next_to_each_other() -> None:
    players = named(8)
    # Each has one result of its own, so that the standings are p7, p6, ..., p0, and nobody of these has met.
    results = [GameResult((name, "x"), (400 + 10 * place, 0)) for place, name in enumerate(players)]
    ordered = [*players, "x", "y"]
    table = swiss_round(ordered, [], results)
    assert {frozenset(each) for each in table.tables} == {
        frozenset(two) for two in (("p7", "p6"), ("p5", "p4"), ("p3", "p2"), ("p1", "p0"), ("x", "y"))
    }
    # Once p7 and p6 have met, the cheapest change is among the four best.
    second = swiss_round(ordered, [Round((("p7", "p6"),))], results)
    assert {frozenset(each) for each in second.tables} == {
        frozenset(two) for two in (("p7", "p5"), ("p6", "p4"), ("p3", "p2"), ("p1", "p0"), ("x", "y"))
    }


def test_a_third_meeting_costs_more_than_two_second_ones() -> None:
    """Of four in strict order 0-1 and 1-2 have met twice, and all others once but 2-3."""
    results = [GameResult(("p0", "p3"), (300, 0)), GameResult(("p1", "p2"), (100, 0))]
    pairs = [("p0", "p1"), ("p1", "p2")] * 2 + [("p0", "p2"), ("p1", "p3"), ("p0", "p3")]
    found = swiss_round(named(4), [Round((pair,)) for pair in pairs], results)
    assert {frozenset(table) for table in found.tables} == {frozenset(("p0", "p2")), frozenset(("p1", "p3"))}


def pairs(text: str) -> list[tuple[int, int]]:
    return [(int(pair[0]), int(pair[1])) for pair in text.split()]


# Cubes in place of squares would choose other tables here: of meetings, then of distances.
@example(3, pairs("01 01 01 02 02 05 12 12 15 23 23 34 34 35 35"))
@example(3, pairs("01 15 15"))
@example(2, pairs("02 13 25 25 25 35 45 45"))
@settings(max_examples=20)
@given(st.sampled_from([2, 3]), st.lists(st.sampled_from([*combinations(range(6), 2)]), max_size=20))
def test_no_other_tables_cost_less(per_table: int, met: list[tuple[int, int]]) -> None:
    """Of six in strict order; costs are the squares of earlier meetings, then those of distances."""
    games = (("p0", "p5", 500), ("p1", "p4", 300), ("p2", "p3", 100))
    results = [GameResult((winner, loser), (spread, 0)) for winner, loser, spread in games]
    earlier = [Round(((f"p{one}", f"p{other}"),)) for one, other in met]
    found = swiss_round(named(6), earlier, results, per_table=per_table)

    def cost(order: Sequence[int]) -> tuple[int, int]:
        tables = [sorted(order[start : start + per_table]) for start in range(0, 6, per_table)]
        two = [pair for table in tables for pair in combinations(table, 2)]
        return sum(met.count(pair) ** 2 for pair in two), sum((one - other) ** 2 for one, other in two)

    seated = [int(name[1:]) for table in found.tables for name in table]
    assert cost(seated) == min(map(cost, permutations(range(6))))


def test_equally_good_tables_are_chosen_between_by_the_seed() -> None:
    # Of six in strict order 0-1, 2-3, 4-5 and 1-4 have met: 0-2 1-5 3-4 and 0-4 1-2 3-5 cost 21 each.
    games = (("p0", "p5", 500), ("p1", "p4", 300), ("p2", "p3", 100))
    results = [GameResult((winner, loser), (spread, 0)) for winner, loser, spread in games]
    met = [Round((("p0", "p1"), ("p2", "p3"), ("p4", "p5"))), Round((("p1", "p4"),))]
    rounds = [swiss_round(named(6), met, results, seed=seed) for seed in range(20)]
    assert {frozenset(frozenset(table) for table in each.tables) for each in rounds} == {
        frozenset(map(frozenset, tables))
        for tables in (
            (("p0", "p2"), ("p1", "p5"), ("p3", "p4")),
            (("p0", "p4"), ("p1", "p2"), ("p3", "p5")),
        )
    }


def test_swiss_repeats_meetings_only_when_it_must() -> None:
    rounds, _ = played_swiss(named(4), 9)  # three round robins' worth
    assert max(meetings(rounds[:3]).values()) == 1
    assert set(meetings(rounds).values()) == {3}


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    players = ["a", "b", "c"]
    results = [GameResult(("a", "b"), (400, 300)), GameResult(("b", "c"), (400, 300))]
    assert swiss_round(players, [], results).byes == ("c",)
    assert swiss_round(players, [Round((), ("c",))], results).byes == ("b",)


def test_byes_count_as_many_games_as_a_table_plays() -> None:
    won, lost = (400, 300), (300, 400)
    pairs = [("a", "d", won), ("a", "c", won), ("b", "c", won), ("b", "c", won), ("b", "c", lost)]
    results = [GameResult((one, other), scores) for one, other, scores in pairs]
    earlier = [Round((), ("d",))]
    # With a bye worth one win d has won one of two games, below b's two of three; or four of five, above b.
    one = swiss_round(["a", "b", "c", "d"], earlier, results)
    four = swiss_round(["a", "b", "c", "d"], earlier, results, games_per_table=4)
    assert {frozenset(each) for each in one.tables} == {frozenset("ab"), frozenset("cd")}
    assert {frozenset(each) for each in four.tables} == {frozenset("ad"), frozenset("bc")}


@pytest.mark.parametrize("per_table", [3, 4])
def test_swiss_at_larger_tables(per_table: int) -> None:
    players = named(22)
    rounds, _ = played_swiss(players, 3, per_table=per_table)
    check_rounds(players, rounds, everyone=True)
    for each in rounds:
        assert {len(table) for table in each.tables} == {per_table}
        assert len(each.byes) == 22 % per_table
    assert max(meetings(rounds).values()) == 1
    byes = Counter(name for each in rounds for name in each.byes)
    assert max(byes.values()) == 1
    assert imbalance(rounds) <= 2
