"""Games of simulating strategies: played turn by turn, recorded as the core records its own, repeatable."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields
from odd_games import change_rules, make_odd_strategy
from runs import LEXICON, STANDARD, make_batch, make_setup
from small_games import SmallGame, small_games

from movegen import ConfigError, Lexicon, Position, Rack, format_gcg
from movegen.position import MoveGenerator
from sims import play_game, play_games, play_static_games, simulate
from sims.games import StaticGames, simulation_player
from sims.games import games as games_module
from sims.games.simulation_player import move_seed
from sims.match import RunSetup
from sims.match.game_batches import play_batch
from sims.simulation import SimulationPlan, simulate_screened
from strategy import SimulationStrategy, StaticStrategy, infer_racks, load_strategy
from strategy.inference import InferenceConfig, LastMove
from strategy.players import SimulationConfig
from strategy.players.strategy_files import HandicapConfig

pytestmark = pytest.mark.core

LEXICON_INSIDE = LEXICON.load()
GREEDY, STATIC = StaticStrategy.load("greedy"), StaticStrategy.load("static")


def simulating(evaluator: StaticStrategy = STATIC, **options: Any) -> SimulationStrategy:
    """A quick one: three candidates, six iterations."""
    values = {"name": "quick", "candidates": 3, "iterations": 6} | options
    return SimulationStrategy(SimulationConfig(kind="simulation", **values), evaluator)


def same(one: StaticGames, other: StaticGames) -> bool:
    """Compare everything except names and times."""
    assert one.turns is not None and other.turns is not None
    return one.games.tobytes() == other.games.tobytes() and one.turns.tobytes() == other.turns.tobytes()


@settings(max_examples=15, deadline=None)
@given(small_games(), st.integers(0, 2**32))
def test_turn_by_turn_equals_the_core(
    tmp_path_factory: pytest.TempPathFactory, game: SmallGame, seed: int
) -> None:
    """One candidate leaves nothing to simulate: the games are those of the evaluators, to the last byte.

    Evaluators have no handicap.
    """
    chance = np.random.default_rng(seed)
    few = change_rules(game, chance)
    folder = tmp_path_factory.mktemp("odd")
    players = [make_odd_strategy(few, folder, chance) for _ in range(2)]
    players[0] = StaticStrategy(with_fields(players[0].config, handicap=HandicapConfig()))
    options: dict[str, Any] = {"variant": few.variant, "seed": seed, "games": range(5, 11, 2)}
    lone = [simulating(players[0], candidates=1), players[1]]
    found = play_games(lone, few.lexicon, turns=True, **options)
    assert same(found, play_static_games(players, few.lexicon, turns=True, **options))
    assert found.names == ("quick", "odd")
    assert format_gcg(found.game(9)).count(">quick: ") > 0


def test_static_ones_are_played_by_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_module, "_PlayedGame", None)
    found = play_games([GREEDY, STATIC], LEXICON_INSIDE, games=2, turns=True)
    assert same(found, play_static_games([GREEDY, STATIC], LEXICON_INSIDE, games=2, turns=True))


def test_a_player_who_infers() -> None:
    """The opponent's rack is inferred from the previous move; the first turn has none."""
    plain, infers = simulating(iterations=20), simulating(iterations=20, infer=True)
    options: dict[str, Any] = {"seed": 4, "turns": True}
    found = play_games([infers, STATIC], LEXICON_INSIDE, **options)
    assert same(found, play_games([infers, STATIC], LEXICON_INSIDE, **options))
    assert not same(found, play_games([plain, STATIC], LEXICON_INSIDE, **options))
    assert found.turns is not None
    game = found.game(0)
    for turn in (1, 3, 5):
        position = game.position(turn)
        generator = MoveGenerator(STANDARD, LEXICON_INSIDE, position.board)
        best = STATIC.best(generator, position.rack, position.bag_count, position.unseen, count=3)
        last = LastMove.before_turn(game, turn)
        assert (last is None) == (turn == 1)
        config = InferenceConfig.of_engines(position.bag_count)
        racks = last and infer_racks(
            position, last, LEXICON_INSIDE, STATIC, seed=move_seed(4, 0, turn), config=config
        )
        simulation = simulate(
            position,
            best.moves,
            LEXICON_INSIDE,
            SimulationPlan(iterations=20, confidence=None, seed=move_seed(4, 0, turn), opponent_rack=racks),
            strategy=STATIC,
        )
        assert game.turns[turn - 1].move == simulation.best.move
        assert found.turns["equity"][turn - 1] == round(simulation.best.equity * 1000)


