"""Saved games: a text file with a line for the setup and a line for each action.

Each action is on the disk before the next one is done, so a killed process loses nothing; an incomplete last
line is dropped. Resuming repeats the actions and checks each of them against the rules, so a file edited by
hand is either rejected or a possible game. `docs/play.md` describes the format.
"""

import os
import stat
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from io import FileIO
from pathlib import Path
from secrets import token_bytes
from types import TracebackType

import msgspec

from movegen.encoding import encode_json
from movegen.errors import JackdawError, quote
from movegen.files import InputKind, open_input
from movegen.lexicon import Lexicon
from movegen.system import lock_file, open_for_update
from sims.play.actions import Action
from sims.play.duplicate import DuplicateGame
from sims.play.free_game import FreeGame
from sims.play.game_setup import GameSetup, Mode
from sims.play.session import Session
from sims.play.training import TrainingGame

SCHEMA = "jackdaw.play/1"
LARGEST = 16 << 20
"""Limit of the size of a saved game in bytes, far above any real one."""
_SALT_BYTES = 8


_SESSIONS: dict[Mode, type[Session]] = {
    Mode.TRAINING: TrainingGame,
    Mode.DUPLICATE: DuplicateGame,
    Mode.FREE: FreeGame,
}


class SavedGameError(JackdawError):
    """A saved game that cannot be read, resumed or written."""


class GameExistsError(SavedGameError):
    """The file of a new game exists."""


class _OpenElsewhereError(SavedGameError):
    """The file of a game is open in another window or process."""


