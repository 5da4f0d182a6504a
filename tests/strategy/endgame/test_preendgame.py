"""The pre-endgame solver, checked against brute force in Python."""

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from slow_endgame import Minimax
from slow_preendgame import SlowPreendgame, count_arrangements, win_share
from tiny_preendgames import TINY, WORDS, phonies, preendgames, some

from movegen import IllegalMoveError, Lexicon, Move, Position, PositionError, TileSet, Variant, read_cgp
from strategy import (
    PreendgameMove,
    PreendgameOptions,
    PreendgameResult,
    SearchControl,
    SearchLimits,
    solve_preendgame,
)
from strategy.endgame import solve_preendgame_move
from strategy.endgame.preendgame_result import Opponent, PreendgameProgress

pytestmark = pytest.mark.core

ALL = PreendgameOptions(all_wins=True, spreads="all")
OPPONENTS: tuple[Opponent, ...] = ("rational", "adversarial")


def check(position: Position) -> None:
    """Every move's wins, spread and outcomes are those of brute force, against either opponent."""
    minimax = Minimax(position.variant, WORDS)
    for opponent in OPPONENTS:
        check_against(opponent, position, minimax)


def check_against(opponent: Opponent, position: Position, minimax: Minimax) -> None:
    expected = SlowPreendgame(WORDS, position.on_turn, opponent, minimax.value).results(position)
    result = solve_preendgame(
        position,
        WORDS,
        options=PreendgameOptions(opponent=opponent, samples=10_000, all_wins=True, spreads="all"),
        limits=SearchLimits(memory=1),
    )
    assert result.is_settled and result.samples is None
    assert {str(each.move) for each in result.moves} == set(expected)
    for each in result.moves:
        cells = expected[str(each.move)].values()
        total = sum(weight for weight, _ in cells)
        assert each.is_proven and each.spread_is_settled
        assert sum(outcome.weight for outcome in each.outcomes) == total == result.arrangements
        assert each.win == pytest.approx(float(sum(w * win_share(spread) for w, spread in cells) / total))
        assert each.spread == pytest.approx(sum(w * spread for w, spread in cells) / total)
        check_outcomes(each, expected[str(each.move)])


def check_outcomes(each: PreendgameMove, expected: dict) -> None:  # type: ignore[type-arg]
    drawn = min(len(each.move.tiles_used), len(next(iter(expected))[1]))
    known = {(tuple(each.drawn), each.bag): each.lower for each in each.outcomes}
    for (theirs, bag), (_, spread) in expected.items():
        rest = "".join(theirs.tile_set.rack_text(tile) for tile in bag[drawn:])
        assert known[tuple(sorted(bag[:drawn])), rest] == spread


@pytest.mark.medium
def test_brute_force_agrees_with_one_in_the_bag() -> None:
    for position in some(2, 1, 10) + some(3, 1, 5):
        check(position)


@pytest.mark.slow
@pytest.mark.parametrize(("rack", "count", "most"), [(3, 40, 20), (4, 12, 8)])
def test_brute_force_agrees_with_one_in_the_bag_50_times(rack: int, count: int, most: int) -> None:
    for position in some(rack, 1, count, most):
        check(position)


@pytest.mark.medium
def test_brute_force_agrees_with_two_in_the_bag() -> None:
    for position in some(2, 2, 5):
        check(position)


@pytest.mark.slow
def test_brute_force_agrees_with_two_and_three_in_the_bag() -> None:
    for position in some(3, 2, 12, 12) + some(2, 3, 8, 16):
        check(position)


def test_an_informed_opponent_replies_no_worse() -> None:
    """With one tile in the bag. After a move that empties the bag there is nothing more to know."""
    for position in some(3, 1, 6):
        rational, adversarial = (by_move(position, opponent) for opponent in OPPONENTS)
        for text, each in rational.items():
            assert adversarial[text].win <= each.win
            assert adversarial[text].spread <= each.spread
            if each.move.tiles_used:
                assert adversarial[text] == each


def by_move(position: Position, opponent: Opponent) -> dict[str, PreendgameMove]:
    result = solve_preendgame(
        position, WORDS, options=PreendgameOptions(opponent=opponent, all_wins=True, spreads="all")
    )
    return {str(each.move): each for each in result.moves}


