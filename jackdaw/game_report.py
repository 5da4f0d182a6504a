"""The review of a game as text: a line for each turn, what each player lost, where the game turned."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from textwrap import wrap

from jackdaw.layout import EMPTY, Column, Line, styled, table
from jackdaw.remarks import phony_text, review_remarks, turns_named
from sims.game_review import GameReview, PlayerReview, TurnReview
from strategy.analysis import GameAnalysis, Method
from strategy.mistakes import Mistake

_TURN_COLUMNS = (
    Column("#", "right"), Column("", "left"), Column("Player", "left"), Column("Rack", "left"),
    Column("Played", "left"), Column("Score", "right"), Column("Rank", "right"), Column("Lost", "right"),
    Column("Win", "right"), Column("Best", "left"),
)  # fmt: skip
_TOTAL_COLUMNS = (
    Column("Player", "left"), Column("Score", "right"), Column("Best found", "right"),
    Column("Lost", "right"), Column("Win", "right"), Column("?!", "right"), Column("?", "right"),
    Column("??", "right"), Column("Index", "right"), Column("Luck", "right"),
)  # fmt: skip
_MARKS = {Mistake.NONE: "", Mistake.SMALL: "?!", Mistake.MEDIUM: "?", Mistake.LARGE: "??"}
_STYLES = {Mistake.SMALL: "yellow", Mistake.MEDIUM: "yellow", Mistake.LARGE: "red"}
_LEGEND = (
    "Lost: points. Win: of the chance to win, in percent.",
    "Mistakes: ?! small, ? medium, ?? large; the index adds up 0.2, 0.5, and 1.",
)
_WIDTH = 80
_LONGEST_NAME = 8
"""Characters of a player's name in a turn's line, which has to fit 80 columns."""


def game_view(analysis: GameAnalysis, review: GameReview) -> Iterator[Line]:
    """A line for each turn, the totals of each player, and what stands out."""
    game = analysis.game
    names = [player.nickname for player in game.players]
    scores = ", ".join(
        f"{player.name or player.nickname} {score}"
        for player, score in zip(game.players, game.scores, strict=True)
    )
    yield from _wrapped(scores, "bold")
    yield from _wrapped(_how(analysis, review))
    yield EMPTY
    rows = [
        (_turn_cells(turn, names), _STYLES.get(turn.mistake or Mistake.NONE, "")) for turn in review.turns
    ]
    yield from table(_TURN_COLUMNS, rows, gap=1)
    yield EMPTY
    notes = [*review_remarks(review.turns), *_clock_remark(review)]
    if notes:
        yield from chain.from_iterable(map(_wrapped, notes))
        yield EMPTY
    totals = [(_total_cells(player, game.scores[player.player], names), "") for player in review.players]
    yield from table(_TOTAL_COLUMNS, totals)
    yield EMPTY
    yield from chain.from_iterable(map(_wrapped, _highlights(review, names)))
    yield from (styled(line, "dim") for line in _LEGEND)


def _wrapped(text: str, style: str = "") -> Iterator[Line]:
    """A sentence in lines that fit the terminal."""
    return (
        styled(line, style) for line in wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    )


def _clock_remark(review: GameReview) -> Iterator[str]:
    """That another run will differ, if so."""
    stopped = review.stopped_by_clock
    if stopped:
        yield f"{turns_named(stopped)}: stopped by the clock, so another run will differ."


def _how(analysis: GameAnalysis, review: GameReview) -> str:
    methods = Counter(turn.analysis.method for turn in review.turns)
    counts = {
        "simulated": methods[Method.SIMULATION],
        "searched as pre-endgame": methods[Method.PREENDGAME],
        "solved": methods[Method.ENDGAME],
    }
    also = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    how = f"lexicon {analysis.lexicon_name}, strategy {analysis.strategy_name}"
    turns = len(analysis.game.turns)
    return "; ".join([f"{turns} turn{'s' * (turns != 1)}", how, *filter(None, [also])])


def _turn_cells(turn: TurnReview, names: Sequence[str]) -> Sequence[str]:
    analysis = turn.analysis
    played, best = analysis.played, analysis.best
    assert played is not None
    name = names[turn.player]
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "~"
    return (
        str(turn.turn),
        "" if turn.mistake is None else _MARKS[turn.mistake],
        name,
        str(analysis.position.rack),
        phony_text(played),
        "off" if played.is_withdrawn else str(played.move.score),
        "-" if played.rank is None else str(played.rank),
        "?" if turn.points_lost is None else f"{turn.points_lost:.1f}",
        _percent(turn.chances.lost),
        "" if best is None else "=" if played.rank == 1 else str(best.move),
    )


def _total_cells(player: PlayerReview, score: int, names: Sequence[str]) -> Sequence[str]:
    return (
        names[player.player],
        str(score),
        f"{player.best_found} of {player.judged}",
        f"{player.points_lost:.1f}",
        _percent(player.win_lost) if len(names) == 2 else "",
        *(str(player.mistakes[kind]) for kind in (Mistake.SMALL, Mistake.MEDIUM, Mistake.LARGE)),
        f"{player.mistake_index:.1f}",
        f"{player.luck:+.1f}",
    )


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


def _highlights(review: GameReview, names: Sequence[str]) -> Iterator[str]:
    """The turning point, missed bingos, the best and the worst turn of each player."""
    turns = {turn.turn: turn for turn in review.turns}

    def told(number: int) -> str:
        played = turns[number].analysis.played
        assert played is not None
        return f"turn {number} ({phony_text(played)})"

    if review.turning_point is not None and review.game.winner is not None:
        winner = names[review.game.winner]
        yield f"From {told(review.turning_point)} on {winner} was likelier to win than not."
    for player in review.players:
        name = names[player.player]
        for number in player.missed_bingos:
            best = turns[number].analysis.best
            yield f"{name} missed a bingo on turn {number}: {best.move if best else ''}."
        stands_out = {"best": player.best_turn, "worst": player.worst_turn}
        parts = [f"{what} {told(number)}" for what, number in stands_out.items() if number is not None]
        if parts:
            yield f"{name}: {', '.join(parts)}."
