"""Players that solve the ends of games, and clocks for games."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from endgames import ENDGAME
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields
from runs import LEXICON

from movegen import ConfigError, Game, format_gcg, read_cgp
from sims import play_game, play_games, play_static_games
from sims.games import StaticGames
from sims.games import games as games_module
from sims.games import move_chooser as chosen_move
from sims.games.move_chooser import seconds_for_move
from sims.match import cut_match
from strategy import SearchLimits, SimulationStrategy, StaticStrategy, load_strategy, solve_endgame
from strategy.players import SimulationConfig, endgame_move, endgame_player, is_timed
from strategy.players.endgame_player import EndgameConfig
from strategy.search_control import NO_CONTROL

pytestmark = pytest.mark.core

WORDS = LEXICON.load()
STATIC = StaticStrategy.load("static")
SOLVER = StaticStrategy.load("static_endgame")
GAMES = 3


def simulating(**options: Any) -> SimulationStrategy:
    """A quick one that solves endgames: three candidates, six iterations."""
    values = {"name": "quick", "candidates": 3, "iterations": 6, "endgame": EndgameConfig()} | options
    return SimulationStrategy(SimulationConfig(kind="simulation", **values), STATIC)


@lru_cache(maxsize=1)
def played() -> StaticGames:
    """A few games of the solver, who begins, against static."""
    return play_games([SOLVER, STATIC], WORDS, seed=3, games=GAMES, turns=True)


def end_of(game: Game) -> int:
    """The first turn with an empty bag."""
    return next(turn for turn in range(1, len(game.turns) + 1) if not game.position(turn).bag_count)


@pytest.mark.medium
@pytest.mark.parametrize("number", range(GAMES))
def test_moves_of_a_solver(number: int) -> None:
    """Static ones while there are tiles in the bag, then the best of the solver, by the rules of the game."""
    game = played().game(number)
    static = play_static_games(
        [STATIC, STATIC], WORDS, seed=3, games=range(number, number + 1), turns=True
    ).game(number)
    end, solved = end_of(game), 0
    assert [turn.move for turn in game.turns[: end - 1]] == [turn.move for turn in static.turns[: end - 1]]
    turns = played().turns
    assert turns is not None
    reported = turns[turns["game"] == number]
    for turn in range(end, len(game.turns) + 1):
        position, move = game.position(turn), game.turns[turn - 1].move
        if position.on_turn == 0:
            best = solve_endgame(
                position, WORDS, scoreless_turns=6, limits=SearchLimits(nodes=200_000)
            ).moves[0]
            assert (move, reported["equity"][turn - 1]) == (best.move, 1000 * best.value)
            solved += 1
        else:
            assert move == STATIC.candidates(position, WORDS)[0].move
    assert solved


def test_two_solvers_get_the_value() -> None:
    """From the first turn with an empty bag on, the spread changes by what was proven then."""
    game = play_game([SOLVER, SOLVER], WORDS, seed=8)
    position = game.position(end_of(game))
    mover = position.on_turn
    found = solve_endgame(position, WORDS, scoreless_turns=6)
    assert game.scores[mover] - game.scores[1 - mover] == found.final_spread


@pytest.mark.medium
def test_the_same_games_again() -> None:
    again = play_games([SOLVER, STATIC], WORDS, seed=3, games=range(1, 2), turns=True)
    assert format_gcg(again.game(1)) == format_gcg(played().game(1))
    alone = play_game([SOLVER, STATIC], WORDS, seed=3, number=1)
    assert [turn.move for turn in alone.turns] == [turn.move for turn in again.game(1).turns]
    assert not is_timed(SOLVER)


def test_few_nodes_play_by_the_estimate() -> None:
    hasty = StaticStrategy(with_fields(SOLVER.config, endgame=EndgameConfig(nodes=1, memory=1)))
    assert play_game([hasty, STATIC], WORDS, seed=3).is_finished


def test_three_play_as_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endgames are for two: the core plays games of more."""
    monkeypatch.setattr(games_module, "_PlayedGame", None)
    static = play_static_games([STATIC] * 3, WORDS, games=1, turns=True)
    three = play_games([SOLVER, STATIC, STATIC], WORDS, games=1)
    assert (three.games["scores"] == static.games["scores"]).all()
    monkeypatch.undo()
    alone = play_game([SOLVER, STATIC, STATIC], WORDS)
    assert [turn.move for turn in alone.turns] == [turn.move for turn in static.game(0).turns]


def test_a_game_is_a_batch() -> None:
    sizes = [batch.games for batch in cut_match((0, 1), (SOLVER, STATIC), 0, 1000)]
    assert sizes == [1] * 1000
    assert max(batch.games for batch in cut_match((0, 1), (STATIC, STATIC), 0, 1000)) > 1


def test_simulation_and_endgame() -> None:
    """With an empty bag the best move is made, not the best static one."""
    game = play_game([simulating(), STATIC], WORDS, seed=5)
    solved = 0
    for turn in range(end_of(game), len(game.turns) + 1):
        position = game.position(turn)
        if position.on_turn == 0:
            best = solve_endgame(
                position, WORDS, scoreless_turns=6, limits=SearchLimits(nodes=200_000)
            ).moves[0]
            assert game.turns[turn - 1].move == best.move
            solved += 1
    assert solved