def test_unsettled_moves_are_no_better() -> None:
    """By default only as much is settled as proves the best move, and it is the same one."""
    for position in some(3, 1, 6):
        everything = solve_preendgame(
            position, WORDS, options=PreendgameOptions(all_wins=True, spreads="all")
        )
        enough = solve_preendgame(position, WORDS)
        assert enough.is_settled and enough.is_proven
        assert enough.best.win == everything.best.win
        exact = {str(each.move): each for each in everything.moves}
        for each in enough.moves:
            assert each.least_win <= exact[str(each.move)].win <= each.most_win
        if enough.best.win < 1:
            assert enough.best.spread == everything.best.spread


@pytest.mark.parametrize("nodes", [1, 300, 3_000])
def test_a_node_limit_is_reproducible(nodes: int) -> None:
    """For any number of workers, and with bounds that hold."""
    for position in (*some(3, 1, 2), some(2, 2, 5)[2]):
        one, three = (
            solve_preendgame(position, WORDS, limits=SearchLimits(nodes=nodes, workers=workers))
            for workers in (1, 3)
        )
        assert one == three
        exact = {
            str(each.move): each
            for each in solve_preendgame(position, WORDS, options=PreendgameOptions(all_wins=True)).moves
        }
        for each in one.moves:
            assert each.least_win <= exact[str(each.move)].win <= each.most_win
        if nodes == 1:
            assert not one.is_settled
        assert one.nodes < 3 * nodes + 500


def test_a_large_node_limit_changes_nothing() -> None:
    position = some(3, 1, 2)[0]
    assert solve_preendgame(position, WORDS, limits=SearchLimits(nodes=10_000_000)) == solve_preendgame(
        position, WORDS
    )


def test_the_number_of_workers_does_not_change_the_result() -> None:
    for position in (*some(3, 1, 2), some(2, 2, 5)[2]):
        assert solve_with(position, 1) == solve_with(position, 3) == solve_with(position, 1)


def solve_with(position: Position, workers: int) -> PreendgameResult:
    return solve_preendgame(position, WORDS, limits=SearchLimits(workers=workers))


@pytest.mark.medium
def test_samples() -> None:
    """Reproducible by the seed; the exact value nearly always lies within four standard errors."""
    exact_ones = surprises = 0
    for position in some(2, 2, 8):
        exact = {
            str(each.move): each.win
            for each in solve_preendgame(position, WORDS, options=PreendgameOptions(all_wins=True)).moves
        }
        sampled = solve_preendgame(
            position, WORDS, options=PreendgameOptions(all_wins=True, samples=6, seed=3)
        )
        assert sampled == solve_preendgame(
            position, WORDS, options=PreendgameOptions(all_wins=True, samples=6, seed=3)
        )
        assert sampled.samples == 6 and not sampled.is_proven
        for each in sampled.moves:
            assert not each.is_proven and each.win_error is not None
            assert sum(outcome.weight for outcome in each.outcomes) == 6
            surprises += abs(each.win - exact[str(each.move)]) > 4 * each.win_error
            exact_ones += 1
    assert exact_ones > 10 and surprises <= exact_ones // 10
    assert sampled != solve_preendgame(
        position, WORDS, options=PreendgameOptions(all_wins=True, samples=6, seed=4)
    )


def test_sampling_everything_is_no_sampling() -> None:
    position = some(2, 2, 1)[0]
    assert solve_preendgame(position, WORDS, options=PreendgameOptions(samples=12 * 11)) == solve_preendgame(
        position, WORDS
    )


@pytest.mark.medium
def test_little_memory_changes_the_search_and_no_result() -> None:
    """Decisions of the opponent are freed, and made again with what was learnt when they are needed."""
    for position in (some(3, 2, 8)[0], some(4, 2, 8)[1], some(4, 2, 8)[7]):
        little, enough = (
            solve_preendgame(
                position,
                WORDS,
                options=PreendgameOptions(all_wins=True),
                limits=SearchLimits(memory=memory),
            )
            for memory in (1, 64)
        )
        assert little.nodes != enough.nodes
        assert {each.move: each.win for each in little.moves} == {
            each.move: each.win for each in enough.moves
        }


