"""Random games of human players as lines to type, with the resulting sessions."""

import random
from pathlib import Path

from tiny_game import FOLDER, WORDS

from movegen.board import Move
from sims.play import (
    Accept,
    DrawTiles,
    FreeGame,
    GameSetup,
    Lay,
    Mode,
    Seat,
    Session,
    Step,
    SubmitMove,
    TakeBack,
    TakeTurn,
    begin,
)
from strategy.players import StaticStrategy

PEOPLE = ("Ann", "Ben", "Cem", "Dot")


def write_small_rules(folder: Path) -> str:
    """Write the rules of the tiny game for up to four players; return the file's path."""
    text = (FOLDER / "tiny.toml").read_text(encoding="utf-8")
    for name in ("small.toml", "few.toml"):
        text = text.replace(f'"{name}"', f'"{FOLDER / name}"')
    file = folder / "four.toml"
    file.write_text(text.replace("players_max = 2", "players_max = 4"), encoding="utf-8")
    return str(file)


def make_small_setup(mode: Mode, rules: str, seed: int, people: int = 1, engines: int = 0) -> GameSetup:
    """Make a setup of the tiny game; engines play `greedy`, the only strategy that needs no leaves."""
    machines = tuple(Seat(name=f"Greedy {number}", strategy="greedy") for number in range(1, engines + 1))
    seats = (*(Seat(name=name) for name in PEOPLE[:people]), *machines)
    return GameSetup(mode=mode, seats=seats, rules=rules, lexicon=WORDS, seed=seed)


def play_options(setting: GameSetup) -> list[str]:
    """Return the options of `jackdaw play` that begin a game of this setup."""
    found = [str(setting.mode), "--rules", setting.rules, "--seed", str(setting.seed)]
    if setting.lexicon is not None:
        found += ["--lexicon", setting.lexicon]
    for seat in setting.seats:
        found += (
            ["--player", seat.name] if seat.strategy is None else ["--engine", f"{seat.strategy}={seat.name}"]
        )
    return found


def play_through(setting: GameSetup, *, steps: int = 12) -> tuple[list[str], Session]:
    """Play a game to its end, a training game for `steps` lines, with random human moves.

    Return the lines typed and the session."""
    session, dice, lines = begin(setting), random.Random(setting.seed), list[str]()
    while not session.is_over and not (setting.mode is Mode.TRAINING and len(lines) == steps):
        seat = next((seat for seat in session.waiting_for if session.strategies[seat] is None), None)
        if seat is None:
            session.do(session.engine_action(session.waiting_for[0]))
        else:
            lines.append(_act(session, seat, dice))
    return lines, session


def _act(session: Session, seat: int, dice: random.Random) -> str:
    """Act at random for a human player and return the line typed."""
    if isinstance(session, FreeGame) and session.step is Step.LAST_CHALLENGE:
        session.do(Accept())
        return "accept"
    if session.mode is Mode.TRAINING:
        return _train(session, dice)
    move = dice.choice(_find_best(session, seat))
    if session.mode is Mode.FREE:
        session.do(TakeTurn(move.gcg))
        return move.gcg
    text = move.gcg if move.word else "pass"
    session.do(SubmitMove(seat, text))
    return text


def _train(session: Session, dice: random.Random) -> str:
    moves = [move for move in _find_best(session, 0) if move.word]
    if len(session.actions) > 2 and dice.random() < 0.2:
        session.do(TakeBack())
        return "back"
    if moves and dice.random() < 0.7:
        session.do(Lay(moves[0].gcg))
        return moves[0].gcg
    session.do(DrawTiles())
    return "draw"


def _find_best(session: Session, seat: int) -> list[Move]:
    """Return the five highest-scoring moves; the tiny game has no leave values."""
    position = session.position(seat)
    greedy = StaticStrategy.load("greedy")
    best = greedy.best(session.generator, session.rack(seat), position.bag_count, position.unseen, count=5)
    return [each.move for each in best]
