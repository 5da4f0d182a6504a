"""Game records by their addresses: fetched once, then read from the cache."""

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from jackdaw.cache_folder import CacheFolder, pack_entry, user_cache
from jackdaw.inputs.addresses import Address, parse_address
from jackdaw.inputs.https import HttpsResponse, fetch
from movegen.errors import JackdawError, quote
from movegen.files import MIB, format_size
from movegen.gcg import MAX_BYTES

_MAX_CACHE = 64 * MIB  # some ten thousand games
_SUFFIX = ".record"
_MARK = b"\xef\xbb\xbf"  # the text of JSON is Unicode, whatever encoding the record names
_JSON_FACTOR = 6  # JSON may write a character as \u0041
_OK, _NOT_FOUND, _GONE = 200, 404, 410


class CachedRecord(msgspec.Struct, frozen=True):
    """A record in the cache: its address, when it was fetched, and its bytes."""

    address: str
    fetched: datetime
    content: bytes


class FetchedRecord(NamedTuple):
    """A record, and when it was fetched if it is from the cache."""

    address: str
    content: bytes
    cached: datetime | None = None


def read_address(argument: str, *, refresh: bool = False) -> FetchedRecord:
    """Return the record of an address, of at most `MAX_BYTES`, from the cache or else from its host.

    With `refresh` the host is asked in any case. Raises JackdawError.
    """
    address = parse_address(argument)
    cache = CacheFolder.open(user_cache("records"), CachedRecord, _SUFFIX, _MAX_CACHE)
    key = hashlib.sha256(address.name.encode("utf-8", "surrogatepass")).hexdigest()
    cached = None if cache is None else cache.read(key)
    if cached is not None and not refresh:
        return FetchedRecord(address.name, cached.content, cached.fetched)
    try:
        content = _fetch(address)
    except JackdawError as error:
        cure = error.cure
        if cached is not None:
            cure = f"leave out --refresh to use the copy of {cached.fetched:%Y-%m-%d}"
        raise JackdawError(error.problem, where=address.name, cure=cure) from None
    if cache is not None and _is_record(content):
        cache.write(key, pack_entry(CachedRecord(address.name, datetime.now(UTC), content)))
        cache.trim()
    return FetchedRecord(address.name, content)


def _fetch(address: Address) -> bytes:
    in_json = address.site is not None and address.site.record
    response = fetch(address.request, _JSON_FACTOR * MAX_BYTES if in_json else MAX_BYTES)
    if response.status != _OK:
        raise _explain(address, response)
    if address.site is None or not address.site.record:
        return response.content
    found = _find_text(response.content, (address.site.record,))
    if found is None:
        reason = _find_text(response.content, address.site.reasons)
        problem = f"the response of {address.request.host} holds no record"
        raise JackdawError(_with_reason(problem, reason), cure=_cure(address.site_file))
    content = _MARK + found.encode("utf-8", "replace")
    if len(content) > MAX_BYTES:
        problem = f"the record of {address.request.host} is larger than {format_size(MAX_BYTES)}, the limit"
        raise JackdawError(problem, cure=_cure(address.site_file))
    return content


def _explain(address: Address, response: HttpsResponse) -> JackdawError:
    """Return the error for a response without a record."""
    host = address.request.host
    problem = f"{host} responds {response.status_text}"
    if response.status in (_NOT_FOUND, _GONE):
        problem = f"{host} has no such game: {response.status_text}"
    reasons = address.site.reasons if address.site else ()
    return JackdawError(
        _with_reason(problem, _find_text(response.content, reasons)), cure=_cure(address.site_file)
    )


def _cure(site_file: Path | None) -> str:
    if site_file is None:
        return "check the address"
    return f"check the ID; if the site has changed, correct {site_file}"


def _with_reason(problem: str, reason: str | None) -> str:
    return problem if not reason else f"{problem}, {quote(reason, 200)}"


def _find_text(content: bytes, fields: tuple[str, ...]) -> str | None:
    """Return the first of some fields of a JSON object that is a text."""
    try:
        found = msgspec.json.decode(content)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    texts = [found.get(field) for field in fields] if isinstance(found, dict) else []
    return next((text for text in texts if isinstance(text, str)), None)


def _is_record(content: bytes) -> bool:
    """Return whether a text begins like a game record: not every page that a host sends is worth keeping."""
    return content.removeprefix(_MARK).lstrip().startswith((b"#", b">"))
