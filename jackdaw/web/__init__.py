"""The web application, `jackdaw board`: a small local server of pages and the JSON API behind them.

`application` puts the routes together: `pages` has the HTML pages and their files, `json_routes` and
`stream_routes` the API. `server` runs them in uvicorn, `page_address` opens a game in the page.
The subjects have folders: `http` (requests, responses, security, jobs), `analysis` (positions, tentative
plays, analyses, reviews) and `play` (games against engines and other people).
"""

from jackdaw.web.application import Settings, web_application
from jackdaw.web.page_address import page_fragment
from jackdaw.web.server import ServerAddress, serve

__all__ = [
    "ServerAddress",
    "Settings",
    "page_fragment",
    "serve",
    "web_application",
]
