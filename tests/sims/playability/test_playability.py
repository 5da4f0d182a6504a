"""Words of self-play: what is counted is what a slow replay of the games counts."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, stdev

import pytest
from tiny_game import WORDS, tiny_variant

from movegen import Board, Game, Lexicon, Move, Variant
from movegen.board import MoveKind
from movegen.errors import ConfigError
from movegen.position import MoveGenerator
from movegen.variant import Rack
from sims.games import play_games
from sims.lexicon_source import LexiconSource
from sims.playability import (
    PlayabilitySetup,
    PlayedWords,
    WordBatch,
    WordFigures,
    add_words,
    check_playability,
    count_words,
    cut_games,
    played_words,
)
from strategy.players import StaticStrategy, Strategy, load_strategy, static_part

pytestmark = pytest.mark.core

GAMES = 12


def setup_of(strategy: Strategy, seed: int = 4) -> PlayabilitySetup:
    return PlayabilitySetup(LexiconSource.of(WORDS, tiny_variant()), tiny_variant(), strategy, seed)


def runs(board: Board) -> Iterator[tuple[frozenset[tuple[int, int]], str]]:
    """Every run of two tiles or more on a board, across and down, with its squares and letters."""
    squares = board.squares & 127
    rows, columns = squares.shape
    for down in (False, True):
        for lane in range(columns if down else rows):
            path = [(index, lane) if down else (lane, index) for index in range(rows if down else columns)]
            run: list[tuple[int, int]] = []
            for square in [*path, None]:
                if square is not None and squares[square]:
                    run.append(square)
                    continue
                if len(run) > 1:
                    word = "".join("?ABERST"[squares[each]] for each in run)
                    yield frozenset(run), word
                run = []


def formed(board: Board, move: Move) -> tuple[str, list[str]]:
    """The main word of a play, and its cross-words: the runs that were not there before."""
    new = dict(runs(board.place(move))).items() - dict(runs(board)).items()
    own = frozenset((row, column) for row, column, _ in move.path())
    main = next(word for squares, word in new if squares == own)
    return main, [word for squares, word in new if squares != own]


@dataclass
class Sums:
    """The sums of a word over a game."""

    scores: list[int] = field(default_factory=list)
    bingos: int = 0
    crosses: int = 0
    turns: int = 0
    loss: int = 0


def slow_sums(game: Game, strategy: Strategy, lexicon: Lexicon) -> dict[str, Sums]:
    """Sum up the words of a game from all moves of every position."""
    words: defaultdict[str, Sums] = defaultdict(Sums)
    for turn in range(1, len(game.turns) + 1):
        position, move = game.position(turn), game.turns[turn - 1].move
        assert move is not None
        candidates = static_part(strategy).candidates(position, lexicon)
        by_move = [all_formed(position.board, each.move) for each in candidates]
        for word in by_move[0]:
            without = next(index for index, others in enumerate(by_move) if word not in others)
            words[word].turns += 1
            words[word].loss += round((candidates[0].equity - candidates[without].equity) * 1000)
        if move.kind is MoveKind.PLAY:
            main, crosses = formed(position.board, move)
            words[main].scores.append(move.score)
            words[main].bingos += len(move.squares) >= game.variant.rules.bingo_tiles
            for word in set(crosses):
                words[word].crosses += 1
    return dict(words)


def all_formed(board: Board, move: Move) -> set[str]:
    """The words of any move: none of an exchange or the pass."""
    if move.kind is not MoveKind.PLAY:
        return set()
    main, crosses = formed(board, move)
    return {main, *crosses}


STRATEGIES = {
    "greedy": 'kind = "static"\n',
    "noisy": 'kind = "static"\n[handicap]\nnoise = 3.0\n',
    "near the end": 'kind = "static"\n[pre_endgame]\nbag_left = [-3.0, -1.0]\n'
    "[empty_bag]\nout_factor = 2.0\nkept_factor = 2.0\nkept_penalty = 1.0\n",
    "simulating": 'kind = "simulation"\nevaluator = "greedy"\nplies = 1\ncandidates = 3\niterations = 8\n',
}


@pytest.mark.medium
@pytest.mark.parametrize("name", STRATEGIES)
def test_figures_are_those_of_a_slow_replay(name: str, tmp_path: Path) -> None:
    (tmp_path / "player.toml").write_text(STRATEGIES[name], encoding="utf-8")
    strategy = load_strategy(tmp_path / "player.toml")
    setup = setup_of(strategy)
    lexicon = setup.lexicon.load()
    played = play_games(
        [strategy] * 2, lexicon, variant=setup.variant, seed=setup.seed, games=GAMES, turns=True
    )
    games = [slow_sums(played.game(number), strategy, lexicon) for number in range(GAMES)]
    found = count_words(WordBatch(setup, 0, GAMES))
    assert found.turns == sum(len(played.game(number).turns) for number in range(GAMES))
    assert set(found.words) == {word for game in games for word in game}
    for word, figures in found.words.items():
        sums = [game.get(word, Sums()) for game in games]
        scores = [score for each in sums for score in each.scores]
        assert figures == WordFigures(
            plays=len(scores),
            squared_plays=sum(len(each.scores) ** 2 for each in sums),
            points=sum(scores),
            squared_points=sum(score**2 for score in scores),
            bingos=sum(each.bingos for each in sums),
            crosses=sum(each.crosses for each in sums),
            squared_crosses=sum(each.crosses**2 for each in sums),
            turns=sum(each.turns for each in sums),
            loss=sum(each.loss for each in sums),
            squared_loss=sum(each.loss**2 for each in sums),
        )
    total: Counter[str] = Counter()
    for figures in found.words.values():
        total.update(plays=figures.plays, crosses=figures.crosses, bingos=figures.bingos)
    assert all(total.values()), total


@pytest.mark.parametrize(
    ("words", "rack", "word", "loss"),
    [
        ("QI\nTO\n", "QITOEEE", "QI", 22_000 - 4_000),
        ("QI\nZA\n", "QIZAEEE", "QI", 0),  # ZA scores as much
        ("QI\n", "QITOEEE", "QI", 22_000),  # against an exchange
        ("QUIT\nQUITE\nTIE\n", "QUITEEE", "QUITE", None),
    ],
)
def test_what_a_word_is_worth_in_an_opening(words: str, rack: str, word: str, loss: int | None) -> None:
    """By points alone. On a first play of two tiles the doubled start counts: QI is (10 + 1) * 2 points."""
    variant = Variant.standard()
    lexicon = Lexicon.from_text(words, variant.tiles, "few")
    tiles = variant.tiles.parse_rack(rack)
    unseen = Rack(variant.tiles, variant.tiles.counts) - tiles
    greedy = StaticStrategy.load("greedy")
    best = greedy.best(MoveGenerator(variant, lexicon), tiles, 86, unseen, count=None)
    letters = variant.tiles.parse_word(word)
    lost = played_words.words_lost(best, {letters})
    if loss is None:  # another word instead: the doubled Q of QUITE against QUIT
        other = next(each for each in best if each.move.word and len(each.move.word) == 4)
        loss = round((best[0].equity - other.equity) * 1000)
    assert lost == {letters: loss}


def test_the_first_moves_are_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """All moves are ranked where the best ones all form the word."""
    setup = setup_of(load_strategy("greedy"))
    many = count_words(WordBatch(setup, 0, GAMES))
    monkeypatch.setattr(played_words, "_FEW", 1)
    assert count_words(WordBatch(setup, 0, GAMES)) == many


def test_games_are_divided_without_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(load_strategy("greedy"))
    whole = count_words(WordBatch(setup, 0, 10))
    monkeypatch.setattr(played_words, "BATCH", 3)
    parts = [count_words(batch) for batch in cut_games(setup, 10)]
    assert [part.games for part in parts] == [3, 3, 3, 1]
    assert add_words(parts) == add_words(reversed(parts)) == PlayedWords(0, 10, whole.turns, whole.words)


def test_means_and_their_errors() -> None:
    """Three games: a word is played in two of them, once and twice, for 10, 20 and 30 points."""
    figures = WordFigures(
        plays=3, squared_plays=5, points=60, squared_points=1400, bingos=1, crosses=0, squared_crosses=0,
        turns=2, loss=9_000, squared_loss=45_000_000,
    )  # fmt: skip
    plays, losses = [1, 2, 0], [3.0, 6.0, 0.0]
    assert figures.plays_per_game(3) == pytest.approx((mean(plays), stdev(plays) / 3**0.5))
    assert figures.points_per_play() == pytest.approx((20, stdev([10, 20, 30]) / 3**0.5))
    assert figures.loss_per_game(3) == pytest.approx((mean(losses), stdev(losses) / 3**0.5))
    assert figures.crosses_per_game(3) == (0, None)
    assert WordFigures(1, 1, 8, 64).points_per_play() == (8, None)
    assert WordFigures().points_per_play() is None


def test_words_in_any_order_are_refused() -> None:
    variant = Variant.load("wordsmog")
    setup = PlayabilitySetup(LexiconSource.of(None, variant), variant, load_strategy("greedy"), 0)
    with pytest.raises(ConfigError, match="words may be in any order in wordsmog"):
        check_playability(setup)


def test_a_player_that_does_not_know_all_words_loses_nothing_by_the_others(tmp_path: Path) -> None:
    """The best moves are those that the strategy knows."""
    (tmp_path / "some.txt").write_text("SEA\nTEA\nBAT\nAT\n", encoding="utf-8")
    (tmp_path / "few.toml").write_text(
        f'kind = "static"\n[handicap]\nvocabulary = "{tmp_path / "some.txt"}"\n', encoding="utf-8"
    )
    found = count_words(WordBatch(setup_of(load_strategy(tmp_path / "few.toml")), 0, 4))
    assert found.words and set(found.words) <= {"SEA", "TEA", "BAT", "AT"}
