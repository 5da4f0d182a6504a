"""Rollouts of the core are those that Python makes, however they are divided, sharing work or not."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from odd_games import change_rules, make_odd_strategy
from slow_endings import change_ending
from slow_rollouts import SlowTwoEndedBag, roll_out_slowly
from small_games import SmallGame, small_games

from movegen import (
    IllegalMoveError,
    Lexicon,
    LexiconError,
    Move,
    Position,
    PositionError,
    Rack,
    Tile,
    TileSet,
    Variant,
    read_cgp,
)
from movegen.variant import core_counts
from sims import RolloutBatch, RolloutSetting, play_static_games, roll_out
from sims.native import core
from strategy import InferredRacks, StaticStrategy, load_strategy

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
RACKH3 = load_strategy("rackh3")
ENGLISH = TileSet.load("english")
GAME = play_static_games([RACKH3] * 2, LEXICON, seed=11, turns=True).game(0)
MIDGAME = GAME.position(8)


def some_leaves(position: Position, count: int, chance: np.random.Generator) -> InferredRacks:
    """Leaves of different sizes that the opponent may hold, some of them the same."""
    unseen, held = list(bytes(position.unseen)), min(position.rules.rack_size, len(position.unseen))
    leaves = [
        Rack.from_tiles(position.variant.tiles, chance.permutation(unseen)[: chance.integers(0, held + 1)])
        for _ in range(count)
    ]
    arrays = np.array([leave.array for leave in leaves])
    return InferredRacks.from_weights(position.variant.tiles, arrays, chance.random(count) ** 4)


def some_moves(position: Position, strategy: StaticStrategy, lexicon: Lexicon, count: int) -> list[Move]:
    """The best moves, the best exchange and the pass."""
    found = strategy.candidates(position, lexicon)
    kinds = [candidate.move for candidate in found if candidate.move.kind.value != "play"]
    return [*(candidate.move for candidate in found[:count]), *kinds[:1], *kinds[-1:]]


def check_rollouts(setting: RolloutSetting, lexicon: Lexicon, iterations: range) -> None:
    """Record for record and ply for ply what Python makes of it."""
    for iteration in iterations:
        batch = roll_out(setting, lexicon, iteration, 1)
        for place in range(len(setting.records)):
            slow = roll_out_slowly(setting, lexicon, iteration, place)
            record = batch.rollouts[0, place]
            assert {name: int(record[name]) for name in record.dtype.names} == slow.record
            assert [tuple(square) for square in np.argwhere(batch.covered[place])] == sorted(slow.covered)
            assert batch.covered[place].sum() == len(slow.covered)
            for ply, sums in enumerate(batch.plies[place]):
                reported = [slow.plies[ply]] if ply < len(slow.plies) else []
                expected = [(len(reported), score, score**2, int(bingo)) for score, bingo in reported] or [
                    (0, 0, 0, 0)
                ]
                assert sums.tolist() == expected[0]


@pytest.mark.parametrize("plies", [0, 1, 2, 5])
@pytest.mark.parametrize("turn", [1, 2, 8, 14])
def test_positions_of_a_game(turn: int, plies: int) -> None:
    position = GAME.position(turn)
    moves = some_moves(position, RACKH3, LEXICON, 4)
    setting = RolloutSetting.of(position, moves, RACKH3, plies=plies, seed=3)
    check_rollouts(setting, LEXICON, range(2))


@pytest.mark.parametrize("bag", [8, 3, 1, 0])
def test_to_the_end_with_few_tiles(bag: int) -> None:
    position = next(GAME.position(turn) for turn in range(1, 40) if GAME.position(turn).bag_count <= bag)
    moves = some_moves(position, RACKH3, LEXICON, 4)
    setting = RolloutSetting.of(position, moves, RACKH3, plies="end", seed=4)
    check_rollouts(setting, LEXICON, range(3))
    assert (roll_out(setting, LEXICON, 0, 20).rollouts["ended"] == 1).all()


def test_blanks() -> None:
    """Two blanks on the rack, one with the opponent."""
    three = TileSet("three", (replace(ENGLISH.tiles[0], count=3), *ENGLISH.tiles[1:]))
    standard = Variant.standard()
    variant = Variant(three, standard.layout, standard.rules)
    lexicon = Lexicon.from_text("\n".join(LEXICON), three, "all")
    position = read_cgp("15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AE??RST/ 0/20 0", variant=variant)
    moves = some_moves(position, RACKH3, lexicon, 3)
    setting = RolloutSetting.of(position, moves, RACKH3, plies=2, opponent_rack=three.parse_rack("?Q"))
    check_rollouts(setting, lexicon, range(2))


def test_the_opponents_rack() -> None:
    """The opponent holds the known rack: the reply to a pass is the best move with it."""
    rack = Rack.from_tiles(ENGLISH, list(bytes(MIDGAME.unseen))[:7])
    racks = tuple(None if player == MIDGAME.on_turn else rack for player in range(2))
    opponents = replace(MIDGAME, on_turn=1 - MIDGAME.on_turn, racks=racks)
    best = RACKH3.candidates(opponents, LEXICON)[0]
    setting = RolloutSetting.of(MIDGAME, [Move.pass_turn(ENGLISH)], RACKH3, plies=1, opponent_rack=rack)
    batch = roll_out(setting, LEXICON, 0, 5)
    assert (batch.rollouts["spread"] == -best.score).all()
    assert batch.plies["points"][0, 0] == 5 * best.score


@pytest.mark.parametrize("turn", [2, 8])
def test_inferred_racks(turn: int) -> None:
    position = GAME.position(turn)
    moves = some_moves(position, RACKH3, LEXICON, 3)
    racks = some_leaves(position, 20, np.random.default_rng(turn))
    setting = RolloutSetting.of(position, moves, RACKH3, plies=2, seed=9, opponent_rack=racks)
    check_rollouts(setting, LEXICON, range(5))


def test_one_leave_is_a_known_rack() -> None:
    moves = some_moves(MIDGAME, RACKH3, LEXICON, 3)
    rack = Rack.from_tiles(ENGLISH, list(bytes(MIDGAME.unseen))[3:7])
    alone = InferredRacks.from_weights(ENGLISH, rack.array[np.newaxis], np.array([0.1]))
    one, other = (
        roll_out(RolloutSetting.of(MIDGAME, moves, RACKH3, opponent_rack=known), LEXICON, 0, 9).rollouts
        for known in (rack, alone)
    )
    assert one.tobytes() == other.tobytes()


def test_leaves_come_as_often_as_they_should() -> None:
    """Each leave is a whole rack with its own best reply, which identifies it in the results."""
    chance = np.random.default_rng(5)
    unseen = list(bytes(MIDGAME.unseen))
    racks = [Rack.from_tiles(ENGLISH, chance.permutation(unseen)[:7]) for _ in range(6)]
    weights = np.array([5.0, 1.0, 2.0, 0.0, 8.0, 4.0])
    listed = InferredRacks.from_weights(ENGLISH, np.array([rack.array for rack in racks]), weights)

    def results(known: Rack | InferredRacks, iterations: int) -> list[int]:
        setting = RolloutSetting.of(
            MIDGAME, [Move.pass_turn(ENGLISH)], RACKH3, plies=1, opponent_rack=known, seed=1
        )
        return [int(equity) for equity in roll_out(setting, LEXICON, 0, iterations).equities[:, 0]]

    reported = {results(rack, 1)[0]: weight for rack, weight in listed.most_likely()}
    assert len(reported) == len(listed) == 5
    found = results(listed, 20_000)
    expected = np.array([20_000 * weight for weight in reported.values()])
    counts = np.array([found.count(equity) for equity in reported])
    assert counts.sum() == 20_000
    assert ((counts - expected) ** 2 / expected).sum() < 18.5  # chi-squared, 4 degrees of freedom, 1 in 1000


@settings(max_examples=40)
@given(small_games(), st.integers(0, 2**32))
def test_odd_games(tmp_path_factory: pytest.TempPathFactory, game: SmallGame, seed: int) -> None:
    """Any alphabet, board and rules; exchanges, scoreless endings, racks of more than seven."""
    chance = np.random.default_rng(seed)
    check_odd_game(change_rules(game, chance), tmp_path_factory.mktemp("leaves"), chance, seed)


@pytest.mark.medium
@settings(max_examples=80)
@given(small_games(), st.integers(0, 2**32))
def test_other_endings(tmp_path_factory: pytest.TempPathFactory, game: SmallGame, seed: int) -> None:
    """The same where each player has a last turn, or where tiles left do not count."""
    chance = np.random.default_rng(seed)
    game = change_ending(change_rules(game, chance), chance)
    check_odd_game(game, tmp_path_factory.mktemp("leaves"), chance, seed)


def check_odd_game(game: SmallGame, folder: Path, chance: np.random.Generator, seed: int) -> None:
    """Check rollouts of a position of a game, to a horizon or to the end."""
    strategy = make_odd_strategy(game, folder, chance)
    played = play_static_games([strategy] * 2, game.lexicon, variant=game.variant, seed=seed, turns=True)
    record = played.game(0)
    position = record.position(int(chance.integers(1, len(record.turns) + 1)))
    if not len(position.unseen):
        return  # the last turn after the opponent went out
    moves = some_moves(position, strategy, game.lexicon, 3)
    plies = chance.choice([1, 2, 3, 4])
    racks = some_leaves(position, 5, chance) if seed % 2 else None
    setting = RolloutSetting.of(
        position,
        moves,
        strategy,
        plies="end" if plies == 4 else int(plies),
        seed=seed,
        opponent_rack=racks,
    )
    check_rollouts(setting, game.lexicon, range(2))


def midgame_setting(plies: int = 3) -> RolloutSetting:
    moves = some_moves(MIDGAME, RACKH3, LEXICON, 5)
    return RolloutSetting.of(MIDGAME, moves, RACKH3, plies=plies, seed=5)


def test_batches_may_be_divided() -> None:
    """In any parts, in any order, in threads, among candidates: the same bytes, and sums that add up."""
    setting = midgame_setting()
    whole = roll_out(setting, LEXICON, 10, 9)

    def part(of: tuple[int, int]) -> RolloutBatch:
        return roll_out(setting, LEXICON, *of)

    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(part, [(10, 4), (14, 1), (15, 4)]))
    assert np.concatenate([part.rollouts for part in parts]).tobytes() == whole.rollouts.tobytes()
    for name in whole.plies.dtype.names or ():
        assert (sum(part.plies[name] for part in parts) == whole.plies[name]).all()
    some = roll_out(setting, LEXICON, 10, 9, candidates=[4, 1])
    assert some.rollouts.tobytes() == np.ascontiguousarray(whole.rollouts[:, [4, 1]]).tobytes()
    assert some.plies.tobytes() == whole.plies[[4, 1]].tobytes()


def test_seeds_and_iterations_differ() -> None:
    setting = midgame_setting(plies=1)
    rollouts = roll_out(setting, LEXICON, 0, 2).rollouts
    other = roll_out(replace(setting, seed=6), LEXICON, 0, 1).rollouts
    assert rollouts[0].tobytes() != rollouts[1].tobytes()
    assert rollouts[0].tobytes() != other[0].tobytes()


def test_no_plies_are_the_static_equity() -> None:
    batch = roll_out(midgame_setting(plies=0), LEXICON, 0, 3)
    moves = midgame_setting().moves
    ranked = RACKH3.rank(moves, MIDGAME.bag_count, MIDGAME.unseen)
    expected = [ranked.equities[ranked.moves.find(move)] for move in moves]
    assert batch.equities.tolist() == [expected] * 3


@given(st.lists(st.integers(0, 9), min_size=3, max_size=12), st.integers(0, 2**64 - 1), st.data())
def test_the_bag_with_two_ends(counts: list[int], seed: int, data: st.DataObject) -> None:
    """Tile by tile the one written in Python, through draws and exchanges."""
    tile_set = TileSet.from_letters(
        "odd", [Tile(chr(65 + i), chr(97 + i), 9, 1) for i in range(len(counts) - 1)], blanks=9
    )
    everything = Rack(tile_set, tuple(counts))
    bag = core.TwoEndedBag(core_counts(everything.counts), seed, 3)
    slow = SlowTwoEndedBag(everything, seed, 3)
    while len(slow.tiles):
        player, most = data.draw(st.integers(0, 1)), min(7, len(slow.tiles))
        count = data.draw(st.integers(1, most))
        drawn = bag.draw(player, count)
        rack = slow.draw(player, count)
        assert sorted(drawn) == list(bytes(rack))
        if data.draw(st.integers(0, 3)) == 0 and len(slow.tiles) > 0:
            back = Rack.from_tiles(tile_set, drawn[: data.draw(st.integers(0, count))])
            bag.put_back(player, bytes(back))
            slow.put_back(player, back)
        assert len(bag) == len(slow.tiles)


def test_tiles_put_back_may_lie_anywhere() -> None:
    """Every place of the bag is as likely for a tile given back, at either player's end."""
    tile_set = TileSet.from_letters("ab", [Tile("A", "a", 9, 1), Tile("B", "b", 1, 1)], blanks=0)
    for player in (0, 1):
        places = np.zeros(9)
        for stream in range(1800):
            bag = core.TwoEndedBag(core_counts((0, 9, 0)), 1, stream)
            bag.draw(player, 1)
            bag.put_back(player, bytes([tile_set.parse_word("B")[0]]))
            places[list(bag.draw(0, 9)).index(2)] += 1
        assert (
            (places - 200) ** 2 / 200
        ).sum() < 26.1  # chi-squared of 8 degrees of freedom, one in a thousand


