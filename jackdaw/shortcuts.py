"""Simulations, endgames and matches in one line, for notebooks.

>>> import jackdaw
>>> position = "15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AEINRST/ 0/20 0"
>>> jackdaw.simulate(position, candidates=3, iterations=50, confidence=None).best.move
<Move H8 (C)ERATINS 83>
>>> jackdaw.solve("jackdaw/samples/ann_v_ben.gcg", turn=22)
<EndgameResult +16, proven: 2F OE, 15N NO>
>>> jackdaw.pit("rackh3", "greedy", games=20).statistics.games
20
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, Unpack

from jackdaw.inputs import LexiconFinder, PositionRequest, ReadingRules, read_endgame, read_position
from movegen.board import Move
from movegen.errors import JackdawError
from movegen.game import Game
from movegen.lexicon import Lexicon, choose_rules, rules_of_tiles
from movegen.numbers import check_whole, show_value
from movegen.position import Position
from movegen.system import count_cores
from movegen.variant import Variant
from sims.analysis import has_few_tiles, search_preendgame
from sims.lexicon_source import LexiconSource
from sims.match import Match, MatchPlan, MatchReport
from sims.simulation import Simulation, SimulationPlan, simulate_screened
from sims.workers import choose_pool
from strategy.analysis import analyze_position
from strategy.endgame import EndgameResult, PreendgameResult, solve_endgame
from strategy.players import Plies, RankBy, StaticStrategy, Strategy, load_strategy, static_strategy_for
from strategy.search_control import SearchLimits, check_workers

Source = Position | Game | str | Path
"""A position, a game, a line of CGP, or the name of a file."""


class Settings(TypedDict, total=False):
    """The settings of `simulate`; see `SimulationPlan`."""

    candidates: int
    plies: Plies
    iterations: int | None
    seconds: float | None
    confidence: float | None
    rank_by: RankBy
    seed: int


def simulate(
    source: Source,
    moves: Iterable[Move | str] | None = None,
    *,
    turn: int | None = None,
    lexicon: Lexicon | str | Path | None = None,
    strategy: StaticStrategy | str | Path | None = None,
    workers: int | None = None,
    **settings: Unpack[Settings],
) -> Simulation:
    """Simulate the best moves of a position; printed, the result is the table of the terminal.

    source:   a position, a game, a line of CGP, or the name of a file.
    moves:    the moves to roll out, such as "8D WAREZ". Default: the best `candidates` by static equity.
    turn:     the turn of a game. Default: the position to be played.
    lexicon:  a lexicon, its name or its file. Default: the one that the source names, else the built-in one.
    strategy: plays the rollouts: a static strategy, its name, or its file (.toml). Default: "static".
    workers:  the number of threads, which does not change the result. Default: one per core.

    The settings are those of `SimulationPlan`: candidates, plies, iterations, seconds, confidence, rank_by
    and seed. Without `plies`, positions with no more tiles in the bag than a rack holds are rolled out to the
    end of the game, whose endgame is searched (`SimulationPlan.with_few_tiles`). Known tiles of the opponent
    are part of each rack in the rollouts; nothing is inferred from moves before.

    Raises JackdawError for a source that cannot be read, a rack that is not known, a move that is not
    possible, or a limit out of range.

    >>> import jackdaw
    >>> position = jackdaw.read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> jackdaw.simulate(position, candidates=3, iterations=50).best.move
    <Move D8 (W)EIGELA 22>
    """
    if unknown := settings.keys() - Settings.__annotations__.keys():
        raise TypeError(f"simulate() got an unexpected keyword argument {min(unknown)!r}")
    position = _position(source, turn, lexicon)
    if not len(position.rack):
        raise JackdawError("the rack is not known", cure="give it in the position or the record")
    threads = _count_threads(workers)
    words = LexiconFinder.of(lexicon).find(position)
    player = StaticStrategy.load(strategy) if isinstance(strategy, str | Path) else strategy
    player = static_strategy_for(words, position.variant, player)
    plan = _plan(position, settings).with_opponent_rack(position, None, words, player)
    if moves is None:
        chosen = list(player.candidates(position, words)[: plan.screened or plan.candidates].moves)
    else:
        if isinstance(moves, str):
            raise JackdawError(f"{show_value(repr(moves))} is a single move", cure="give a list of moves")
        chosen = [position.parse_move(move) if isinstance(move, str) else move for move in moves]
        plan = replace(plan, screened=None)
    with ThreadPoolExecutor(threads) as executor:
        return simulate_screened(position, chosen, words, plan, strategy=player, executor=executor)


def solve(
    source: Source,
    *,
    turn: int | None = None,
    moves: int | None = 1,
    seconds: float | None = None,
    lexicon: Lexicon | str | Path | None = None,
    workers: int | None = None,
) -> EndgameResult | PreendgameResult:
    """Search the end of a game: an endgame, or a pre-endgame with one to four tiles in the bag.

    source:  a position, a game, a line of CGP, or the name of a file.
    turn:    the turn of a game. Default: the position to be played, or the first one with an empty bag.
    moves:   the number of best moves that get exact values in an endgame; None for all.
    seconds: the time limit. Default: none for an endgame, 60 seconds for a pre-endgame.
    lexicon: as for `simulate`.
    workers: the number of threads, which does not change the result unless the time limit does. Default: one
             per core.

    Known tiles of the opponent are not used while there are tiles in the bag.

    Raises JackdawError for a source that cannot be read, or a position that cannot be searched.

    >>> import jackdaw
    >>> jackdaw.solve("jackdaw/samples/ann_v_ben.gcg", turn=22).variation
    (<Move 2F OE 13>, <Move 15N NO 17>, <Move 1G TATAR 18>)
    """
    position = _position(source, turn, lexicon, is_endgame=True)
    words = LexiconFinder.of(lexicon).find(position)
    threads = _count_threads(workers)
    if not position.bag_count:
        limits = SearchLimits(seconds=seconds, workers=threads)
        return solve_endgame(position, words, moves=moves, limits=limits)
    player = static_strategy_for(words, position.variant)
    analysis = analyze_position(position, words, player)
    limits = SearchLimits(seconds=60.0 if seconds is None else seconds, workers=threads)
    return search_preendgame(analysis, words, player, limits=limits)


def pit(
    a: Strategy | str | Path,
    b: Strategy | str | Path,
    *,
    games: int = 1000,
    seed: int = 0,
    lexicon: Lexicon | str | Path | None = None,
    rules: Variant | str | Path | None = None,
    workers: int = 1,
) -> MatchReport:
    """Play a match between two strategies and return its report, seen from A.

    a, b:    strategies, their names, or files (.toml).
    games:   the number of games, an even one: they come in pairs with the same tiles and seats swapped.
    lexicon: a lexicon that has a file, its name, or the file. Default: the built-in one.
    rules:   a variant, its name, or its file (.toml). Default: that of the lexicon's language, else the
             standard one.
    workers: the number of processes, which does not change the result. With more than one a script must
             guard its main module (`if __name__ == "__main__":`).

    Raises JackdawError for unknown names, and for numbers out of range or an odd number of games.

    >>> import jackdaw
    >>> jackdaw.pit("greedy", "rackh3", games=20)
    <MatchReport greedy v rackh3: 7.5 : 12.5 of 20 games, Elo -89 (-254 to +87)>
    """
    variant = rules if isinstance(rules, Variant) else _load_rules(rules, lexicon)
    players = tuple(load_strategy(each) if isinstance(each, str | Path) else each for each in (a, b))
    check_whole("{} games", games, 2)
    if games % 2:
        raise JackdawError(f"{games} games are not pairs", cure="give an even number")
    plan = MatchPlan((players[0], players[1]), LexiconSource.of(lexicon, variant), variant, int(games), seed)
    match = Match(plan, choose_pool(workers=workers))
    with match.series:
        match.play()
        return match.report()


def _load_rules(rules: str | Path | None, lexicon: Lexicon | str | Path | None) -> Variant:
    """Return the variant asked for, else that of a lexicon, else the standard one. Raises JackdawError."""
    if rules is None and isinstance(lexicon, Lexicon):
        return Variant.load(rules_of_tiles(lexicon.tile_set.name) or "standard")
    place = None if isinstance(lexicon, Lexicon) else lexicon
    return Variant.load(choose_rules(None, place) if rules is None else rules)


def _count_threads(workers: int | None) -> int:
    """Return the number of threads: by default one per core. Raises PositionError if it is out of range."""
    if workers is None:
        return count_cores()
    check_workers(workers)
    return workers


def _plan(position: Position, settings: Settings) -> SimulationPlan:
    """Return the plan of these settings, which may leave the plies open."""
    plan = SimulationPlan(**settings)
    plan.check()
    if "plies" in settings or not has_few_tiles(position):
        return plan
    few = plan.with_few_tiles()
    return replace(few, iterations=plan.iterations) if "iterations" in settings else few


def _position(
    source: Source, turn: int | None, lexicon: Lexicon | str | Path | None, *, is_endgame: bool = False
) -> Position:
    """Return the position of a source. Raises JackdawError."""
    if isinstance(source, Position):
        if turn is not None:
            raise JackdawError("a position has no turns", cure="leave out turn")
        return source
    request = PositionRequest(
        source if isinstance(source, Game) else str(source),
        turn=turn,
        rules=ReadingRules.of(None, lexicon),
        turn_option="turn",
    )
    return (read_endgame(request) if is_endgame else read_position(request)).position
