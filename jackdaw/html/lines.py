"""The lines of a game on its page, and how its mistakes are practised."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from markupsafe import Markup

from jackdaw.html.boards import line_picture
from jackdaw.html.turns import PageTurn, build_line_turns
from jackdaw.text import line_heading, line_scores
from sims.review import GameReview

ANY_RECORD = "the-record-3f1c86a2.gcg"
"""Stands for the name of a record on a page that is kept for all files with the same game."""


@dataclass(frozen=True)
class PageLine:
    """A line of the page: its board with all its tiles, its moves, and the scores after it."""

    heading: str
    board: Markup
    turns: tuple[PageTurn, ...]
    scores: str


@dataclass(frozen=True)
class Practice:
    """The commands by which a player practises the mistakes of a game."""

    name: str
    mistakes: int
    commands: tuple[str, str]


def build_lines(review: GameReview) -> Iterator[PageLine]:
    """Build the lines of a game."""
    for each in review.lines:
        line, heading = each.line, line_heading(each.line, review.game)
        moves = [move.move for move in line.moves]
        board = line_picture(line.start.state.board, moves, f"Board after {heading}")
        yield PageLine(heading, board, tuple(build_line_turns(each)), line_scores(line))


def build_practice(review: GameReview, record: str = "", options: Sequence[str] = ()) -> Iterator[Practice]:
    """Build the commands for each player who made a mistake; `record` is the file of the game, if known.

    `options` are those that it was read with, the lexicon first. Of files only the names are shown, since
    pages are sent to others. Puzzles are made of games of two players.
    """
    if len(review.game.players) != 2:
        return
    named = [quote(Path(option).name) for option in options]
    made_with = " ".join(["", *named])
    played_with = " ".join(["", *named[:2]]) if "--lexicon" in named else ""
    for player in review.players:
        count = sum(
            turn.grade is not None and turn.grade.is_mistake
            for turn in review.turns
            if turn.player == player.player
        )
        if count:
            nickname = quote(review.game.players[player.player].nickname)
            made = f"jackdaw puzzles {quote_record(record)}{made_with} --player {nickname} -o mistakes.jsonl"
            name = review.game.display_names[player.player]
            yield Practice(name, count, (made, f"jackdaw puzzle play mistakes.jsonl{played_with}"))


def quote_record(record: str) -> str:
    """Return the name of a record's file for a command of the shell."""
    return quote(Path(record).name or "game.gcg")
