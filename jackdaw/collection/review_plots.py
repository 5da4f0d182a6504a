"""Pictures of reviews, for which matplotlib is needed: it is not installed with Jackdaw unless asked for.

They are drawn on axes that are given, or on a new figure, which is returned: a notebook shows it, and
`figure.savefig("chances.png")` writes it.
"""

from importlib.util import find_spec
from typing import Any

from jackdaw.collection.collection import RECENT, Collection
from jackdaw.collection.trend_chart import game_outcome
from jackdaw.plots import panels
from movegen.distribution import install_command
from movegen.errors import JackdawError
from movegen.numbers import show_value
from sims.review import GameReview
from strategy.analysis import Mistake

_MARKERS = {Mistake.SMALL: "o", Mistake.MEDIUM: "D", Mistake.LARGE: "^"}


def plot_chances(review: GameReview, axes: Any = None) -> Any:
    """The first player's chance to win before each turn, in percent, and the mistakes; returns the figure.

    A line falls from the chance that a mistake had to the one that it left. Raises JackdawError where no
    chance is known, or matplotlib is not installed.

    >>> import jackdaw
    >>> review = jackdaw.analyze("jackdaw/samples/ann_v_ben.gcg", method="static")
    >>> plot_chances(review).axes[0].get_ylabel()
    'chances of Ann Archer to win (%)'
    """
    if not isinstance(review, GameReview):
        raise JackdawError(
            f"{show_value(repr(review))} is not a review", cure="give a result of analyze, of a game"
        )
    figure, axes = _panel(axes)
    chances = review.win_chances(0)
    known = [(turn, chance) for turn, chance in zip(review.turns, chances, strict=True) if chance is not None]
    if not known:
        raise JackdawError("no chance to win is known", cure="of games of two, those with racks have chances")
    names = review.game.display_names
    axes.axhline(50, color="grey", linewidth=0.8)
    axes.plot([turn.turn for turn, _ in known], [100 * chance for _, chance in known], color="black")
    for mistake, marker in _MARKERS.items():
        made = [(turn, chance) for turn, chance in known if turn.mistake is mistake]
        at = [turn.turn for turn, _ in made]
        if made:
            axes.scatter(
                at, [100 * chance for _, chance in made], marker=marker, label=f"{mistake.value} mistake"
            )
        for turn, chance in made:
            lost = (turn.chances.lost or 0) * (1 if turn.player == 0 else -1)
            axes.vlines(turn.turn, 100 * (chance - lost), 100 * chance, linewidth=1)
    axes.set(xlabel="turn", ylabel=f"chances of {names[0]} to win (%)", ylim=(-3, 103))
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
    return figure


def plot_trend(collection: Collection, player: str | None = None, axes: Any = None) -> Any:
    """The mistake index of a player's games in the order of time, and the mean of the last five.

    `player` is a name, however it is written; None for the player with the most games. Returns the figure.

    Raises JackdawError where no game of the player could be judged, or matplotlib is not installed.

    >>> import jackdaw
    >>> collection = jackdaw.analyze(["jackdaw/samples"], method="static", cache=False)
    >>> plot_trend(collection).axes[0].get_title()
    'Ann Archer'
    """
    if not isinstance(collection, Collection):
        raise JackdawError(
            f"{show_value(repr(collection))} is not a collection",
            cure="give a result of analyze, of several games",
        )
    figure, axes = _panel(axes)
    if player is None and not collection.players:
        raise JackdawError("there is no game")
    person = collection.players[0] if player is None else collection.player(player)
    if not person.trend:
        raise JackdawError("no game of this player could be judged", where=person.name)
    places = range(1, len(person.trend) + 1)
    indices = [point.index for point in person.trend]
    won = [game_outcome(point) == "won" for point in person.trend]
    axes.plot(places, [point.recent for point in person.trend], label=f"mean of the last {RECENT}")
    for is_won, label in ((True, "won"), (False, "not won")):
        at = [place for place, each in zip(places, won, strict=True) if each is is_won]
        colours = "tab:green" if is_won else "none"
        axes.scatter(
            at, [indices[place - 1] for place in at], facecolors=colours, edgecolors="tab:green", label=label
        )
    axes.set(xlabel="game", ylabel="mistake index", title=person.name)
    axes.set_ylim(bottom=-0.05 * max(1.0, *indices))
    axes.legend()
    return figure


def _panel(axes: Any) -> tuple[Any, Any]:
    """The figure of these axes and the axes; new ones for None. JackdawError without matplotlib."""
    if axes is not None:
        return axes.figure, axes
    if find_spec("matplotlib") is None:
        raise JackdawError("matplotlib is not installed", cure=install_command("plot"))
    figure, axes = panels(1)
    return figure, axes
