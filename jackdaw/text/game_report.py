"""The review of a game as text: a line per turn, the losses of each player, and the turning point."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from textwrap import wrap

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.text.remarks import EVALUATED, describe_lexicon, name_turns, phony_text, review_remarks
from sims.review import GameReview, PlayerReview, TurnReview
from strategy.analysis import GameAnalysis, Mistake

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
    "Lost: points. Win: loss of the chance to win, in percent.",
    "Mistakes: ?! small, ? medium, ?? large; the index counts them 0.2, 0.5 and 1.",
)
_WIDTH = 80
_MAX_NAME = 8
"""Maximum length of a name in the line of a turn, which has 80 columns."""


def game_view(analysis: GameAnalysis, review: GameReview) -> Iterator[Line]:
    """Show a line per turn, the totals of each player, and the highlights."""
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
    """Wrap a sentence to the width of the terminal."""
    return (
        styled(line, style) for line in wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    )


def _clock_remark(review: GameReview) -> Iterator[str]:
    """Warn if another run will differ."""
    stopped = review.stopped_by_clock
    if stopped:
        yield f"{name_turns(stopped)}: stopped by the clock, so another run will differ."


def _how(analysis: GameAnalysis, review: GameReview) -> str:
    methods = Counter(turn.analysis.method for turn in review.turns)
    also = ", ".join(f"{methods[method]} {done}" for method, done in EVALUATED.items() if methods[method])
    how = f"lexicon {describe_lexicon(review.turns[0].analysis)}, strategy {analysis.strategy_name}"
    turns = len(analysis.game.turns)
    return "; ".join([f"{turns} turn{'s' * (turns != 1)}", how, *filter(None, [also])])


def _turn_cells(turn: TurnReview, names: Sequence[str]) -> Sequence[str]:
    analysis = turn.analysis
    played, best = analysis.played, analysis.best
    assert played is not None
    name = names[turn.player]
    if len(name) > _MAX_NAME:
        name = name[: _MAX_NAME - 1] + "~"
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
    """Name the turning point, missed bingos, and the best and worst turn of each player."""
    turns = {turn.turn: turn for turn in review.turns}

    def name_turn(number: int) -> str:
        played = turns[number].analysis.played
        assert played is not None
        return f"turn {number} ({phony_text(played)})"

    if review.turning_point is not None and review.game.winner is not None:
        winner = names[review.game.winner]
        yield f"From {name_turn(review.turning_point)} on {winner} was more likely to win."
    for player in review.players:
        name = names[player.player]
        for number in player.missed_bingos:
            best = turns[number].analysis.best
            yield f"{name} missed a bingo on turn {number}: {best.move if best else ''}."
        stands_out = {"best": player.best_turn, "worst": player.worst_turn}
        parts = [f"{label} {name_turn(number)}" for label, number in stands_out.items() if number is not None]
        if parts:
            yield f"{name}: {', '.join(parts)}."