_KIND = InputKind(LARGEST, SavedGameError, expected="a saved game", read_again=True)


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line.

    Attributes
    ----------
    setting: the setup of the game, without its seed.
    sealed:  the seed in obscured form, since it decides the order of the tiles.
    words, checksum: the number of words of the lexicon, and the CRC-32 of its word graph.
    """

    schema: str
    setting: GameSetup
    sealed: str
    words: int
    checksum: int


class SavedGame:
    """A session whose actions are written to a file. Create one with `begin_saved` or `resume`.

    Only one process can have the file open. Close it, or use it in a `with` statement.

    >>> from sims.play import Mode, Seat
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> setup = GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Ann"),))
    >>> with TemporaryDirectory() as folder:
    ...     with begin_saved(Path(folder, "ann.game"), setup) as saved:
    ...         saved.path.name, saved.session.mode.value
    ('ann.game', 'training')
    """

    def __init__(self, path: Path, session: Session, file: FileIO) -> None:
        self.path = path
        self.session = session
        self._file = file
        self._unsaved = b""
        session.keep = self._keep

    def close(self) -> None:
        """Close the file. Later actions of the session are not saved."""
        self.session.keep = None
        self._file.close()

    def __enter__(self) -> "SavedGame":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _keep(self, action: Action) -> None:
        self.write(encode_json(action) + b"\n")

    def write(self, line: bytes) -> None:
        """Append a line, after any that could not be written before. Raises SavedGameError on failure."""
        self._unsaved += line
        end = self._file.seek(0, os.SEEK_END)
        try:
            left = memoryview(self._unsaved)
            while left:
                left = left[self._file.write(left) or 0 :]
            os.fsync(self._file)
        except OSError as fault:
            with suppress(OSError):
                self._file.truncate(end)  # all of a line or nothing
            what = f"the game goes on, but it cannot be saved ({fault.strerror or fault})"
            cure = "free some disk space; the next move saves this one, too"
            raise SavedGameError(what, where=str(self.path), cure=cure) from None
        self._unsaved = b""


def begin(setting: GameSetup, lexicon: Lexicon | None = None) -> Session:
    """Begin a game that is not saved. Raises what the class of its mode raises.

    >>> from sims.play.game_setup import Mode, Seat
    >>> game = begin(GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Ann"),)))
    >>> game.waiting_for, game.scores
    ((0,), (0,))
    """
    return _SESSIONS[setting.mode](setting, lexicon)


def begin_saved(path: Path, setting: GameSetup, lexicon: Lexicon | None = None) -> SavedGame:
    """Begin a game and its file.

    An empty file is taken over: it is left by a process that was killed before its game had begun. Raises
    GameExistsError; SavedGameError if the file cannot be written; and what `begin` raises.

    >>> from sims.play import Mode, Seat, SetRack
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> setup = GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Ann"),))
    >>> with TemporaryDirectory() as folder:
    ...     with begin_saved(Path(folder, "ann.game"), setup) as saved:
    ...         saved.session.do(SetRack("AEINRST"))
    ...     with resume(Path(folder, "ann.game")) as saved:
    ...         saved.session.rack(0)
    <Rack AEINRST>
    """
    session = begin(setting, lexicon)
    saved = SavedGame(path, session, _open_new(path))
    try:
        saved.write(encode_json(_heading(session)) + b"\n")
    except SavedGameError:
        saved.close()
        path.unlink(missing_ok=True)
        raise SavedGameError(
            "there is no room for a saved game",
            where=str(path),
            cure="free some disk space, or name another file",
        ) from None
    return saved


def resume(path: Path, lexicon: Lexicon | None = None) -> SavedGame:
    """Resume a saved game after its last action.

    `lexicon` is the game's, if the caller has it loaded. Raises SavedGameError when the file is no saved
    game, is open elsewhere, is damaged, or when its game was played with other words; and what `begin` does.

    >>> from sims.play import Mode, Seat
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> setup = GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Ann"),))
    >>> with TemporaryDirectory() as folder:
    ...     begin_saved(Path(folder, "ann.game"), setup).close()
    ...     with resume(Path(folder, "ann.game")) as saved:
    ...         saved.session.names
    ('Ann',)
    """
    file = _open(path, 0)
    try:
        heading, actions, end = _read(path, file)
        session = begin(msgspec.structs.replace(heading.setting, seed=_unseal(path, heading.sealed)), lexicon)
        if (heading.words, heading.checksum) != _fingerprint(session.lexicon):
            what = f"was played with another version of the lexicon {session.lexicon.name}"
            raise SavedGameError(what, where=str(path), cure="restore that version")
        for number, action in enumerate(actions, start=2):
            _replay(path, session, number, action)
        if file.seek(0, os.SEEK_END) > end:  # otherwise looking at a game would change the time of the file
            file.truncate(end)
    except BaseException:
        file.close()
        raise
    return SavedGame(path, session, file)


def read_heading(path: Path) -> Heading:
    """Return the setup of a saved game, with seed 0. Raises SavedGameError when the file is not one."""
    with open_input(path, _KIND) as file:
        return _parse_heading(path, file.readline())


def _open_new(path: Path) -> FileIO:
    """Create a file or take over an empty one. Raises GameExistsError, also if another process was faster."""
    exists = GameExistsError("already exists", where=str(path), cure="resume it, or name another file")
    try:
        file = _open(path, os.O_CREAT | os.O_EXCL)
    except FileExistsError:
        try:
            file = _open(path, 0)
        except SavedGameError:  # it is no regular file, or another process has just created it
            raise exists from None
    except _OpenElsewhereError:  # another process took the new file over before this one could lock it
        raise exists from None
    if os.fstat(file.fileno()).st_size:
        file.close()
        raise exists
    return file


def _open(path: Path, flags: int) -> FileIO:
    """Open and lock a file. Raises FileExistsError where it should be created; SavedGameError."""
    try:
        file = FileIO(open_for_update(path, flags), "r+")
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise SavedGameError("not a saved game: it is no regular file", where=str(path))
        lock_file(file)
    except FileExistsError:
        raise
    except BlockingIOError:
        file.close()
        raise _OpenElsewhereError(
            "is open in another window or process", where=str(path), cure="close it there"
        ) from None
    except (OSError, ValueError) as fault:
        raise _unreadable(path, fault) from None
    return file


def _unreadable(path: Path, fault: OSError | ValueError) -> SavedGameError:
    return SavedGameError(f"cannot be opened ({getattr(fault, 'strerror', None) or fault})", where=str(path))


def _read(path: Path, file: FileIO) -> tuple[Heading, Iterator[bytes], int]:
    """Return the heading, the lines of the actions, and the end of the last complete one."""
    try:
        content = file.read(LARGEST + 1)
    except OSError as fault:
        raise _unreadable(path, fault) from None
    if len(content) > LARGEST:
        _KIND.too_large(path)
    end = content.rfind(b"\n") + 1
    heading, *actions = content[:end].splitlines(keepends=True) or [content]
    return _parse_heading(path, heading), iter(actions), end


def _parse_heading(path: Path, line: bytes) -> Heading:
    if not line:
        raise SavedGameError(
            "is empty: its game had not begun",
            where=str(path),
            cure="begin a new game with this file",
        )
    try:
        heading = msgspec.json.decode(line, type=Heading)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise SavedGameError("not a saved game", where=str(path)) from None
    except JackdawError as error:
        raise SavedGameError(error.problem, where=f"{path}, line 1", cure=error.advice()) from None
    if heading.schema != SCHEMA:
        cure = f"this version reads {SCHEMA}"
        raise SavedGameError(f"unknown format {quote(heading.schema)}", where=str(path), cure=cure)
    return heading


def _replay(path: Path, session: Session, number: int, line: bytes) -> None:
    try:
        action = msgspec.json.decode(line, type=Action)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise SavedGameError("unknown action", where=f"{path}, line {number}") from None
    try:
        session.do(action)
    except JackdawError as error:
        what, place = (
            f"{error.where}: {error.problem}" if error.where else error.problem,
            f"{path}, line {number}",
        )
        raise SavedGameError(
            what, where=place, cure="restore the file, the rules or the lexicon, which have changed"
        ) from None


def _heading(session: Session) -> Heading:
    words, checksum = _fingerprint(session.lexicon)
    return Heading(
        schema=SCHEMA,
        setting=msgspec.structs.replace(session.setting, seed=0),
        sealed=_seal(session.setting.seed),
        words=words,
        checksum=checksum,
    )


def _fingerprint(lexicon: Lexicon) -> tuple[int, int]:
    return len(lexicon), zlib.crc32(lexicon.data.words.data)


def _seal(seed: int) -> str:
    salt = token_bytes(_SALT_BYTES)
    return b64encode(salt + _mask(salt, seed.to_bytes(8, "little"))).decode()


def _unseal(path: Path, sealed: str) -> int:
    try:
        content = b64decode(sealed, validate=True)
        if len(content) != _SALT_BYTES + 8:
            raise ValueError
    except ValueError:
        raise SavedGameError("its seed is damaged", where=str(path)) from None
    return int.from_bytes(_mask(content[:_SALT_BYTES], content[_SALT_BYTES:]), "little")


def _mask(salt: bytes, text: bytes) -> bytes:
    """Obscure a seed. This hides it from readers, not from anyone who knows this program."""
    mask = blake2b(salt, digest_size=len(text), person=b"jackdaw.seal").digest()
    return bytes(a ^ b for a, b in zip(text, mask, strict=True))
