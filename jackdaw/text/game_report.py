"""The review of a game as text: a row per turn, the losses of each player, the turning point, its lines."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from shlex import quote
from textwrap import wrap

from jackdaw.console import EMPTY, Column, Line, block_width, command, page_width, styled, table
from jackdaw.text.remarks import (
    EVALUATED,
    UNKNOWN,
    describe_lexicon,
    describe_values,
    name_turns,
    phony_text,
    review_remarks,
    static_note,
)
from jackdaw.text.why_view import mistakes_why
from movegen.counts import counted
from movegen.errors import MAX_NAME, one_line
from movegen.game import Game
from movegen.lines import Line as GameLine
from sims.review import GameReview, LineReview, PlayerReview, TurnReview
from strategy.analysis import GameAnalysis, Grade, GradingScheme, Mistake

_TURN_COLUMNS = (
    Column("#", "right"), Column("", "left"), Column("Player", "left"), Column("Rack", "left"),
    Column("Move", "left"), Column("Score", "right"), Column("Win %", "right"),
    Column("Lost\n(win %)", "right"), Column("Lost\n(points)", "right"), Column("Best", "left"),
)  # fmt: skip
_TOTAL_COLUMNS = (
    Column("Player", "left"), Column("Score", "right"), Column("Best\nfound", "right"),
    Column("Lost\n(win %)", "right"), Column("Lost\n(points)", "right"),
    *(Column(mark, "right") for mark in ("?!", "?", "??", "(?!)", "(?)", "(??)")),
    Column("Index", "right"), Column("Luck", "right"),
)  # fmt: skip
_OF_WINS = ("Lost\n(win %)", "(?!)", "(?)", "(??)")
"""The columns of totals that compare chances to win."""
_MARKS = {Mistake.NONE: "", Mistake.SMALL: "?!", Mistake.MEDIUM: "?", Mistake.LARGE: "??"}
_STYLES = {Mistake.SMALL: "yellow", Mistake.MEDIUM: "yellow", Mistake.LARGE: "red"}
_KINDS = (Mistake.SMALL, Mistake.MEDIUM, Mistake.LARGE)
_MAX_NAMES = (14, 8, 6)
"""Maximum lengths of names in tables; the longest that fits is taken. The column's title has six letters."""


def game_view(analysis: GameAnalysis, review: GameReview) -> Iterator[Line]:
    """Show a line per turn, the totals of each player, and the highlights."""
    game = analysis.game
    names = game.display_names
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores, strict=True))
    note = static_note(review.turns)
    if note is not None:
        yield from _wrapped(f"{note}; --effort normal simulates.", "yellow")
    yield from _wrapped(scores, "bold")
    yield from _wrapped(_how(analysis, review))
    values = describe_values(review.turns[0].analysis, with_win_table=len(review.game.players) == 2)
    yield from _wrapped(f"Values: {values}")
    yield EMPTY
    yield from turn_table(game, review.turns)
    yield EMPTY
    notes = [*review_remarks(review.turns), *_clock_remark(review)]
    if notes:
        yield from chain.from_iterable(map(_wrapped, notes))
        yield EMPTY
    yield from mistakes_why(review, names)
    yield from _total_table(review)
    yield EMPTY
    yield from chain.from_iterable(map(_wrapped, _highlights(review, names)))
    legend = _legend(review.grading, has_chances=len(game.players) == 2)
    yield from chain.from_iterable(_wrapped(line, "dim") for line in legend)
    yield from chain.from_iterable(_line_view(line, game) for line in review.lines)


def _line_view(review: LineReview, game: Game) -> Iterator[Line]:
    """Show the moves of a line of the game, and the scores after it."""
    yield EMPTY
    yield from _wrapped(f"{line_heading(review.line, game)}.", "bold")
    yield from turn_table(review.line.game, review.turns)
    yield from _wrapped(line_scores(review.line))


def line_heading(line: GameLine, game: Game) -> str:
    """Name a line and the move of the game that it takes the place of."""
    played = game.turns[line.turn - 1].move if line.turn <= len(game.turns) else None
    where = f"from turn {line.turn} on" if played is None else f"instead of {played} in turn {line.turn}"
    return f"Line {one_line(line.name, MAX_NAME)}, {where}" if line.name else f"Line {where}"


