"""The modes, by name."""

from movegen.lexicon import Lexicon
from sims.play.duplicate import DuplicateGame
from sims.play.free_game import FreeGame
from sims.play.session import Session
from sims.play.setting import Mode, Setting
from sims.play.training import TrainingGame

_KINDS: dict[Mode, type[Session]] = {
    Mode.TRAINING: TrainingGame,
    Mode.DUPLICATE: DuplicateGame,
    Mode.FREE: FreeGame,
}


def begin(setting: Setting, lexicon: Lexicon | None = None) -> Session:
    """A game with this setting, not saved anywhere. Raises what the classes of the modes do."""
    return _KINDS[setting.mode](setting, lexicon)
