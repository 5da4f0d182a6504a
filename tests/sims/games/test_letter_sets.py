"""Alphabets of more than 31 letters take other code of the core; the results are those of small alphabets."""

from functools import cache

import pytest

from movegen import Lexicon, Position, Tile, TileSet, Variant, generate_moves
from sims import RolloutSetting, StaticGames, play_static_games, roll_out
from strategy import SearchLimits, StaticStrategy, load_strategy, solve_endgame

pytestmark = pytest.mark.core

ENGLISH = Variant.load("standard")
# Ten letters more, which neither words nor the bag have.
LONG = TileSet.from_letters(
    "long", [*ENGLISH.tiles.tiles[1:], *(Tile(c, c.lower(), 0, 1) for c in "ΓΔΘΛΞΠΣΦΨΩ")], blanks=2
)
GAMES = 6


@cache
def play(tiles: TileSet) -> tuple[Lexicon, StaticGames]:
    greedy = load_strategy("greedy")
    assert isinstance(greedy, StaticStrategy)
    variant = Variant(tiles, ENGLISH.layout, ENGLISH.rules)
    lexicon = Lexicon.from_words(Lexicon.load("SCOWL20"), tiles)
    return lexicon, play_static_games([greedy] * 2, lexicon, variant=variant, games=GAMES, turns=True)


def both(game: int, turn: int) -> list[tuple[Lexicon, Position]]:
    """Return the lexica of both alphabets with the same position."""
    games = [play(tiles) for tiles in (ENGLISH.tiles, LONG)]
    return [(lexicon, played.game(game).position(turn)) for lexicon, played in games]


def first_endgame(game: int) -> int:
    """Return the first turn with an empty bag."""
    turns = play(LONG)[1].turns
    return int(turns["turn"][(turns["game"] == game) & (turns["bag_count"] == 0)][0])


def test_games() -> None:
    small, large = play(ENGLISH.tiles)[1], play(LONG)[1]
    assert small.turns.dtype == large.turns.dtype
    assert small.games.tobytes() == large.games.tobytes()
    assert small.turns.tobytes() == large.turns.tobytes()


@pytest.mark.parametrize("game", range(GAMES))
def test_moves(game: int) -> None:
    (small, position), (large, same) = both(game, 1 + 3 * game)
    found = [str(move) for move in generate_moves(position, small)]
    assert len(found) > 10
    assert [str(move) for move in generate_moves(same, large)] == found


@pytest.mark.parametrize("game", range(GAMES))
def test_rollouts(game: int) -> None:
    strategy = load_strategy("greedy")
    assert isinstance(strategy, StaticStrategy)
    equities = []
    for lexicon, position in both(game, 2 + 2 * game):
        moves = [candidate.move for candidate in strategy.candidates(position, lexicon)[:4]]
        batch = roll_out(RolloutSetting.of(position, moves, strategy, plies=3), lexicon, 0, 10)
        equities.append((list(map(str, moves)), batch.equities.tolist()))
    assert equities[0] == equities[1]


@pytest.mark.parametrize("game", range(GAMES))
def test_endgames(game: int) -> None:
    found = []
    for lexicon, position in both(game, first_endgame(game)):
        result = solve_endgame(position, lexicon, moves=3, limits=SearchLimits(nodes=2000))
        found.append((result.value, result.nodes, [str(move) for move in result.variation]))
    assert found[0] == found[1]
    assert found[0][2]
