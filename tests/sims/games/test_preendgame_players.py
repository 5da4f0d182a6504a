"""Players that search pre-endgames: with few tiles in the bag they make the move that wins most often."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as with_fields
from runs import LEXICON, STANDARD
from tiny_game import tiny_lexicon, tiny_variant

from movegen import ConfigError, Game, Position, Rack, Variant, format_gcg, read_cgp
from sims import play_game, play_games, play_static_games
from sims.analysis import best_moves, evaluate_best_moves, evaluate_candidates, simulate_ends
from sims.games import MoveChooser, StaticGames
from sims.games.move_chooser import seconds_for_move
from sims.games.preendgame_player import preendgame_move
from sims.games.simulation_player import move_seed
from sims.simulation import SimulationPlan
from strategy import (
    PreendgameOptions,
    SearchControl,
    SearchLimits,
    SimulationStrategy,
    StaticStrategy,
    analyze_position,
    load_strategy,
    solve_preendgame,
)
from strategy.analysis import PreendgamePlan
from strategy.leaves import MILLI
from strategy.players import (
    PreendgameConfig,
    SimulationConfig,
    is_timed,
    plays_turn_by_turn,
)

pytestmark = pytest.mark.core

WORDS = LEXICON.load()
STATIC, SOLVER = StaticStrategy.load("static"), StaticStrategy.load("static_endgame")
QUICK = PreendgameConfig(moves=4, nodes=2_000, memory=1)
SEARCHER = StaticStrategy(with_fields(STATIC.config, name="searcher", preendgame=QUICK))
GREEDY = StaticStrategy.load("greedy")
GAMES = 4
TINY, TINY_WORDS = tiny_variant(), tiny_lexicon()


@lru_cache(maxsize=2)
def preendgames(bag: int = 1) -> list[Position]:
    """Turns of tiny games with so many tiles in the bag, as the player on turn sees them."""
    games = play_static_games([GREEDY] * 2, TINY_WORDS, variant=TINY, games=60, seed=3, turns=True)
    played = [games.game(number) for number in range(60)]
    turns = [game.position(turn) for game in played for turn in range(1, len(game.turns) + 1)]
    return [seen(each) for each in turns if each.bag_count == bag and each.scoreless_turns < 2][:15]


def seen(position: Position) -> Position:
    racks = (rack if player == position.on_turn else None for player, rack in enumerate(position.racks))
    return replace(position, racks=tuple(racks))


@pytest.mark.medium
@pytest.mark.parametrize("bag", [1, 2])
def test_the_move_that_wins_most_often(bag: int) -> None:
    """Of all moves, not only of the best static ones; draws count half."""
    others = beyond = 0
    config = PreendgameConfig(bag=bag, moves=2, nodes=1_000_000, memory=1)
    for number, position in enumerate(preendgames(bag)):
        if (bag, number) == (2, 7):  # every order of its draws takes as long as all other positions together
            continue
        static = list(GREEDY.candidates(position, TINY_WORDS).moves)
        found = solve_preendgame(
            position,
            TINY_WORDS,
            options=PreendgameOptions(all_wins=True, spreads="none"),
            limits=SearchLimits(memory=1),
        )
        wins = {each.move: each.win for each in found.moves}
        move, _ = preendgame_move(config, position, TINY_WORDS, GREEDY)
        assert wins[move] == max(wins.values())
        others += wins[move] > wins[static[0]]
        beyond += wins[move] > max(wins[each] for each in static[:2])
    assert others and (beyond or bag == 1)


def test_what_it_is_worth() -> None:
    """The value is the mean gain to the end of the game in rollouts."""
    for position in preendgames()[:5]:
        move, worth = preendgame_move(PreendgameConfig(memory=1), position, TINY_WORDS, GREEDY)
        ends = simulate_ends(analyze_position(position, TINY_WORDS, GREEDY), [move], TINY_WORDS, GREEDY)
        assert worth == pytest.approx(1000 * (ends[move].spread - position.spread), abs=1)


@lru_cache(maxsize=1)
def played() -> StaticGames:
    """A few games of the searcher, who begins, against static."""
    return play_games([SEARCHER, STATIC], WORDS, seed=30, games=GAMES, turns=True)


def test_moves_of_a_searcher() -> None:
    """The best static ones, but with one tile in the bag."""
    searched = differ = 0
    for number in range(GAMES):
        game, turns = played().game(number), played().turns
        assert turns is not None
        reported = turns[turns["game"] == number]
        for turn, event in enumerate(game.turns, start=1):
            position = seen(game.position(turn))
            best = STATIC.candidates(position, WORDS)
            if event.player == 1 or position.bag_count != 1:
                assert event.move == best[0].move
                continue
            expected = preendgame_move(QUICK, position, WORDS, STATIC)
            assert (event.move, reported["equity"][turn - 1]) == expected
            searched += 1
            differ += event.move != best[0].move
    assert searched and differ


def test_the_same_games_again() -> None:
    again = play_games([SEARCHER, STATIC], WORDS, seed=30, games=range(1, 2), turns=True)
    assert format_gcg(again.game(1)) == format_gcg(played().game(1))
    assert not is_timed(SEARCHER)


def watch(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Record the options of the solver and replace its time limit by a node limit."""
    requested: list[dict[str, Any]] = []

    def watched(*arguments: Any, **options: Any) -> Any:
        requested.append(options)
        untimed = replace(options["limits"], seconds=None, nodes=50)
        return solve_preendgame(*arguments, **options | {"limits": untimed})

    monkeypatch.setattr(best_moves, "solve_preendgame", watched)
    return requested


