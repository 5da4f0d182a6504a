"""Games end as their rules say: in the core, in Python and by a slow oracle."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields
from odd_games import change_rules, make_odd_strategy
from slow_endings import change_ending, play_slowly, without_handicap
from small_games import SmallGame, small_games

from movegen import EndingRule, Game, Lexicon, Variant, format_gcg, parse_gcg
from sims import play_game, play_static_games
from strategy import StaticStrategy, load_strategy

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
CROSSPLAY = Variant.load("crossplay")
ENDINGS = [(ending, counts) for ending in EndingRule for counts in (True, False)]


def check_games(
    variant: Variant, strategies: list[StaticStrategy], lexicon: Lexicon, seed: int, games: int = 2
) -> list[Game]:
    """Play games in the core, in Python and slowly: moves, scores and ending are the same."""
    played = play_static_games(strategies, lexicon, variant=variant, seed=seed, games=games, turns=True)
    for number in range(games):
        slow = play_slowly(variant, strategies, lexicon, seed, number)
        record, game = played.games[number], played.game(number)
        assert [event.move for event in game.turns] == slow.moves
        assert record["scores"].tolist()[: len(strategies)] == slow.scores
        assert (record["turns"], bool(record["ending"])) == (len(slow.moves), slow.is_scoreless)
        assert game.is_finished and list(game.scores) == slow.scores
        again = play_game(strategies, lexicon, variant=variant, seed=seed, number=number)
        assert format_gcg(again) == format_gcg(game)
    return [played.game(number) for number in range(games)]


@pytest.mark.medium
@settings(max_examples=80)
@given(small_games(), st.integers(0, 2**32))
def test_odd_games(tmp_path_factory: pytest.TempPathFactory, game: SmallGame, seed: int) -> None:
    chance = np.random.default_rng(seed)
    game = change_ending(change_rules(game, chance), chance)
    folder = tmp_path_factory.mktemp("leaves")
    strategies = [without_handicap(make_odd_strategy(game, folder, chance)) for _ in range(2)]
    check_games(game.variant, strategies, game.lexicon, seed)


@pytest.mark.parametrize(("ending", "counts"), ENDINGS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_english_games(players: int, ending: EndingRule, counts: bool) -> None:
    standard = Variant.standard()
    rules = with_fields(standard.rules, ending=ending, count_tiles_left=counts)
    names = ["greedy", "rackh1", "rackh3", "static"]
    strategies = [load_strategy(name) for name in names[:players]]
    check_games(Variant(standard.tiles, standard.layout, rules), strategies, LEXICON, 5)


def test_crossplay() -> None:
    """Each player has one turn after the last tile was drawn, who drew it last; only plays count."""
    for game in check_games(CROSSPLAY, [load_strategy("static")] * 2, LEXICON, 1, games=6):
        bags = [game.position(turn).bag_count for turn in range(1, len(game.turns) + 1)]
        assert bags[-3] > 0 and bags[-2:] == [0, 0]
        turns = [game.position(turn) for turn in range(len(game.turns) - 1, len(game.turns) + 1)]
        assert [position.turns_left for position in turns] == [2, 1]
        assert [event.kind.is_turn for event in game.events] == [True] * len(game.turns)
        assert sum(game.scores) == sum(event.score for event in game.turns)
        again = parse_gcg(format_gcg(game))
        assert (again.variant, again.is_finished, again.warnings) == (CROSSPLAY, True, ())
        assert again.events == game.events
