"""The HTML pages and their static files, all read at the start: no name from a request is ever opened."""

import hashlib
import mimetypes
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from jackdaw.html import colours
from jackdaw.web.analysis import WebLexica, language_of, list_rules, load_variant
from jackdaw.web.play import OfferedStrategies

PAGES = (("/", "Analysis"), ("/play", "Play"), ("/puzzles", "Puzzles"))
"""The pages of the navigation bar: path and title."""
_FONT_CACHING = "max-age=604800"
"""Browsers keep fonts for a week (604,800 seconds) and ask for other files each time whether they changed."""
_HERE = Path(__file__).parent
_PAGE_TEMPLATES = _HERE.parent / "html" / "templates"


def page_routes(lexica: WebLexica, strategies: OfferedStrategies) -> list[Route]:
    """Return the routes of the pages and their files."""
    loader = FileSystemLoader([_HERE / "templates", _PAGE_TEMPLATES])
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    light, dark = colours()
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for folder in (_HERE / "static", _HERE / "fonts")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    files["board.css"] = environment.get_template("board.css").render(light=light, dark=dark).encode()
    languages = {name: language_of(load_variant(name).tiles) for name in list_rules()}
    challenges = {name: load_variant(name).rules.challenge.value for name in list_rules()}
    version = hashlib.blake2b(b"".join(files.values()), digest_size=8).hexdigest()

    async def static(request: Request) -> Response:
        content = files.get(request.path_params["name"])
        if content is None:
            raise HTTPException(404)
        is_font = request.path_params["name"].endswith(".woff2")
        headers = {"Cache-Control": _FONT_CACHING if is_font else "no-cache", "ETag": f'"{version}"'}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        kind = mimetypes.guess_type(request.path_params["name"])[0]
        return Response(content, media_type=kind, headers=headers)

    def page(template: str) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            text = environment.get_template(template).render(
                page=secrets.token_urlsafe(16),
                pages=PAGES,
                here=request.url.path,
                lexica=lexica.names,
                usual_rules={name: lexica.usual_rules(name) for name in lexica.names},
                rules=list_rules(first=lexica.usual_rules(lexica.names[0])),
                challenges=challenges,
                languages=languages,
                strategies=strategies,
            )
            headers = {"Cache-Control": "no-store"}
            return Response(text, media_type="text/html", headers=headers)

        return show

    return [
        Route("/", page("analysis.html"), methods=["GET"]),
        Route("/play", page("play.html"), methods=["GET"]),
        Route("/puzzles", page("puzzles.html"), methods=["GET"]),
        Route("/static/{name:path}", static, methods=["GET"]),
    ]
