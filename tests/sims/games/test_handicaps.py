"""Games of players with handicaps: the core and Python make the same moves, whoever plays them."""

from functools import partial
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace as with_fields
from runs import LEXICON, STANDARD, make_batch

from movegen import ConfigError, Lexicon, MoveKind, Variant, format_gcg
from movegen.board import words_formed
from movegen.variant import BLANK_FLAG
from sims import play_game, play_static_games
from sims.match import Match, MatchPlan, RunSetup, SeriesFiles
from sims.match.game_batches import play_batch
from sims.match.series import describe
from sims.workers import JournalError, this_process
from sims.workers.executors import local_processes
from strategy import StaticStrategy, load_strategy
from strategy.players.strategy_files import HandicapConfig

pytestmark = pytest.mark.core

WORDS = Lexicon.load()


def handicapped(base: str, name: str, **handicap: object) -> StaticStrategy:
    """A strategy with a handicap."""
    config = load_strategy(base).config
    return StaticStrategy(with_fields(config, name=name, handicap=HandicapConfig(**handicap)))  # type: ignore[arg-type]


NOISY = handicapped("static", "noisy", noise=4.0)
FORGETFUL = handicapped("static", "forgetful", vocabulary="scowl35")
BOTH = handicapped("rackh2", "both", noise=2.5, vocabulary="scowl20")
PLAYERS = [NOISY, FORGETFUL, BOTH, load_strategy("static")]


@pytest.mark.parametrize(
    "pair", list(product(PLAYERS, PLAYERS)), ids=lambda pair: "-".join(p.name for p in pair)
)
def test_the_core_plays_the_games_of_python(pair: tuple[StaticStrategy, StaticStrategy]) -> None:
    played = play_static_games(pair, WORDS, seed=11, games=range(4, 6), turns=True)
    for number in (4, 5):
        assert format_gcg(played.game(number)) == format_gcg(play_game(pair, WORDS, seed=11, number=number))


def test_four_at_a_table_and_other_boards() -> None:
    played = play_static_games(PLAYERS, WORDS, seed=2, turns=True)
    assert format_gcg(played.game(0)) == format_gcg(play_game(PLAYERS, WORDS, seed=2))
    variant, words = Variant.load("super"), Lexicon.load(longest=21)
    pair = [handicapped("rackh3", "n", noise=3.0), handicapped("rackh1", "v", vocabulary="scowl35")]
    played = play_static_games(pair, words, variant=variant, seed=2, turns=True)
    assert format_gcg(played.game(0)) == format_gcg(play_game(pair, words, variant=variant, seed=2))


def test_noise_instead_of_a_vocabulary_in_other_languages() -> None:
    """French has the letters of English, but the vocabulary of `club` is English."""
    french, club = Variant.load("french"), load_strategy("club")
    assert isinstance(club, StaticStrategy) and club.known_words(WORDS) is not WORDS
    words = Lexicon.from_words(list(WORDS)[::7], french.tiles)
    assert club.known_words(words) is words
    noisy = handicapped("static", "club", noise=6.0)
    for play in (play_game, lambda *args, **options: play_static_games(*args, turns=True, **options).game(0)):
        found, same, other = (
            format_gcg(play([player] * 2, words, variant=french, seed=3))
            for player in (club, noisy, handicapped("static", "club"))
        )
        assert found == same != other
    refused = handicapped("static", "refused", vocabulary="scowl60")
    with pytest.raises(ConfigError, match="SCOWL60 has English words, and the tiles are french"):
        refused.known_words(words)


def test_no_noise_is_none() -> None:
    """Nor does a little change anything, but for moves that are worth the same."""
    games = [
        play_static_games([handicapped("static", "x", noise=noise)] * 2, WORDS, games=20, turns=True)
        for noise in (0.0, 1e-9)
    ]
    plain = play_static_games([load_strategy("static")] * 2, WORDS, games=20, turns=True)
    assert plain.turns is not None and games[0].turns is not None and games[1].turns is not None
    assert games[0].turns.tobytes() == plain.turns.tobytes() == games[1].turns.tobytes()
    loud = play_static_games([NOISY] * 2, WORDS, games=20)
    assert loud.games["scores"].sum() < plain.games["scores"].sum()