def line_scores(line: GameLine) -> str:
    """Give the scores after a line, and whether the game is over."""
    game = line.game
    scores = ", ".join(f"{name} {score}" for name, score in zip(game.display_names, game.scores, strict=True))
    return f"{'At the end' if game.is_finished else 'After it'}: {scores}."


def practice_view(review: GameReview, record: str, options: Sequence[str] = ()) -> Iterator[Line]:
    """Show the commands by which the player with most mistakes practises those of the game in a file.

    `options` are those that the record was read with, the lexicon first.
    """
    game, worst = review.game, max(review.players, key=lambda player: player.mistake_index or 0)
    if not worst.mistake_index or len(game.players) != 2:  # puzzles are made of games of two
        return
    nickname = quote(one_line(game.players[worst.player].nickname, MAX_NAME))
    yield from _wrapped(f"Practise the mistakes of {game.display_names[worst.player]}:", "dim")
    yield command(f"  jackdaw puzzles {quote(one_line(record, len(record)))} \\")
    if options:
        yield command(f"    {' '.join(map(quote, options))} \\")
    yield command(f"    --player {nickname} -o mistakes.jsonl")
    lexicon = options[:2] if "--lexicon" in options else ()
    yield command(f"  {' '.join(['jackdaw puzzle play mistakes.jsonl', *map(quote, lexicon)])}")


