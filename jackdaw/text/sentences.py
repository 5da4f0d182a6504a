"""Explanations as English sentences: the only place where facts about moves become words.

Differences of means are given with one standard error of the difference.
"""

from collections.abc import Callable

from movegen.board import Move, MoveKind
from movegen.position import Position
from movegen.variant import Direction, square_name
from sims.explanation import Explanation, Fact, FactKind, Figure, Quantity
from sims.simulation import format_error
from strategy.analysis import Method

_PREMIUMS = {
    "DL": "double letter", "TL": "triple letter", "QL": "quadruple letter",
    "DW": "double word", "TW": "triple word", "QW": "quadruple word",
}  # fmt: skip
_OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


def explanation_sentences(explanation: Explanation | None, *, with_margin: bool = True) -> list[str]:
    """Return the sentences of an explanation, none if it has no facts.

    Without the margin, how much better the better move is, is left out: for places that say what was lost.
    """
    if explanation is None:
        return []
    facts = explanation.facts if with_margin else _without_margin(explanation.facts)
    sentences = [_capitalized(_SENTENCES[fact.kind](_Side(explanation, fact))) for fact in facts]
    kinds = [fact.speaks_against for fact in facts]
    for index in range(1, len(sentences)):
        if kinds[index - 1] and not kinds[index]:
            sentences[index] = f"But {_uncapitalized(sentences[index])}"
    return sentences


def _without_margin(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.kind is not FactKind.MARGIN)