def test_a_simulated_move_is_the_best_of_its_simulation() -> None:
    """It simulates static candidates, seeded by game and turn, while there are tiles in the bag."""
    player = simulating(rank_by="win", plies=1, confidence=0.9)
    played = play_games([GREEDY, player], LEXICON_INSIDE, seed=4, games=range(2, 3), turns=True)
    assert played.turns is not None
    game, simulated, differ = played.game(2), 0, 0
    for number, turn in enumerate(played.turns, start=1):
        if turn["player"] != 1:
            continue
        known = game.position(number)
        racks = (None, known.rack)
        position = Position(STANDARD, known.board, racks, known.scores, 1, known.scoreless_turns)
        candidates = STATIC.candidates(position, LEXICON_INSIDE)[:3]
        best, equity = candidates[0].move, candidates[0].equity
        if position.bag_count:
            found = simulate(
                position,
                candidates.moves,
                LEXICON_INSIDE,
                SimulationPlan(
                    plies=1, iterations=6, confidence=0.9, rank_by="win", seed=move_seed(4, 2, number)
                ),
                strategy=STATIC,
            ).best
            best, equity = found.move, found.equity
            simulated += 1
            differ += best != candidates[0].move
        assert game.turns[number - 1].move == best
        assert turn["equity"] == round(equity * 1000)
    assert simulated > 8 and differ > 0


def test_seeds_of_moves() -> None:
    keys = list(product((0, 1, 2**64 - 1), (0, 1, 2**63 - 1), (1, 2)))
    seeds = {move_seed(*key) for key in keys}
    assert len(seeds) == len(keys) and all(0 <= seed < 2**64 for seed in seeds)
    assert (
        move_seed(1, 2, 3) == 10571875186798230621
    )  # golden: games must not change from version to version unnoticed


def test_nothing_is_known_of_the_opponents_rack(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Position] = []

    def watched(position: Position, *arguments: Any, **options: Any) -> Any:
        seen.append(position)
        return simulate_screened(position, *arguments, **options)

    monkeypatch.setattr(simulation_player, "simulate_screened", watched)
    play_games([simulating(), simulating()], LEXICON_INSIDE, seed=1)
    assert len(seen) > 10
    for position in seen:
        assert position.racks[1 - position.on_turn] is None and position.bag_count > 0
        assert position.rack != Rack.empty(STANDARD.tiles)


def quick_setting(**options: Any) -> RunSetup:
    """`quick` against greedy."""
    return RunSetup(
        (simulating(), GREEDY), ("quick", "greedy"), LEXICON, STANDARD,
        **({"seed": 5, "paired": True, "log": True, "gcg": True} | options),
    )  # fmt: skip


def test_batches_of_simulated_games() -> None:
    """However they are cut; pairs have their tiles in common and their seats changed."""
    of = quick_setting()
    whole = play_batch(of, make_batch(8, 4, 2, 8))
    parts = [play_batch(of, make_batch(number, 1, 2, 8)) for number in range(8, 12)]
    assert b"".join(part.records for part in parts) == whole.records
    assert [part.rows for part in parts] == [(rows,) for rows in whole.rows]
    assert [part.gcgs for part in parts] == [(text,) for text in whole.gcgs]
    firsts = [rows.splitlines()[0].split(b",") for rows in whole.rows]
    assert [row[4] for row in firsts] == [b"quick", b"greedy"] * 2
    assert [row[1] for row in firsts] == [b"4", b"4", b"5", b"5"]
    assert firsts[0][6] == firsts[1][6] != firsts[2][6]
    assert all(seconds > 0 for seconds in whole.seconds) and whole.seconds[0] > whole.seconds[1]


def test_one_game() -> None:
    """`play_game` plays it as well, and calls players as they shall be called."""
    players = [simulating(), GREEDY]
    expected = play_games(players, LEXICON_INSIDE, seed=6, games=range(3, 4), turns=True).game(3)
    assert format_gcg(play_game(players, LEXICON_INSIDE, seed=6, number=3)) == format_gcg(expected)
    named = play_game(players, LEXICON_INSIDE, seed=6, number=3, names=["Ann", "Ben"])
    assert [player.name for player in named.players] == ["Ann", "Ben"]
    assert named.scores == expected.scores


def test_only_games_of_two() -> None:
    three = [simulating(), GREEDY, STATIC]
    for games in (0, 1):
        with pytest.raises(ConfigError, match="a game of 3 does not allow; let it play games of two"):
            play_games(three, LEXICON_INSIDE, games=games)


def test_what_the_evaluator_cannot_play(tmp_path: Path) -> None:
    lost = StaticStrategy(with_fields(GREEDY.config, leaves="nowhere"))
    with pytest.raises(ConfigError, match="nowhere"):
        play_games([simulating(lost), GREEDY], LEXICON_INSIDE, games=0)


def test_a_time_limit() -> None:
    timed = simulating(iterations=None, seconds=0.01)
    found = play_games([timed, GREEDY], LEXICON_INSIDE, seed=1)
    assert 0.01 < found.seconds[0] < 30 and len(found) == 1


def test_the_shipped_ones_play() -> None:
    fast, greedy = load_strategy("sim_fast"), load_strategy("greedy")
    found = play_games([fast, greedy], Lexicon.load(), seed=2)
    assert found.names == ("sim_fast", "greedy") and found.games["scores"][0, 0] > 250
    assert make_setup("sim_fast", "greedy").strategies == (fast, greedy)


def test_a_player_in_python_is_no_strategy() -> None:
    class Mine:
        name = "mine"

    with pytest.raises(ConfigError, match="a player written in Python plays as an outside program"):
        play_game([Mine(), load_strategy("greedy")], Lexicon.load())  # type: ignore[list-item]