MEASURE_MEMORY = """
import sys
from movegen import Lexicon, read_cgp
from strategy import SearchLimits, solve_preendgame

def peak_memory():
    status = open("/proc/self/status").read()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024

lexicon, position = Lexicon.load(), read_cgp(sys.argv[1])
position.moves(lexicon)
before = peak_memory()
solve_preendgame(position, lexicon, limits=SearchLimits(memory=int(sys.argv[2]), nodes=15_000))
print(peak_memory() - before)
"""
TWO_IN_THE_BAG = (
    "1DUETTINO1COVEY/1U8U4/1L7BI4/ULTRArED1ON4/1I6JOG4/1S1L4OM5/CH1AH1V1B6/A2ZEROES6/P2uM1X8/R2REW9/"
    "I1PINE3KYAT2/DRAT1TENNIES3/1AWE11/1NA12/QI13 AEGILOS/ 424/419 0"
)
"""After any of its 123 plays of one tile the opponent may hold 36 racks, each with hundreds of moves."""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read the memory from")
def test_memory_stays_near_its_limit() -> None:
    """It takes 120 MB where nothing is freed, and took 340 MB before, with more nodes."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE_MEMORY, TWO_IN_THE_BAG, "32"],
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert float(run.stdout) < 48


def resident_memory() -> float:
    """Return the memory of this process in megabytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


@pytest.mark.slow  # not medium: sanitizers keep memory that is freed
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read the memory from")
def test_decisions_within_decisions_stay_near_the_limit() -> None:
    """With three tiles in the bag replies have replies; nothing of these was freed, and it took 250 MB."""
    position, before = some(3, 3, 1)[0], resident_memory()
    peak = before

    def measure(_progress: PreendgameProgress) -> None:
        nonlocal peak
        peak = max(peak, resident_memory())

    options = PreendgameOptions(all_wins=True, samples=10_000)
    limits = SearchLimits(memory=16, nodes=700_000)
    solve_preendgame(position, WORDS, options=options, limits=limits, control=SearchControl(progress=measure))
    assert peak - before < 24


def test_should_stop_stops_the_search() -> None:
    position = max(preendgames(4, 1), key=lambda each: len(each.moves(WORDS)))
    stopped = solve_preendgame(position, WORDS, control=SearchControl(should_stop=lambda: True))
    assert not stopped.is_settled
    exact = {
        str(each.move): each.win
        for each in solve_preendgame(position, WORDS, options=PreendgameOptions(all_wins=True)).moves
    }
    for each in stopped.moves:
        assert each.least_win <= exact[str(each.move)] <= each.most_win


@pytest.mark.skipif(sys.platform == "win32", reason="no timer signals")
def test_ctrl_c_stops_a_search_without_callbacks() -> None:
    cgp = (
        "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/6N3WE3/5KY2WESTS1/"
        "2ESCALADERS3/3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT ??AENRU/ 427/436 0"
    )
    position, lexicon, limits = read_cgp(cgp), Lexicon.load(), SearchLimits(seconds=30)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    begun = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            solve_preendgame(position, lexicon, limits=limits)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begun < 30  # at the limit Python would notice, too


@pytest.mark.parametrize("points", [1, 100])
def test_refuses_too_many_points(points: int) -> None:
    """Spreads are numbers of 16 bits, and plays of tiles of 100 points may exceed them."""
    position = preendgames(3, 1)[0]
    tiles = tuple(replace(tile, points=points) for tile in position.variant.tiles.tiles)
    variant = replace(position.variant, tiles=TileSet("dear", tiles))
    dear = read_cgp(" ".join(position.cgp(strict=False).split(" ")[:4]), variant=variant)
    if points == 1:
        assert solve_preendgame(dear, WORDS, limits=SearchLimits(nodes=1)).moves
    else:
        with pytest.raises(PositionError, match="more than 30,000 points could be won"):
            solve_preendgame(dear, WORDS, limits=SearchLimits(nodes=1))


def test_only_the_given_moves_are_searched() -> None:
    position = max(preendgames(3, 1), key=lambda each: len(each.moves(WORDS)))
    all_moves = position.moves(WORDS)
    result = solve_preendgame(position, WORDS, moves=[all_moves[0], Move.pass_turn(TINY.tiles)])
    assert {str(each.move) for each in result.moves} == {str(all_moves[0]), "(pass)"}
    with pytest.raises(IllegalMoveError, match="no move"):
        solve_preendgame(position, WORDS, moves=[])
    with pytest.raises(IllegalMoveError, match="legal"):
        solve_preendgame(position, WORDS, moves=[Move.exchange(position.rack)])


