"""Inference of the opponent's rack, compared with complete enumeration, and its properties."""

import doctest
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields
from odd_games import change_rules, make_odd_strategy
from slow_inference import SlowInference
from small_games import SmallGame, small_games
from tiny_game import tiny_lexicon, tiny_variant

from movegen import (
    Game,
    Lexicon,
    LexiconError,
    Move,
    MoveKind,
    Position,
    PositionError,
    Rack,
    TileSet,
    Variant,
)
from movegen.position import MoveGenerator
from movegen.variant import ChallengeRule
from sims import play_static_games
from sims.simulation import SimulationPlan
from strategy import InferredRacks, LastMove, StaticStrategy, infer_from_game, infer_racks, load_strategy
from strategy.inference import InferenceConfig
from strategy.inference.inference import equities_lost
from strategy.leaves import all_multisets, count_multisets, count_ways, draw_tiles
from strategy.players import SimulationConfig
from strategy.players.static import StrategyConfig

pytestmark = pytest.mark.core

TINY, TINY_WORDS = tiny_variant(), tiny_lexicon()
LEXICON, STATIC = Lexicon.load(), load_strategy("static")
ENGLISH = TileSet.load("english")
GAME = play_static_games([STATIC] * 2, LEXICON, seed=11, turns=True).game(0)


@pytest.fixture(scope="module")
def strategy(tmp_path_factory: pytest.TempPathFactory) -> StaticStrategy:
    """Leaves that differ, a penalty on an empty board."""
    folder = tmp_path_factory.mktemp("strategy")
    (folder / "leaves.toml").write_text(
        '[first]\n"?" = 9\nA = 1\nB = -2.5\nE = 2\nR = 0.5\nS = 4\nT = 0.25\n'
        "[duplicate]\nA = -2\nB = -1\nE = -1.5\nR = -1\nS = -2\nT = -1\n",
        encoding="utf-8",
    )
    path = folder / "odd.toml"
    path.write_text(
        'kind = "static"\nleaves = "leaves.toml"\nopening_vowel_penalty = 0.7\n', encoding="utf-8"
    )
    return load_strategy(path)


def tiny_games(strategy: StaticStrategy) -> Iterator[Game]:
    played = play_static_games([strategy] * 2, TINY_WORDS, variant=TINY, seed=3, games=12, turns=True)
    return (played.game(number) for number in range(12))


def as_dict(racks: InferredRacks) -> dict[str, float]:
    return {str(rack): weight for rack, weight in racks.most_likely(len(racks))}


def check(
    position: Position, last: LastMove, strategy: StaticStrategy, known: Rack, tolerance: float = 1e-6
) -> InferredRacks:
    """Check that the probabilities agree with complete enumeration."""
    config = InferenceConfig(temperature=3.0, min_plausibility=0.02, samples=60_000)
    found = infer_racks(position, last, TINY_WORDS, strategy, known=known, config=config)
    expected = SlowInference(position, last, TINY_WORDS, strategy, 3.0, 0.02).chances(known)
    mine = as_dict(found)
    theirs = {str(rack): chance for rack, chance in expected.items()}
    assert mine.keys() <= theirs.keys()
    assert sum(abs(mine.get(rack, 0) - theirs[rack]) for rack in theirs) < tolerance
    assert (found.temperature, found.weights.sum()) == (3.0, pytest.approx(1))
    return found


def late_positions(strategy: StaticStrategy) -> list[tuple[Position, LastMove, Rack]]:
    """Positions with few unseen tiles, some in the bag, and the rack that the opponent holds now."""
    found = []
    for game in tiny_games(strategy):
        for turn in range(2, len(game.turns)):
            position, last = game.position(turn), LastMove.before_turn(game, turn)
            rack = game.turns[turn].rack  # of the opponent's next turn
            if last and rack and 5 <= len(position.unseen) <= 9:
                found.append((position, last, rack))
    return found


