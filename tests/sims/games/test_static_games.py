"""Games played in the core are those that Python plays, turn by turn; what it counts is so."""

import itertools
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields
from odd_games import change_rules, make_odd_strategy
from small_games import SmallGame, small_games
from tiny_game import tiny_lexicon, tiny_variant

from movegen import (
    ConfigError,
    EventKind,
    Game,
    Lexicon,
    LexiconError,
    PositionError,
    Rack,
    Tile,
    TileSet,
    Variant,
    format_gcg,
)
from sims import StaticGames, play_game, play_static_games
from strategy import Leaves, LeaveTable, StaticStrategy, load_strategy, write_klv2
from strategy.leaves import all_keys
from strategy.players import StrategyConfig

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
NAMES = ["greedy", "rackh1", "rackh2", "rackh3", "static"]


def check_game(played: StaticGames, place: int, expected: Game) -> None:
    """Check a game of a batch and its records against the expected game."""
    record, players = played.games[place], len(expected.players)
    game = played.game(int(record["game"]))
    assert format_gcg(game) == format_gcg(expected)
    assert record["scores"].tolist() == [*expected.scores] + [0] * (4 - players)
    assert record["turns"] == len(expected.turns)
    out = expected.state.out_player
    assert (record["ending"], record["out_player"]) == ((1, 0) if out is None else (0, out))
    for field, kind in (("exchanges", EventKind.EXCHANGE), ("passes", EventKind.PASS)):
        counts = [
            sum(event.kind is kind for event in expected.turns if event.player == who) for who in range(4)
        ]
        assert record[field].tolist() == counts
    plays = [
        event for event in expected.turns if event.kind is EventKind.PLAY and event.tiles_used is not None
    ]
    bingos = [
        event.player for event in plays if len(event.tiles_used or ()) >= game.variant.rules.bingo_tiles
    ]
    assert record["bingos"].tolist() == [bingos.count(who) for who in range(4)]


def check_turns(played: StaticGames, number: int, strategies: list[StaticStrategy], lexicon: Lexicon) -> None:
    """The records of each turn give the position and equity that Python computes."""
    assert played.turns is not None
    game = played.game(number)
    tiles = played.variant.tiles
    for turn, record in enumerate(played.turns[played.turns["game"] == number], start=1):
        position = game.position(turn)
        assert (record["turn"], record["player"]) == (turn, position.on_turn)
        assert record["bag_count"] == position.bag_count
        assert record["scores"].tolist()[: position.players] == [*position.scores]
        assert Rack.from_tiles(tiles, record["rack"][: record["rack_size"]].tolist()) == position.rack
        assert not record["rack"][record["rack_size"] :].any()
        best = strategies[position.on_turn].candidates(position, lexicon)
        assert record["equity"] == best.equities[0]


@pytest.mark.parametrize("pair", list(itertools.product(NAMES, NAMES)), ids="-".join)
def test_the_shipped_strategies(pair: tuple[str, str]) -> None:
    strategies = [load_strategy(name) for name in pair]
    played = play_static_games(strategies, LEXICON, seed=7, games=range(3, 5), turns=True)
    assert played.games["game"].tolist() == [3, 4]
    for place, number in enumerate((3, 4)):
        check_game(played, place, play_game(strategies, LEXICON, seed=7, number=number))


@pytest.mark.parametrize("players", [3, 4])
def test_more_players(players: int) -> None:
    strategies = [load_strategy(name) for name in NAMES[:players]]
    played = play_static_games(strategies, LEXICON, seed=1, games=3, turns=True)
    for number in range(3):
        check_game(played, number, play_game(strategies, LEXICON, seed=1, number=number))
    check_turns(played, 0, strategies, LEXICON)


def test_a_larger_board() -> None:
    variant, lexicon = Variant.load("super"), Lexicon.load(longest=21)
    strategies = [load_strategy("rackh3"), load_strategy("rackh1")]
    played = play_static_games(strategies, lexicon, variant=variant, seed=2, games=1, turns=True)
    check_game(played, 0, play_game(strategies, lexicon, variant=variant, seed=2))
    check_turns(played, 0, strategies, lexicon)


def test_a_table_of_leaves(tmp_path: Path) -> None:
    """Leaves of up to four tiles from a file, longer ones worth nothing."""
    path = tmp_path / "four.klv2"
    write_klv2(LeaveTable.from_heuristic(Leaves.load("rackh3", TileSet.load("english")), 4), path)
    strategies = [StaticStrategy(StrategyConfig(name="four", kind="static", leaves=str(path)))] * 2
    played = play_static_games(strategies, LEXICON, seed=3, games=2, turns=True)
    check_game(played, 1, play_game(strategies, LEXICON, seed=3, number=1))
    check_turns(played, 1, strategies, LEXICON)