def _wrapped(text: str, style: str = "") -> Iterator[Line]:
    """Wrap a sentence to the width of the terminal."""
    return (
        styled(line, style)
        for line in wrap(text, page_width(), subsequent_indent="  ", break_on_hyphens=False)
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
    return "; ".join([counted(turns, "turn"), how, *filter(None, [also])])


def turn_table(game: Game, turns: Sequence[TurnReview]) -> list[Line]:
    """Lay out a line per turn of a game; chances to win only in games of two.

    Racks are left out where tiles of several letters, in brackets, make the table too wide.
    """
    has_chances = len(game.players) == 2
    columns = [column for column in _TURN_COLUMNS if has_chances or "%" not in column.title]
    rack = next(index for index, column in enumerate(columns) if column.title == "Rack")

    def lay_out(length: int) -> list[Line]:
        names = [_shorten(name, length) for name in game.first_names]
        rows = [(_turn_cells(turn, names, has_chances), _style(turn)) for turn in turns]
        lines = table(columns, rows, gap=1)
        if length > _MAX_NAMES[-1] or block_width(lines) <= page_width():
            return lines
        kept = [((*cells[:rack], *cells[rack + 1 :]), style) for cells, style in rows]
        return table([*columns[:rack], *columns[rack + 1 :]], kept, gap=1)

    return _fit(lay_out, _MAX_NAMES[1:])


def _total_table(review: GameReview) -> list[Line]:
    """Lay out the totals of each player; wins lost, and mistakes that cost only spread, in games of two."""
    game = review.game
    has_chances = len(game.players) == 2
    columns = [each for each in _TOTAL_COLUMNS if has_chances or each.title not in _OF_WINS]

    def lay_out(length: int) -> list[Line]:
        full = game.display_names
        names = (
            full if max(map(len, full)) <= length else [_shorten(name, length) for name in game.first_names]
        )
        rows = [
            (_total_cells(player, game.scores[player.player], names[player.player], has_chances), "")
            for player in review.players
        ]
        return table(columns, rows, gap=1)

    return _fit(lay_out, _MAX_NAMES)


def _fit(lay_out: Callable[[int], list[Line]], lengths: Sequence[int]) -> list[Line]:
    """Return the first table that fits the terminal, else the last one."""
    lines: list[Line] = []
    for length in lengths:
        lines = lay_out(length)
        if block_width(lines) <= page_width():
            break
    return lines


def _turn_cells(turn: TurnReview, names: Sequence[str], has_chances: bool) -> Sequence[str]:
    analysis = turn.analysis
    played, best = analysis.played, turn.best
    assert played is not None
    return (
        str(turn.turn),
        grade_mark(turn.grade),
        names[turn.player],
        str(analysis.position.rack),
        phony_text(played),
        "off" if played.is_withdrawn else str(played.move.score),
        *((_percent(turn.chances.played), _loss_of_wins(turn.chances.lost)) if has_chances else ()),
        _loss(turn.points_lost),
        UNKNOWN if best is None else "=" if turn.is_best else str(best.move),
    )


def grade_mark(grade: Grade | None) -> str:
    """Return the mark of a move, such as `??`; in parentheses if it costs only spread."""
    if grade is None or not grade.is_mistake:
        return ""
    mark = _MARKS[grade.mistake]
    return f"({mark})" if grade.costs_spread else mark


def _style(turn: TurnReview) -> str:
    """Return the style of a turn's line; mistakes that cost only spread do not stand out."""
    grade = turn.grade
    return "" if grade is None or grade.costs_spread else _STYLES.get(grade.mistake, "")


def _total_cells(player: PlayerReview, score: int, name: str, has_chances: bool) -> Sequence[str]:
    by_spread = player.spread_mistakes
    counts = [player.mistakes[kind] - by_spread[kind] for kind in _KINDS]
    counts += [by_spread[kind] for kind in _KINDS] if has_chances else []
    return (
        name,
        str(score),
        f"{player.best_found} of {player.judged}" if player.judged else UNKNOWN,
        *((_loss_of_wins(player.win_lost),) if has_chances else ()),
        _loss(player.points_lost),
        *(str(count) if player.judged else UNKNOWN for count in counts),
        UNKNOWN if player.mistake_index is None else f"{player.mistake_index:.1f}",
        UNKNOWN if player.luck is None else f"{player.luck:+.1f}",
    )


def _percent(chance: float | None) -> str:
    return UNKNOWN if chance is None else f"{100 * chance:.1f}"


def _loss_of_wins(lost: float | None) -> str:
    return UNKNOWN if lost is None else f"{_signed(-100 * lost)} %"


def _loss(lost: float | None) -> str:
    return UNKNOWN if lost is None else _signed(-lost)


def _signed(number: float) -> str:
    """Format a loss with its sign; 0.0 has none."""
    return f"{round(number, 1) + 0.0:.1f}"


def _shorten(name: str, length: int) -> str:
    return name if len(name) <= length else f"{name[: length - 1]}\N{HORIZONTAL ELLIPSIS}"


def _highlights(review: GameReview, names: Sequence[str]) -> Iterator[str]:
    """Name the turning point, missed bingos, and the best and worst turn of each player."""
    turns = {turn.turn: turn for turn in review.turns}

    def name_turn(number: int) -> str:
        played = turns[number].analysis.played
        assert played is not None
        move = phony_text(played)
        return f"turn {number} {move if move.startswith('(') else f'({move})'}"  # such as (pass)

    if review.turning_point is not None and review.game.winner is not None:
        winner = names[review.game.winner]
        yield f"From {name_turn(review.turning_point)} on {winner} was more likely to win."
    yield from _describe_rating(review, names)
    for player in review.players:
        name = names[player.player]
        if player.judged < player.turns:
            yield f"{name}: judged {player.judged} of {player.turns} turns."
        if player.win_lost_estimated is not None and player.win_lost is not None:
            estimated = (
                f"{100 * player.win_lost_estimated:.1f} ± {100 * (player.win_lost_error or 0.0):.1f} %"
            )
            lost = f"{100 * player.win_lost:.1f} %"
            yield f"{name}: of the {lost} of wins lost, {estimated} are only estimates of searches."
        for number in player.missed_bingos:
            best = turns[number].best
            yield f"{name} missed a bingo on turn {number}: {best.move if best else ''}."
        stands_out = {"best": player.best_turn, "worst": player.worst_turn}
        parts = [f"{label} {name_turn(number)}" for label, number in stands_out.items() if number is not None]
        if parts:
            yield f"{name}: {', '.join(parts)}."


def _describe_rating(review: GameReview, names: Sequence[str]) -> Iterator[str]:
    """Give the ratings that the indices suggest, and what they are worth."""
    ratings = [
        f"{names[player.player]} {player.rating}" for player in review.players if player.rating is not None
    ]
    if ratings:
        yield f"Estimated rating, by this one game and a rule of thumb: {', '.join(ratings)}."


def _legend(grading: GradingScheme, has_chances: bool) -> Iterator[str]:
    weights = ", ".join(f"{getattr(grading.index, kind.value):g}" for kind in _KINDS)
    chances = "Win %: chance to win after the move. " if has_chances else ""
    yield f"{chances}Lost: against the best move, which = marks."
    yield f"Mistakes: ?! small, ? medium, ?? large; the index counts {weights}."
    if has_chances:
        yield "In parentheses: mistakes that cost only spread."