@pytest.mark.medium
def test_players_infer_with_what_was_fitted_to_engines() -> None:
    """The temperature follows the tiles in the bag; an analysis of a person's game keeps that of people."""
    (game,) = (play_static_games([STATIC] * 2, LEXICON, seed=5, turns=True).game(0),)
    config = SimulationConfig(name="mine", kind="simulation", iterations=10, infer=True)
    used = {}
    for turn in range(2, len(game.turns)):
        position, last = game.position(turn).without_other_racks(), LastMove.before_turn(game, turn)
        if position.bag_count and last is not None:
            for plan in (SimulationPlan.of(config, 3), SimulationPlan(seed=3, infer=True)):
                racks = plan.with_opponent_rack(position, last, LEXICON, STATIC).opponent_rack
                assert isinstance(racks, InferredRacks)
                used[position.bag_count, plan.against_engine] = racks.temperature
                fitted = InferenceConfig.of_engines(position.bag_count)
                expected = fitted if plan.against_engine else InferenceConfig()
                same = infer_racks(position, last, LEXICON, STATIC, seed=3, config=expected)
                assert racks.most_likely(5) == same.most_likely(5)
                assert racks.temperature == expected.temperature
    assert {temperature for (_, engine), temperature in used.items() if engine} >= {1.6, 2.3, 4.5}


def test_plays(strategy: StaticStrategy) -> None:
    cases = [case for case in late_positions(strategy) if case[1].move.kind is MoveKind.PLAY]
    assert len({len(last.move.tiles_used) for _, last, _ in cases}) >= 3
    for position, last, _ in cases[:12]:
        racks = check(position, last, strategy, Rack.empty(TINY.tiles))
        assert racks.is_exact


def test_known_tiles(strategy: StaticStrategy) -> None:
    """Know one tile, two, or the whole rack: held before the move, or drawn after it."""
    cases = [case for case in late_positions(strategy) if case[1].move.kind is MoveKind.PLAY]
    for position, last, rack in cases[:6]:
        tiles = list(bytes(rack))
        for count in (1, 2, len(tiles)):
            known = Rack.from_tiles(TINY.tiles, tiles[:count])
            racks = check(position, last, strategy, known)
            assert all(leave.contains(known) for leave, _ in racks.most_likely(len(racks)))
        assert as_dict(racks) == {str(rack): 1}


def test_an_opening(strategy: StaticStrategy) -> None:
    """The penalty for vowels counts, and many leaves are possible."""
    game = next(game for game in tiny_games(strategy) if game.turns[0].move.kind is MoveKind.PLAY)  # type: ignore[union-attr]
    last = LastMove.before_turn(game, 2)
    assert last
    check(game.position(2), last, strategy, Rack.empty(TINY.tiles))


def other_last_moves(strategy: StaticStrategy) -> Iterator[tuple[Position, Rack]]:
    """Positions to which moves that lay no tiles can have led."""
    for position, _, rack in late_positions(strategy):
        if position.bag_count >= 4:
            yield position, rack


def test_passes(strategy: StaticStrategy) -> None:
    for position, rack in list(other_last_moves(strategy))[:3]:
        last = LastMove(position.board, Move.pass_turn(TINY.tiles))
        check(position, last, strategy, Rack.empty(TINY.tiles))
        check(position, last, strategy, Rack.from_tiles(TINY.tiles, list(bytes(rack))[:2]))


@pytest.mark.parametrize("count", [1, 2, 4])
def test_exchanges(strategy: StaticStrategy, count: int) -> None:
    """The exchanged tiles are sampled, so the result is only near the exact one."""
    for position, rack in list(other_last_moves(strategy))[:2]:
        last = LastMove(position.board, Move.exchange_unknown(TINY.tiles, count))
        racks = check(position, last, strategy, Rack.empty(TINY.tiles), tolerance=0.03)
        assert not racks.is_exact
        check(position, last, strategy, Rack.from_tiles(TINY.tiles, list(bytes(rack))[:1]), tolerance=0.03)