def test_limits_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shorter of two times, the nodes and the memory; half of them for all moves."""
    requested, position = watch(monkeypatch), preendgames()[0]
    for own, given in ((None, None), (None, 500.0), (500.0, None), (500.0, 600.0), (600.0, 500.0)):
        config = PreendgameConfig(nodes=10**6, memory=2, seconds=own)
        preendgame_move(config, position, TINY_WORDS, GREEDY, given)
        limits = requested[-1]["limits"]
        assert limits == SearchLimits(memory=2, seconds=limits.seconds, nodes=500_000)
        assert limits.seconds is None if own is given else 0 < limits.seconds <= 0.9 * 500


def test_without_time_to_search_the_best_static_move_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few rollouts would say less."""
    requested = watch(monkeypatch)
    for position in preendgames():
        best = GREEDY.candidates(position, TINY_WORDS)[0]
        found = preendgame_move(PreendgameConfig(memory=2), position, TINY_WORDS, GREEDY, 1e-9)
        assert found == (best.move, round(best.equity * MILLI))
    assert not requested


def before_the_search() -> tuple[Game, Rack]:
    """A game in which the searcher is on turn with one tile in the bag, and its rack."""
    for number in range(GAMES):
        whole = played().game(number)
        game = Game.new(STANDARD, ["Ann", "Ben"])
        for event in whole.turns:
            assert event.move is not None and event.rack is not None
            if game.state.bag_count == 1 and game.state.on_turn == 0:
                return game, event.rack
            game.record_move(event.move, event.rack)
    raise AssertionError("no such position")


@pytest.mark.medium
def test_a_player_who_simulates_searches_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has its share of the clock."""
    requested, (game, rack) = watch(monkeypatch), before_the_search()
    search = PreendgameConfig(nodes=100_000, memory=1)
    config = SimulationConfig(
        name="quick", kind="simulation", candidates=3, iterations=6, game_seconds=60.0, preendgame=search
    )
    strategy = SimulationStrategy(config, STATIC)
    MoveChooser(WORDS).choose(strategy, game, rack, seconds_used=20.0)
    limits = requested[0]["limits"]
    assert 0 < limits.seconds <= 0.45 * seconds_for_move(40.0, 1, 7) and limits.nodes == 50_000
    plain = SimulationStrategy(with_fields(config, preendgame=None), STATIC)
    count = len(requested)
    MoveChooser(WORDS).choose(plain, game, rack)
    assert len(requested) == count


def test_what_is_not_searched() -> None:
    """Positions with more tiles in the bag than the player's file says, and those that cannot be solved."""
    one, two = PreendgameConfig(), PreendgameConfig(bag=2)
    position = preendgames()[0]
    assert one.suits(position)
    assert not one.suits(replace(position, scoreless_turns=2))
    rules = with_fields(position.rules, exchange_limit=1)
    assert not one.suits(replace(position, variant=Variant(TINY.tiles, TINY.layout, rules)))
    whole = play_game([GREEDY] * 2, TINY_WORDS, variant=TINY, seed=3)
    turns = [seen(whole.position(turn)) for turn in range(1, len(whole.turns) + 1)]
    assert [one.suits(each) for each in turns] == [each.bag_count == 1 for each in turns]
    assert [two.suits(each) for each in turns] == [0 < each.bag_count <= 2 for each in turns]