def test_the_equity_of_a_turn_is_without_noise() -> None:
    played = play_static_games([NOISY] * 2, WORDS, seed=1, games=1, turns=True)
    assert played.turns is not None
    game, lost = played.game(0), 0
    for turn, record in enumerate(played.turns, start=1):
        position = game.position(turn)
        candidates = NOISY.candidates(position, WORDS)
        place = candidates.moves.find(game.turns[turn - 1].move)
        assert place is not None and record["equity"] == candidates.equities[place]
        lost += place > 0
    assert lost > 3


def test_no_word_outside_the_vocabulary() -> None:
    """Main words and words across, also on a board of words that the player does not know."""
    known = set(FORGETFUL.known_words(WORDS))
    for pair in ([FORGETFUL, load_strategy("static")], [load_strategy("static"), BOTH], [FORGETFUL, BOTH]):
        played = play_static_games(pair, WORDS, seed=8, games=4, turns=True)
        unknown_lie = False
        for number in range(4):
            game = played.game(number)
            for turn, event in enumerate(game.turns, start=1):
                if event.move is None or event.move.kind is not MoveKind.PLAY:
                    continue
                words = {
                    game.variant.tiles.spell(byte & ~BLANK_FLAG for byte in word)
                    for word in words_formed(game.position(turn).board, event.move)
                }
                if pair[event.player].config.handicap.vocabulary is None:
                    unknown_lie |= not words <= known
                else:
                    assert words <= set(pair[event.player].known_words(WORDS))
        assert unknown_lie == any(player.config.handicap.vocabulary is None for player in pair)


@pytest.fixture
def own_list(tmp_path: Path) -> Path:
    path = tmp_path / "own.txt"
    path.write_text("\n".join(word for word in WORDS if len(word) < 5), encoding="utf-8")
    return path


def plan(*players: StaticStrategy, games: int = 128) -> MatchPlan:
    return MatchPlan((players[0], players[1]), LEXICON, STANDARD, games, seed=3)


@pytest.mark.slow
def test_any_workers_play_the_same_games(tmp_path: Path, own_list: Path) -> None:
    own = handicapped("static", "own", noise=1.0, vocabulary=str(own_list))
    logs = []
    for place, pool in enumerate((this_process, partial(local_processes, 2))):
        log = tmp_path / f"{place}.csv"
        match = Match(plan(own, BOTH), pool, SeriesFiles(log=log))
        with match.series:
            match.play()
            match.write_log()
        logs.append(log.read_bytes())
    assert logs[0] == logs[1] and logs[0].count(b"\n") > 128 * 10


def test_a_series_may_be_divided() -> None:
    setting = RunSetup((BOTH, NOISY), ("both", "noisy"), LEXICON, STANDARD, 3, paired=True, log=True)
    whole, end, begin = (
        play_batch(setting, make_batch(first, games)) for first, games in ((0, 8), (5, 3), (0, 5))
    )
    assert begin.rows + end.rows == whole.rows


def test_what_must_be_the_same_to_go_on(tmp_path: Path, own_list: Path) -> None:
    """Noise, vocabulary and its very words; not where the list lies."""
    log = tmp_path / "games.csv"
    make = partial(handicapped, "static", "own")
    Match(plan(make(vocabulary=str(own_list)), BOTH), this_process, SeriesFiles(log=log)).series.__exit__(
        None, None, None
    )

    def go_on(**handicap: object) -> None:
        match = Match(plan(make(**handicap), BOTH), this_process, SeriesFiles(log=log, resume=True))
        match.series.__exit__(None, None, None)

    go_on(vocabulary=str(own_list))
    moved = tmp_path / "moved.txt"
    moved.write_bytes(own_list.read_bytes())
    go_on(vocabulary=str(moved))
    moved = tmp_path / "shorter.txt"
    moved.write_text(own_list.read_text(encoding="utf-8").replace("\nCAT\n", "\n"), encoding="utf-8")
    for changed in (
        {"vocabulary": str(moved)},
        {"vocabulary": "scowl35"},
        {"vocabulary": str(own_list), "noise": 0.5},
        {},
    ):
        with pytest.raises(JournalError, match="the run was started with strategies 'own"):
            go_on(**changed)


def test_the_rest_of_a_strategy_must_be_the_same_too() -> None:
    reported = {
        describe(RunSetup((player,), ("x",), LEXICON, STANDARD, 1, paired=True))["strategies"][0].split()[-1]
        for player in [*PLAYERS, load_strategy("rackh3"), handicapped("static", "y", noise=4.5)]
    }
    assert len(reported) == 6
