"""Build the documentation of this version into a site of all versions, ready to be hosted as it is.

    python docs/_site/publish.py build/pages

    build/pages/0.1.0/       the pages of each release
    build/pages/dev/         those of the last commit, if that is no release
    build/pages/latest/      a copy of the newest release
    build/pages/index.html   leads there; it lists all versions
    build/pages/versions.js  the same list for the pages themselves

Other versions in the folder stay as they are, but their pages list the new one. Any server of files will do,
and the pages work when opened as files, too.
"""

import argparse
import json
import shutil
import subprocess
import sys
from html import escape
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.version import InvalidVersion, Version

DOCS = Path(__file__).resolve().parents[1]
DEVELOPMENT = "dev"
LATEST = "latest"
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url={target}/index.html">
<title>Jackdaw: documentation</title>
<style>body {{ font-family: sans-serif; max-width: 40em; margin: 3em auto; padding: 0 1em; }}</style>
</head>
<body>
<h1>Jackdaw: documentation</h1>
<ul>
{items}
</ul>
</body>
</html>
"""


def default_name(version: str) -> str:
    """Return the name of a version's folder: itself for a release, `dev` for anything between two."""
    return version if _is_release(version) else DEVELOPMENT


def list_versions(site: Path) -> list[str]:
    """List the versions in a site: releases, newest first, then the development version."""
    names = [path.name for path in site.iterdir() if (path / "objects.inv").is_file()]
    releases = sorted(filter(_is_release, names), key=Version, reverse=True)
    return releases + [name for name in names if name == DEVELOPMENT]


def write_lists(site: Path) -> None:
    """Write the lists of the versions, and copy the newest release to `latest`."""
    names = list_versions(site)
    newest = names[0] if _is_release(names[0]) else None
    if newest is not None:
        shutil.rmtree(site / LATEST, ignore_errors=True)
        shutil.copytree(site / newest, site / LATEST)
    versions = [{"name": name, "pages": _pages(site / name)} for name in names]
    lists = json.dumps({"newest": newest, "versions": versions})
    (site / "versions.js").write_text(f"window.documentationVersions = {lists};\n", encoding="utf-8")
    items = "\n".join(f'<li><a href="{escape(name)}/index.html">{escape(name)}</a></li>' for name in names)
    page = _PAGE.format(target=LATEST if newest else names[0], items=items)
    (site / "index.html").write_text(page, encoding="utf-8")
    (site / ".nojekyll").touch()  # hosts that run Jekyll would leave out folders with an underscore


def build(site: Path, name: str) -> None:
    """Build the pages into the folder of a version, which changes only if that succeeds."""
    site.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=site, prefix=".build-") as folder:
        pages = Path(folder) / "pages"
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "--quiet", "-b", "html"]
        options = ["-d", str(Path(folder) / "doctrees"), "-A", f"release_name={name}"]
        subprocess.run([*command, *options, str(DOCS), str(pages)], check=True)
        (pages / ".buildinfo").unlink(missing_ok=True)
        shutil.rmtree(site / name, ignore_errors=True)
        pages.rename(site / name)


def main() -> None:
    """Build and publish this version."""
    parser = argparse.ArgumentParser(description="Build the documentation into a site of all versions.")
    parser.add_argument("site", type=Path, help="the folder of the site; made if it is missing")
    name = default_name(metadata.version("jackdaw-engine"))
    parser.add_argument("--name", default=name, help=f"the version's folder.  [default: {name}]")
    options = parser.parse_args()
    if options.name != DEVELOPMENT and not _is_release(options.name):
        parser.error(f"{options.name!r} is neither a release, such as 1.2.0, nor {DEVELOPMENT}")
    try:
        build(options.site, options.name)
    except subprocess.CalledProcessError:
        sys.exit("the documentation has errors, so the site is unchanged")
    write_lists(options.site)


def _is_release(name: str) -> bool:
    try:
        version = Version(name)
    except InvalidVersion:
        return False
    return str(version) == name and not (version.is_prerelease or version.local)


def _pages(folder: Path) -> list[str]:
    """List the pages of a version by their paths without suffix."""
    pages = (path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.html"))
    return sorted(page for page in pages if not page.startswith("_"))


if __name__ == "__main__":
    main()
