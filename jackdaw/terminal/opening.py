"""From the options of `jackdaw play` to a game: its players, its file."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jackdaw.saved_games import new_file
from jackdaw.terminal.saved_games import find_file
from movegen.errors import ConfigError
from movegen.files import check_place
from movegen.lexicon_sources import looks_like_path
from movegen.rules import ChallengeRule, Variant
from movegen.tiles import TileSet
from sims.play import Clock, Mode, Redraw, SavedGame, Seat, Setting, begin_saved, resume
from strategy.static import StaticStrategy

_YOU = "You"
_ENGINES = {Mode.TRAINING: (), Mode.DUPLICATE: ("casual", "expert"), Mode.FREE: ("club",)}
"""Who plays against one person, unless somebody is named."""
_ALWAYS = "greedy"
"""Instead of those that know no words or no leaves of the game's tiles."""
_MOST_SEED = 10**6


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What was asked for a new game, None and nothing where nothing was."""

    mode: Mode
    players: Sequence[str] = ()
    engines: Sequence[str] = ()
    engines_first: bool = False
    rules: str = "standard"
    lexicon: str | None = None
    seed: int | None = None
    challenge: str | None = None
    minutes: float | None = None
    overtime: int | None = None
    redraw: tuple[int, int, int] | None = None

    def setting(self) -> Setting:
        """The game's setting. Raises ConfigError."""
        if self.overtime is not None and (self.minutes is None or self.mode is not Mode.FREE):
            raise ConfigError(
                "points for overtime in a game without", key="--overtime", cure="free games with a --clock"
            )
        if self.mode is Mode.TRAINING and self.minutes is not None:
            raise ConfigError("a training game has no clock", key="--clock", cure="leave it out")
        if self.mode is not Mode.FREE and self.challenge is not None:
            raise ConfigError(
                f"a {self.mode} game knows no challenges", key="--challenge", cure="leave it out"
            )
        if self.mode is not Mode.DUPLICATE and self.redraw is not None:
            raise ConfigError(
                f"racks of a {self.mode} game are not drawn anew", key="--redraw", cure="leave it out"
            )
        return Setting(
            mode=self.mode,
            seats=self._seats(),
            rules=_lasting(self.rules),
            lexicon=None if self.lexicon is None else _lasting(self.lexicon),
            seed=secrets.randbelow(_MOST_SEED) if self.seed is None else self.seed,
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
        usual, tiles = _ENGINES[self.mode], Variant.load(self.rules).tiles
        return tuple(name for name in usual if _suits(name, tiles)) or (_ALWAYS,) * bool(usual)

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


def check_gcg(mode: Mode, file: str | None) -> None:
    """Raise ConfigError when games of the mode have no GCG, JackdawError when it cannot be written there."""
    if file is None:
        return
    if mode is not Mode.FREE:
        raise ConfigError(f"a {mode} game has no GCG", key="--gcg", cure="GCG tells of free games")
    check_place(Path(file))


def open_new(wishes: Wishes, file: str | None) -> SavedGame:
    """Begin a game. Raises what `Setting` and `begin_saved` do."""
    setting = wishes.setting()
    return begin_saved(new_file(setting.mode) if file is None else Path(file), setting)


def open_saved(name: str, mode: Mode | None) -> SavedGame:
    """Go on with a game, which must be of that mode if one is given. Raises what `resume` does."""
    saved = resume(find_file(name))
    if mode not in (None, saved.session.mode):
        saved.close()
        raise ConfigError(
            f"is a {saved.session.mode} game", file=name, cure=f"say jackdaw play --resume, without {mode}"
        )
    return saved


def _suits(level: str, tiles: TileSet) -> bool:
    """Whether a level has leaves of these tiles, and words of their letters."""
    strategy = StaticStrategy.load(level)
    try:
        strategy.leaves(tiles)
    except ConfigError:
        return False
    english = TileSet.load("english").tiles
    return strategy.config.handicap.vocabulary is None or (
        {tile.label for tile in tiles.tiles} == {tile.label for tile in english}
    )


def _engines(wanted: Sequence[str], taken: set[str]) -> Iterator[Seat]:
    """Engines given as STRATEGY or STRATEGY=NAME; those without a name are called by the strategy's."""
    for text in wanted:
        strategy, has_name, name = text.partition("=")
        if not has_name:
            usual = Path(strategy).stem.capitalize()
            numbered = (f"{usual} {number}" for number in range(2, 1000))
            name = next(each for each in (usual, *numbered) if each not in taken)
        taken.add(name)
        yield Seat(name=name.strip(), strategy=_lasting(strategy))


def _lasting(name: str) -> str:
    """A name as it is; a file's path in full, so that the game can be resumed from anywhere."""
    return str(Path(name).absolute()) if looks_like_path(name) and Path(name).is_file() else name