def test_passes_keep_racks_that_are_worth_something(tmp_path: Path) -> None:
    """A table of leaves ends a tile short of a rack; passes are frequent in a game of few words."""
    variant, lexicon = tiny_variant(), tiny_lexicon()
    keys = all_keys(variant.tiles, 3)
    points = np.random.default_rng(1).integers(-9000, 9000, len(keys))
    path = tmp_path / "drawn.klv2"
    write_klv2(LeaveTable(variant.tiles, "drawn", keys, points), path)
    strategies = [StaticStrategy.load(str(path))] * 2
    played = play_static_games(strategies, lexicon, variant=variant, seed=1, games=12, turns=True)
    assert played.turns is not None
    passes = (played.turns["move"]["kind"] == 2) & (played.turns["bag_count"] > 0)
    assert played.turns["equity"][passes].any()
    for number in range(12):
        check_game(played, number, play_game(strategies, lexicon, variant=variant, seed=1, number=number))
        check_turns(played, number, strategies, lexicon)


@pytest.mark.medium
@settings(max_examples=60)
@given(small_games(), st.integers(0, 2**32))
def test_odd_games(tmp_path_factory: pytest.TempPathFactory, game: SmallGame, seed: int) -> None:
    """Any alphabet, board and rules: ties, few tiles to exchange, vowels on the first play, wide boards."""
    chance = np.random.default_rng(seed)
    game = change_rules(game, chance)
    folder = tmp_path_factory.mktemp("leaves")
    strategies = [make_odd_strategy(game, folder, chance) for _ in range(2)]
    played = play_static_games(strategies, game.lexicon, variant=game.variant, seed=seed, games=2, turns=True)
    for number in range(2):
        expected = play_game(strategies, game.lexicon, variant=game.variant, seed=seed, number=number)
        check_game(played, number, expected)


def plain_variant(tiles: int, points: int, **rules: int) -> Variant:
    """Make a variant with copies of the tile A only, racks of two and the standard board."""
    standard = Variant.standard()
    few = TileSet.from_letters("A", [Tile("A", "a", tiles, points)], blanks=0)
    return Variant(few, standard.layout, with_fields(standard.rules, rack_size=2, players_max=2, **rules))


@pytest.mark.parametrize(("in_bag", "limit", "exchanged"), [(3, 3, 2), (2, 3, 0), (1, 1, 1)])
def test_how_many_tiles_are_exchanged(tmp_path: Path, in_bag: int, limit: int, exchanged: int) -> None:
    """Nothing can be played, and a leave is worth the more the smaller it is."""
    path = tmp_path / "less.toml"
    path.write_text('[first]\nA = -1\n"?" = -1\n', encoding="utf-8")
    variant = plain_variant(4 + in_bag, points=1, bingo_tiles=2, exchange_limit=limit)
    lexicon = Lexicon.from_words(["aaa"], variant.tiles)
    strategies = [StaticStrategy(StrategyConfig(name="less", kind="static", leaves=str(path)))] * 2
    played = play_static_games(strategies, lexicon, variant=variant, turns=True)
    check_game(played, 0, play_game(strategies, lexicon, variant=variant))
    assert played.turns is not None
    assert played.turns["move"]["placed"].tolist() == [exchanged] * 6
    assert played.games["scores"][0].tolist() == [-2, -2, 0, 0]


def test_plays_without_points_are_scoreless_turns() -> None:
    variant = plain_variant(40, points=0, bingo_tiles=2, bingo_bonus=0, scoreless_turns=3)
    lexicon = Lexicon.from_words(["aa", "aaa", "aaaa"], variant.tiles)
    strategies = [load_strategy("greedy")] * 2
    played = play_static_games(strategies, lexicon, variant=variant, turns=True)
    check_game(played, 0, play_game(strategies, lexicon, variant=variant))
    assert (played.games["turns"][0], played.games["ending"][0]) == (3, 1)


def test_a_series_may_be_divided() -> None:
    """In any parts, in any order, in threads: the same bytes."""
    strategies = [load_strategy("rackh2"), load_strategy("greedy")]

    def play(part: tuple[int, int]) -> StaticGames:
        return play_static_games(strategies, LEXICON, seed=9, games=range(*part), turns=True)

    whole = play((100, 106))
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(play, [(103, 106), (100, 101), (101, 103)]))
    parts.sort(key=lambda part: int(part.games["game"][0]))
    assert np.concatenate([part.games for part in parts]).tobytes() == whole.games.tobytes()
    turns = [part.turns for part in parts if part.turns is not None]
    assert whole.turns is not None
    assert np.concatenate(turns).tobytes() == whole.turns.tobytes()