def test_what_is_refused() -> None:
    moves = list(midgame_setting().moves)
    pass_turn = Move.pass_turn(ENGLISH)

    def refused(
        match: str, position: Position = MIDGAME, candidates: list[Move] = moves, **options: object
    ) -> None:
        with pytest.raises((PositionError, IllegalMoveError), match=match):
            RolloutSetting.of(position, candidates, RACKH3, **options)  # type: ignore[arg-type]

    refused("no candidates", candidates=[])
    refused("-1 plies", plies=-1)
    refused("0 nodes of an endgame", endgame_nodes=0)
    refused("seed -1", seed=-1)
    refused("cannot hold", opponent_rack=ENGLISH.parse_rack("QQ"))
    refused("cannot hold", opponent_rack=ENGLISH.parse_rack("EEEEAAII"))
    for leaves in ("QQ", "EEEEAAII"):
        counts = np.array([ENGLISH.parse_rack(leave).array for leave in ("E", leaves)])
        refused("cannot hold", opponent_rack=InferredRacks.from_weights(ENGLISH, counts, np.ones(2)))
    refused(
        "has 6 tiles",
        read_cgp("15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AEINRS/ 0/20 0"),
        [pass_turn],
    )
    refused("game is over", replace(MIDGAME, scoreless_turns=6), [pass_turn])
    three = replace(MIDGAME, racks=(*MIDGAME.racks, None), scores=(*MIDGAME.scores, 0))
    refused("3 players", three, [pass_turn])
    refused("8D is taken", candidates=[move for move in [GAME.turns[0].move] if move])
    with pytest.raises(LexiconError, match="other letters"):
        roll_out(
            midgame_setting(),
            Lexicon.from_words(["ab"], TileSet.from_letters("ab", ENGLISH.tiles[1:3], blanks=0)),
            0,
            1,
        )
    with pytest.raises(PositionError, match="give "):
        roll_out(midgame_setting(), LEXICON, -1, 1)


def test_settings_go_to_other_processes() -> None:
    setting = midgame_setting()
    again = pickle.loads(pickle.dumps(setting))
    assert (
        roll_out(again, LEXICON, 0, 2).rollouts.tobytes()
        == roll_out(setting, LEXICON, 0, 2).rollouts.tobytes()
    )
