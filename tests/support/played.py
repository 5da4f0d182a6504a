"""Games that people play, made up: what they type, and where it leads."""

import random
from pathlib import Path

from tiny_game import FOLDER, WORDS

from movegen.moves import Move
from sims.play import (
    Accept,
    Answer,
    Draw,
    FreeGame,
    Lay,
    Mode,
    Seat,
    Session,
    Setting,
    Step,
    TakeBack,
    Turn,
    begin,
)
from strategy.static import StaticStrategy

PEOPLE = ("Ann", "Ben", "Cem", "Dot")


def small_rules(folder: Path) -> str:
    """The tiny game for up to four players, as a file."""
    text = (FOLDER / "tiny.toml").read_text()
    for name in ("small.toml", "few.toml"):
        text = text.replace(f'"{name}"', f'"{FOLDER / name}"')
    file = folder / "four.toml"
    file.write_text(text.replace("players_max = 2", "players_max = 4"))
    return str(file)


def small_setting(mode: Mode, rules: str, seed: int, people: int = 1, engines: int = 0) -> Setting:
    """A setting of the tiny game; engines play by `greedy`, since nothing else is learned of its tiles."""
    machines = tuple(Seat(name=f"Greedy {number}", strategy="greedy") for number in range(1, engines + 1))
    seats = (*(Seat(name=name) for name in PEOPLE[:people]), *machines)
    return Setting(mode=mode, seats=seats, rules=rules, lexicon=WORDS, seed=seed)


def options(setting: Setting) -> list[str]:
    """What `jackdaw play` needs to be told to begin such a game."""
    told = [str(setting.mode), "--rules", setting.rules, "--seed", str(setting.seed)]
    if setting.lexicon is not None:
        told += ["--lexicon", setting.lexicon]
    for seat in setting.seats:
        told += (
            ["--player", seat.name] if seat.strategy is None else ["--engine", f"{seat.strategy}={seat.name}"]
        )
    return told


def play_through(setting: Setting, *, steps: int = 12) -> tuple[list[str], Session]:
    """A game to its end (a training game for so many steps), people moving at random: lines, and the game."""
    session, dice, lines = begin(setting), random.Random(setting.seed), list[str]()
    while not session.is_over and not (setting.mode is Mode.TRAINING and len(lines) == steps):
        seat = next((seat for seat in session.waiting_for if session.strategies[seat] is None), None)
        if seat is None:
            session.do(session.machine_action(session.waiting_for[0]))
        else:
            lines.append(_step(session, seat, dice))
    return lines, session


def _step(session: Session, seat: int, dice: random.Random) -> str:
    """Let a person do something; the line that does it."""
    if isinstance(session, FreeGame) and session.step is Step.LAST_CHALLENGE:
        session.do(Accept())
        return "accept"
    if session.mode is Mode.TRAINING:
        return _train(session, dice)
    move = dice.choice(_best(session, seat))
    if session.mode is Mode.FREE:
        session.do(Turn(move.gcg))
        return move.gcg
    text = move.gcg if move.word else "pass"
    session.do(Answer(seat, text))
    return text


def _train(session: Session, dice: random.Random) -> str:
    moves = [move for move in _best(session, 0) if move.word]
    if len(session.actions) > 2 and dice.random() < 0.2:
        session.do(TakeBack())
        return "back"
    if moves and dice.random() < 0.7:
        session.do(Lay(moves[0].gcg))
        return moves[0].gcg
    session.do(Draw())
    return "draw"


def _best(session: Session, seat: int) -> list[Move]:
    """A few moves by points: leaves of the tiny game are not known."""
    position = session.position(seat)
    judge = StaticStrategy.load("greedy")
    best = judge.best(session.generator, session.rack(seat), position.bag_count, position.unseen, count=5)
    return [each.move for each in best]
