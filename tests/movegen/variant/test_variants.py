"""The generator on the boards, racks and bonuses of other games, against the oracle, in games at random."""

import random

import pytest
from move_oracle import MoveOracle
from small_games import SmallGame, collect_plays, expected_plays

from movegen.board import MoveKind, score_play
from movegen.lexicon import Lexicon
from movegen.variant import BoardLayout, Rules, Variant

pytestmark = pytest.mark.core

LIST = """
AB AD AE AI AN AR AS AT BE BEAD BEADS DARE DARES DATE EARN EAT EAR EARNED EASTER IN IRATE IS ISLAND IT NEAR
NEARS NEAREST NEST NET NETS RAIN RAINED RAINS REST RETAINS RETAINED RESTRAIN RESTRAINED SAD SEA SEAT SEATED
SET STAIN STAINED STAND TAR TEA TEAR TEARS TEN TIE TIED TIN TRAIN TRAINED TRAINEES RESTRAINTS DETAINEES
"""
WORDS = LIST.split()
SLANTED = BoardLayout.from_rows(
    "slanted", ["#" + "-'=\" ^~ "[row % 8 :] + " " * (row % 8 + 4) for row in range(9)], "5G"
)


def game_of(name: str) -> SmallGame:
    """A board and a rack size, with tiles of both."""
    layout, rack_size, bonuses = {
        "super": (BoardLayout.load("super21"), 7, ()),
        "super of 8": (BoardLayout.load("super21"), 8, ((8, 75),)),
        "25 x 25": (BoardLayout.plain("plain", 25, 25), 9, ((8, 75), (9, 100))),
        "9 x 13": (SLANTED, 5, ()),
        "blocked": (BoardLayout.load("blocked15"), 7, ()),
        "blocked of 9": (BoardLayout.load("blocked15"), 9, ((9, 1),)),
    }[name]
    rules = Rules(rack_size=rack_size, bingo_tiles=min(7, rack_size), bingo_bonus=35, bonuses=bonuses)
    variant = Variant(Variant.load("super").tiles, layout, rules)
    words = frozenset(variant.tiles.parse_word(word) for word in WORDS)
    pool = tuple(sorted({letter for word in words for letter in word}))
    return SmallGame(
        variant, pool, words, Lexicon.from_words(WORDS, variant.tiles), MoveOracle(variant, words)
    )


@pytest.mark.parametrize("name", ["super", "super of 8", "25 x 25", "9 x 13", "blocked", "blocked of 9"])
@pytest.mark.parametrize("seed", range(2))
def test_random_games(name: str, seed: int):
    chance = random.Random(f"{name} {seed}")
    game = game_of(name)
    size = game.variant.rules.rack_size
    generator = game.generator()
    for _ in range(6):
        tiles = [0] * chance.choice([0, 0, 1]) + chance.choices(game.pool, k=size)
        rack = game.rack(tiles[:size])
        moves = generator.moves(rack, 0)
        assert collect_plays(moves) == expected_plays(game, generator.board, rack)
        plays = [move for move in moves if move.kind is MoveKind.PLAY]
        if plays:
            longest = max(plays, key=lambda move: sum(move.placed))
            assert score_play(generator.board, game.variant.rules, longest) == longest.score
            generator.play(longest)
