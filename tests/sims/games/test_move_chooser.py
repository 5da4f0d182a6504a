"""Moves of strategies in games that others play, too: from the game alone, wherever it stands."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as with_fields
from programs import program
from runs import LEXICON, STANDARD

from movegen import ConfigError, Game, Position, Rack
from movegen.position import MoveGenerator
from sims import play_game
from sims.games import MoveChooser, check_players, even_seconds
from sims.games import move_chooser as chosen_move
from sims.games.move_chooser import seconds_for_move
from strategy import SimulationStrategy, StaticStrategy, load_strategy
from strategy.inference import LastMove
from strategy.players import SimulationConfig
from strategy.players.strategy_files import HandicapConfig

pytestmark = pytest.mark.core

WORDS = LEXICON.load()
STATIC, SOLVER = StaticStrategy.load("static"), StaticStrategy.load("static_endgame")
FORGETFUL = StaticStrategy(
    with_fields(STATIC.config, handicap=HandicapConfig(noise=2.0, vocabulary="scowl35"))
)


def simulating(**options: Any) -> SimulationStrategy:
    """A quick one: three candidates, six iterations."""
    values: dict[str, Any] = {"name": "quick", "candidates": 3, "iterations": 6} | options
    return SimulationStrategy(SimulationConfig(kind="simulation", **values), STATIC)


@pytest.mark.medium
@pytest.mark.parametrize("player", [simulating(infer=True), FORGETFUL, SOLVER], ids=lambda each: each.name)
def test_turns_in_any_order(player: StaticStrategy | SimulationStrategy) -> None:
    """One chooser makes each move of a game again, the last one first."""
    played = play_game([player, STATIC], WORDS, seed=7, number=2)
    chooser = MoveChooser(WORDS, seed=7, number=2)
    for place in reversed(range(0, len(played.turns), 2)):
        game = Game.new(STANDARD, ["Ann", "Ben"])
        for earlier in played.turns[:place]:
            assert earlier.move is not None
            game.record_move(earlier.move, earlier.rack)
        turn = played.turns[place]
        assert turn.rack is not None and chooser.choose(player, game, turn.rack)[0] == turn.move
        racks = tuple(turn.rack if seat == game.state.on_turn else None for seat in range(2))
        position = replace(game.current_position(), racks=racks)
        last = LastMove.before_turn(game, place + 1)
        assert chooser.choose_in(player, position, turn=place + 1, last=last)[0] == turn.move


@pytest.mark.parametrize(
    ("far", "near", "own"),
    [
        ({"candidates": 1}, {"candidates": 12}, {"preendgame_candidates": 12}),
        ({"plies": 0}, {"plies": "end"}, {"preendgame_plies": "end"}),
        ({"iterations": 2}, {"iterations": 40}, {"preendgame_iterations": 40}),
        ({"candidates": 3}, {"candidates": 3, "screened": 20}, {"preendgame_screened": 20}),
    ],
)
def test_more_is_simulated_with_few_tiles_in_the_bag(
    far: dict[str, Any], near: dict[str, Any], own: dict[str, Any]
) -> None:
    """That is from as many tiles in the bag as a rack holds on."""
    few, many, both = simulating(**far), simulating(**near), simulating(**far, **own)
    game = play_game([STATIC] * 2, WORDS, seed=3)
    chooser, differing = MoveChooser(WORDS, seed=3), 0
    for turn in range(len(game.turns) // 2, len(game.turns) + 1):
        position = game.position(turn)
        known = position.without_other_racks()
        one, other, found = (chooser.choose_in(each, known, turn=turn) for each in (few, many, both))
        assert found == (other if position.bag_count <= 7 else one)
        differing += bool(0 < position.bag_count <= 7 and one != other)
    assert differing


def test_an_even_share_of_the_clock() -> None:
    start, static = Position.initial(STANDARD), STATIC
    assert even_seconds(static, start) is None and even_seconds(simulating(), start) is None
    assert even_seconds(simulating(game_seconds=60.0), start) == 60 / 12
    assert even_seconds(program("any", game_seconds=24.0), start) == 2


def test_a_phony_is_withdrawn() -> None:
    """Later moves see the board without the phony."""
    game, chooser = Game.new(STANDARD, ["Ann", "Ben"]), MoveChooser(WORDS)
    rack = STANDARD.tiles.parse_rack("AEINRST")
    game.record_move("8D ZQAXJK", "AEJKQXZ")
    on_the_phony, _ = chooser.choose(STATIC, game, rack)
    game.withdraw_phony()
    assert game.state.on_turn == 1 and game.state.board.is_empty
    move, worth = chooser.choose(STATIC, game, rack)
    unseen = Rack(STANDARD.tiles, STANDARD.tiles.counts) - rack
    best = STATIC.best(MoveGenerator(STANDARD, WORDS), rack, 86, unseen)[0]
    assert (move, worth) == (best.move, round(best.equity * 1000)) and move != on_the_phony
    game.record_move(move, rack)


def test_the_shorter_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's own time and a shared clock both limit a move; either may be missing."""
    shared: list[float] = []

    def watched(left: float, bag_count: int, rack_size: int) -> float:
        shared.append(left)
        return seconds_for_move(left, bag_count, rack_size)

    monkeypatch.setattr(chosen_move, "seconds_for_move", watched)
    game, chooser = Game.new(STANDARD, ["Ann", "Ben"]), MoveChooser(WORDS)
    rack = STANDARD.tiles.parse_rack("AEINRST")
    plain, timed = simulating(), simulating(game_seconds=60.0)
    for strategy, used, left, expected in (
        (plain, 20.0, None, []), (plain, 20.0, 30.0, [30.0]), (timed, 20.0, None, [40.0]),
        (timed, 20.0, 30.0, [30.0]), (timed, 20.0, 50.0, [40.0]),
    ):  # fmt: skip
        shared.clear()
        chooser.choose(strategy, game, rack, seconds_used=used, seconds_left=left)
        assert shared == expected


def test_who_may_play_together() -> None:
    check_players([simulating(), STATIC])
    check_players([STATIC] * 3)
    with pytest.raises(ConfigError, match="sim_fast simulates, which a game of 3"):
        check_players([STATIC, load_strategy("sim_fast"), STATIC])
