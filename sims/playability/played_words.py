"""The words of self-play: games in batches, the tasks of the workers, and what each word is worth.

What a player loses who does not know a word is summed over best moves. In each turn whose best move by score
and leave forms the word, it is the equity of this move less that of the best move that does not form it. The
games are those of players who know the word, so what its absence changes later in a game is left out.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.board import Move, MoveKind, MoveList, words_formed
from movegen.errors import ConfigError
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from movegen.variant import BLANK_FLAG, Rack, Variant, WordOrder
from sims.games import play_games
from sims.lexicon_source import LexiconSource
from sims.playability.word_figures import PlayedWords, WordFigures
from strategy.players import (
    CandidateList,
    StaticStrategy,
    Strategy,
    fit_strategy,
    plays_turn_by_turn,
    static_part,
)

BATCH = 100
"""Games per task, and of strategies that search or simulate: it does not affect the result."""
SLOW_BATCH = 2
_FEW = 20  # moves to look through before all are ranked

Word = tuple[int, ...]
"""The letters of a word, blanks as the letters that they stand for."""


@dataclass(frozen=True)
class PlayabilitySetup:
    """All that the figures depend on: a strategy that plays against itself, and the games' tiles."""

    lexicon: LexiconSource
    variant: Variant
    strategy: Strategy
    seed: int


@dataclass(frozen=True)
class WordBatch:
    """Some games: the number of the first, and how many they are."""

    setup: PlayabilitySetup
    first: int
    games: int


def check_playability(setup: PlayabilitySetup) -> None:
    """Raise an error when the games cannot be played: what `play_games` raises, and ConfigError.

    The latter also when words may be in any order, so that there is no telling which one was played.
    """
    if setup.variant.rules.word_order is not WordOrder.FIXED:
        problem = f"words may be in any order in {setup.variant.name}"
        raise ConfigError(problem, cure="choose rules with words in their order")
    _play(WordBatch(setup, 0, 0))


def cut_games(setup: PlayabilitySetup, games: int) -> Iterator[WordBatch]:
    """Yield the tasks for a number of games."""
    size = SLOW_BATCH if plays_turn_by_turn(setup.strategy, 2) else BATCH
    for first in range(0, games, size):
        yield WordBatch(setup, first, min(size, games - first))


def count_words(batch: WordBatch) -> PlayedWords:
    """Play the games of a task and sum up their words. The result depends on the task alone."""
    setup = batch.setup
    turns = _play(batch)
    lexicon = setup.lexicon.load()
    evaluator = fit_strategy(static_part(setup.strategy), lexicon, setup.variant)  # as the players do
    known = evaluator.known_words(lexicon)
    words: dict[Word, WordFigures] = {}
    for number in range(batch.first, batch.first + batch.games):
        game = _Game(setup.variant, known, evaluator)
        for turn in turns[turns["game"] == number]:
            game.take_turn(turn)
        for word, sums in game.words.items():
            words[word] = words.get(word, WordFigures()) + sums.figures()
    spell = setup.variant.tiles.spell
    return PlayedWords(
        batch.first, batch.games, len(turns), {spell(word): words[word] for word in sorted(words)}
    )


def words_lost(candidates: CandidateList, words: set[Word]) -> dict[Word, int]:
    """Return, for each of these words, what the best candidate that does not form it is worth less.

    That is in milli-points, below the first candidate. Words that every candidate forms are left out.
    """
    lost: dict[Word, int] = {}
    left = set(words)
    for index in range(len(candidates)):
        formed = _words(candidates, index)
        for word in left - formed:
            lost[word] = int(candidates.equities[0] - candidates.equities[index])
        left &= formed
        if not left:
            break
    return lost


def _play(batch: WordBatch) -> npt.NDArray[Any]:
    """Return the turns of the games."""
    setup = batch.setup
    played = play_games(
        [setup.strategy] * 2,
        setup.lexicon.load(),
        variant=setup.variant,
        seed=setup.seed,
        games=range(batch.first, batch.first + batch.games),
        turns=True,
    )
    assert played.turns is not None
    return played.turns


@dataclass
class _GameSums:
    """The sums of a word over a game; see `WordFigures`."""

    scores: list[int] = field(default_factory=list)
    bingos: int = 0
    crosses: int = 0
    turns: int = 0
    loss: int = 0

    def figures(self) -> WordFigures:
        plays = len(self.scores)
        return WordFigures(
            plays,
            plays**2,
            sum(self.scores),
            sum(score**2 for score in self.scores),
            self.bingos,
            self.crosses,
            self.crosses**2,
            self.turns,
            self.loss,
            self.loss**2,
        )


class _Game:
    """Replays a game turn by turn. `words` has what was played and would be lost so far."""

    def __init__(self, variant: Variant, lexicon: Lexicon, evaluator: StaticStrategy) -> None:
        self._evaluator = evaluator
        self._rules = variant.rules
        self._generator = MoveGenerator(variant, lexicon)
        self._off_board = Rack(variant.tiles, variant.tiles.counts)
        self.words: defaultdict[Word, _GameSums] = defaultdict(_GameSums)

    def take_turn(self, turn: np.void) -> None:
        """Count the words of a turn and make its move."""
        board, rack = self._generator.board, self._rack(turn)
        move = MoveList(turn["move"][np.newaxis], board, rack)[0]
        self._note_best(rack, int(turn["bag_count"]))
        if move.kind is not MoveKind.PLAY:
            return
        self._note_played(move)
        self._generator.play(move)
        self._off_board -= move.tiles_used

    def _rack(self, turn: np.void) -> Rack:
        return Rack.from_tiles(self._off_board.tile_set, turn["rack"][: turn["rack_size"]].tolist())

    def _note_best(self, rack: Rack, bag_count: int) -> None:
        best = self._rank(rack, bag_count, _FEW)
        words = _words(best, 0)
        if not words:
            return
        lost = words_lost(best, words)
        if len(lost) < len(words):
            lost |= words_lost(self._rank(rack, bag_count, None), words - set(lost))
        for word in words:
            sums = self.words[word]
            sums.turns += 1
            sums.loss += lost.get(word, 0)

    def _rank(self, rack: Rack, bag_count: int, count: int | None) -> CandidateList:
        unseen = self._off_board - rack
        return self._evaluator.best(self._generator, rack, bag_count, unseen, count=count)

    def _note_played(self, move: Move) -> None:
        main, *crosses = words_formed(self._generator.board, move)
        sums = self.words[_letters(main)]
        sums.scores.append(move.score)
        sums.bingos += len(move.squares) >= self._rules.bingo_tiles
        for word in {_letters(cross) for cross in crosses}:
            self.words[word].crosses += 1


def _words(candidates: CandidateList, index: int) -> set[Word]:
    """Return the words that a candidate forms; none for an exchange or the pass."""
    moves = candidates.moves
    if moves.records["kind"][index]:
        return set()
    return {_letters(word) for word in words_formed(moves.board, moves[index])}


def _letters(word: Word) -> Word:
    return tuple(byte & ~BLANK_FLAG for byte in word)