def test_limits_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shorter of two times, the nodes and the memory; the game ends as its rules say."""
    requested: list[dict[str, Any]] = []

    def watched(*arguments: Any, **options: Any) -> Any:
        requested.append(options)
        untimed = replace(options["limits"], seconds=None)
        return solve_endgame(*arguments, **options | {"limits": untimed})

    monkeypatch.setattr(endgame_player, "solve_endgame", watched)
    position = replace(read_cgp(ENDGAME), scoreless_turns=3)
    for own, given_ in ((None, None), (None, 0.5), (0.5, None), (0.5, 0.6), (0.6, 0.5)):
        config = EndgameConfig(nodes=10**6, memory=2, seconds=own)
        move, equity = endgame_move(config, position, WORDS, given_)
        assert (str(move), equity) == ("15H SEA", 12000)
        seconds = None if own is given_ else 0.5
        limits = SearchLimits(memory=2, seconds=seconds, nodes=10**6, narrow=False)
        assert requested[-1] == {"scoreless_turns": 6, "limits": limits, "control": NO_CONTROL}


def test_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move is given of what those before it have left."""
    lefts: list[float] = []

    def watched(left: float, bag_count: int, rack_size: int) -> float:
        lefts.append(left)
        return seconds_for_move(left, bag_count, rack_size)

    monkeypatch.setattr(chosen_move, "seconds_for_move", watched)
    found = play_games([simulating(game_seconds=60.0), STATIC], WORDS, seed=1)
    assert lefts[0] == 60 and lefts == sorted(lefts, reverse=True) and len(set(lefts)) == len(lefts)
    assert lefts[-1] >= 60 - found.seconds[0]


def test_a_clock_for_the_game() -> None:
    """It is shared among the moves: neither used up at once nor overdrawn by much."""
    timed = simulating(iterations=None, game_seconds=0.3)
    assert is_timed(timed)
    games = play_games([timed, STATIC], WORDS, seed=1)
    assert 0.1 < games.seconds[0] < 30
    late = simulating(iterations=None, game_seconds=1e-9)
    assert play_game([late, STATIC], WORDS, seed=1).is_finished


@given(st.floats(0.1, 1000), st.integers(0, 86), st.integers(1, 7))
def test_shares_of_a_clock(left: float, bag: int, rack: int) -> None:
    """Never all that is left, and more of it the fewer turns are to come."""
    share = seconds_for_move(left, bag, rack)
    assert 0 < share <= left / 2
    assert seconds_for_move(left, bag + 9, rack) <= share
    assert seconds_for_move(0, bag, rack) == seconds_for_move(-5, bag, rack) == 0.01


def test_shares_of_a_whole_game() -> None:
    """Twelve turns, as most games have, get nearly equal shares, and little is left in the end."""
    left, shares = 60.0, []
    for turn in range(12):
        shares.append(seconds_for_move(left, max(0, 86 - round(8.6 * turn)), 7))
        left -= shares[-1]
    assert max(shares[:8]) < 1.2 * min(shares[:8]) and 0 < left < 10


def test_what_a_file_says(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "sim_fast"\ngame_seconds = 5\n[endgame]\nnodes = 7\nseconds = 0.5\nmemory = 2\n',
        encoding="utf-8",
    )
    mine = load_strategy(path)
    assert isinstance(mine, SimulationStrategy)
    assert mine.config.endgame == EndgameConfig(nodes=7, seconds=0.5, memory=2)
    assert mine.config.game_seconds == 5 and is_timed(mine)
    assert SOLVER.config == with_fields(STATIC.config, name="static_endgame", endgame=EndgameConfig())
    assert STATIC.config.endgame is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('extends = "static"\n[endgame]\nnodes = 0\n', "endgame.nodes"),
        ('extends = "static"\n[endgame]\nmemory = 0\n', "endgame.memory"),
        ('extends = "static"\n[endgame]\nseconds = 0.0\n', "endgame.seconds"),
        ('extends = "static"\n[endgame]\nseconds = inf\n', "endgame.seconds"),
        ('extends = "static"\n[endgame]\nnode = 5\n', "node"),
        (
            'extends = "club"\n[endgame]\nnodes = 5\n',
            "endgame: a player with a handicap cannot solve endgames",
        ),
        ('extends = "sim_fast"\ngame_seconds = 0.0\n', "game_seconds"),
    ],
)
def test_what_a_file_must_not_say(text: str, key: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=key):
        load_strategy(path)


def test_seconds_for_the_endgame_are_reported() -> None:
    timed = replace(SOLVER, config=with_fields(SOLVER.config, endgame=EndgameConfig(seconds=1.0)))
    assert is_timed(timed) and not is_timed(STATIC)


def test_the_champion() -> None:
    champion = load_strategy("champion")
    assert isinstance(champion, SimulationStrategy) and is_timed(champion)
    assert champion.config.endgame is not None and champion.evaluator == STATIC
    quick = SimulationStrategy(with_fields(champion.config, game_seconds=0.2), champion.evaluator)
    assert play_game([quick, STATIC], WORDS, seed=2).is_finished
