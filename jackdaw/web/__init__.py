"""The web application, `jackdaw board`: a small local server of pages and the JSON API behind them.

`application` defines the routes, `pages` the HTML pages and their files, `server` runs them in uvicorn.
The subjects have folders: `http` (requests, responses, security, jobs), `analysis` (positions, tentative
plays, analyses, reviews) and `play` (games against engines and other people).
"""

from jackdaw.web.application import Settings, web_application
from jackdaw.web.server import ServerAddress, serve

__all__ = [
    "ServerAddress",
    "Settings",
    "serve",
    "web_application",
]