def test_plays_taken_back(strategy: StaticStrategy) -> None:
    """A withdrawn play shows its tiles and leaves the rack unchanged."""
    for position, last, _ in late_positions(strategy)[:6]:
        if last.move.kind is not MoveKind.PLAY:
            continue
        before = replace(position, board=last.board)
        if not before.bag_count or not before.unseen.contains(last.move.tiles_used):
            continue
        withdrawn = replace(last, is_withdrawn=True)
        racks = check(before, withdrawn, strategy, last.move.tiles_used)
        assert all(leave.contains(last.move.tiles_used) for leave, _ in racks.most_likely(len(racks)))
        assert (racks.leaves.sum(axis=1) == TINY.rules.rack_size).all()


def test_samples_are_near_exact_results() -> None:
    """Sample leaves of two to four tiles in a standard game, with and without known tiles."""
    for turn, known in ((8, ""), (8, "E")):
        last, position = LastMove.before_turn(GAME, turn), GAME.position(turn)
        assert last
        exact, rough = (
            infer_racks(
                position,
                last,
                LEXICON,
                STATIC,
                known=ENGLISH.parse_rack(known),
                config=InferenceConfig(max_exact=max_exact, samples=10_000, temperature=5.0),
            )
            for max_exact in (25_000, 0)
        )
        assert exact.is_exact
        assert not rough.is_exact
        assert rough.examined == 10_000
        assert np.abs(exact.tile_chances() - rough.tile_chances()).max() < 0.05


def check_losses(
    position: Position, last: LastMove, strategy: StaticStrategy, lexicon: Lexicon, seed: int
) -> None:
    """Check the losses of some racks against a ranking of all their moves."""
    variant, used = position.variant, last.move.tiles_used
    unseen = np.broadcast_to(position.unseen.array, (5, variant.tiles.size))
    leaves = draw_tiles(unseen, variant.rules.rack_size - len(used), np.random.Philox(key=seed))
    lost = equities_lost(position, last, lexicon, strategy, leaves + used.array, leaves)
    generator = MoveGenerator(variant, lexicon, last.board)
    bag_count = position.bag_count + (len(used) if last.move.kind is MoveKind.PLAY else 0)
    for leave, found in zip(leaves.tolist(), lost.tolist(), strict=True):
        rack = Rack(variant.tiles, tuple(leave)) + used
        ranked = strategy.rank(generator.moves(rack, bag_count), bag_count, position.unseen)
        index = ranked.moves.find(last.move)
        assert index is not None
        assert found == ranked.equities[0] - ranked.equities[index]


@settings(max_examples=40)
@given(small_games(), st.integers(0, 2**32))
def test_losses(tmp_path_factory: pytest.TempPathFactory, game: SmallGame, seed: int) -> None:
    """Losses are right for any alphabet, board and rules."""
    chance = np.random.default_rng(seed)
    game = change_rules(game, chance)
    strategy = make_odd_strategy(game, tmp_path_factory.mktemp("leaves"), chance)
    played = play_static_games([strategy] * 2, game.lexicon, variant=game.variant, seed=seed, turns=True)
    record = played.game(0)
    for turn in range(2, min(6, len(record.turns) + 1)):
        position, last = record.position(turn), LastMove.before_turn(record, turn)
        if last and position.bag_count:
            check_losses(position, last, strategy, game.lexicon, seed)


