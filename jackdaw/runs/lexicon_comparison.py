"""Comparing two lexica: the words of one that the other lacks, and the turns of a game where that matters."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.schemas import encode_json
from movegen.counts import counted
from movegen.errors import LexiconError
from movegen.game import Game
from movegen.lexicon import Lexicon
from strategy.analysis import PositionAnalysis, analyze_game

COMPARISON_SCHEMA = "jackdaw.lexicon-comparison/1"


class ComparedLexicon(msgspec.Struct, frozen=True):
    """One of two lexica: its name, its number of words, and the words that the other one lacks."""

    name: str
    words: int
    only: list[str]


class ComparedMove(msgspec.Struct, frozen=True):
    """What a lexicon says of a turn: the best move by score and leave, its equity, and the played phonies."""

    best: str
    equity: float
    phonies: list[str]


class ComparedTurn(msgspec.Struct, frozen=True):
    """A turn about which two lexica differ; None for a rack that is not known."""

    turn: int
    player: str
    played: str
    moves: tuple[ComparedMove | None, ComparedMove | None]


class LexiconComparison(msgspec.Struct, frozen=True):
    """Two lexica and the turns of a game about which they differ, as `jackdaw.lexicon-comparison/1`.

    `turns` and `turns_compared` are None without a game.
    """

    schema: str
    lexica: tuple[ComparedLexicon, ComparedLexicon]
    turns_compared: int | None
    turns: list[ComparedTurn] | None


def compare_lexica(one: Lexicon, other: Lexicon, game: Game | None = None) -> LexiconComparison:
    """Compare two lexica. Raises LexiconError if they are for different letters."""
    if one.tile_set.labels != other.tile_set.labels:
        raise LexiconError(
            f"{one.name} is for the letters of {one.tile_set.name}, {other.name} for those of"
            f" {other.tile_set.name}",
            cure="compare lexica of one language",
        )
    words = set(one), set(other)
    lexica = (
        ComparedLexicon(one.name, len(one), _sorted(words[0] - words[1], one)),
        ComparedLexicon(other.name, len(other), _sorted(words[1] - words[0], one)),
    )
    if game is None:
        return LexiconComparison(COMPARISON_SCHEMA, lexica, None, None)
    turns = _GameComparison.of(game, one, other).turns()
    return LexiconComparison(COMPARISON_SCHEMA, lexica, len(game.turns), turns)


def comparison_json(comparison: LexiconComparison) -> bytes:
    """Encode a comparison as `jackdaw.lexicon-comparison/1`."""
    return encode_json(comparison)


def comparison_view(comparison: LexiconComparison, one: Lexicon, limit: int | None) -> Iterator[Line]:
    """Lay out a comparison; `limit` is the number of words to list of each lexicon, None for all."""
    first, second = comparison.lexica
    yield from _counts_table(comparison, one)
    for lexicon, lacking in ((first, second), (second, first)):
        if lexicon.only:
            yield EMPTY
            yield from _words(lexicon, lacking, limit)
    if comparison.turns is not None:
        yield EMPTY
        yield from _turns_table(comparison, comparison.turns)


@dataclass(frozen=True)
class _GameComparison:
    """The static analyses of a game by two lexica."""

    game: Game
    analyses: tuple[Sequence[PositionAnalysis], Sequence[PositionAnalysis]]

    @classmethod
    def of(cls, game: Game, one: Lexicon, other: Lexicon) -> "_GameComparison":
        found = tuple(analyze_game(game, lexicon).positions for lexicon in (one, other))
        return cls(game, (found[0], found[1]))

    def turns(self) -> list[ComparedTurn]:
        """Return the turns with another best move, or with a play that only one lexicon allows."""
        turns = []
        for first, second in zip(*self.analyses, strict=True):
            moves = _compared(first), _compared(second)
            if first.played is not None and _says(moves[0]) != _says(moves[1]):
                player = self.game.display_names[first.position.on_turn]
                turns.append(ComparedTurn(first.turn or 0, player, str(first.played.move), moves))
        return turns


def _compared(analysis: PositionAnalysis) -> ComparedMove | None:
    if not len(analysis.candidates):
        return None
    best = analysis.candidates[0]
    phonies = [] if analysis.played is None else list(analysis.played.invalid_words)
    return ComparedMove(str(best.move), round(best.equity, 3), phonies)


def _says(move: ComparedMove | None) -> tuple[object, ...]:
    return () if move is None else (move.best, *move.phonies)


def _sorted(words: set[str], lexicon: Lexicon) -> list[str]:
    """Sort words by length, then by the alphabet."""
    parsed = {word: lexicon.tile_set.parse_word(word) for word in words}
    return sorted(words, key=lambda word: (len(parsed[word]), parsed[word]))


def _counts_table(comparison: LexiconComparison, one: Lexicon) -> list[Line]:
    """Lay out the numbers of words that only one lexicon has, by length."""
    counts = [Counter(len(one.tile_set.parse_word(word)) for word in each.only) for each in comparison.lexica]
    titles = [f"Only\n{each.name}" for each in comparison.lexica]
    columns = Column("Letters", "left"), *(Column(title, "right") for title in titles)
    rows = [
        ((str(length), *(f"{count[length]:,}" if count[length] else "" for count in counts)), "")
        for length in sorted({*counts[0], *counts[1]})
    ]
    total = ("all", *(f"{len(each.only):,}" for each in comparison.lexica)), "bold"
    of = ("of", *(f"{each.words:,}" for each in comparison.lexica)), "dim"
    return table(columns, [*rows, total, of])


def _words(lexicon: ComparedLexicon, lacking: ComparedLexicon, limit: int | None) -> Iterator[Line]:
    shown = lexicon.only[:limit]
    more = len(lexicon.only) - len(shown)
    which = f", the first {len(shown):,}" if more else ""
    yield styled(f"In {lexicon.name}, not in {lacking.name}{which}:", "bold")
    yield styled(" ".join(shown))
    if more:
        yield styled(f"and {more:,} more (--all lists them)", "dim")


def _turns_table(comparison: LexiconComparison, turns: list[ComparedTurn]) -> Iterator[Line]:
    first, second = (each.name for each in comparison.lexica)
    compared = counted(comparison.turns_compared or 0, "turn")
    if not turns:
        yield styled(f"In the {compared} of the game nothing changes.")
        return
    changed = f"{len(turns)} of {compared} change{'s' * (len(turns) == 1)}"
    yield styled(f"{changed} (best moves and equities by score and leave):", "bold")
    columns = (
        Column("Turn", "right"), Column("Player", "left"), Column("Played", "left"),
        Column(f"Best in\n{first}", "left"), Column(f"Best in\n{second}", "left"),
    )  # fmt: skip
    rows = [
        ((f"{each.turn}", each.player, each.played, *(_move_cell(move) for move in each.moves)), "")
        for each in turns
    ]
    yield from table(columns, rows)
    names = (first, second)
    for each in turns:
        for name, move in zip(names, each.moves, strict=True):
            if move is not None and move.phonies:
                yield styled(f"Turn {each.turn}: not in {name}: {', '.join(move.phonies)}")


def _move_cell(move: ComparedMove | None) -> str:
    return "rack not known" if move is None else f"{move.best} {move.equity:+.1f}"
