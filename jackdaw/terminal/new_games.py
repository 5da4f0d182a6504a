"""New games from the options of `jackdaw play`, and saved games that are resumed."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jackdaw.terminal.saved_games import begin_in_folder, find_file
from movegen.errors import ConfigError
from movegen.files import check_writable
from movegen.lexicon import choose_rules, looks_like_path
from movegen.variant import ChallengeRule, TileSet, Variant
from sims.engines import start_engines
from sims.errors import EngineError
from sims.play import Clock, GameSetup, Mode, Redraw, SavedGame, Seat, begin_saved, resume
from strategy.players import StaticStrategy

_YOU = "You"
_ENGINES = {Mode.TRAINING: (), Mode.DUPLICATE: ("casual", "expert"), Mode.FREE: ("club",)}
"""The default engines of a game with one person."""
_FALLBACK = "greedy"
"""Replaces engines without words or leaves for the game's tiles."""
_MAX_SEED = 10**6


@dataclass(frozen=True, kw_only=True)
class NewGameOptions:
    """The options of a new game; None and empty for the defaults."""

    mode: Mode
    players: Sequence[str] = ()
    engines: Sequence[str] = ()
    engines_first: bool = False
    rules: str | None = None
    lexicon: str | None = None
    seed: int | None = None
    challenge: str | None = None
    minutes: float | None = None
    overtime: int | None = None
    redraw: tuple[int, int, int] | None = None

    def setting(self) -> GameSetup:
        """Build the game's setup. Raises ConfigError if options contradict each other."""
        if self.overtime is not None and (self.minutes is None or self.mode is not Mode.FREE):
            raise ConfigError(
                "overtime is for free games with a --clock",
                key="--overtime",
                cure="leave it out",
            )
        if self.mode is Mode.TRAINING and self.minutes is not None:
            raise ConfigError("a training game has no clock", key="--clock", cure="leave it out")
        if self.mode is not Mode.FREE and self.challenge is not None:
            raise ConfigError(f"a {self.mode} game has no challenges", key="--challenge", cure="leave it out")
        if self.mode is not Mode.DUPLICATE and self.redraw is not None:
            raise ConfigError(
                f"a {self.mode} game does not redraw racks", key="--redraw", cure="leave it out"
            )
        return GameSetup(
            mode=self.mode,
            seats=self._seats(),
            rules=_absolute_if_file(choose_rules(self.rules, self.lexicon)),
            lexicon=None if self.lexicon is None else _absolute_if_file(self.lexicon),
            seed=secrets.randbelow(_MAX_SEED) if self.seed is None else self.seed,
            challenge=None if self.challenge is None else ChallengeRule(self.challenge),
            clock=self._clock(),
            redraw=self._redraw(),
        )

    def _seats(self) -> tuple[Seat, ...]:
        people = [Seat(name=name.strip()) for name in self.players or (_YOU,)]
        wanted = self.engines or (self._usual_engines() if len(people) == 1 else ())
        engines = list(_engines(wanted, {seat.name for seat in people}))
        return tuple([*engines, *people] if self.engines_first else [*people, *engines])

    def _usual_engines(self) -> tuple[str, ...]:
        usual, tiles = _ENGINES[self.mode], Variant.load(choose_rules(self.rules, self.lexicon)).tiles
        return tuple(name for name in usual if _suits(name, tiles)) or (_FALLBACK,) * bool(usual)

    def _redraw(self) -> Redraw:
        if self.redraw is None:
            return Redraw()
        rounds, before, after = self.redraw
        return Redraw(rounds=rounds, before=before, after=after)

    def _clock(self) -> Clock | None:
        if self.minutes is None:
            return None
        seconds = 60 * self.minutes
        return (
            Clock(seconds=seconds) if self.overtime is None else Clock(seconds=seconds, penalty=self.overtime)
        )


def check_gcg_file(mode: Mode, file: str | None) -> None:
    """Raise ConfigError if games of the mode have no GCG, JackdawError if the file cannot be written."""
    if file is None:
        return
    if mode is not Mode.FREE:
        raise ConfigError(f"a {mode} game has no GCG", key="--gcg", cure="only free games have one")
    check_writable(Path(file))


def begin_game(wishes: NewGameOptions, file: str | None) -> SavedGame:
    """Begin a game. Raises what `GameSetup`, `start_engines` and `begin_saved` raise."""
    setting = wishes.setting()
    start_engines([each for each in setting.strategies() if each is not None])
    if file is None:
        return begin_in_folder(setting, cure="name a file to save the game in with --save")
    return begin_saved(Path(file), setting)


def resume_game(name: str, mode: Mode | None) -> SavedGame:
    """Resume a game; `mode` is the one it must have, if any. Raises what `resume` raises."""
    saved = resume(find_file(name))
    if mode not in (None, saved.session.mode):
        saved.close()
        raise ConfigError(
            f"is a {saved.session.mode} game", file=name, cure=f"use jackdaw play --resume, without {mode}"
        )
    try:
        start_engines([each for each in saved.session.strategies if each is not None])
    except EngineError:
        saved.close()
        raise
    return saved


def _suits(level: str, tiles: TileSet) -> bool:
    """Return whether a level has leaves for these tiles and words of their letters."""
    strategy = StaticStrategy.load(level)
    try:
        strategy.leaves(tiles)
    except ConfigError:
        return False
    english = TileSet.load("english").tiles
    return strategy.config.handicap.for_tiles(tiles).vocabulary is None or (
        {tile.label for tile in tiles.tiles} == {tile.label for tile in english}
    )


def _engines(wanted: Sequence[str], taken: set[str]) -> Iterator[Seat]:
    """Parse engines given as STRATEGY or STRATEGY=NAME. The default name is that of the strategy."""
    for text in wanted:
        strategy, has_name, name = text.partition("=")
        if not has_name:
            usual = Path(strategy).stem.capitalize()
            numbered = (f"{usual} {number}" for number in range(2, 1000))
            name = next(each for each in (usual, *numbered) if each not in taken)
        taken.add(name)
        yield Seat(name=name.strip(), strategy=_absolute_if_file(strategy))


def _absolute_if_file(name: str) -> str:
    """Return a name unchanged, a file as its absolute path, so that the game can be resumed from anywhere."""
    return str(Path(name).absolute()) if looks_like_path(name) and Path(name).is_file() else name
