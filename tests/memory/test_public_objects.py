"""What Python can do to public objects between making and using them: an error, never a crash or a wait."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from movegen import Board, Lexicon, Position, Rack, TileSet, Variant
from movegen.errors import ArgumentError, JackdawError, LexiconError, PositionError
from movegen.position import MoveGenerator
from sims.games import play_static_games
from sims.simulation.rollouts import RolloutSetting, roll_out
from strategy import load_strategy
from strategy.endgame import PreendgameOptions, solve_endgame
from strategy.inference import InferredRacks
from strategy.search_control import SearchLimits
from strategy.winprob import WinTable

ENGLISH = TileSet.load("english")
STANDARD = Variant.standard()
ENDGAME = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
HOSTILE_NUMBERS: tuple[Any, ...] = (
    -1,
    2**31,
    2**60,
    2**63,
    2**64,
    10**30,
    10**5000,
    1.5,
    float("nan"),
    float("inf"),
    "1",
)


def position(rack: str = "RETAINS", **changes: Any) -> Position:
    board = Board.empty(STANDARD)
    return Position(
        board=board,
        racks=(ENGLISH.parse_rack(rack), None),
        scores=(0, 0),
        on_turn=0,
        variant=STANDARD,
        **changes,
    )


def few_tiles(bag: int) -> Position:
    """A position with so many tiles in the bag, of a small tile set."""
    tiles = ENGLISH.parse_rack("AADEEGILNORSTU" + "IO"[:bag])
    small = replace(
        ENGLISH, tiles=tuple(replace(tile, count=tiles.counts[i]) for i, tile in enumerate(ENGLISH.tiles))
    )
    return small and _placed(small)


def _placed(tiles: TileSet) -> Position:
    rules = STANDARD.rules
    variant = Variant(tiles, STANDARD.layout, type(rules)(players_max=2, rack_size=6))
    board = Board.empty(variant)
    move = next(iter(MoveGenerator(variant, Lexicon.load(), board).moves(tiles.parse_rack("AN"), 0)))
    return Position(
        board=board.place(move),
        racks=(tiles.parse_rack("ADEGIL"), None),
        scores=(0, 0),
        on_turn=0,
        variant=variant,
    )


def setting() -> RolloutSetting:
    here = position()
    return RolloutSetting.of(here, here.moves(Lexicon.load())[:3], load_strategy("rackh3"))


def inferred() -> InferredRacks:
    leaves = [ENGLISH.parse_rack(text).counts for text in ("ER", "Q", "S")]
    return InferredRacks.from_weights(ENGLISH, np.array(leaves), np.array([3.0, 1.0, 2.0]))


@pytest.mark.parametrize(
    "array",
    [
        lambda: Lexicon.from_words(["ENVY", "NE"], ENGLISH).data.words,
        lambda: Lexicon.from_words(["ENVY", "NE"], ENGLISH).data.word_map,
        lambda: Lexicon.load().data.words,
        lambda: inferred().leaves,
        lambda: inferred().upto,
        lambda: setting().records,
        lambda: position().board.squares,
    ],
)
def test_arrays_cannot_be_written_to(array: Any) -> None:
    values = array()
    with pytest.raises(ValueError, match="read-only"):
        values[...] = values[...]
    with pytest.raises(ValueError, match="WRITEABLE"):
        values.flags.writeable = True


def test_records_of_other_moves_are_refused() -> None:
    """Fields of frozen dataclasses can still be given any value when they are made."""
    whole = setting()
    for field, values in {
        "lane": (15, 255),
        "start": (12, 255),
        "length": (0, 16, 255),
        "leave": (5, 65535),
        "kind": (3, 255),
        "direction": (2, 255),
        "placed": (0, 8, 255),
    }.items():
        for value in values:
            records = whole.records.copy()
            records[field] = value
            with pytest.raises(ArgumentError, match=r"move|play"):
                roll_out(replace(whole, records=records), Lexicon.load(), 0, 4)
    assert roll_out(replace(whole, records=whole.records[:0]), Lexicon.load(), 0, 4).rollouts.size == 0


def test_leaves_that_nobody_can_hold_are_refused() -> None:
    whole = setting()
    racks = inferred()
    for leaves in (racks.leaves * 0 + 255, racks.leaves * 0 + 1, racks.leaves[:, :3]):
        lying = InferredRacks(ENGLISH, leaves, racks.upto, 1.0, 3)
        try:
            roll_out(replace(whole, opponent_rack=lying), Lexicon.load(), 0, 8)
        except ArgumentError as error:
            assert "the opponent cannot hold a leave" in str(error)
        else:
            assert leaves.shape[1] == 3
    short = InferredRacks(ENGLISH, racks.leaves, racks.upto[:1], 1.0, 3)
    falling = InferredRacks(ENGLISH, racks.leaves, racks.upto * 0, 1.0, 3)
    for lying in (short, falling):
        with pytest.raises(ArgumentError, match="weight"):
            roll_out(replace(whole, opponent_rack=lying), Lexicon.load(), 0, 8)


class LyingRack(Rack):
    """A rack of many more tiles than it says."""

    def __len__(self) -> int:
        return 1


class LyingPosition(Position):
    """A position whose bag never ends, and whose opponent holds nothing."""

    @property
    def bag_count(self) -> int:
        return 0

    @property
    def unseen(self) -> Rack:
        return Rack.empty(self.variant.tiles)


def test_a_rack_that_lies_about_its_size() -> None:
    rack = LyingRack(ENGLISH, ENGLISH.counts)
    generator = MoveGenerator(STANDARD, Lexicon.load())
    with pytest.raises(ArgumentError, match="the rack has too many tiles"):
        generator.moves(rack, 50)


def test_a_position_that_lies_about_its_tiles() -> None:
    here = position()
    lying = LyingPosition(
        **{name: getattr(here, name) for name in ("board", "racks", "scores", "on_turn", "variant")}
    )
    moves = here.moves(Lexicon.load())[:2].records
    lying_setting = RolloutSetting(lying, moves, load_strategy("rackh3"), Rack.empty(ENGLISH), 2, 0)
    with pytest.raises(ArgumentError, match="the number of the opponent's tiles is out of range"):
        roll_out(lying_setting, Lexicon.load(), 0, 2)


def test_another_lexicon_in_the_place_of_a_graph() -> None:
    lexicon = Lexicon.from_words(["ENVY", "NE"], ENGLISH)
    lexicon.word_map = Lexicon.from_words(["ŻAR"], TileSet.load("polish")).word_map
    with pytest.raises(ArgumentError, match="the word map is for other letters"):
        play_static_games([load_strategy("greedy")] * 2, lexicon, games=1)


@pytest.mark.parametrize(
    "value", HOSTILE_NUMBERS, ids=lambda value: str(value)[:12] if value != 10**5000 else "long"
)
@pytest.mark.parametrize("name", ["memory", "nodes", "workers", "seconds"])
def test_limits_of_searches(name: str, value: Any) -> None:
    here = few_tiles(0)
    limits = SearchLimits(**{name: value})
    if (name == "seconds" and value == 1.5) or (name == "nodes" and value in (2**31, 2**60)):
        limits.check()
        return
    with pytest.raises(PositionError, match="; give"):
        solve_endgame(here, Lexicon.load(), limits=limits)


def test_a_terabyte_of_memory() -> None:
    """It is allocated lazily; a system that refuses gives an error of ours."""
    try:
        solve_endgame(few_tiles(0), Lexicon.load(), limits=SearchLimits(memory=1 << 20, nodes=10))
    except JackdawError as error:
        assert "memory" in str(error)
    with pytest.raises(PositionError, match="a memory limit of 8388608 MB; give at most 1048576"):
        solve_endgame(few_tiles(0), Lexicon.load(), limits=SearchLimits(memory=8 << 20))


@pytest.mark.parametrize(
    "value", HOSTILE_NUMBERS, ids=lambda value: str(value)[:12] if value != 10**5000 else "long"
)
def test_other_numbers(value: Any) -> None:
    lexicon, strategy, here = Lexicon.load(), load_strategy("greedy"), position()
    calls: list[Any] = [
        lambda: solve_endgame(few_tiles(0), lexicon, moves=value, limits=SearchLimits(nodes=10)),
        lambda: solve_endgame(few_tiles(0), lexicon, scoreless_turns=value),
        PreendgameOptions(samples=value).check,
        lambda: replace(here, scores=(value, 0)).moves(lexicon),
        lambda: replace(here, scoreless_turns=value),
        lambda: play_static_games([strategy] * 2, lexicon, seed=value, games=0),
        lambda: RolloutSetting.of(here, here.moves(lexicon)[:1], strategy, plies=value),
        lambda: RolloutSetting.of(here, here.moves(lexicon)[:1], strategy, seed=value),
        lambda: roll_out(setting(), lexicon, value, 0),
        lambda: roll_out(replace(setting(), plies=value), lexicon, 0, 0),
        lambda: roll_out(replace(setting(), seed=value), lexicon, 0, 0),
        lambda: WinTable.load().win_probability(value, 7),
        lambda: MoveGenerator(STANDARD, lexicon).moves(here.rack, value),
        lambda: MoveGenerator(STANDARD, lexicon).best_plays(here.rack, [value] * 128),
        lambda: MoveGenerator(STANDARD, lexicon).best_plays(here.rack, [0] * 128, count=value),
        lambda: MoveGenerator(STANDARD, lexicon).best_plays(here.rack, [0] * 128, margin=value),
    ]
    for call in calls:
        try:
            call()
        except (PositionError, LexiconError) as error:
            assert len(str(error)) < 500
