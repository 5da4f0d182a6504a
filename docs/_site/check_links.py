"""Check the links of built pages: `python docs/_site/check_links.py build/pages`.

Links between pages must lead to a file that exists and, with an anchor, to an element of that page. Of links
to other sites only the form is checked, since they may be down and CI may have no internet: https, and a host
that external_hosts.txt lists, so that a mistyped or invented address is noticed. Before a release, run
`python -m sphinx -b linkcheck docs build/linkcheck` as well, which asks the hosts.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

HOSTS = Path(__file__).with_name("external_hosts.txt")
_REFERENCES = {"a": "href", "link": "href", "img": "src", "script": "src"}


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect what a tag links to and what it can be linked by."""
        attributes = dict(attrs)
        self.anchors |= {name for key in ("id", "name") if (name := attributes.get(key))}
        if (link := attributes.get(_REFERENCES.get(tag, ""))) is not None:
            self.links.append(link)


def check_site(folder: Path, hosts: set[str]) -> Iterator[str]:
    """List what is wrong with the links of all pages in a folder, a line for each."""
    folder = folder.resolve()

    @cache
    def read(path: Path) -> Page:
        return Page(path.read_text(encoding="utf-8"))

    for path in sorted(folder.rglob("*.html")):
        for link in dict.fromkeys(read(path).links):
            if problem := _problem(link, path, folder, hosts, read):
                yield f"{path.relative_to(folder)}: {link}: {problem}"


def _problem(
    link: str, page: Path, folder: Path, hosts: set[str], read: Callable[[Path], Page]
) -> str | None:
    parts = urlsplit(link)
    if parts.scheme in {"mailto", "data"}:
        return None
    if parts.scheme or parts.netloc:
        return _problem_outside(parts.scheme, parts.hostname or "", hosts)
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.is_relative_to(folder):
        return "leads out of the site"
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return "no such file"
    if "_modules" in page.relative_to(folder).parts:
        return None  # sphinx.ext.viewcode knows one package of those that export a module's objects
    if parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in read(target).anchors:
        return "no such anchor"
    return None


def _problem_outside(scheme: str, host: str, hosts: set[str]) -> str | None:
    if host == "127.0.0.1":
        return None  # the board of the reader
    if scheme != "https":
        return "no https"
    return None if host in hosts else f"{host} is not in {HOSTS.name}; add it if the address is right"


def main() -> None:
    """Check a site; end with 1 if something is wrong."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("usage: check_links.py FOLDER_OF_BUILT_PAGES")
    hosts = set(HOSTS.read_text(encoding="utf-8").split())
    problems = list(check_site(Path(sys.argv[1]), hosts))
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
