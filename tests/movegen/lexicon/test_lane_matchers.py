"""The three ways to find the words that fit a lane against the definition, and against each other."""

import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lane_matchers import GraphMatcher, LaneMatcher, ScanMatcher
from lane_oracle import Squares, find_placements, make_lane
from pair_index import PairIndexMatcher
from small_games import alphabet, build_lexicon, dense_lexica, format_word, word_sets
from word_oracle import Letters

from movegen.board import MoveKind
from movegen.errors import NotationError, PositionError
from movegen.lexicon import Lane, Lexicon
from movegen.lexicon.lanes import MAX_LANE
from movegen.position import MoveGenerator
from movegen.variant import Direction, Rack, TileSet, Variant

pytestmark = pytest.mark.core

MATCHERS: list[type[LaneMatcher]] = [GraphMatcher, ScanMatcher, PairIndexMatcher]
POOLS = {3: (1, 2, 3), 26: (1, 2, 3, 26), 31: (1, 30, 31), 32: (1, 2, 32), 62: (1, 31, 32, 62)}


@st.composite
def problems(draw: st.DrawFn) -> tuple[frozenset[Letters], Squares, list[int], TileSet]:
    """Words, a lane and a rack, all of a few letters."""
    size = draw(st.sampled_from(sorted(POOLS)))
    pool = POOLS[size]
    words = draw(dense_lexica(pool) | word_sets(st.sampled_from(pool), longest=7))
    letter = st.sampled_from(pool)
    every = set(range(1, size + 1))
    square = st.one_of(letter, st.just(every), st.just(every), st.sets(letter))
    lane = draw(st.lists(square, min_size=1, max_size=9))
    rack = draw(st.lists(st.sampled_from([0, *pool, *pool]), max_size=7))
    return words, lane, rack, alphabet(size)


@pytest.mark.medium
@settings(max_examples=300)
@given(problems())
def test_all_three_find_what_the_definition_says(
    problem: tuple[frozenset[Letters], Squares, list[int], TileSet],
):
    words, squares, tiles, tile_set = problem
    lane, lexicon, rack = (
        make_lane(squares, tile_set),
        build_lexicon(words, tile_set),
        Rack.from_tiles(tile_set, tiles),
    )
    expected = [
        (start, format_word(word, tile_set), Rack.from_tiles(tile_set, used))
        for start, word, used in find_placements(words, squares, tiles)
    ]
    for matcher in MATCHERS:
        found = [(p.start, p.word, p.tiles) for p in matcher(lexicon).match(lane, rack)]
        assert found == expected, matcher.__name__
    assert [(p.start, p.word, p.tiles) for p in lexicon.match(lane, str(rack))] == expected


@pytest.fixture(scope="module")
def pair_index() -> PairIndexMatcher:
    """Build the index of the built-in lexicon, which takes seconds."""
    return PairIndexMatcher(Lexicon.load())


@pytest.mark.medium
def test_all_three_agree_on_boards_of_games(standard: Variant, pair_index: PairIndexMatcher):
    """Real lanes, a real lexicon, racks with and without blanks; the oracle would take too long."""
    lexicon, chance = Lexicon.load(), random.Random(11)
    matchers = [GraphMatcher(lexicon), ScanMatcher(lexicon), pair_index]
    generator = MoveGenerator(standard, lexicon)
    placed = 0
    for turn in range(14):
        rack = standard.tiles.parse_rack(
            "".join(chance.choices("AAEEIIOURSTNLDGBCMPFHVWYQZ", k=6 - turn % 3))
        )
        if turn % 4 == 1:
            rack += standard.tiles.parse_rack("?")
        lanes = [lane for direction in Direction for lane in generator.lanes(direction)]
        for lane in chance.sample(lanes, 6):
            graph, *others = (matcher.match_records(lane, rack) for matcher in matchers)
            assert all(np.array_equal(graph, other) for other in others)
            placed += len(graph)
        plays = [move for move in generator.moves(rack, 0) if move.kind is MoveKind.PLAY]
        if plays:
            generator.play(chance.choice(plays[:20]))
    assert placed > 10_000