@pytest.mark.parametrize(("bag", "tiles", "count"), [(1, 1, 6), (1, 2, 8), (2, 1, 2), (2, 2, 3)])
def test_a_phony_is_worth_what_brute_force_finds_with_it_on_the_board(
    bag: int, tiles: int, count: int
) -> None:
    checked = 0
    for position in some(3, bag, count, 12):
        minimax = Minimax(position.variant, WORDS)
        slow = SlowPreendgame(WORDS, position.on_turn, "rational", minimax.value)
        for move in phonies(position, tiles)[::5][:2]:
            options = PreendgameOptions(all_wins=True, spreads="all")
            found = solve_preendgame_move(
                position, move, WORDS, options=options, limits=SearchLimits(memory=1)
            )
            cells = [
                (weight, slow.spread_after(position, arrangement, move))
                for arrangement, weight in count_arrangements(position).items()
            ]
            total = sum(weight for weight, _ in cells)
            wins = sum(weight * win_share(spread) for weight, spread in cells)
            assert found.move == move and found.is_proven and found.spread_is_settled
            assert found.win == pytest.approx(float(wins / total))
            assert found.spread == pytest.approx(sum(weight * spread for weight, spread in cells) / total)
            checked += 1
    assert checked


def test_a_move_alone_is_worth_what_it_is_among_others() -> None:
    for position in some(3, 1, 4):
        for each in solve_preendgame(position, WORDS, options=ALL, limits=SearchLimits(memory=1)).moves:
            alone = solve_preendgame_move(position, each.move, WORDS, options=ALL)
            assert (alone.move, alone.win, alone.spread) == (each.move, each.win, each.spread)


def test_refuses_moves_that_are_not_possible() -> None:
    position = preendgames(3, 1)[0]
    (square, *_) = (each.move for each in solve_preendgame(position, WORDS).moves if each.move.tiles_used)
    for move in (Move.exchange(position.rack), replace(square, row=0, column=0)):
        with pytest.raises(IllegalMoveError):
            solve_preendgame_move(position, move, WORDS)
    lacking = next(
        move for move in phonies(preendgames(3, 1)[1], 3) if not position.rack.contains(move.tiles_used)
    )
    with pytest.raises((IllegalMoveError, PositionError)):
        solve_preendgame_move(position, lacking, WORDS)


def test_refuses_positions_that_are_no_preendgames() -> None:
    position = preendgames(3, 1)[0]
    with pytest.raises(PositionError, match="no tiles on the board"):
        solve_preendgame(Position.initial(TINY), WORDS)
    part = TINY.tiles.parse_rack(str(position.rack)[0])
    for rack, problem in ((None, "the rack is not known"), (part, f"the rack {part} is not whole")):
        with pytest.raises(PositionError, match=problem):
            solve_preendgame(replace(position, racks=(rack, None)), WORDS)
    with pytest.raises(PositionError, match="turns without a score"):
        solve_preendgame(replace(position, scoreless_turns=2), WORDS)
    with pytest.raises(PositionError, match="samples"):
        solve_preendgame(position, WORDS, options=PreendgameOptions(samples=1))
    with pytest.raises(PositionError, match="workers"):
        solve_preendgame(position, WORDS, limits=SearchLimits(workers=0))
    with pytest.raises(PositionError, match="limit"):
        solve_preendgame(position, WORDS, limits=SearchLimits(seconds=0))
    with pytest.raises(PositionError, match="opponent"):
        solve_preendgame(position, WORDS, options=PreendgameOptions(opponent="kind"))  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="spreads"):
        solve_preendgame(position, WORDS, options=PreendgameOptions(spreads="some"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("bag", "message"), [(0, "no tiles in the bag"), (5, "5 tiles in the bag")])
def test_refuses_other_numbers_of_tiles(bag: int, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        solve_preendgame(preendgames(2, bag)[0], WORDS)


def test_refuses_rules_with_exchanges() -> None:
    position = preendgames(3, 1)[0]
    rules = msgspec.structs.replace(position.rules, exchange_limit=1)
    variant = Variant(TINY.tiles, TINY.layout, rules)
    with pytest.raises(PositionError, match="exchanges"):
        solve_preendgame(replace(position, variant=variant), WORDS)