def test_three_play_as_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pre-endgames are for two: the core plays games of more."""
    assert plays_turn_by_turn(SEARCHER, 2) and not plays_turn_by_turn(SEARCHER, 3)
    requested = watch(monkeypatch)
    three = play_game([SEARCHER, STATIC, STATIC], WORDS, number=5)
    static = play_static_games([STATIC] * 3, WORDS, games=range(5, 6), turns=True).game(5)
    assert [turn.move for turn in three.turns] == [turn.move for turn in static.turns] and not requested
    assert 1 in [three.position(turn).bag_count for turn in range(1, len(three.turns) + 1, 3)]


def test_what_a_file_says(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "sim_fast"\n[preendgame]\nbag = 2\nmoves = 3\nnodes = 7\nseconds = 0.5\nmemory = 2\n',
        encoding="utf-8",
    )
    mine = load_strategy(path)
    assert mine.config.preendgame == PreendgameConfig(bag=2, moves=3, nodes=7, seconds=0.5, memory=2)
    assert is_timed(mine)
    shipped, solver = StaticStrategy.load("static_preendgame"), StaticStrategy.load("static_endgame")
    assert shipped.config == with_fields(
        solver.config, name="static_preendgame", preendgame=PreendgameConfig()
    )
    assert solver.config.preendgame is None
    champion = load_strategy("champion")
    assert champion.config.preendgame is not None and champion.config.endgame is not None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('extends = "static"\n[preendgame]\nbag = 5\n', "preendgame.bag"),
        ('extends = "static"\n[preendgame]\nmoves = 0\n', "preendgame.moves"),
        ('extends = "static"\n[preendgame]\nnodes = 0\n', "preendgame.nodes"),
        ('extends = "static"\n[preendgame]\nmemory = 0\n', "preendgame.memory"),
        ('extends = "static"\n[preendgame]\nseconds = 0.0\n', "preendgame.seconds"),
        ('extends = "static"\n[preendgame]\nbag_left = [1.0]\n', "bag_left"),
        ('extends = "club"\n[preendgame]\nnodes = 5\n', "preendgame: a player with a handicap cannot solve"),
    ],
)
def test_what_a_file_must_not_say(text: str, key: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=key):
        load_strategy(path)


def test_a_sure_win_by_more_points() -> None:
    """M1 PROsATE(UR) is proven first, and 12 points less than O1 TEmPORA(L), which always wins too."""
    position = read_cgp(
        "C6S1S5/L6e1U5/A1JEERINGS5/VIEW3Z1U5/I1TETANAL6/E4Q9/R4U9/3HEAVY3DUAL/7ETAGERE1/7HOWE2R1/"
        "10N2OB/5SEXFOIL1BY/2FICIN3I1KI1/12AA1/5MOTORDOM2 ?AEOPRT/ 371/410 0"
    )
    config = PreendgameConfig(bag=2, nodes=500_000, memory=64)
    move, gain = preendgame_move(config, position, WORDS, STATIC)
    assert str(move) == "O1 TEmPORA(L)" and gain > 75 * MILLI


@pytest.mark.parametrize("plies", ["end", 2])
def test_a_player_that_simulates_does_so_before_it_searches_with_three_tiles(plies: Any) -> None:
    """Candidates that empty the bag are searched, the others have rollouts to the end of the game."""
    config = SimulationConfig(
        name="few",
        kind="simulation",
        evaluator="greedy",
        preendgame_plies=plies,
        candidates=5,
        iterations=40,
        endgame_nodes=30,
        preendgame=PreendgameConfig(bag=3, nodes=20_000, memory=1),
    )
    strategy, chooser = SimulationStrategy(config, GREEDY), MoveChooser(TINY_WORDS, seed=7)
    for position in preendgames(3)[:2]:
        move, worth = chooser.choose_in(strategy, position, turn=9)
        analysis = analyze_position(position, TINY_WORDS, GREEDY)
        limits = SearchLimits(nodes=20_000, memory=1)
        plan = PreendgamePlan(limits=limits, max_bag=3, all_wins=False)
        few = SimulationPlan.of(config.with_bag(3, 7), move_seed(7, 0, 9))
        found = (
            evaluate_candidates(analysis, plan, few, TINY_WORDS, GREEDY)
            if plies == "end"
            else evaluate_best_moves(analysis, plan, TINY_WORDS, GREEDY, is_strict=True)
        )
        assert move == found.moves[0] and worth == round((found.equity(move) or 0) * MILLI)


def test_a_simulation_that_is_stopped_at_once_leaves_the_best_static_move() -> None:
    config = SimulationConfig(
        name="few",
        kind="simulation",
        evaluator="greedy",
        plies="end",
        iterations=40,
        endgame_nodes=30,
        preendgame=PreendgameConfig(bag=3),
    )
    strategy = SimulationStrategy(config, GREEDY)
    stopped: SearchControl[Any] = SearchControl(should_stop=lambda: True)
    for position in preendgames(3):
        candidates = GREEDY.candidates(position, TINY_WORDS)
        if len(candidates) > 5:  # a first batch has hundreds of rollouts of a few moves
            move, _ = MoveChooser(TINY_WORDS).choose_in(strategy, position, control=stopped)
            assert move == candidates[0].move