def test_exchanges_possible_before_the_move(strategy: StaticStrategy, tmp_path: Path) -> None:
    """Exchanging all tiles was best and possible before the move, when the bag had more tiles."""
    (tmp_path / "harsh.toml").write_text(
        "[first]\n" + "".join(f'"{tile}" = -20\n' for tile in "?ABERST"), encoding="utf-8"
    )
    harsh = StaticStrategy(StrategyConfig(name="harsh", kind="static", leaves=str(tmp_path / "harsh.toml")))
    limit = TINY.rules.exchange_limit
    cases = 0
    for position, last, _ in late_positions(strategy):
        laid = len(last.move.tiles_used) if last.move.kind is MoveKind.PLAY else 0
        if position.bag_count < limit <= position.bag_count + laid:
            check_losses(position, last, harsh, TINY_WORDS, seed=1)
            cases += 1
    assert cases > 2


def test_seeds() -> None:
    """Seeds decide which leaves are sampled; enumeration does not use them."""
    last = LastMove.before_turn(GAME, 8)
    assert last

    def infer(max_exact: int, seed: int) -> list[int]:
        found = infer_racks(
            GAME.position(8),
            last,
            LEXICON,
            STATIC,
            seed=seed,
            config=InferenceConfig(max_exact=max_exact, samples=200),
        )
        return [*found.leaves.ravel().tolist(), *found.upto.tolist()]

    assert infer(25_000, 1) == infer(25_000, 2)
    assert infer(0, 1) == infer(0, 1) != infer(0, 2)


@pytest.mark.parametrize("turn", [5, 8])
def test_better_leaves_for_the_same_move(turn: int) -> None:
    """A high temperature leaves only the chances of the draw; a low one admits only best moves."""
    last, position = LastMove.before_turn(GAME, turn), GAME.position(turn)
    assert last
    used = last.move.tiles_used
    hot = infer_racks(
        position, last, LEXICON, STATIC, config=InferenceConfig(temperature=1e9, min_plausibility=0)
    )
    chances = count_ways(position.unseen.array, hot.leaves) / count_ways(hot.leaves + used.array, hot.leaves)
    assert hot.weights == pytest.approx(chances / chances.sum(), abs=1e-8)
    cold = infer_racks(
        position, last, LEXICON, STATIC, config=InferenceConfig(temperature=0.01, min_plausibility=0)
    )
    lost = equities_lost(position, last, LEXICON, STATIC, cold.leaves + used.array, cold.leaves)
    assert lost.max() < 500
    assert cold.effective_size < hot.effective_size


def test_leaves_have_unseen_tiles_only() -> None:
    """The true leave is among them."""
    for turn in range(6, 10):
        racks = infer_from_game(GAME, turn, LEXICON, STATIC)
        if racks is None or not racks.is_exact:
            continue
        position, event = GAME.position(turn), GAME.turns[turn - 2]
        assert event.rack
        assert event.move
        assert (racks.leaves <= position.unseen.array).all()
        truth = event.rack - event.move.tiles_used
        assert truth in [leave for leave, _ in racks.most_likely(len(racks))]


def test_games() -> None:
    """The first turn has no last move, a failed challenge gives no evidence, a phony's tiles are held."""
    assert infer_from_game(GAME, 1, LEXICON, STATIC) is None
    game = Game.new(with_challenges(ChallengeRule.DOUBLE), ["one", "two"])
    game.record_move("8D WAREZ", "WAREZIO")
    game.record_failed_challenge()
    game.record_move("-", "IOAAAAA")
    assert LastMove.before_turn(game, 3) is None
    game = Game.new(with_challenges(ChallengeRule.DOUBLE), ["one", "two"])
    game.record_move("8D WAREZ", "WAREZIO")
    game.record_move("9D XYQ", "XYQEEII")
    game.withdraw_phony()
    game.record_move("-", "IOAAAAA")
    racks = infer_from_game(game, 3, LEXICON, STATIC)
    assert racks
    assert all(
        leave.contains(ENGLISH.parse_rack("XYQ")) and len(leave) == 7 for leave, _ in racks.most_likely(99)
    )