def _capitalized(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _uncapitalized(sentence: str) -> str:
    """Return a sentence with a small first letter, unless it begins with a move."""
    first = sentence.split(" ", 1)[0]
    return (
        sentence[0].lower() + sentence[1:] if first in ("After", "The", "In", "With", "Vowels") else sentence
    )


class _Side:
    """A fact from the side of the move that it speaks for: `favoured` against `other`."""

    def __init__(self, explanation: Explanation, fact: Fact) -> None:
        self.position, self.fact = explanation.position, fact
        self.is_static = explanation.method is Method.STATIC
        self.is_better = not fact.speaks_against
        moves = (fact.move, fact.than) if self.is_better else (fact.than, fact.move)
        self.moves = moves
        self.favoured, self.other = map(_name, moves)

    @property
    def main(self) -> Figure:
        return self.fact.figures[0]

    def values(self, figure: Figure) -> tuple[float, float]:
        """Return the figures of the favoured move and of the other one."""
        return (figure.value, figure.than) if self.is_better else (figure.than, figure.value)

    def gap(self, figure: Figure) -> str:
        """Return the size of a difference with its error, such as `7 points` or `8.6 ± 1.3 points`."""
        size = abs(figure.difference)
        if figure.difference_error:
            return f"{size:.1f} ± {figure.difference_error:.1f} points"
        number = f"{size:g}" if size == round(size) else f"{size:.1f}"
        return f"{number} point{'s' * (number != '1')}"

    def leaves(self, figure: Figure) -> str:
        """Return what both moves keep, each with its value."""
        (first, second), values = self.moves, self.values(figure)
        kept = [_tiles(self.position, move) for move in (first, second)]
        return (
            f"{self.favoured} keeps {kept[0]} ({values[0]:+.1f}), {self.other} {kept[1]} ({values[1]:+.1f})"
        )


def _name(move: Move) -> str:
    return "the pass" if move.kind is MoveKind.PASS else str(move)


def _tiles(position: Position, move: Move) -> str:
    return str(position.rack - move.tiles_used) or "no tiles"


def _percent(share: float) -> str:
    """Return a share in percent, without decimals unless that would be 0 or 100."""
    percent = 100 * share
    return f"{percent:.0f}" if 1 <= percent <= 99 or percent in (0, 100) else f"{percent:.1f}"


def _win(side: _Side, figure: Figure) -> str:
    """Return the wins of the better move compared with the other one, as a predicate."""
    if figure.of is not None and not figure.difference_error:
        won, than = (f"{value * figure.of:g}" for value in (figure.value, figure.than))
        return (
            f"wins with {won} of the {figure.of} arrangements of the unseen tiles, {side.other} with {than}"
        )
    return f"{_win_rate(figure)} than {side.other}"


def _win_rate(figure: Figure) -> str:
    error = f" ± {100 * figure.difference_error:.1f}" if figure.difference_error else ""
    gap = f"{100 * abs(figure.difference):.1f}{error} percentage points"
    return f"wins {100 * figure.value:.1f} % of the games, {gap} {_comparative(figure)}"


def _comparative(figure: Figure) -> str:
    return "more" if figure.difference > 0 else "less"


def _margin(side: _Side) -> str:
    points, wins = side.fact.figure(Quantity.EQUITY), side.fact.figure(Quantity.WIN)
    if points is None:
        assert wins is not None
        return f"{side.favoured} {_win(side, wins)}."
    how = "By score and leave " if side.is_static else ""
    gap = f"{side.gap(points)} {_comparative(points)}"
    worth = f"{how}{side.favoured} is worth {gap} than {side.other}"
    if wins is None:
        return f"{worth}."
    is_same = (points.difference > 0) == (wins.difference > 0)
    return f"{worth} and {_win_rate(wins)}." if is_same else f"{worth}, though it {_win_rate(wins)}."


def _despite(side: _Side) -> str:
    wins, points = side.fact.figures
    return f"{side.favoured} {_win(side, wins)}, though it is worth {side.gap(points)} less."


def _even(side: _Side) -> str:
    first = side.main
    if first.quantity is Quantity.FINAL_SPREAD:
        return f"{side.favoured} and {side.other} both end the game at {first.value:+g} with best play."
    if first.quantity is Quantity.WIN:
        if first.of is not None and not (first.difference or first.difference_error):
            return _same_wins(side, first.value * first.of, first.of)
        return f"{side.favoured} {_win(side, first)}: that is no certain difference."
    if len(side.fact.figures) == 1:
        return f"{side.favoured} and {side.other} are both worth {first.value:.1f} points."
    wins = side.fact.figures[1]
    return (
        f"{side.favoured} is not clearly better than {side.other}: {first.difference:+.1f}"
        f"{format_error(first.difference_error, ' ± ')} points, {100 * wins.difference:+.1f}"
        f"{format_error(100 * wins.difference_error, ' ± ')} percentage points of wins."
    )


def _same_wins(side: _Side, won: float, of: int) -> str:
    """Describe two moves that win with the same number of arrangements."""
    arrangements = f"of the {of} arrangements of the unseen tiles"
    if won:
        return f"Both {side.favoured} and {side.other} win with {won:g} {arrangements}."
    return f"Neither {side.favoured} nor {side.other} wins with any {arrangements}."


def _score(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    gap = mine - theirs
    return f"{side.favoured} scores {gap:g} more point{'s' * (gap != 1)} ({mine:g} against {theirs:g})."


def _leave(side: _Side) -> str:
    if not side.position.bag_count:
        return _count(side, "The tiles left on the racks")
    return f"{side.leaves(side.main)}: a better leave by {side.gap(side.main)}."


def _reply(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    text = (
        f"After {side.favoured} the opponent's reply scores {side.gap(side.main)} less ({mine:.1f} "
        f"against {theirs:.1f})"
    )
    if bingo := side.fact.figure(Quantity.REPLY_BINGO):
        rare, often = map(_percent, side.values(bingo))
        text += f", a bingo in {rare} % instead of {often} %"
    if square := side.fact.figure(Quantity.SQUARE):
        text += f"; {_square(side, square)}"
    return f"{text}."


def _square(side: _Side, figure: Figure) -> str:
    """Describe the square that the replies to the other move use more often."""
    assert figure.square is not None
    row, column = figure.square
    premium = _PREMIUMS.get(side.position.board.layout.premium(row, column))
    name = f"{_column_first(row, column)}{f' ({premium})' if premium else ''}"
    rare, often = map(_percent, side.values(figure))
    use = f"{often} % of the replies to {side.other}"
    if any((row, column) == (at[0], at[1]) for at in side.moves[0].squares):
        return f"it takes {name}, which {use} use"
    return f"{use} use {name}, {rare} % of those to {side.favoured}"


def _column_first(row: int, column: int) -> str:
    """Return the name of a square as players say it, such as `O8`."""
    return square_name(row, column, Direction.DOWN)


def _next_turn(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    text = (
        f"After {side.favoured} the player's next turn scores {side.gap(side.main)} more ({mine:.1f} "
        f"against {theirs:.1f})"
    )
    if bingo := side.fact.figure(Quantity.NEXT_BINGO):
        often, rare = map(_percent, side.values(bingo))
        text += f", a bingo in {often} % instead of {rare} %"
    if leave := side.fact.figure(Quantity.LEAVE_VALUE):
        text += f": {side.leaves(leave)}"
    if turnover := side.fact.figure(Quantity.TILES_PLAYED):
        more, less = side.values(turnover)
        text += f": it turns over {more:g} tiles instead of {less:g}"
    return f"{text}."


def _later_turns(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    which = "turns after the reply" if side.fact.kind is FactKind.AFTER_REPLY else "later turns"
    return (
        f"After {side.favoured} the {which} gain {side.gap(side.main)} more ({mine:+.1f} against "
        f"{theirs:+.1f})."
    )


def _leaves(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    text = (
        f"After {side.favoured} the tiles held at the end of the rollouts, less the opponent's, are worth "
        f"{side.gap(side.main)} more ({mine:+.1f} against {theirs:+.1f})"
    )
    if leave := side.fact.figure(Quantity.LEAVE_VALUE):
        text += f": {side.leaves(leave)}"
    return f"{text}."


def _going_out(side: _Side) -> str:
    who = "player" if side.fact.kind is FactKind.GOING_OUT else "opponent"
    mine, theirs = (_share(side.main, index) for index in (0, 1))
    first = f"In {mine} % of the rollouts after {side.favoured} the {who} goes out first"
    return f"{first}, in {theirs} % after {side.other}."


def _share(figure: Figure, index: int) -> str:
    share, error = ((figure.value, figure.error), (figure.than, figure.than_error))[index]
    return f"{100 * share:.1f} ± {100 * (error or 0):.1f}"


def _ends_game(side: _Side) -> str:
    first, second = side.moves
    last = f"as the last of {side.position.rules.scoreless_turns} turns in a row without a score"
    if not first.score and not second.score:
        count = "only the tiles left on the racks count"
        return f"{side.favoured} and {side.other} both end the game, {last}: {count}."
    ends, other = (side.other, side.favoured) if first.score else (side.favoured, side.other)
    return f"{ends} ends the game, {last}; after {other} it goes on."


def _volatility(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    if side.main.difference > 0:
        how, why = "more", "a chance for the player who is behind"
    else:
        how, why = "less", "which protects the lead"
    return (
        f"After {side.favoured} the results vary {how}, {why}: standard deviation {mine:.1f} points against "
        f"{theirs:.1f}."
    )


def _bag(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    return (
        f"{side.favoured} leaves {mine:g} tile{'s' * (mine != 1)} in the bag, {side.other} leaves {theirs:g}."
    )


def _adjustment(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    if side.position.board.is_empty:
        why = "Vowels beside premium squares cost"
        return f"{why} {side.favoured} {-mine:.1f} points, {side.other} {-theirs:.1f}."
    return _count(side, "The tiles left in the bag")


def _count(side: _Side, subject: str) -> str:
    mine, theirs = side.values(side.main)
    return f"{subject} count {mine:+.1f} points after {side.favoured}, {theirs:+.1f} after {side.other}."


def _final_spread(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    if side.main.quantity is Quantity.SIMULATED_SPREAD:
        mean = f"In rollouts the game ends at {mine:+.1f} on average after {side.favoured}"
        return f"{mean}, {theirs:+.1f} after {side.other}: a difference of {side.gap(side.main)}."
    if side.position.bag_count:
        mean = f"With best play the game ends at {mine:+.1f} on average after {side.favoured}"
        return f"{mean}, {theirs:+.1f} after {side.other}."
    results = [_OUTCOMES[(spread > 0) - (spread < 0)] for spread in (mine, theirs)]
    turned = f": a {results[0]}, not a {results[1]}" if results[0] != results[1] else ""
    return f"With best play {side.favoured} ends the game at {mine:+g}, {side.other} at {theirs:+g}{turned}."


def _rest(side: _Side) -> str:
    mine, theirs = side.values(side.main)
    gap = f"brings {side.gap(side.main)} more ({mine:+g} against {theirs:+g})"
    return f"After {side.favoured} the rest of the game {gap}."


_SENTENCES: dict[FactKind, Callable[[_Side], str]] = {
    FactKind.EVEN: _even,
    FactKind.MARGIN: _margin,
    FactKind.WINS_DESPITE_POINTS: _despite,
    FactKind.SCORE: _score,
    FactKind.LEAVE: _leave,
    FactKind.REPLY: _reply,
    FactKind.NEXT_TURN: _next_turn,
    FactKind.LATER_TURNS: _later_turns,
    FactKind.AFTER_REPLY: _later_turns,
    FactKind.LEAVES: _leaves,
    FactKind.GOING_OUT: _going_out,
    FactKind.OPPONENT_GOING_OUT: _going_out,
    FactKind.ENDS_GAME: _ends_game,
    FactKind.VOLATILITY: _volatility,
    FactKind.BAG: _bag,
    FactKind.ADJUSTMENT: _adjustment,
    FactKind.FINAL_SPREAD: _final_spread,
    FactKind.REST: _rest,
}
