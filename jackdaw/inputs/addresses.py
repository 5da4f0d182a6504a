"""Addresses of games: a URL, or a site and an ID, as `configs/addresses` describes the sites.

Nothing is fetched here.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from jackdaw.inputs.https import HttpsRequest, check_url
from movegen.configs import find_config, list_configs, load_config
from movegen.errors import ConfigError, JackdawError, UnknownNameError, quote

_KIND = "addresses"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
"""IDs have these characters, whatever a configuration allows: none has a meaning in a URL or in JSON."""
_PLACEHOLDER = re.compile(r"\{id(?://([1-9][0-9]{0,8}))?\}")


class Site(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A site that has game records, as in `configs/addresses/*.toml`.

    In `pages`, `url` and `body` `{id}` stands for the ID, and `{id//100}` for a hundredth, rounded down.

    Attributes
    ----------
    name:    what stands before the colon of an address.
    example: an ID.
    pattern: the regular expression of IDs.
    pages:   the URLs of pages that show the game, which are taken as addresses of it.
    url:     the URL of the record.
    method:  of the request.
    body:    JSON to send with POST.
    record:  the field of a JSON response that holds the record; empty if the response is the record.
    reasons: the fields of a JSON response that say why there is no record.
    """

    name: str
    example: str
    pattern: str
    pages: tuple[str, ...] = ()
    url: str
    method: Literal["GET", "POST"] = "GET"
    body: str = ""
    record: str = ""
    reasons: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        try:
            re.compile(self.pattern)
        except (re.error, RecursionError, OverflowError) as error:
            raise ConfigError(f"is no regular expression ({error})", key="pattern") from None
        if not self.has_id(self.example):
            cure = "give an ID of letters, digits, - and _ that the pattern matches"
            raise ConfigError(f"{quote(self.example)} is no ID", key="example", cure=cure)
        if self.body and self.method == "GET":
            raise ConfigError("GET sends no body", key="body", cure='set method = "POST"')
        if not any(map(_PLACEHOLDER.search, (self.url, self.body))):
            raise ConfigError("names no game", key="url", cure="put {id} where the ID belongs")
        for page in self.pages:
            if page.count("{id}") != 1:
                raise ConfigError(
                    f"{quote(page, 200)} names no game", key="pages", cure="put {id} in it once"
                )
        for key, templates in (("url", (self.url,)), ("body", (self.body,)), ("pages", self.pages)):
            for template in templates:
                self._check(key, template)

    def has_id(self, text: str) -> bool:
        """Return whether a text has the form of an ID."""
        return bool(_ID.fullmatch(text) and re.fullmatch(self.pattern, text))

    def request(self, game: str) -> HttpsRequest:
        """Return the request for the record of a game."""
        body = self.fill(self.body, game).encode() if self.method == "POST" else None
        return HttpsRequest(self.fill(self.url, game), body)

    def find_id(self, url: str) -> str | None:
        """Return the ID of the game that a page shows, by its URL; None for another page."""
        for page in self.pages:
            before, _, after = page.partition("{id}")
            rest = url.removeprefix(before)
            found = _ID.match(rest)
            if rest != url and found and re.match(f"{re.escape(after)}(?:[?&#/]|$)", rest[found.end() :]):
                return found[0] if self.has_id(found[0]) else None
        return None

    def fill(self, template: str, game: str) -> str:
        """Put the ID of a game into a template."""
        return _PLACEHOLDER.sub(lambda part: str(int(game) // int(part[1])) if part[1] else game, template)

    def _check(self, key: str, template: str) -> None:
        try:
            filled = self.fill(template, self.example)
            if key != "body":
                check_url(filled)
            elif filled:
                msgspec.json.decode(filled)
        except msgspec.MsgspecError as error:
            raise ConfigError(f"is not JSON ({error})", key=key) from None
        except ValueError:
            cure = "only an ID that is a number can be divided"
            raise ConfigError("divides an ID that is no number", key=key, cure=cure) from None
        except JackdawError as error:
            raise ConfigError(f"{quote(template, 200)} {error.problem}", key=key, cure=error.cure) from None


@dataclass(frozen=True)
class Address:
    """The address of a game: as it is shown, and the request for its record. `site` is None for a URL."""

    name: str
    request: HttpsRequest
    site: Site | None = None

    @property
    def site_file(self) -> Path | None:
        """The file that describes the site."""
        return None if self.site is None else find_config(_KIND, self.site.name)


def load_site(name: str) -> Site:
    """Return a site by its name. Raises ConfigError."""
    return load_config(_KIND, name, Site)


def parse_address(argument: str) -> Address:
    """Parse an address for which `is_address` is true. Raises JackdawError."""
    name, _, rest = argument.partition(":")
    if rest.startswith("//"):
        return _parse_url(argument)
    known = list_configs(_KIND)
    if name.lower() not in known:
        unknown = UnknownNameError("site", name, [f"{each}:ID" for each in known])
        problem = f"no such file, and no site is named {quote(name)}"
        raise JackdawError(problem, where=argument, cure=unknown.cure)
    site = load_site(name.lower())
    if not site.has_id(rest):
        cure = f"give one such as {site.name}:{site.example}"
        raise JackdawError(f"{quote(rest)} is no ID of a game", where=argument, cure=cure)
    return Address(f"{site.name}:{rest}", site.request(rest), site)


def _parse_url(argument: str) -> Address:
    url = argument.partition("#")[0]
    try:
        check_url(url)
    except JackdawError as error:
        shown = re.sub(r"//[^/]*@", "//…@", argument)  # no password
        raise JackdawError(error.problem, where=shown, cure=error.cure) from None
    for name in list_configs(_KIND):
        site = load_site(name)
        game = site.find_id(url)
        if game is not None:
            return Address(f"{site.name}:{game}", site.request(game), site)
    return Address(url, HttpsRequest(url))