def test_a_phony_late_in_a_game_is_withdrawn_too() -> None:
    game = Game.new(with_challenges(ChallengeRule.DOUBLE), ["one", "two"])
    game.record_move("8D WAREZ", "WAREZIO")
    game.record_move("9D XYQ", "XYQEEII")
    game.withdraw_phony()
    for move, rack in (
        ("7D IO", "IOAAAAA"),
        ("6D EE", "XYQEEII"),
        ("5D AA", "AAAAANN"),
        ("4D XYQ", "XYQIIII"),
    ):
        game.record_move(move, rack)
    game.withdraw_phony()
    found = [LastMove.before_turn(game, turn) for turn in range(2, 8)]
    assert [each and each.is_withdrawn for each in found] == [False, True, False, False, False, True]


def with_challenges(challenge: ChallengeRule) -> Variant:
    standard = Variant.standard()
    return replace(standard, rules=with_fields(standard.rules, challenge=challenge))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5), st.integers(0, 6), st.integers(0, 99))
def test_lists_of_leaves(counts: list[int], size: int, seed: int) -> None:
    """Each multiset is listed once, with the right number of ways; samples are among them."""
    tiles = np.array(counts)
    expected = Counter(combinations(np.repeat(np.arange(len(counts)), tiles).tolist(), size))
    listed = all_multisets(tiles, size)
    found = [tuple(np.repeat(np.arange(len(counts)), leave).tolist()) for leave in listed]
    assert sorted(found) == sorted(expected)
    assert count_multisets(tiles, size) == len(listed)
    assert dict(zip(found, count_ways(tiles, listed).tolist(), strict=True)) == expected
    if size <= tiles.sum():
        drawn = draw_tiles(np.broadcast_to(tiles, (9, len(tiles))), size, np.random.Philox(key=seed))
        assert (drawn.sum(axis=1) == size).all()
        assert (drawn <= tiles).all()


def test_draws_are_fair() -> None:
    """Draw two tiles of AAAB: half of the pairs have the B."""
    drawn = draw_tiles(np.broadcast_to(np.array([3, 1]), (8000, 2)), 2, np.random.Philox(key=1))
    assert abs(int(drawn[:, 1].sum()) - 4000) < 150  # 3.3 standard deviations


def test_an_empty_bag() -> None:
    """The opponent holds all unseen tiles."""
    turn = next(turn for turn in range(2, 40) if not GAME.position(turn).bag_count)
    racks = infer_from_game(GAME, turn, LEXICON, STATIC)
    assert racks
    assert as_dict(racks) == {str(GAME.position(turn).unseen): 1}


def test_the_example_of_the_documentation() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "inference.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 5) == (0, True)


def test_invalid_arguments() -> None:
    position, last = GAME.position(5), LastMove.before_turn(GAME, 5)
    assert last

    def check_refused(
        match: str, position: Position = position, last: LastMove = last, **options: Any
    ) -> None:
        given = {name: options.pop(name) for name in ("known", "seed") if name in options}
        with pytest.raises(PositionError, match=match):
            infer_racks(position, last, LEXICON, STATIC, config=InferenceConfig(**options), **given)

    check_refused("temperature of 0", temperature=0.0)
    check_refused("minimum plausibility of -1", min_plausibility=-1)
    check_refused("0 samples", samples=0)
    check_refused("-1 leaves", max_exact=-1)
    check_refused("seed -1", seed=-1)
    check_refused("cannot hold", known=ENGLISH.parse_rack("QQ"))
    check_refused("does not lead", last=replace(last, board=GAME.position(3).board))
    rack = position.rack - Rack.from_tiles(ENGLISH, bytes(position.rack)[:1])
    racks = tuple(rack if player == position.on_turn else None for player in range(2))
    check_refused("has 6 tiles", replace(position, racks=racks))
    check_refused("3 players", replace(position, racks=(*position.racks, None), scores=(*position.scores, 0)))
    with pytest.raises(LexiconError):
        infer_racks(position, last, TINY_WORDS, STATIC)
