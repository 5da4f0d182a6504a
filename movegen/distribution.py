"""Jackdaw as an installed distribution: its name, its version, and the command that installs it."""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from movegen.errors import BuildError

if TYPE_CHECKING:
    from importlib.metadata import Distribution

NAME = "jackdaw-engine"
"""The name of the distribution. On the public index `jackdaw` is another project."""
PACKAGES = ("movegen", "strategy", "sims")
"""Our packages whose names others may have, too."""


def version() -> str:
    """Return the version that is installed, or `unknown` where there are only source files."""
    found = _distribution()
    return found.version if found else "unknown"


def install_command(extra: str | None = None) -> str:
    """Return the command that installs Jackdaw from where it came, with an optional extra such as `board`.

    That is the folder of a clone if pip installed from one that still exists, else the index.
    """
    folder, is_editable = _clone()
    source = NAME if folder is None else "." if folder == Path.cwd() else str(folder)
    target = shlex.quote(f"{source}[{extra}]" if extra else source)
    return f"pip install {'-e ' * is_editable}{target}"


def hidden_package_error(error: ImportError) -> BuildError | None:
    """Return the error to raise if an import failed because another package has the name of one of ours."""
    name = (error.name or "").partition(".")[0]
    if name not in PACKAGES:
        return None
    found = getattr(sys.modules.get(name), "__file__", None) or error.path or "of no file"
    return BuildError(
        f"another package has the name of Jackdaw's {name!r} ({found})",
        cure="start Python in another folder, or install Jackdaw in a virtual environment of its own",
    )


def _distribution() -> "Distribution | None":
    from importlib import metadata  # slow

    try:
        return metadata.distribution(NAME)
    except metadata.PackageNotFoundError:
        return None


def _clone() -> tuple[Path | None, bool]:
    """Return the folder that pip installed from, if it is there, and whether it is used in place (`-e`)."""
    found = _distribution()
    try:
        record = json.loads((found and found.read_text("direct_url.json")) or "{}")  # PEP 610
        url, is_editable = urlsplit(record["url"]), bool(record["dir_info"].get("editable"))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None, False
    folder = Path(unquote(url.path.removeprefix("/") if os.name == "nt" else url.path))  # /C:/a on Windows
    if url.scheme != "file" or not (folder / "pyproject.toml").is_file():
        return None, False
    return folder, is_editable