def test_turns_only_on_request() -> None:
    played = play_static_games([load_strategy("rackh3")] * 2, LEXICON, games=300)
    assert len(played) == 300 and played.games["game"].tolist() == list(range(300))  # more than one block
    assert played.turns is None
    with pytest.raises(PositionError, match="turns of game 0 were not recorded; play with turns=True"):
        played.game(0)
    assert len(play_static_games([load_strategy("rackh3")] * 2, LEXICON, games=0, turns=True)) == 0


def test_what_is_refused() -> None:
    pair, standard = [load_strategy("rackh3")] * 2, Variant.standard()
    endless = Variant(standard.tiles, standard.layout, with_fields(standard.rules, scoreless_turns=0))
    with pytest.raises(PositionError, match="might never end"):
        play_static_games(pair, LEXICON, variant=endless)
    with pytest.raises(PositionError, match="might never end"):
        play_game(pair, LEXICON, variant=endless)
    with pytest.raises(PositionError, match="1 players; expected 2 to 4"):
        play_static_games(pair[:1], LEXICON)
    with pytest.raises(LexiconError, match="other letters"):
        play_static_games(
            pair, Lexicon.from_words(["ab"], TileSet.from_letters("ab", standard.tiles.tiles[1:3], blanks=0))
        )
    for wrong in (
        {"seed": -1},
        {"seed": 2**64},
        {"games": range(-1, 1)},
        {"games": range(2**63, 2**63 + 1)},
        {"games": range(3, 1, -1)},
        {"games": -1},
        {"games": 2**63},
        {"games": 2.5},
        {"games": None},
    ):
        with pytest.raises(PositionError, match=r"expected 0 to|give 0 or more|give at most|a whole number"):
            play_static_games(pair, LEXICON, **wrong)
    assert len(play_static_games(pair, LEXICON, games=np.int64(3))) == 3  # type: ignore[arg-type]
    for name in ("sim_2ply", "champion"):
        with pytest.raises(ConfigError, match=f"the strategy '{name}' simulates moves, but a static one"):
            play_static_games([pair[0], load_strategy(name)], LEXICON)  # type: ignore[list-item]
    with pytest.raises(ConfigError, match="'greedy' is not a strategy; load it with load_strategy"):
        play_static_games([pair[0], "greedy"], LEXICON)  # type: ignore[list-item]
    with pytest.raises(PositionError, match="game 5 was not played"):
        play_static_games(pair, LEXICON, turns=True).game(5)


def test_frames_of_games_and_turns() -> None:
    pandas = pytest.importorskip("pandas")
    players = [load_strategy("static"), load_strategy("greedy"), load_strategy("rackh1")]
    played = play_static_games(players, LEXICON, games=3, seed=4, turns=True)
    games, turns = played.to_frame(), played.to_frame("turns")
    for frame in (games, turns):
        assert all(kind.kind != "u" for kind in frame.dtypes if isinstance(kind, np.dtype))
    assert (
        isinstance(games, pandas.DataFrame) and len(games) == 9 and len(turns) == played.games["turns"].sum()
    )
    for number in range(3):
        game = played.game(number)
        rows = games[games.game == number].to_dict("records")
        assert [row["score"] for row in rows] == list(game.scores)
        assert [row["name"] for row in rows] == ["static", "greedy", "rackh1"]
        for player, row in enumerate(rows):
            others = [score for other, score in enumerate(game.scores) if other != player]
            assert row["spread"] == game.scores[player] - max(others)
        for row, event in zip(turns[turns.game == number].to_dict("records"), game.turns, strict=True):
            position = game.position(row["turn"])
            assert (row["player"], row["rack"], row["score"]) == (event.player, str(event.rack), event.score)
            assert (row["kind"], row["bag_count"]) == (event.kind.value, position.bag_count)
            assert event.move is not None and row["tiles"] == len(event.move.tiles_used)
            scores = [score for other, score in enumerate(position.scores) if other != event.player]
            assert row["lead"] == position.scores[event.player] - max(scores)
    assert turns.equity[0] == played.turns["equity"][0] / 1000  # type: ignore[index]
    with pytest.raises(PositionError, match="play with turns=True"):
        play_static_games(players, LEXICON, games=1).to_frame("turns")
    with pytest.raises(PositionError, match="expected games or turns"):
        played.to_frame("moves")  # type: ignore[arg-type]


def test_equal_games() -> None:
    players = [load_strategy("static"), load_strategy("greedy")]
    one, other = (play_static_games(players, LEXICON, games=2, turns=True) for _ in range(2))
    assert one == other == pickle.loads(pickle.dumps(one)) and hash(one) == hash(other)
    assert one.seconds != other.seconds
    assert one != play_static_games(players, LEXICON, games=2) and one != "games"
    assert one != play_static_games(players, LEXICON, games=2, turns=True, seed=1)