@pytest.mark.parametrize("matcher", MATCHERS)
class TestEdges:
    def test_the_edges_of_a_lane(self, matcher: type[LaneMatcher], standard: Variant):
        """A word may end on the last square (n + i < m leaves that out) and begin on the first."""
        tiles = standard.tiles
        found = matcher(Lexicon.from_words(["CAT", "CATS", "SCAT"], tiles)).match
        assert [str(p) for p in found(Lane.parse("(c, a, Σ)", tiles), "TT")] == ["0 CAT (T)"]
        assert [str(p) for p in found(Lane.parse("(c, a, t, Σ)", tiles), "TS")] == ["0 CATS (S)"]
        assert [str(p) for p in found(Lane.parse("(Σ, c, a, t)", tiles), "TS")] == ["0 SCAT (S)"]
        assert found(Lane.parse("(c, a, t)", tiles), "TS") == []
        assert found(Lane.parse("(s, Σ, a, t)", tiles), "T") == []

    def test_no_letter_lies_beside_a_word(self, matcher: type[LaneMatcher], standard: Variant):
        tiles = standard.tiles
        found = matcher(Lexicon.from_words(["AT", "EAT"], tiles)).match
        assert found(Lane.parse("(e, Σ, Σ, s)", tiles), "AT") == []
        assert [str(p) for p in found(Lane.parse("(e, Σ, Σ, ∅)", tiles), "AT")] == ["0 EAT (AT)"]
        assert [str(p) for p in found(Lane.parse("(e, ∅, Σ, Σ, ∅, e)", tiles), "AT")] == ["2 AT (AT)"]

    def test_blanks_stand_in_only_for_what_is_not_there(self, matcher: type[LaneMatcher], standard: Variant):
        tiles = standard.tiles
        found = matcher(Lexicon.from_words(["NOON", "NOUN"], tiles)).match
        lane = Lane.parse("(Σ, Σ, Σ, {o,u})", tiles)
        assert found(lane, "NO???") == []
        lane = Lane.parse("(Σ, Σ, {o}, Σ)", tiles)
        assert [str(p) for p in found(lane, "NO??")] == ["0 NOON (??NO)"]
        assert [str(p) for p in found(lane, "NNOO?")] == ["0 NOON (NNOO)"]
        assert found(lane, "NO?") == []

    def test_no_tiles_and_no_words(self, matcher: type[LaneMatcher], standard: Variant):
        tiles = standard.tiles
        lane = Lane.parse("(c, a, Σ, Σ)", tiles)
        assert matcher(Lexicon.from_words(["CAT"], tiles)).match(lane, "") == []
        assert matcher(Lexicon.from_words([], tiles)).match(lane, "T?") == []

    def test_the_longest_lane_and_word(self, matcher: type[LaneMatcher], standard: Variant):
        tiles = standard.tiles
        word = "AB" * 31 + "A"
        lexicon = Lexicon.from_words([word, "BA"], tiles, longest=63)
        lane = Lane(tiles, (0,) * MAX_LANE, (6,) * MAX_LANE)
        full = Rack.from_tiles(tiles, [1] * 32 + [2] * 31)
        found = matcher(lexicon).match(lane, full)
        assert [p.word for p in found].count("BA") == MAX_LANE - 1
        assert next(p for p in found if p.word == word).tiles == full
        assert matcher(lexicon).match(Lane(tiles, (0, 1), (4, 0)), Rack.from_tiles(tiles, [0] * 255)) != []

    def test_strangers(self, matcher: type[LaneMatcher], standard: Variant, spanish: Variant):
        found = matcher(Lexicon.from_words(["AT"], standard.tiles)).match
        lane = Lane.parse("(Σ, Σ)", standard.tiles)
        with pytest.raises(
            PositionError, match="the lane is for the tiles spanish_like, the words for english"
        ):
            found(Lane.parse("(Σ, ch)", spanish.tiles), "A")
        with pytest.raises(PositionError, match="the rack is for the tiles"):
            found(lane, spanish.tiles.parse_rack("A"))
        with pytest.raises(NotationError, match="is not a tile of english"):
            found(lane, "A7")


def test_pairs_of_letters(standard: Variant, pair_index: PairIndexMatcher):
    """The slides' example, h(x, 5, l), with more words of the lexicon inside; and a lane's first filter."""
    lexicon = Lexicon.load()
    index, words = pair_index, list(lexicon)
    x, z, a = standard.tiles.parse_word("XZA")
    for first, distance, second in [(x, 5, 12), (a, 1, a), (z, 14, z), (a, 15, a), (a, 99, a), (a, 0, a)]:
        pair = re.compile(f"{chr(64 + first)}.{{{distance - 1}}}{chr(64 + second)}") if distance else None
        expected = [number for number, word in enumerate(words) if pair and pair.search(word)]
        assert index.words_with(first, distance, second).tolist() == expected
    named = {words[number] for number in index.words_with(x, 5, 12)}
    assert named >= {
        "ANXIOUSLY",
        "EXPERTLY",
        "INEXORABLY",
        "MAXIMALLY",
        "OBNOXIOUSLY",
        "TEXTUALLY",
        "TEXTURAL",
    }
    assert index.classes[0] >= index.classes[-1] > 0
    assert index.nbytes > ScanMatcher(lexicon).nbytes
