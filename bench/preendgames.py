"""Measure the pre-endgame search: the figures of docs/internals/preendgame.md.

    python bench/preendgames.py proofs --bag 1 --nodes 150000
    python bench/preendgames.py choices --bag 2 --positions 40 --seed 1129
    python bench/preendgames.py estimates --bag 2 --positions 70
    python bench/preendgames.py leaving --positions 15
    python bench/preendgames.py answers --bag 2 --positions 20 --nodes 1500000 > answers.jsonl
    python bench/preendgames.py simulation --bag 3 --positions 20 --seed 501 --nodes 400000

Positions come from self-play of `static`, one of each game, with a spread below 60 points. `proofs` searches
all moves and prints the nodes, processor time, the best move and how many others may still be better.
`choices` compares the choice of `jackdaw preendgame --time 5` with what two minutes prove, on two cores;
`--seconds` gives the choices more time on a slower machine.
`estimates` compares estimates, after one shallow search of each arrangement and after a search of all moves,
with what a longer search proves of the same moves: four of the best and some others that empty the bag. An
interval holds if it has all that is proven possible, and fails if it has nothing of it. `leaving` compares
estimates of plays that leave one of two tiles in the bag, after a search of all moves, with what searches of
the opponent's replies for each of its racks say, a minute or two a play. `answers` writes what a long search
knows, one line of JSON for each position with at least 200 moves: all moves with so many nodes, then the best
ones, and the choice of a search of five seconds, with as many again. `simulation` compares the choices of a
simulation with few tiles in the bag, of one whose candidates that empty the bag are searched, and of a search
of all moves; judges are a longer search of all arrangements, and rollouts to the end.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from math import comb, perm, sqrt
from statistics import mean
from typing import Any

from movegen import Lexicon, Move, Position, Rack
from sims import play_static_games
from sims.analysis import evaluate_best_moves, evaluate_candidates, search_preendgame, simulate_ends
from sims.analysis.preendgame_search import leaving_tiles
from sims.analysis.simulated_ends import RolloutBudget
from sims.decisions import JudgePlan, judge_moves
from sims.simulation import SimulationPlan, evaluate_by_simulation
from strategy import (
    PositionAnalysis,
    PreendgameMove,
    PreendgameOptions,
    PreendgameResult,
    SearchLimits,
    StaticStrategy,
    analyze_position,
    solve_preendgame,
)
from strategy.analysis import Evaluation, PreendgamePlan
from strategy.endgame import Source

MAX_SPREAD = 60
UNDECIDED = (0.02, 0.985)
SEED = 77
RANKING_NODES, SETTLING_NODES = 40_000, 60_000
LEAVING_NODES, REPLY_NODES = 100_000, 40_000
LEAVING_RANKS = (0, 1, 2, 4)
"""The plays that `leaving` looks at, among the estimated ones that are open."""
WINS = PreendgameOptions(spreads="none")
MIN_MOVES = 200
"""Least number of moves of a position whose answer is stored."""
CHOICE_SECONDS, PROOF_SECONDS = 5, 120
RIGHT = 0.005
"""A choice that loses less is right: half a percent of wins."""
CHOICE_NODES = 200_000
"""Nodes of five seconds on one quiet core."""
SHOWN = 12
JUDGE_NODES, JUDGE_ROLLOUTS = 500_000, 4_000


def positions(bag: int, count: int, lexicon: Lexicon, seed: int = SEED) -> Iterator[Position]:
    """Yield positions as the player on turn knows them, the first suitable one of each game."""
    batch = play_static_games(
        [StaticStrategy.load("static")] * 2, lexicon, games=40 * count, seed=seed, turns=True
    )
    found = 0
    for number in range(40 * count):
        game = batch.game(number)
        for turn in range(1, len(game.turns) + 1):
            position = game.position(turn)
            if position.bag_count != bag or abs(position.spread) >= MAX_SPREAD or position.scoreless_turns:
                continue
            yield position
            found += 1
            break
        if found == count:
            return


def show_proofs(bag: int, count: int, nodes: int, lexicon: Lexicon) -> None:
    """Print what is proven of all moves within so many nodes."""
    print("moves    nodes  seconds  proven  win %      best             may be better")
    proven = 0
    for position in positions(bag, count, lexicon):
        start = time.process_time()
        found = solve_preendgame(position, lexicon, options=WINS, limits=SearchLimits(nodes=nodes))
        best = found.best
        rivals = sum(each.most_win > best.least_win for each in found.moves if each is not best)
        error = "" if best.win_error is None else f"±{100 * best.win_error:.1f}"
        proven += found.is_proven
        print(
            f"{len(found.moves):5} {found.nodes:8,} {time.process_time() - start:8.1f}"
            f"  {'yes' if found.is_proven else 'no':6}  {100 * best.win:5.1f} {error:4} {best.move!s:18}"
            f"{0 if found.is_proven else rivals:4}",
            flush=True,
        )
    print(f"{proven} of {count} proven")


def show_choices(bag: int, count: int, seconds: float, lexicon: Lexicon, seed: int) -> None:
    """Print what two minutes prove, and how often the choice of so many seconds, rollouts included, wins."""
    print("moves       nodes  seconds  proven  win %  best              choice            its win %")
    strategy = StaticStrategy.load("static")
    times, lost = [], []
    for position in positions(bag, count, lexicon, seed):
        analysis = analyze_position(position, lexicon, strategy)
        short = with_two_workers(seconds)
        choice = search_preendgame(analysis, lexicon, strategy, limits=short).best.move
        found = search(position, lexicon)
        best = found.best
        chosen = best if choice == best.move else search(position, lexicon, [choice]).best
        if found.is_proven:
            times.append(found.seconds)
            lost.append(best.win - chosen.most_win)
        wins = f"{100 * chosen.least_win:.1f}"
        if chosen.most_win > chosen.least_win:
            wins += f" to {100 * chosen.most_win:.1f}"
        print(
            f"{len(found.moves):5} {found.nodes:11,} {found.seconds:8.1f}"
            f"  {'yes' if found.is_proven else 'no':6}  {100 * best.win:5.1f}  {best.move!s:16}"
            f"  {choice!s:16}  {wins}",
            flush=True,
        )
    right = sum(each < RIGHT for each in lost)
    print(
        f"{len(times)} of {count} proven; {right} of these choices lose less than {100 * RIGHT:g} % of wins"
    )
    print(f"seconds of proofs: {', '.join(f'{each:.1f}' for each in sorted(times))}")


def search(position: Position, lexicon: Lexicon, moves: list[Move] | None = None) -> PreendgameResult:
    limits = with_two_workers(PROOF_SECONDS)
    return solve_preendgame(position, lexicon, moves=moves, options=WINS, limits=limits)


def with_two_workers(seconds: float) -> SearchLimits:
    return SearchLimits(seconds=seconds, memory=512, workers=2)


def settle(position: Position, move: Move, lexicon: Lexicon) -> PreendgameMove:
    options = PreendgameOptions(spreads="none", all_wins=True)
    limits = SearchLimits(nodes=SETTLING_NODES)
    return solve_preendgame(position, lexicon, moves=[move], options=options, limits=limits).moves[0]


def show_estimates(bag: int, count: int, lexicon: Lexicon, seed: int) -> None:
    """Print the errors of estimated wins, those that the search claims, and how many intervals hold."""
    kinds: dict[str, list[tuple[PreendgameMove, PreendgameMove]]] = {"shallow": [], "searched": []}
    for position in positions(bag, count, lexicon, seed):
        first = solve_preendgame(position, lexicon, options=WINS, limits=SearchLimits(nodes=RANKING_NODES))
        ranked = [each for each in first.moves if len(each.move.tiles_used) >= bag]
        searched = {each.move: each for each in ranked[:4] + ranked[4:40:9]}
        cells = len(searched) * max(len(each.outcomes) for each in first.moves)
        limits = SearchLimits(nodes=cells)
        shallow = solve_preendgame(position, lexicon, moves=searched, options=WINS, limits=limits)
        for estimate in shallow.moves:
            settled = settle(position, estimate.move, lexicon)
            kinds["shallow"].append((estimate, settled))
            kinds["searched"].append((searched[estimate.move], settled))
    for kind, pairs in kinds.items():
        show_errors(kind, [pair for pair in pairs if pair[0].win_source is Source.SEARCHED])


def show_errors(kind: str, pairs: list[tuple[PreendgameMove, PreendgameMove]]) -> None:
    """Print the errors of estimates where wins are settled, and how many intervals hold."""
    errors = [estimate.win - settled.win for estimate, settled in pairs if settled.is_settled]
    claimed = [estimate.win_error or 0 for estimate, settled in pairs if settled.is_settled]
    known = [held for held in (is_held(*pair) for pair in pairs) if held is not None]
    print(
        f"{kind}: {len(pairs)} estimates; {len(errors)} settled: mean error {mean(errors):+.3f}, root mean "
        f"square {sqrt(mean(error**2 for error in errors)):.3f}, claimed "
        f"{sqrt(mean(error**2 for error in claimed)):.3f}; of {len(known)} intervals {mean(known):.1%} hold"
    )


def show_leaving_moves(count: int, lexicon: Lexicon, seed: int) -> None:
    """Print the errors of estimates of plays that leave one of two tiles, by searches of all replies."""
    strategy = StaticStrategy.load("static")
    errors, claimed = [], []
    for position in positions(2, count, lexicon, seed):
        priors = rollout_wins(analyze_position(position, lexicon, strategy), lexicon, strategy)
        limits = SearchLimits(nodes=LEAVING_NODES)
        first = solve_preendgame(position, lexicon, priors=priors, options=WINS, limits=limits)
        open_ones = [
            each
            for each in first.moves
            if len(each.move.tiles_used) == 1
            and each.win_source is Source.SEARCHED
            and 0.03 < each.win < 0.97
        ]
        for estimate in (open_ones[rank] for rank in LEAVING_RANKS if rank < len(open_ones)):
            win = win_by_replies(position, estimate.move, lexicon)
            errors.append(estimate.win - win)
            claimed.append(estimate.win_error or 0)
            print(
                f"{estimate.move!s:10} {100 * estimate.win:5.1f} ±{100 * claimed[-1]:4.1f} % of wins; "
                f"{100 * win:5.1f} % after the best replies",
                flush=True,
            )
    if not errors:
        print("no play of one tile has an estimate between 3 and 97 %")
        return
    print(describe_errors(errors, claimed))


def describe_errors(errors: Sequence[float], claimed: Sequence[float]) -> str:
    """Describe the errors of estimates, the standard errors claimed, and how many intervals hold."""
    held = [abs(error) <= 1.96 * claim for error, claim in zip(errors, claimed, strict=True)]
    return (
        f"{len(errors)} estimates: mean error {mean(errors):+.3f}, root mean square "
        f"{sqrt(mean(error**2 for error in errors)):.3f}, claimed "
        f"{sqrt(mean(claim**2 for claim in claimed)):.3f}; {mean(held):.1%} of intervals hold"
    )


def win_by_replies(position: Position, move: Move, lexicon: Lexicon) -> float:
    """Return the share of wins of a play that leaves one of two tiles in the bag.

    For each rack that the opponent may hold its best reply is searched for. A better one that the search
    misses would make the share lower.
    """
    unseen, after = list(position.unseen), position.after(move)
    total = 0.0
    for bag in combinations(unseen, 2):
        theirs = Rack.from_tiles(position.variant.tiles, bytes((Counter(unseen) - Counter(bag)).elements()))
        racks = (None, theirs) if position.on_turn == 0 else (theirs, None)
        total += mean(1 - ends_of_best_reply(replace(after, racks=racks), lexicon)[tile] for tile in bag)
    return total / comb(len(unseen), 2)


@cache
def ends_of_best_reply(position: Position, lexicon: Lexicon) -> dict[int, float]:
    """Return the wins of the best move with one tile in the bag, by the tile that is there."""
    limits = SearchLimits(nodes=REPLY_NODES)
    likely = solve_preendgame(position, lexicon, options=WINS, limits=limits).moves[:3]
    best = max((settle(position, each.move, lexicon) for each in likely), key=lambda each: each.win)
    parse = position.variant.tiles.parse_rack
    ends = {f"{each.drawn}{each.bag}": each.likely_win for each in best.outcomes}
    return {next(iter(parse(tile))): win for tile, win in ends.items()}


def rollout_wins(analysis: PositionAnalysis, lexicon: Lexicon, strategy: StaticStrategy) -> dict[Move, float]:
    """Return what 100 rollouts say of the wins of moves that leave tiles in the bag."""
    leaving = leaving_tiles(analysis, None)
    ends = simulate_ends(analysis, leaving, lexicon, strategy, budget=RolloutBudget(100))
    return {move: end.win for move, end in ends.items()}


def is_held(estimate: PreendgameMove, settled: PreendgameMove) -> bool | None:
    """Return True if the 95 % interval holds all wins that may be true, False if none, None if some."""
    reach = 1.96 * (estimate.win_error or 0)
    low, high = estimate.win - reach, estimate.win + reach
    if low <= settled.least_win and settled.most_win <= high:
        return True
    return None if settled.most_win >= low and settled.least_win <= high else False


def write_answers(bag: int, count: int, nodes: int, lexicon: Lexicon) -> None:
    """Write the positions with what is known of their best moves: [move, win, least win, most win]."""
    found = 0
    for position in positions(bag, 10 * count, lexicon):
        if len(position.moves(lexicon)) >= MIN_MOVES and found < count:
            print(json.dumps(answer(position, nodes, lexicon)), flush=True)
            found += 1


def answer(position: Position, nodes: int, lexicon: Lexicon) -> dict[str, Any]:
    """Search a position for the wins of its best moves, and of the move that a short search chooses."""
    start = time.process_time()
    strategy = StaticStrategy.load("static")
    analysis = analyze_position(position, lexicon, strategy)
    plan = PreendgamePlan(limits=SearchLimits(nodes=CHOICE_NODES), max_bag=position.bag_count)
    choice = evaluate_best_moves(analysis, plan, lexicon, strategy).moves[0]
    choice_seconds = time.process_time() - start
    priors = rollout_wins(analysis, lexicon, strategy)
    limits = SearchLimits(nodes=nodes, memory=512)
    first = solve_preendgame(position, lexicon, options=WINS, priors=priors, limits=limits)
    best = [each.move for each in first.moves[:SHOWN]]
    every = replace(WINS, all_wins=True)
    second = solve_preendgame(
        position, lexicon, moves={*best, choice}, options=every, priors=priors, limits=limits
    )
    known = {each.move: each for each in first.moves}
    rows = [tighter(each, known.pop(each.move)) for each in second.moves]
    rows.sort(key=lambda row: (row[1], row[2]), reverse=True)
    mark = rows[0][2]
    rivals = sum(row[3] > mark for row in rows[1:]) + sum(each.most_win > mark for each in known.values())
    return {
        "cgp": position.cgp(),
        "moves": len(first.moves),
        "arrangements": first.arrangements,
        "nodes": [first.nodes, second.nodes],
        "seconds": [round(choice_seconds, 1), round(first.seconds, 1), round(second.seconds, 1)],
        "proven": rivals == 0 and rows[0][2] == rows[0][3],
        "rivals": rivals,
        "choice": str(choice),
        "best": rows,
    }


def compare_with_simulation(bag: int, count: int, nodes: int, lexicon: Lexicon, seed: int) -> None:
    """Print the choices of a simulation, with candidates searched after it, and of a search of all moves.

    With seconds, the wins that each expects of its choice, and the wins of the choices by two judges.
    Positions that the simulation takes for won or lost are left out.
    """
    strategy, few = StaticStrategy.load("static"), SimulationPlan().with_few_tiles()
    search = PreendgamePlan(limits=SearchLimits(nodes=nodes), max_bag=bag)
    for position in positions(bag, count, lexicon, seed):
        analysis = analyze_position(position, lexicon, strategy)
        ways: dict[str, Callable[[], Evaluation]] = {
            "simulation": partial(evaluate_by_simulation, analysis, few, lexicon, strategy),
            "candidates": partial(evaluate_candidates, analysis, search, few, lexicon, strategy),
            "search": partial(evaluate_best_moves, analysis, search, lexicon, strategy),
        }
        print(position.cgp())
        choices = []
        for name, choose in ways.items():
            start = time.process_time()
            found = choose()
            choices.append(found.moves[0])
            win = found.win_chance(choices[-1]) or 0.0
            print(
                f"  {name:10} {choices[-1]!s:18} {100 * win:5.1f} %  {time.process_time() - start:5.1f} s",
                flush=True,
            )
            if name == "simulation" and not UNDECIDED[0] < win < UNDECIDED[1]:
                break
        if len(set(choices)) > 1:
            show_judgements(position, set(choices), lexicon)


def show_judgements(position: Position, moves: set[Move], lexicon: Lexicon) -> None:
    """Print the wins of moves by a search of all arrangements, with its error, and by rollouts."""
    options = replace(WINS, all_wins=True, samples=perm(len(position.unseen), position.bag_count))
    limits = SearchLimits(nodes=JUDGE_NODES)
    judged = judge_moves(position, list(moves), lexicon, JudgePlan(0, JUDGE_ROLLOUTS), seed=5)
    rollouts = {each.move: each.win for each in judged.moves}
    for each in solve_preendgame(position, lexicon, moves=moves, options=options, limits=limits).moves:
        error = "exact" if each.win_error is None else f"± {100 * each.win_error:.1f}"
        print(
            f"    {each.move!s:18} {100 * each.win:5.1f} % {error}, "
            f"rollouts {100 * rollouts[str(each.move)]:.1f} %",
            flush=True,
        )


def tighter(first: PreendgameMove, second: PreendgameMove) -> tuple[str, float, float, float]:
    """Return a move, its win and its bounds, as far as either of two searches knows them."""
    least, most = max(first.least_win, second.least_win), min(first.most_win, second.most_win)
    better = min(first, second, key=lambda each: each.most_win - each.least_win)
    return str(first.move), min(max(better.win, least), most), least, most


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "measurement", choices=["proofs", "choices", "estimates", "leaving", "answers", "simulation"]
    )
    parser.add_argument("--bag", type=int, default=1)
    parser.add_argument("--positions", type=int, default=14)
    parser.add_argument("--nodes", type=int, default=150_000)
    parser.add_argument("--seconds", type=float, default=CHOICE_SECONDS, help="of a choice")
    parser.add_argument("--seed", type=int, default=SEED, help="of the games for choices, estimates, leaving")
    given = parser.parse_args()
    lexicon = Lexicon.load()
    if given.measurement == "proofs":
        show_proofs(given.bag, given.positions, given.nodes, lexicon)
    elif given.measurement == "choices":
        show_choices(given.bag, given.positions, given.seconds, lexicon, given.seed)
    elif given.measurement == "leaving":
        show_leaving_moves(given.positions, lexicon, given.seed)
    elif given.measurement == "answers":
        write_answers(given.bag, given.positions, given.nodes, lexicon)
    elif given.measurement == "simulation":
        compare_with_simulation(given.bag, given.positions, given.nodes, lexicon, given.seed)
    else:
        show_estimates(given.bag, given.positions, lexicon, given.seed)


if __name__ == "__main__":
    main()
