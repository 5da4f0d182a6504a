"""Saved games: a text file, a line for what the game was begun with and a line for each action.

It grows by a line with every action, which is on the disk before the next one is done. So a killed process
loses nothing; a last line that is not whole is dropped. Resuming does the actions again, and the rules look
at each of them once more: what somebody changed by hand is refused or is a game that might have been. The
format is told in `docs/play.md`.
"""

import fcntl
import os
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

from movegen.errors import JackdawError, shown
from movegen.lexicon import Lexicon
from sims.play.actions import Action
from sims.play.modes import begin
from sims.play.session import Session
from sims.play.setting import Setting

SCHEMA = "jackdaw.play/1"
LARGEST = 16 << 20
"""Bytes that a saved game may have: far more than any has."""
_SALT_BYTES = 8


class SavedGameError(JackdawError):
    """A saved game that cannot be read, resumed or written."""


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line.

    Attributes
    ----------
    setting: what the game was begun with, without its seed.
    sealed:  the seed, not to be read at a glance: it decides the order of the tiles.
    words, checksum: how many words the lexicon has, and the CRC-32 of its word graph.
    """

    schema: str
    setting: Setting
    sealed: str
    words: int
    checksum: int


class SavedGame:
    """A session whose actions are kept in a file as they are done. Make one with `begin_saved` or `resume`.

    No other process can have the file open meanwhile. Close it, or use it in a `with` statement.
    """

    def __init__(self, path: Path, session: Session, file: FileIO) -> None:
        self.path = path
        self.session = session
        self._file = file
        self._unsaved = b""
        session.keep = self._keep

    def close(self) -> None:
        """Let go of the file. What the session does from now on is not saved."""
        self.session.keep = None
        self._file.close()

    def __enter__(self) -> "SavedGame":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _keep(self, action: Action) -> None:
        self.write(msgspec.json.encode(action) + b"\n")

    def write(self, line: bytes) -> None:
        """Append a line, after those that could not be written before. Raises SavedGameError if it fails."""
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
            cure = "make room: the next move saves this one too"
            raise SavedGameError(what, where=str(self.path), cure=cure) from None
        self._unsaved = b""


def begin_saved(path: Path, setting: Setting, lexicon: Lexicon | None = None) -> SavedGame:
    """Begin a game and its file.

    Raises SavedGameError when the file is there or cannot be written, and what `begin` does.
    """
    session = begin(setting, lexicon)
    saved = SavedGame(path, session, _opened(path, os.O_CREAT | os.O_EXCL))
    try:
        saved.write(msgspec.json.encode(_heading(session)) + b"\n")
    except SavedGameError:
        saved.close()
        path.unlink(missing_ok=True)
        raise SavedGameError(
            "there is no room for a saved game", where=str(path), cure="make room, or name another place"
        ) from None
    return saved


def resume(path: Path, lexicon: Lexicon | None = None) -> SavedGame:
    """Go on with a saved game, where it stood after its last action.

    `lexicon` is the game's, if the caller has it loaded. Raises SavedGameError when the file is no saved
    game, is open elsewhere, is damaged, or when its game was played with other words; and what `begin` does.
    """
    file = _opened(path, 0)
    try:
        heading, actions, end = _read(path, file)
        session = begin(
            msgspec.structs.replace(heading.setting, seed=_unsealed(path, heading.sealed)), lexicon
        )
        if (heading.words, heading.checksum) != _fingerprint(session.lexicon):
            what = f"was played with another lexicon than {session.lexicon.name} is now"
            raise SavedGameError(what, where=str(path), cure="put back the one that it was begun with")
        for number, action in enumerate(actions, start=2):
            _do_again(path, session, number, action)
        if file.seek(0, os.SEEK_END) > end:  # else only looking at a game would seem to change it
            file.truncate(end)
    except BaseException:
        file.close()
        raise
    return SavedGame(path, session, file)


def read_heading(path: Path) -> Heading:
    """What a saved game was begun with, its seed as 0. Raises SavedGameError when the file is none."""
    try:
        with path.open("rb") as file:
            line = file.readline(LARGEST)
    except OSError as fault:
        raise _unreadable(path, fault) from None
    return _parse_heading(path, line)


def _opened(path: Path, flags: int) -> FileIO:
    try:
        file = FileIO(os.open(path, os.O_RDWR | os.O_CLOEXEC | flags, 0o666), "r+")
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileExistsError:
        raise SavedGameError(
            "is there already", where=str(path), cure="resume it, or name another file"
        ) from None
    except BlockingIOError:
        file.close()
        raise SavedGameError("is being played elsewhere", where=str(path), cure="close it there") from None
    except (OSError, ValueError) as fault:
        raise _unreadable(path, fault) from None
    return file


def _unreadable(path: Path, fault: OSError | ValueError) -> SavedGameError:
    return SavedGameError(f"cannot be opened ({getattr(fault, 'strerror', None) or fault})", where=str(path))


def _read(path: Path, file: FileIO) -> tuple[Heading, Iterator[bytes], int]:
    """The heading, the lines of the actions, and where the last whole one ends."""
    try:
        content = file.read(LARGEST + 1)
    except OSError as fault:
        raise _unreadable(path, fault) from None
    if len(content) > LARGEST:
        raise SavedGameError(f"has more than {LARGEST >> 20} MB: it is no saved game", where=str(path))
    end = content.rfind(b"\n") + 1
    lines = content[:end].split(b"\n")[:-1]
    return _parse_heading(path, lines[0] if lines else content), iter(lines[1:]), end


def _parse_heading(path: Path, line: bytes) -> Heading:
    try:
        heading = msgspec.json.decode(line, type=Heading)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise SavedGameError("is no saved game", where=str(path)) from None
    except JackdawError as error:
        raise SavedGameError(error.what, where=f"{path}, line 1", cure=error.advice()) from None
    if heading.schema != SCHEMA:
        cure = f"this version reads {SCHEMA}"
        raise SavedGameError(f"a saved game of the kind {shown(heading.schema)}", where=str(path), cure=cure)
    return heading


def _do_again(path: Path, session: Session, number: int, line: bytes) -> None:
    try:
        session.do(msgspec.json.decode(line, type=Action))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise SavedGameError("this is nothing that can be done", where=f"{path}, line {number}") from None
    except JackdawError as error:
        what, place = f"{error.where}: {error.what}" if error.where else error.what, f"{path}, line {number}"
        raise SavedGameError(
            what, where=place, cure="the file, the rules or the words were changed"
        ) from None


def _heading(session: Session) -> Heading:
    words, checksum = _fingerprint(session.lexicon)
    return Heading(
        schema=SCHEMA,
        setting=msgspec.structs.replace(session.setting, seed=0),
        sealed=_sealed(session.setting.seed),
        words=words,
        checksum=checksum,
    )


def _fingerprint(lexicon: Lexicon) -> tuple[int, int]:
    return len(lexicon), zlib.crc32(lexicon.data.words.data)


def _sealed(seed: int) -> str:
    salt = token_bytes(_SALT_BYTES)
    return b64encode(salt + _masked(salt, seed.to_bytes(8, "little"))).decode()


def _unsealed(path: Path, sealed: str) -> int:
    try:
        content = b64decode(sealed, validate=True)
        if len(content) != _SALT_BYTES + 8:
            raise ValueError
    except ValueError:
        raise SavedGameError("its seal is broken", where=str(path)) from None
    return int.from_bytes(_masked(content[:_SALT_BYTES], content[_SALT_BYTES:]), "little")


def _masked(salt: bytes, text: bytes) -> bytes:
    """Hides a seed from the eye, not from somebody who knows this program."""
    mask = blake2b(salt, digest_size=len(text), person=b"jackdaw.seal").digest()
    return bytes(a ^ b for a, b in zip(text, mask, strict=True))
