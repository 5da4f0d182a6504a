"""Measure how much stronger each static strategy is than the one before (docs/strength.md).

    python bench/strength.py --games 20000 --workers 2

Each match is one of `jackdaw pit`, in pairs of games with the same tile order and the seats swapped. Then
each strategy plays against itself.
"""

import argparse

from movegen import Variant
from sims import play_static_games
from sims.lexicon_source import LexiconSource
from sims.match import Match, MatchPlan, MatchReport
from sims.workers import WorkerPool, choose_pool
from strategy import load_strategy

CHAIN = ["greedy", "rackh1", "rackh2", "rackh3", "static"]
MATCHES = [*zip(CHAIN[1:], CHAIN, strict=False), ("rackh3", "greedy"), ("static", "greedy")]
ITSELF = 3000


def play(
    names: tuple[str, str], lexicon: LexiconSource, games: int, seed: int, pool: WorkerPool
) -> MatchReport:
    """Play a match."""
    one, other = (load_strategy(name) for name in names)
    match = Match(MatchPlan((one, other), lexicon, Variant.standard(), games, seed), pool)
    with match.series:
        match.play()
    return match.report()


def row(report: MatchReport) -> str:
    """Format a match as a row of a table."""
    figures = report.statistics
    one, other = report.players
    won = (figures.wins + figures.draws / 2) / figures.games
    chance = "below 1e-15" if figures.p_value < 1e-15 else f"{figures.p_value:.0e}"
    return (
        f"| {one.name} | {other.name} | {figures.games:,} | {100 * won:.1f} % | {figures.elo_estimate} "
        f"| {chance} "
        f"| {figures.spread.mean:+.1f} ± {1.96 * figures.spread.standard_error:.1f} "
        f"| {figures.score_a.mean:.1f} : {figures.score_b.mean:.1f} "
        f"| {one.bingos / figures.games:.2f} : {other.bingos / figures.games:.2f} |"
    )


def against_itself(name: str, lexicon: LexiconSource) -> str:
    """Format a strategy's games against itself as a row of a table."""
    games = play_static_games([load_strategy(name)] * 2, lexicon.load(), games=ITSELF).games
    scores = games["scores"][:, :2]
    return (
        f"| {name} | {scores.mean():.1f} | {scores.std():.0f} | {games['bingos'][:, :2].mean():.2f} "
        f"| {games['turns'].mean():.1f} | {games['exchanges'].sum(axis=1).mean():.2f} |"
    )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lexicon", help="name or file; default: the one included")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--match", nargs=2, metavar="STRATEGY", help="play this match alone")
    options = parser.parse_args()
    lexicon = LexiconSource.of(options.lexicon, Variant.standard())
    pool = choose_pool(workers=options.workers)
    print("| | against | games | won | Elo | p | spread | points | bingos |")
    print("|---|---|---|---|---|---|---|---|---|")
    for names in [tuple(options.match)] if options.match else MATCHES:
        print(row(play(names, lexicon, options.games, options.seed, pool)), flush=True)
    print("\n| against itself | points a player | sd | bingos | turns a game | exchanges a game |")
    print("|---|---|---|---|---|---|")
    for name in options.match or CHAIN:
        print(against_itself(name, lexicon), flush=True)


if __name__ == "__main__":
    main()
